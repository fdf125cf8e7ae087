package explain

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// reasonsOf returns the reasons for an effect, one for each rule that was applied. The main
// reason comes first.
func (x *Explanation) reasonsOf(c *effect) []Reason {
	if c.keptBy != "" {
		return []Reason{{smp.RuleKeep, c.keptSentence()}}
	}
	var reasons []Reason
	slices.SortStableFunc(c.events, func(a, b cluster.Event) int { return c.rank(a) - c.rank(b) })
	for _, e := range c.events {
		switch {
		case e.Rule == "" || slices.ContainsFunc(reasons, func(r Reason) bool { return r.Rule == e.Rule }):
		case e.Rule == smp.RuleOrderDefault && !c.moved: // the order is unchanged
		case e.Rule == smp.RuleAbsentIsEmpty && len(reasons) > 0: // an element that is added
		case e.Rule == smp.RuleKeysMulti && e.Divergence == 0: // the path shows the keys
		case e.Rule == smp.RuleKeysChange && x.unclear.has(c.path): // already reported
		case e.Ambiguous != nil:
			reasons = append(reasons, Reason{e.Rule, e.Ambiguous.Error()})
		case e.Divergence != 0:
			reasons = append(reasons, Reason{e.Rule, fmt.Sprintf("%s (%s)", e.Divergence.What(), e.Divergence)})
		default:
			reasons = append(reasons, Reason{e.Rule, x.sentence(e.Rule, c)})
		}
	}
	return reasons
}

// rank sorts events: those that can cause the effect come first.
func (c *effect) rank(e cluster.Event) int {
	if c.causedBy(e) {
		return 0
	}
	return 1
}

// sentence describes the effect of a rule in a short phrase.
func (x *Explanation) sentence(rule smp.Rule, c *effect) string {
	inSet := false
	if n := len(c.path); n > 0 {
		_, inSet = c.path[n-1].(model.SetValue)
	}
	added := c.sign() == effectAdded
	switch rule {
	case smp.RuleListAtomic:
		return listReplaced(x.schemaOf(c.path), c)
	case smp.RuleMapAtomic:
		return replacedOrEqual(c) + ": its patch strategy is replace"
	case smp.RuleKeyedMerge:
		if added {
			return notInOriginal
		}
		return "merged into the element with this key"
	case smp.RuleKeyedDelete:
		if c.isAbsent() {
			return "matches nothing: the original has no such element"
		}
		return "deleted by $patch: delete"
	case smp.RuleSetDelete:
		switch {
		case c.isAbsent():
			return "matches nothing: the original has no such value"
		case inSet:
			return "deleted by $deleteFromPrimitiveList"
		case c.sign() == effectNone:
			return "$deleteFromPrimitiveList deletes nothing: the list has none of the values to delete"
		}
		return "$deleteFromPrimitiveList deletes values"
	case smp.RuleMapDelete:
		if c.isAbsent() {
			return noSuchField
		}
		return "deleted by $patch: delete"
	case smp.RuleSetMerge:
		if added {
			return notInOriginal
		}
		return "merged by value"
	case smp.RuleUnknownDirective:
		if c.after.Type() != model.Absent {
			return "not a directive: kept as data"
		}
		return "not a directive: dropped"
	case smp.RuleScalar:
		switch c.sign() {
		case effectAdded:
			return notInOriginal
		case effectNone:
			return "already equal"
		}
		return "replaced"
	case smp.RuleNullDeletes:
		if c.isAbsent() {
			return noSuchField
		}
		return "deleted by null"
	case smp.RuleAbsentIsEmpty:
		switch before := c.before.Type(); {
		case before == model.Absent || before == model.Null:
			return notInOriginal
		case before != c.after.Type():
			return fmt.Sprintf("replaced: it is a %s in the original", before)
		case c.sign() == effectNone:
			return "already equal"
		}
		return "set as a whole, because a value around it is replaced"
	case smp.RuleMapReplace, smp.RuleListReplace, smp.RuleElementReplace:
		switch c.sign() {
		case effectAdded:
			return notInOriginal
		case effectRemoved:
			return "cleared by $patch: replace"
		case effectNone:
			return "already equal"
		}
		return "replaced by $patch: replace"
	case smp.RuleFieldNames:
		return "names match exactly, including case"
	case smp.RuleRetainKeys:
		if c.after.Type() == model.Absent {
			return "cleared: $retainKeys does not list it"
		}
		return "clears fields that $retainKeys does not list"
	case smp.RuleUnionMember:
		if c.after.Type() == model.Absent {
			return "cleared: the patch sets " + x.chosenBeside(c.path, false) + " of the same union"
		}
		return "set to match the union member that the patch sets"
	case smp.RuleUnionDiscriminator:
		return "cleared: the patch changes " + x.chosenBeside(c.path, true)
	case smp.RuleOrderDefault:
		if c.moved {
			return "reordered: elements of the patch are in the order of the patch"
		}
	case smp.RuleOrderDirective:
		if !c.moved {
			return "in the order of $setElementOrder, as before"
		}
		return "reordered by $setElementOrder; elements that it does not list come first"
	case smp.RuleUnknownField:
		if c.after.IsScalar() {
			return "unknown field"
		}
		return "unknown field: maps merge by name, lists are replaced"
	}
	return report.RuleText(rule)
}

// These reasons are shared by several rules.
const (
	notInOriginal = "not in the original; added"
	noSuchField   = "matches nothing: the original has no such field"
)

func replacedOrEqual(c *effect) string {
	switch c.sign() {
	case effectAdded:
		return "set as a whole"
	case effectNone:
		return "already equal"
	}
	return "replaced"
}

// listReplaced returns the reason why a list was replaced instead of merged.
func listReplaced(s smp.Schema, c *effect) string {
	what := replacedOrEqual(c)
	switch {
	case c.sign() == effectNone:
		return what
	case c.isReplaced() && len(without(c.before, c.after))+len(without(c.after, c.before)) == 0:
		return what + ": the same elements in another order"
	case s.Type() != smp.ListType:
		return what + ": lists do not merge without a schema"
	case s.Element().Type() == smp.MapType || hasMaps(c.after):
		return what + ": the list has no merge key"
	}
	return what + ": the list has no patch strategy merge"
}

func hasMaps(list model.Value) bool {
	for _, e := range list.Elements() {
		if e.Type() == model.Map {
			return true
		}
	}
	return false
}

// chosenBeside returns the field that made a union clear the member at path. This is the
// discriminator, or a field of the result that sets another member.
func (x *Explanation) chosenBeside(path model.Path, byDiscriminator bool) string {
	name, _ := path[len(path)-1].(model.Field)
	path = path[:len(path)-1]
	result := x.lookup(x.result, path)
	for _, u := range x.schemaOf(path).Unions() {
		in := func(m smp.UnionMember) bool { return slices.Contains(m.Fields, string(name)) }
		if !slices.ContainsFunc(u.Members, in) {
			continue
		}
		if byDiscriminator && u.Discriminator != "" {
			return u.Discriminator
		}
		for _, m := range u.Members {
			for _, other := range m.Fields {
				if v, ok := result.Get(other); ok && !byDiscriminator && !in(m) && !slices.ContainsFunc(m.Unset, func(unset model.Value) bool { return model.Equal(v, unset) }) {
					return other
				}
			}
		}
	}
	return "another member"
}

// schemaOf returns the schema of a place.
func (x *Explanation) schemaOf(path model.Path) smp.Schema {
	s := x.schema
	for _, step := range path {
		s = schemaAt(s, step)
	}
	return s
}
