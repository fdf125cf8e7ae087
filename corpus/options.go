package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Options are how an operation is asked for.
type Options struct {
	// Overwrite lets a three-way merge take the user's side of a conflict.
	Overwrite bool
	// Resend is smp.ThreeWayOptions.Resend.
	Resend bool
	// Strict is smp.Engine.Strict.
	Strict bool
	// Unions is smp.Engine.Unions.
	Unions bool
	// Ignore is smp.Engine.Ignore.
	Ignore smp.Directives
	// Omit is smp.DiffOptions.Omit: the directives that option level leaves
	// out.
	Omit smp.Directives
	// ListTypes lets list and map types count as strategies in the schema.
	ListTypes bool
	// Preconditions is smp.DiffOptions.Unchanged.
	Preconditions []model.Path
	// NoWide is smp.DiffOptions.NoWide.
	NoWide bool
}

// directiveNames are the directives that an engine can be told to ignore or to
// omit, in the order in which they appeared.
var directiveNames = []string{"deleteFromPrimitiveList", "setElementOrder", "retainKeys", "patchMergeKey"}

// Directive returns the directive of a name without its dollar sign, none if
// there is no such name.
func Directive(name string) smp.Directives {
	i := slices.Index(directiveNames, name)
	if i < 0 {
		return 0
	}
	return smp.DeleteFromPrimitiveList << i
}

// DirectiveNames returns the names of directives, in the order in which they
// appeared.
func DirectiveNames(set smp.Directives) []string {
	names := []string{}
	for _, name := range directiveNames {
		if set.Has(Directive(name)) {
			names = append(names, name)
		}
	}
	return names
}

// directivesNamed returns the directives that a list names. It fails for what
// is no list of their names, or has one twice.
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
