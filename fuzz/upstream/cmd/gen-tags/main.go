// Command gen-tags writes the fields whose zero the Go types of older releases of
// Kubernetes write differently into package table. It downloads their modules. Run it as
//
//	go -C fuzz/upstream run ./cmd/gen-tags
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/fuzz/upstream/versions"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen-tags:", err)
		os.Exit(1)
	}
}

func run() error {
	releases := versions.Releases()
	releases = releases[:len(releases)-1] // the last is that of the table
	tags, err := table.ReadOlderTags(releases)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("..", "..", table.TagsFile), tags.Text(releases), 0o644)
}
