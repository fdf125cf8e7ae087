package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Options are the options of an operation.
type Options struct {
	// Overwrite is smp.ThreeWayOptions.Overwrite.
	Overwrite bool
	// Resend is smp.ThreeWayOptions.Resend.
	Resend bool
	// Strict is smp.Engine.Strict.
	Strict bool
	// Unions is smp.Engine.Unions.
	Unions bool
	// Ignore is smp.Engine.Ignore.
	Ignore smp.Directives
	// Omit is smp.DiffOptions.Omit. In a case file, the option level lists the directives that are
	// not in Omit, which the patch may contain.
	Omit smp.Directives
	// ListTypes makes x-kubernetes-list-type and x-kubernetes-map-type count as patch
	// strategies (see openapi.ListTypes).
	ListTypes bool
	// Preconditions is smp.DiffOptions.Unchanged.
	Preconditions []model.Path
	// NoWide is smp.DiffOptions.NoWide.
	NoWide bool
	// Keep is smp.DiffOptions.Keep.
	Keep []smp.KeepPath
}

// directiveNames lists the directives that an engine can ignore or omit, oldest first.
var directiveNames = []string{"deleteFromPrimitiveList", "setElementOrder", "retainKeys", "patchMergeKey"}

// Directive returns the directive with a name, such as "retainKeys" for $retainKeys, or 0 if
// there is none.
func Directive(name string) smp.Directives {
	i := slices.Index(directiveNames, name)
	if i < 0 {
		return 0
	}
	return smp.DeleteFromPrimitiveList << i
}

// DirectiveNames returns the names of directives, without the dollar sign, oldest
// first.
func DirectiveNames(set smp.Directives) []string {
	names := []string{}
	for _, name := range directiveNames {
		if set.Has(Directive(name)) {
			names = append(names, name)
		}
	}
	return names
}

// directivesNamed returns the directives with the names in a list. It returns false if the
// value is not a list of names of directives, or if it contains a name twice.
func directivesNamed(list model.Value) (set smp.Directives, ok bool) {
	for _, v := range list.Elements() {
		d := Directive(v.Text())
		if d == 0 || set.Has(d) {
			return 0, false
		}
		set |= d
	}
	return set, list.Type() == model.List
}
