package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Summary returns the changes in one line, as in "3 fields change, 1 list is replaced".
func (x *Explanation) Summary() string {
	var counts tally
	changing := map[string]bool{} // the parents of changed places
	for _, c := range x.effects {
		if c.sign() != effectNone {
			for _, place := range around(c.path) {
				changing[place] = true
			}
		}
	}
	for _, c := range x.effects {
		x.count(&counts, c, changing[c.path.String()])
	}
	changes := counts.changes()
	held := counted(counts[placesKept], "1 place is kept", "%d places are kept")
	missed := counted(counts[deletionsMissed], "1 deletion matches nothing", "%d deletions match nothing")
	switch {
	case x.deletesObject():
		return "The patch deletes the object."
	case len(changes) > 0:
		return strings.Join(slices.Concat(changes, missed, held), ", ")
	case len(held) > 0:
		return "The patch changes nothing: " + held[0] + "."
	case len(x.place) > 0:
		return fmt.Sprintf("Nothing changes at %s.", x.place)
	case !model.Equal(x.original, x.result):
		return "The patch changes the spelling of values."
	case len(x.effects) == 0 && x.patch.Len() > 0:
		return "The patch changes nothing: it only names the object."
	}
	return "The patch changes nothing."
}

// deletesObject reports whether the patch deletes the whole object.
func (x *Explanation) deletesObject() bool {
	directive, _ := x.patch.Get("$patch")
	return len(x.place) == 0 && directive.Type() == model.String && directive.Text() == "delete"
}

// A countOf is a thing that a summary counts.
type countOf int

const (
	fieldsChanged countOf = iota
	fieldsAdded
	fieldsRemoved
	elementsAdded
	elementsRemoved
	listsReplaced
	mapsReplaced
	listsReordered
	deletionsMissed
	placesKept
	countsEnd
)

// A tally holds the number of each thing.
type tally [countsEnd]int

// changes returns a phrase for each kind of change.
func (t tally) changes() []string {
	return slices.Concat(
		counted(t[fieldsChanged], "1 field changes", "%d fields change"),
		counted(t[fieldsAdded], "1 field is added", "%d fields are added"),
		counted(t[fieldsRemoved], "1 field is removed", "%d fields are removed"),
		counted(t[elementsAdded], "1 list element is added", "%d list elements are added"),
		counted(t[elementsRemoved], "1 list element is removed", "%d list elements are removed"),
		counted(t[listsReplaced], "1 list is replaced", "%d lists are replaced"),
		counted(t[mapsReplaced], "1 map is replaced", "%d maps are replaced"),
		counted(t[listsReordered], "1 list is reordered", "%d lists are reordered"),
	)
}

func counted(n int, one, many string) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{one}
	}
	return []string{fmt.Sprintf(many, n)}
}

// count counts an effect, unless it is part of another effect of the explanation. isSum is set if
// the effect only consists of the effects inside it, which are counted instead.
func (x *Explanation) count(t *tally, c *effect, isSum bool) {
	outside := min(len(x.place), len(c.path)) // About drops the effects around its place
	for _, place := range around(c.path)[outside:] {
		if outer := x.byPath[place]; outer != nil && (outer.sign() == effectAdded || outer.sign() == effectRemoved || outer.isReplaced() || outer.isCleared() || outer.changesType()) {
			return
		}
	}
	isElement := false
	if n := len(c.path) - 1; n >= 0 {
		_, isField := c.path[n].(model.Field)
		isElement = !isField
	}
	if c.sign() == effectAdded {
		t[elementsAdded] += len(c.others)
	} else {
		t[elementsRemoved] += len(c.others)
	}
	switch kind := c.sign(); {
	case c.keptBy != "":
		t[placesKept]++
	case kind == effectNone:
		if x.missed(c) {
			t[deletionsMissed]++
		}
	case kind == effectAdded && isElement:
		t[elementsAdded]++
	case kind == effectAdded:
		t[fieldsAdded]++
	case kind == effectRemoved && isElement:
		t[elementsRemoved]++
	case kind == effectRemoved:
		t[fieldsRemoved]++
	case (c.isReplaced() || c.isCleared()) && c.before.Type() == model.List:
		t[listsReplaced]++
	case (c.isReplaced() || c.isCleared()) && c.before.Type() == model.Map:
		t[mapsReplaced]++
	case c.changesType():
		t[fieldsChanged]++
	case c.moved:
		t[listsReordered]++
	case c.fewer && c.unchanged(): // only duplicates are removed
	case !isSum:
		t[fieldsChanged]++
	}
}

// changesType reports whether the type of the value changes.
func (c *effect) changesType() bool {
	return c.sign() == effectChanged && c.before.Type() != c.after.Type()
}

// isCleared reports whether $patch: replace replaces a list or a map. The removed and added
// parts are then effects of their own.
func (c *effect) isCleared() bool {
	return c.sign() == effectChanged && slices.ContainsFunc(c.events, func(e cluster.Event) bool { return slices.Contains(clearing, e.Rule) })
}

// isReplaced reports whether a list or a map is atomic and is replaced by another one, or is changed without
// an effect of its own for each part.
func (c *effect) isReplaced() bool {
	return c.sign() == effectChanged && c.before.Type() == c.after.Type() && !c.after.IsScalar() &&
		(c.folded || slices.ContainsFunc(c.events, func(e cluster.Event) bool { return e.Rule == smp.RuleListAtomic || e.Rule == smp.RuleMapAtomic }))
}
