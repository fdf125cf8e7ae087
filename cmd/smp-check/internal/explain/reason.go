package explain

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// reasonsOf returns why a place is as it is: one sentence for each rule that
// decided there, the chief one first.
func (x *Explanation) reasonsOf(c *effect) []Reason {
	var reasons []Reason
	slices.SortStableFunc(c.events, func(a, b smp.Event) int { return c.rank(a) - c.rank(b) })
	for _, e := range c.events {
		switch {
		case e.Rule == "" || slices.ContainsFunc(reasons, func(r Reason) bool { return r.Rule == e.Rule }):
		case e.Rule == smp.RuleOrderDefault && !c.moved: // the order is as it was
		case e.Rule == smp.RuleAbsentIsEmpty && len(reasons) > 0: // an element that is added
		case e.Rule == smp.RuleKeysMulti && len(reasons) > 0: // the path shows the keys
		case e.Rule == smp.RuleKeysChange && x.unclear.has(c.path): // it is said
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

// rank orders events: first those that can be why the place is as it is.
func (c *effect) rank(e smp.Event) int {
	if c.causedBy(e) {
		return 0
	}
	return 1
}

// sentence says what a rule does at a place.
func (x *Explanation) sentence(rule smp.Rule, c *effect) string {
	place := c.path.String()
	schema := x.schemaOf(c.path)
	inSet := false
	if n := len(c.path); n > 0 {
		_, inSet = c.path[n-1].(model.SetValue)
	}
	added := c.kind() == effectAdded
	switch rule {
	case smp.RuleListAtomic:
		return listReplaced(place, schema, c)
	case smp.RuleMapAtomic:
		return fmt.Sprintf("map replaced: %s has patch strategy replace", place)
	case smp.RuleKeyedMerge:
		if added {
			return "element added: the original has none with these keys"
		}
		return "element merged into the one of the original with these keys"
	case smp.RuleKeyedDelete:
		return "element deleted: $patch: delete removes all with these keys"
	case smp.RuleSetDelete:
		if inSet {
			return "value deleted: $deleteFromPrimitiveList lists it"
		}
		return "values deleted: $deleteFromPrimitiveList lists them"
	case smp.RuleMapDelete:
		return "the field is deleted: its patch says $patch: delete"
	case smp.RuleSetMerge:
		if inSet && added {
			return "value added: the set of the original has none that is equal"
		}
		return "values added that the set lacks; it has no merge key, values are compared"
	case smp.RuleUnknownDirective:
		if c.after.Kind() != model.Absent {
			return "there is no such directive: it is data, in a map that declares no fields"
		}
		return "there is no such directive: it is dropped, in a map that declares its fields"
	case smp.RuleScalar:
		switch c.kind() {
		case effectAdded:
			return "the field is set"
		case effectNone:
			return "the value is what it was"
		}
		return "the value replaces the one of the original"
	case smp.RuleNullDeletes:
		return "the field is deleted: it is null in the patch"
	case smp.RuleAbsentIsEmpty:
		if before, after := c.before.Kind(), c.after.Kind(); before != model.Absent && before != model.Null && before != after {
			return fmt.Sprintf("the original has a %s here, and the patch replaces it by a %s", before, after)
		}
		return "the original has no map or list here: the patch is evaluated against an empty one"
	case smp.RuleRetainKeys:
		if c.after.Kind() == model.Absent {
			return "the field is cleared: $retainKeys does not list it"
		}
		return "fields that $retainKeys does not list are cleared"
	case smp.RuleUnionMember:
		if c.after.Kind() == model.Absent {
			return "the field is cleared: the patch sets " + x.chosenBeside(c.path, false) + " of the same union"
		}
		return "the discriminator follows the member of the union that the patch sets"
	case smp.RuleUnionDiscriminator:
		return "the field is cleared: the patch changes " + x.chosenBeside(c.path, true) + ", which names the member of its union"
	case smp.RuleOrderDefault:
		if c.moved {
			return "elements moved: those of the patch keep its order; give $setElementOrder to say another"
		}
	case smp.RuleOrderDirective:
		if !c.moved {
			return "the order is the one that $setElementOrder gives, as it was"
		}
		return "elements moved: those that $setElementOrder does not list come first, then those it lists, in its order"
	case smp.RuleUnknownField:
		if c.after.IsScalar() {
			return fmt.Sprintf("the schema does not know %s", place)
		}
		return fmt.Sprintf("the schema does not know %s: maps in it merge by name, lists are replaced", place)
	}
	return report.RuleText(rule)
}

// listReplaced says why a list did not merge.
func listReplaced(place string, s smp.Schema, c *effect) string {
	what := "list replaced"
	if c.kind() == effectAdded {
		what = "list set as a whole"
	}
	switch {
	case s.Kind() != smp.ListType:
		return fmt.Sprintf("%s: nothing is known of %s, and without schema lists do not merge", what, place)
	case s.Element().Kind() == smp.MapType || hasMaps(c.after):
		return fmt.Sprintf("%s: %s has no merge key", what, place)
	}
	return fmt.Sprintf("%s: %s has no patch strategy merge", what, place)
}

func hasMaps(list model.Value) bool {
	for _, e := range list.Elements() {
		if e.Kind() == model.Map {
			return true
		}
	}
	return false
}

// chosenBeside returns the field by which a union that a field is in chooses another
// member: its discriminator, or one that the result has.
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
