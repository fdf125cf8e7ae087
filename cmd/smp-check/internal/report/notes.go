package report

import (
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// NotePatch tells what in a patch is likely to be a slip: names that nobody knows,
// another object's name, keys that do not say which element is meant.
func NotePatch(stderr io.Writer, e smp.Engine, s smp.Schema, original, patch load.Document) error {
	for _, u := range UnknownNames(s, patch.Value) {
		if _, err := fmt.Fprintf(stderr, "smp-check: note: %s: %s\n", patch.Name, u); err != nil {
			return err
		}
	}
	if err := NoteOtherObject(stderr, original, patch); err != nil {
		return err
	}
	return noteAmbiguous(stderr, e, s, original.Value, patch.Value)
}

// NoteOtherObject tells that a patch names another object than the one that it is
// applied to.
func NoteOtherObject(stderr io.Writer, original, patch load.Document) error {
	for _, field := range []string{"name", "namespace"} {
		at := model.Path{model.Field("metadata"), model.Field(field)}
		ours, _ := at.Lookup(patch.Value)
		theirs, _ := at.Lookup(original.Value)
		if ours.Kind() == model.String && theirs.Kind() == model.String && ours.Text() != theirs.Text() {
			if _, err := fmt.Fprintf(stderr, "smp-check: note: %s: %s: %s here, %s in %s: this is a patch for another object\n",
				patch.Name, at, output.OneLine(ours), output.OneLine(theirs), original.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteAmbiguous tells where the default key of a patch element does not say which
// element is meant.
func noteAmbiguous(stderr io.Writer, e smp.Engine, s smp.Schema, original, patch model.Value) error {
	var failed error
	e.Trace = func(event smp.Event) {
		if event.Ambiguous != nil && failed == nil {
			_, failed = fmt.Fprintf(stderr, "smp-check: note: %s: %v; $patch: replace with the whole list says what is meant, and diff writes it; --strict rejects this (rule %s)\n",
				event.Path, event.Ambiguous, smp.RuleKeysRecommended)
		}
	}
	_, _ = e.Apply(s, original, patch) // its error is for others to tell
	return failed
}
