package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// threeWay are the documents of a three-way merge.
type threeWay struct {
	original, modified, current document
	// noted says that the original is what current holds in its annotation.
	noted bool
	// annotation is what modified has in the annotation, too, if it is to be
	// written; absent where it is not.
	annotation model.Value
}

// readThreeWay reads the files. Where there are only two, the original is what
// the annotation of the last one holds.
func readThreeWay(input *inputReader, files []string) (threeWay, error) {
	docs, err := readDocuments(input, files)
	if err != nil {
		return threeWay{}, err
	}
	for _, d := range docs[len(docs)-2:] {
		if err := d.checkPresent(); err != nil {
			return threeWay{}, err
		}
	}
	if len(docs) == 3 {
		return threeWay{original: docs[0], modified: docs[1], current: docs[2]}, nil
	}
	original, err := lastAppliedTo(docs[1])
	return threeWay{original: original, modified: docs[0], current: docs[1], noted: true}, err
}

// patch returns the patch for current, in which modified wins, and where it had
// to. Errors name files.
func (t threeWay) patch(e smp.Engine, s smp.Schema, diff smp.DiffOptions) (model.Value, []smp.Conflict, error) {
	merge := func(modified model.Value, overwrite bool) (model.Value, error) {
		opts := smp.ThreeWayOptions{DiffOptions: diff, Overwrite: overwrite}
		return e.ThreeWay(s, t.original.value, modified, t.current.value, opts)
	}
	patch, err := merge(t.modified.value, false)
	var conflict *smp.ConflictError
	var conflicts []smp.Conflict
	if errors.As(err, &conflict) {
		conflicts = conflict.Conflicts
		patch, err = merge(t.modified.value, true)
	}
	if err == nil && t.annotation.Kind() != model.Absent {
		var annotated model.Value
		if annotated, err = with(t.modified.value, lastAppliedPath, t.annotation); err == nil {
			patch, err = merge(annotated, true)
		}
	}
	names := map[string]string{"original": t.original.name, "modified": t.modified.name, "current": t.current.name}
	return patch, conflicts, inFiles(err, names)
}

// mergePatch returns the JSON Merge Patch that does what patch does. It is found
// by the documented rules, which have words for more than a cluster knows.
func (t threeWay) mergePatch(s smp.Schema, diff smp.DiffOptions) (model.Value, []smp.Conflict, error) {
	patch, conflicts, err := t.patch(smp.Engine{}, s, diff)
	if err != nil {
		return model.Value{}, conflicts, err
	}
	result, err := smp.Apply(s, t.current.value, patch)
	if err != nil {
		return model.Value{}, conflicts, inFile(err, "original", t.current.name)
	}
	patch, err = smp.AsMergePatch(t.current.value, result)
	return patch, conflicts, err
}

// refuse tells the person at the terminal what both sides changed. The answer
// is no.
func (t threeWay) refuse(stderr io.Writer, conflicts []smp.Conflict) error {
	_, err := fmt.Fprintf(stderr, "smp-check: conflict: %s and %s changed %s differently; without --conflicts %[1]s wins (rule %[4]s)\n",
		t.modified.name, t.current.name, counted(conflicts), smp.RuleThreeWayConflict)
	if err == nil {
		err = t.sides().writeText(stderr, conflicts)
	}
	if err != nil {
		return err
	}
	return errNo
}

// noteOverwritten tells what others changed and the patch sets or deletes.
func (t threeWay) noteOverwritten(stderr io.Writer, conflicts []smp.Conflict) error {
	_, err := fmt.Fprintf(stderr, "smp-check: note: %s overwrites %s that %s changed, too; --conflicts refuses that (rule %s)\n",
		t.modified.name, counted(conflicts), t.current.name, smp.RuleThreeWayConflict)
	if err != nil {
		return err
	}
	return t.sides().writeText(stderr, conflicts)
}

func counted(conflicts []smp.Conflict) string {
	if len(conflicts) == 1 {
		return "1 value"
	}
	return fmt.Sprintf("%d values", len(conflicts))
}

func (t threeWay) sides() conflictSides {
	return conflictSides{left: t.modified.name, right: t.current.name, says: change}
}

// change says what a side of a three-way merge did.
func change(kind smp.ConflictKind, value string) string {
	switch {
	case value == "":
		return "deleted it"
	case kind == smp.BothAdded:
		return "added " + value
	default:
		return "changed it to " + value
	}
}
