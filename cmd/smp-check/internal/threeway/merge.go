package threeway

import (
	"errors"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Documents are the documents of a three-way merge.
type Documents struct {
	Original, Modified, Current load.Document // as package smp names them
	// Noted says that the original is what current holds in its annotation.
	Noted bool
	// annotation is what modified has in the annotation, too, if it is to be
	// written; absent where it is not.
	annotation model.Value
}

// Read reads the files. Where there are only two, the original is what
// the annotation of the last one holds.
func Read(input *load.Reader, files []string) (Documents, error) {
	docs, err := load.Documents(input, files)
	if err != nil {
		return Documents{}, err
	}
	for _, d := range docs[len(docs)-2:] {
		if err := d.CheckPresent(); err != nil {
			return Documents{}, err
		}
	}
	if len(docs) == 3 {
		return Documents{Original: docs[0], Modified: docs[1], Current: docs[2]}, nil
	}
	original, err := LastAppliedTo(docs[1])
	return Documents{Original: original, Modified: docs[0], Current: docs[1], Noted: true}, err
}

// Patch returns the patch for current, in which modified wins, and where it had
// to. Errors name files.
func (t Documents) Patch(e smp.Engine, s smp.Schema, diff smp.DiffOptions) (model.Value, []smp.Conflict, error) {
	merge := func(modified model.Value, overwrite bool) (model.Value, error) {
		opts := smp.ThreeWayOptions{DiffOptions: diff, Overwrite: overwrite}
		return e.ThreeWay(s, t.Original.Value, modified, t.Current.Value, opts)
	}
	patch, err := merge(t.Modified.Value, false)
	var conflict *smp.ConflictError
	var conflicts []smp.Conflict
	if errors.As(err, &conflict) {
		conflicts = conflict.Conflicts
		patch, err = merge(t.Modified.Value, true)
	}
	if err == nil && t.annotation.Kind() != model.Absent {
		var annotated model.Value
		if annotated, err = with(t.Modified.Value, lastAppliedPath, t.annotation); err == nil {
			patch, err = merge(annotated, true)
		}
	}
	names := map[string]string{"original": t.Original.Name, "modified": t.Modified.Name, "current": t.Current.Name}
	return patch, conflicts, load.InFiles(err, names)
}

// MergePatch returns the JSON Merge Patch that does what patch does. It is found
// by the documented rules, which have words for more than a cluster knows.
func (t Documents) MergePatch(s smp.Schema, diff smp.DiffOptions) (model.Value, []smp.Conflict, error) {
	patch, conflicts, err := t.Patch(smp.Engine{}, s, diff)
	if err != nil {
		return model.Value{}, conflicts, err
	}
	result, err := smp.Apply(s, t.Current.Value, patch)
	if err != nil {
		return model.Value{}, conflicts, load.InFile(err, "original", t.Current.Name)
	}
	patch, err = smp.AsMergePatch(t.Current.Value, result)
	return patch, conflicts, err
}
