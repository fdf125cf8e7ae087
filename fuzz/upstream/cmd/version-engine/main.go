// Command version-engine serves the engine protocol with the version of k8s.io/apimachinery
// with which it is linked. With the argument kinds, it writes the kinds of the linked
// k8s.io/api as a kinds.List in JSON.
//
// Package versions builds it for every version.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "version-engine:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "kinds" {
		list, err := kinds.Read()
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(list)
	}
	return protocol.Server{
		Name:     "shipped",
		Ops:      engine.Ops(),
		Dialects: []string{corpus.Kubernetes},
		Answer: func(r protocol.Request) corpus.Outcome {
			return engine.Run(r.Input, func() (strategicpatch.LookupPatchMeta, error) { return engine.Lookup(r.Input.Schema), nil })
		},
	}.Serve(os.Stdin, os.Stdout)
}
