// Command requiring writes KUBERNETES.md into the working folder. The page lists the releases
// of Kubernetes with which a program can require this module.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/strategicpatch/smp/fuzz/upstream/requiring"
)

func main() {
	var rows []requiring.Row
	failed := false
	for _, release := range requiring.Releases {
		row, err := requiring.Try(context.Background(), release, true)
		if err != nil {
			fmt.Fprintln(os.Stderr, release, err)
			failed = true
		}
		rows = append(rows, row)
	}
	if err := os.WriteFile("KUBERNETES.md", []byte(requiring.Page(rows)), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		failed = true
	}
	if failed {
		os.Exit(1)
	}
}
