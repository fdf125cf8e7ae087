// Package protocol runs engines in other processes, in any language, as subjects of
// package corpus.
//
//	engine, err := protocol.Launch{Command: "python3 engine.py"}.Start()
//	defer engine.Close()
//	verdict := corpus.Run(c, engine)
//
// Driver and engine exchange lines of JSON. README.md of package corpus specifies this
// engine protocol. [Launch] starts an engine as a *[Foreign]. A [Server] is the
// engine's side of the protocol, and [EngineServer] serves the engine of this module.
package protocol

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// Version is the version of the engine protocol. It is incremented when an engine of
// the previous version would misread a line.
const Version = 1

// The names of the fields in the lines of the protocol.
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

// MaxLine is the maximum length of a line of the protocol, in bytes.
const MaxLine = 256 << 20

// lineDepth is the maximum depth of a line: a document of the maximum depth, and the
// maps around it.
const lineDepth = model.DefaultMaxDepth + 8

// parseLine parses one line of the protocol.
func parseLine(line []byte) (model.Value, error) { return model.Parse(line, model.MaxDepth(lineDepth)) }

// appendLine appends a value as one line. Line breaks in the JSON text are white space, and
// it replaces them by spaces. Line breaks in strings are escaped in JSON.
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
