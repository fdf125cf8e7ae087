package protocol_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
)

// The engine of this module speaks the protocol: one line is a request, and one line is the answer.
func ExampleServer_Serve() {
	err := protocol.EngineServer().Serve(strings.NewReader(
		`{"cmd":"start","version":1,"rules":2}
{"cmd":"run","seq":1,"dialect":"documented","case":{"schema":{"schemaless":true},"op":"apply","original":{"a":1},"patch":{"b":2}}}
{"cmd":"stop"}
`), os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"version":1,"rules":2,"name":"smp","ops":["apply","diff","threeway","compose","conflicts","lint"],"dialects":["documented","kubernetes"],"repeats":true}
	// {"seq":1,"result":{"a":1,"b":2},"rules":["map-merge","scalar"],"wide":[]}
}

// This engine answers every patch with the original.
func ExampleServer() {
	server := protocol.Server{
		Name:     "do-nothing",
		Ops:      []corpus.Op{corpus.OpApply},
		Dialects: []string{corpus.Documented},
		Answer: func(r protocol.Request) corpus.Outcome {
			return corpus.Outcome{Result: r.Input.Original}
		},
	}
	err := server.Serve(strings.NewReader(
		`{"cmd":"start","version":1,"rules":2}
{"cmd":"run","seq":1,"dialect":"documented","case":{"schema":{"schemaless":true},"op":"apply","original":{"a":1},"patch":{"a":2}}}
`), os.Stdout)
	fmt.Println(err)
	// Output:
	// {"version":1,"rules":2,"name":"do-nothing","ops":["apply"],"dialects":["documented"],"repeats":true}
	// {"seq":1,"result":{"a":1}}
	// <nil>
}
