// Package protocol runs engines in other processes, written in whatever
// language, as subjects of package corpus.
//
// Driver and engine exchange lines of JSON, the engine protocol, which README.md
// of package corpus specifies. [Launch] starts an engine as a *[Foreign]; a
// [Server] is the other side of the conversation, and [EngineServer] that of the
// engine of this module.
package protocol

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// Version is the version of the engine protocol. It rises when an engine that
// speaks the older one would misread a line.
const Version = 1

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

func faultf(kind corpus.FaultCode, format string, args ...any) *corpus.Fault {
	return &corpus.Fault{Code: kind, Message: fmt.Sprintf(format, args...)}
}
