//go:build js && wasm

// Wasm is the program that the page and the npm package run as WebAssembly. It defines two
// JavaScript functions from JSON to JSON: smp.answer answers a question of the page, and
// smp.protocol a request of the engine protocol.
package main

import (
	"bytes"
	"strings"
	"syscall/js"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus/protocol"
)

func main() {
	js.Global().Set("smp", map[string]any{
		"answer": js.FuncOf(func(_ js.Value, args []js.Value) any {
			tell := func(text []byte) { args[1].Invoke(string(text)) }
			stop := func() bool { return args[2].Invoke().Bool() }
			return string(play.Answer([]byte(args[0].String()), tell, stop))
		}),
		"protocol": js.FuncOf(func(_ js.Value, args []js.Value) any { return answerLine(args[0].String()) }),
	})
	select {} // keep the functions alive
}

// answerLine answers one line of the engine protocol. The protocol requires a start command
// first, so answerLine adds one and drops the answer to it.
func answerLine(line string) string {
	const start = `{"cmd":"start","version":1}` + "\n"
	var out bytes.Buffer
	if err := protocol.EngineServer().Serve(strings.NewReader(start+line+"\n"), &out); err != nil {
		return `{"error":{"kind":"protocol","message":` + quoted(err.Error()) + `}}`
	}
	_, answer, _ := strings.Cut(out.String(), "\n")
	return strings.TrimSuffix(answer, "\n")
}

// quoted returns a text as JSON.
func quoted(text string) string { return js.Global().Get("JSON").Call("stringify", text).String() }
