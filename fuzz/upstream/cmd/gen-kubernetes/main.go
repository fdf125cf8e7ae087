// Command gen-kubernetes writes the table of built-in kinds into
// smp/kubernetes, with the versions of the Kubernetes modules that this module
// requires. Run it as
//
//	go -C fuzz/upstream run ./cmd/gen-kubernetes
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen-kubernetes:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := table.Generate()
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join("..", "..", f.Path), f.Text, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", f.Path, len(f.Text))
	}
	return nil
}
