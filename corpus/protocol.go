package corpus

import "github.com/strategicpatch/smp/model"

// ProtocolVersion is the version of the engine protocol: the lines that a
// driver and an engine in another process exchange. It rises when an engine
// that speaks the older one would misread a line.
const ProtocolVersion = 1

// RulesVersion is the version of the rules that the cases and laws are about.
// It rises when a rule decides otherwise than before, and not when a rule or a
// case is added.
const RulesVersion = 1

// The dialects that the protocol has names for; an engine may have others.
const (
	// Documented is what the rules say.
	Documented = "documented"
	// Kubernetes is what the shipped engine does.
	Kubernetes = "kubernetes"
)

// The members of the lines of the protocol.
const (
	memberCommand  = "cmd"
	memberVersion  = "version"
	memberRules    = "rules"
	memberName     = "name"
	memberOps      = "ops"
	memberDialects = "dialects"
	memberSeq      = "seq"
	memberDialect  = "dialect"
	memberCase     = "case"
	memberBuiltIn  = "builtIn"
	memberResult   = "result"
	memberError    = "error"
	memberSkipped  = "skipped"
	memberPanic    = "panic"
	memberRepeat   = "repeat"
	memberRepeats  = "repeats"
	memberVaries   = "varies"
	memberWide     = "wide"
	memberVariesAt = "variesAt"
)

// The commands of the protocol.
const (
	commandStart = "start"
	commandRun   = "run"
	commandStop  = "stop"
)

// MaxLine is how long a line of the protocol may be, in bytes.
const MaxLine = 256 << 20

// lineDepth is how deep a line may nest: a document at the limit, and what is
// around it.
const lineDepth = model.DefaultMaxDepth + 8

// parseLine reads one line of the protocol.
func parseLine(line []byte) (model.Value, error) { return model.Parse(line, model.MaxDepth(lineDepth)) }

// appendLine appends a value as one line. Line ends in JSON text are white
// space: within strings they are escaped.
func appendLine(dst []byte, v model.Value) []byte {
	from := len(dst)
	dst = v.AppendJSON(dst)
	for i := from; i < len(dst); i++ {
		if dst[i] == '\n' || dst[i] == '\r' {
			dst[i] = ' '
		}
	}
	return dst
}
