package main

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// notes tells what is to be known of a patch for a document: what it replaces as a
// whole, which lists could merge, and what a cluster does otherwise with it.
func (f *diffFlags) notes(n *note.Notes, schema *load.SchemaChoice, s smp.Schema, before load.Document, patch model.Value) error {
	if f.as.name != asStrategic {
		n.LostNulls(schema, patch)
		return nil
	}
	n.Wide(f.wide, before)
	if err := n.ListTypes(schema, s, patch); err != nil {
		return err
	}
	n.Cluster(f.dialect.name, schema, smp.Engine{}, s, before.Value, patch)
	return nil
}

// wayOut adds to the error that there is no such patch which flags give one:
// again tries it with other options, and mergePatch as a merge patch.
func (f *diffFlags) wayOut(err error, again func(smp.DiffOptions) error, mergePatch func() error) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Kind != smp.NotRepresentable {
		return err
	}
	if f.noWide {
		var wide []model.Path
		opts := f.options()
		opts.NoWide, opts.Wide = false, &wide
		if again(opts) == nil && len(wide) > 0 {
			err = fmt.Errorf("%w\nWithout --no-wide the patch replaces %s as a whole", err, note.Paths(wide))
		}
	}
	if mergePatch() == nil {
		err = fmt.Errorf("%w\n--as merge-patch writes a JSON Merge Patch instead, which replaces every list that differs as a whole", err)
	}
	return err
}
