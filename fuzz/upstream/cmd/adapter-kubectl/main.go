// Command adapter-kubectl serves kubectl patch --local as an engine, by the engine protocol
// on its standard streams. It uses the kubectl of this module, or the program given as its
// argument.
package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/strategicpatch/smp/fuzz/upstream/adapters"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "adapter-kubectl:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	program := ""
	if len(args) > 0 {
		var err error
		if program, err = exec.LookPath(args[0]); err != nil {
			return err
		}
	}
	folder, err := os.MkdirTemp("", "adapter-kubectl-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	server := adapters.Kubectl(program, folder)
	return server.Serve(os.Stdin, os.Stdout)
}
