package laws_test

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// keepsAll is an engine that removes nothing: it ignores nulls in a patch.
var keepsAll = laws.Applier("keeps-all", func(_ smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
	changes := make([]model.Member, 0, patch.Len())
	for name, v := range patch.Members() {
		changes = append(changes, model.Member{Name: name, Value: v})
	}
	return original.WithMembers(changes...)
})

// A law is a function of an engine and an input. If the law is broken, the verdict describes
// the fault.
func ExampleNoLeftovers() {
	in := corpus.Input{
		Op:       corpus.OpApply,
		Schema:   smp.Schemaless,
		Original: model.MustParse(`{"image":"app:1"}`),
		Patch:    model.MustParse(`{"tag":null}`),
	}
	fmt.Println(laws.NoLeftovers(corpus.Engine(), in).Status)

	verdict := laws.NoLeftovers(keepsAll, in)
	fmt.Println(verdict.Status, "-", verdict.What)
	// Output:
	// held
	// broken - the original has 0 directives and 0 null fields, the result 0 and 1: {"image":"app:1","tag":null}
}

// Of lists the laws for one operation, beginning with those for every operation.
func ExampleOf() {
	for _, law := range laws.Of(corpus.OpConflicts) {
		if law.Op == corpus.OpConflicts {
			fmt.Println(law.Name, "-", law.Text)
		}
	}
	// Output:
	// conflicts-commute - patches without conflicts commute, except for the order of elements in merging lists
	// conflicts-reject - if apply rejects a patch for every original, conflicts rejects the patches
	// conflicts-symmetric - whether two patches conflict does not depend on which one is left
	// conflicts-empty - an empty patch conflicts with nothing
	// conflicts-sorted - conflicts are sorted by path, and each has a path, a kind and, if unions are not enabled, at least one value
	// conflicts-unions - with unions enabled, patches without conflicts also commute
	// conflicts-unions-off - if unions are not enabled, unions in the schema change nothing
}
