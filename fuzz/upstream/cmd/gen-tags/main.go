// Command gen-tags writes a list into package table: the fields whose zero value has another
// JSON in older releases of Kubernetes. It downloads the modules of these releases. Run it as
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
	releases = releases[:len(releases)-1] // the last release is that of the table
	tags, err := table.ReadOlderTags(releases)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("..", "..", table.TagsFile), tags.Text(releases), 0o644)
}
