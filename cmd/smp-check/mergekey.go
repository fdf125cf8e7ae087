package main

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp"
)

// A merging holds the flags of a command that merges documents, and records the use of --merge-key.
type merging struct {
	cli.Merge
	mergeKeys mergeKeyUse
}

// Choose is [mergeKeyUse.choose] with the flags of the command.
func (f *merging) Choose(c *load.SchemaChoice, docs ...load.Document) (smp.Schema, error) {
	return f.mergeKeys.choose(&f.Merge, c, docs...)
}

// Unmatched is [mergeKeyUse.unmatched] with the flags of the command.
func (f *merging) Unmatched(notes *note.Notes) { f.mergeKeys.unmatched(&f.Merge, notes) }

// A combination is a merging for a command that combines patches.
type combination struct {
	cli.Combination
	mergeKeys mergeKeyUse
}

// Choose is [mergeKeyUse.choose] with the flags of the command.
func (f *combination) Choose(c *load.SchemaChoice, docs ...load.Document) (smp.Schema, error) {
	return f.mergeKeys.choose(&f.Merge, c, docs...)
}

// Unmatched is [mergeKeyUse.unmatched] with the flags of the command.
func (f *combination) Unmatched(notes *note.Notes) { f.mergeKeys.unmatched(&f.Merge, notes) }

// A mergeKeyUse records which paths of --merge-key occur in documents.
type mergeKeyUse struct{ load.MergeKeyUse }

// choose is [load.SchemaChoice.Choose] for documents that are merged with each other. It also
// records which paths of --merge-key the documents have, for unmatched.
func (u *mergeKeyUse) choose(f *cli.Merge, c *load.SchemaChoice, docs ...load.Document) (smp.Schema, error) {
	s, err := c.Choose(&f.Input, docs...)
	if err != nil {
		plain := *c
		plain.MergeKeys = nil
		return s, suggestingField(err, func() (smp.Schema, error) { return plain.Choose(&f.Input, docs...) })
	}
	for _, d := range docs {
		u.Seen(c.MergeKeys, d.Value)
	}
	return s, nil
}

// unmatched adds a note for each path of --merge-key that no document has.
func (u *mergeKeyUse) unmatched(f *cli.Merge, notes *note.Notes) {
	notes.About = ""
	for _, text := range u.MergeKeyUse.Unmatched(f.Schema.MergeKeys) {
		notes.Say("%s", text)
	}
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
	slip, unknown := report.UnknownField(s, e.Path)
	if !unknown {
		return err
	}
	suggesting := *e
	suggesting.Cause = fmt.Errorf("%w%s", e.Cause, slip.Question())
	return &suggesting
}
