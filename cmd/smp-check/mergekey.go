package main

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/smp"
)

// chooseSchema is [load.SchemaChoice.Choose] for documents that a command with the flags f merges
// with each other. It also records which paths of --merge-key the documents have, for
// noteUnusedKeys.
func chooseSchema(f *cli.Merge, c *load.SchemaChoice, docs ...load.Document) (smp.Schema, error) {
	return chosenSchema(&f.Input, &f.UsedKeys, c, docs...)
}

// chosenSchema is chooseSchema for commands that do not have the flags of [cli.Merge].
func chosenSchema(r *load.Reader, used *load.MergeKeyUse, c *load.SchemaChoice, docs ...load.Document) (smp.Schema, error) {
	s, err := c.Choose(r, docs...)
	if err != nil {
		plain := *c
		plain.MergeKeys = nil
		return s, suggestingField(err, func() (smp.Schema, error) { return plain.Choose(r, docs...) })
	}
	for _, d := range docs {
		used.Seen(c.MergeKeys, d.Value)
	}
	return s, nil
}

// noteUnusedKeys adds a note for each path of --merge-key that no document has.
func noteUnusedKeys(f *cli.Merge, notes *note.Notes) {
	notes.UnusedKeys(&f.UsedKeys, f.Schema.MergeKeys)
}

// suggestingField adds a suggestion to an error about an unknown field in --merge-key. plain
// returns the schema without the declarations of --merge-key.
func suggestingField(err error, plain func() (smp.Schema, error)) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != "--merge-key" {
		return err
	}
	s, failed := plain()
	if failed != nil {
		return err
	}
	found, unknown := judge.UnknownField(s, e.Path)
	if !unknown {
		return err
	}
	suggesting := *e
	if found.Remedy != "" {
		suggesting.Cause = fmt.Errorf("%w; %s", e.Cause, found.Remedy)
	}
	return &suggesting
}
