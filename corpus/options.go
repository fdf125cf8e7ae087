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
	// Strict is smp.Engine.Strict.
	Strict bool
	// Ignore is smp.Engine.Ignore.
	Ignore smp.Directives
	// Level is the newest directive that a diff may emit: patch for none
	// beyond $patch, or the name of a directive. Empty means all.
	Level string
	// ListTypes lets list and map types count as strategies in the schema.
	ListTypes bool
	// Preconditions are the places in which a diff must not change anything.
	Preconditions []model.Path
}

// directiveNames are the directives that an engine can be told to ignore, in
// the order in which they appeared.
var directiveNames = []string{"deleteFromPrimitiveList", "setElementOrder", "retainKeys", "patchMergeKey"}

// levelNames are the directive levels, the oldest first.
var levelNames = append([]string{"patch"}, directiveNames...)

// directive returns the directive of a name, none if there is no such name.
func directive(name string) smp.Directives {
	i := slices.Index(directiveNames, name)
	if i < 0 {
		return 0
	}
	return smp.DeleteFromPrimitiveList << i
}

// Omit returns the directives that a diff must not emit: those newer than
// o.Level.
func (o Options) Omit() smp.Directives {
	var omit smp.Directives
	if i := slices.Index(levelNames, o.Level); i >= 0 {
		for _, name := range levelNames[i+1:] {
			omit |= directive(name)
		}
	}
	return omit
}
