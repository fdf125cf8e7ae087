package trial

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A finding is a wrong value that was found after a manifest was applied.
type finding struct {
	// place is the path of the value. For an element of a list, it includes the value itself.
	place string
	// rule is the rule that explains why others lose a value. It is empty if there is no such
	// rule.
	rule string
}

func (f finding) String() string {
	if f.rule == "" {
		return f.place
	}
	return f.place + " (" + f.rule + ")"
}

// These are the names of the rules that explain why others lose a value.
const (
	byRetainKeys = "retainKeys"
	byUnion      = "union"
	byAlias      = "alias"
)

// unheld returns the places of a manifest that a stored object does not contain.
func unheld(s smp.Schema, manifest, stored model.Value) []finding {
	return appendUnheld(nil, nil, s, manifest, stored)
}

func holds(s smp.Schema, m, c model.Value) bool { return len(unheld(s, m, c)) == 0 }

func appendUnheld(found []finding, path model.Path, s smp.Schema, m, c model.Value) []finding {
	marks := s.Marks()
	fails := append(found, finding{place: path.String()})
	switch {
	case m.Type() == model.Null:
		if c.Type() == model.Absent || c.Type() == model.Null || marks.FilledIn || marks.Immutable {
			return found
		}
		return fails
	case c.Type() == model.Absent || c.Type() == model.Null:
		if marks.NotStored && storesNothing(s, m) {
			return found
		}
		return fails
	case marks.FilledIn && isEmpty(m) || marks.ZeroFilledIn && !isEmpty(m) && m.IsScalar() && storesNothing(s, m):
		return found
	case m.Type() != c.Type() || m.IsScalar():
		if sameScalar(marks, m, c) {
			return found
		}
		return fails
	case m.Type() == model.Map:
		for name, member := range m.Members() {
			if len(path) == 0 && name == "stringData" {
				continue // the server moves this field to data
			}
			field, _ := s.Member(name)
			is, _ := c.Get(name)
			found = appendUnheld(found, path.Append(model.Field(name)), field, member, is)
		}
		return found
	case s.Merging():
		for i, j := range matched(s, m, c) {
			if j < 0 {
				found = append(found, finding{place: fmt.Sprintf("%s: %s", path, m.At(i).Canonical())})
			}
		}
		return found
	case m.Len() != c.Len():
		return fails
	default:
		for i, element := range m.Elements() {
			found = appendUnheld(found, path.Append(model.Index(i)), s.Element(), element, c.At(i))
		}
		return found
	}
}

// isEmpty reports whether a value is an empty string or list. In a field that the server fills in,
// such a value means that any value is wanted (rule threeway-unsent).
func isEmpty(v model.Value) bool {
	return v.Type() == model.String && v.Text() == "" || v.Type() == model.List && v.Len() == 0
}

// storesNothing reports whether a value is a zero, or consists only of zeros that servers do
// not store.
func storesNothing(s smp.Schema, v model.Value) bool {
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			field, _ := s.Member(name)
			if member.Type() != model.Null && !(field.Marks().NotStored && storesNothing(field, member)) {
				return false
			}
		}
		return true
	case model.List:
		return v.Len() == 0
	case model.String:
		return v.Text() == ""
	case model.Bool:
		return !v.Bool()
	default:
		return model.Equal(v, model.NewInt(0))
	}
}

// sameScalar reports whether two scalars are equal, or are two spellings of the same quantity
// or time.
func sameScalar(marks smp.Marks, a, b model.Value) bool {
	switch {
	case model.Equal(a, b):
		return true
	case marks.Quantity:
		x, err := resource.ParseQuantity(scalarText(a))
		y, otherErr := resource.ParseQuantity(scalarText(b))
		return err == nil && otherErr == nil && x.Cmp(y) == 0
	case marks.Time:
		x, err := time.Parse(time.RFC3339, a.Text())
		y, otherErr := time.Parse(time.RFC3339, b.Text())
		return err == nil && otherErr == nil && x.Equal(y)
	default:
		return false
	}
}

func scalarText(v model.Value) string {
	if v.Type() == model.String {
		return v.Text()
	}
	return v.Canonical()
}

// matched returns, for each element of m, the index of an element of c that contains all its
// values. No element of c is used twice. The index is -1 if there is no such element. The
// number of matches is as large as possible.
func matched(s smp.Schema, m, c model.Value) []int {
	byTheirs := slices.Repeat([]int{-1}, c.Len())
	var take func(i int, tried []bool) bool
	take = func(i int, tried []bool) bool {
		for j, is := range c.Elements() {
			if tried[j] || !fits(s, m.At(i), is) {
				continue
			}
			tried[j] = true
			if byTheirs[j] < 0 || take(byTheirs[j], tried) {
				byTheirs[j] = i
				return true
			}
		}
		return false
	}
	for i := range m.Len() {
		take(i, make([]bool, c.Len()))
	}
	of := slices.Repeat([]int{-1}, m.Len())
	for j, i := range byTheirs {
		if i >= 0 {
			of[i] = j
		}
	}
	return of
}

// fits reports whether c has the keys of m and contains all its values.
func fits(s smp.Schema, m, c model.Value) bool { return sameKeys(s, m, c) && holds(s.Element(), m, c) }

// sameKeys reports whether two elements of a merging list may have equal keys. An empty key
// counts as absent: it has its default value or, without a default, any value that the server
// may have filled in.
func sameKeys(s smp.Schema, a, b model.Value) bool {
	if a.Type() != model.Map || b.Type() != model.Map {
		return model.Equal(a, b)
	}
	keys := s.Recommended()
	if len(keys) == 0 {
		keys = s.Keys()
	}
	for _, key := range keys {
		x, y := keyOf(s, a, key), keyOf(s, b, key)
		if !model.Equal(x, y) && x.Type() != model.Absent && y.Type() != model.Absent {
			return false
		}
	}
	return true
}

// keyOf returns the value of an element's key, or its default. It is absent if there is
// neither.
func keyOf(s smp.Schema, v model.Value, key string) model.Value {
	k, _ := v.Get(key)
	if k.Type() == model.Absent || k.Type() == model.Null || k.Type() == model.String && k.Text() == "" {
		field, _ := s.Element().Member(key)
		return field.Default()
	}
	return k
}

// A merge contains the documents of a three-way merge and the stored result.
type merge struct{ original, modified, current, stored model.Value }

// member returns the merge of a field, with the field's value in each document.
func (t merge) member(name string) merge {
	get := func(v model.Value) model.Value {
		member, _ := v.Get(name)
		return member
	}
	return merge{get(t.original), get(t.modified), get(t.current), get(t.stored)}
}

// lost returns the values that only others have set and that are no longer stored.
func lost(s smp.Schema, t merge) []finding { return appendLost(nil, nil, s, t) }

// everyWrite are fields of metadata that every update changes.
var everyWrite = []string{"managedFields", "generation", "resourceVersion"}

func appendLost(found []finding, path model.Path, s smp.Schema, t merge) []finding {
	switch {
	case t.current.Type() == model.Map:
		return lostMembers(found, path, s, t)
	case t.current.Type() == model.List && s.Merging():
		return lostElements(found, path, s, t)
	default:
		return found
	}
}

func lostMembers(found []finding, path model.Path, s smp.Schema, t merge) []finding {
	for name, is := range t.current.Members() {
		field, _ := s.Member(name)
		at, in := path.Append(model.Field(name)), t.member(name)
		switch {
		case len(path) == 0 && name == "status" || len(path) == 1 && path[0] == model.Field("metadata") && slices.Contains(everyWrite, name):
		case in.modified.Type() == model.Null:
		case in.modified.Type() != model.Absent:
			if merging(field, in.modified) && in.modified.Type() == is.Type() {
				found = appendLost(found, at, field, in)
			}
		case in.original.Type() != model.Absent && in.original.Type() != model.Null:
			if !field.Declared() && !field.RetainKeys() && merging(field, is) && in.original.Type() == is.Type() {
				found = appendLost(found, at, field, in)
			}
		case !holds(field, is, in.stored):
			found = append(found, finding{at.String(), ruleFor(s, name, t)})
		}
	}
	return found
}

// merging reports whether a value is a map or list that is not replaced as a whole.
func merging(s smp.Schema, v model.Value) bool {
	return v.Type() == model.Map && s.Strategy() != smp.Replace || v.Type() == model.List && s.Merging()
}

// ruleFor returns the rule that explains why others lose a field of a map. The rule is empty
// if there is no such rule.
func ruleFor(s smp.Schema, name string, t merge) string {
	sets := func(v model.Value, field string) bool {
		member, ok := v.Get(field)
		return ok && member.Type() != model.Null
	}
	if s.RetainKeys() {
		return byRetainKeys
	}
	for _, u := range s.Unions() {
		names := []string{u.Discriminator}
		for _, m := range u.Members {
			names = append(names, m.Fields...)
		}
		if slices.Contains(names, name) && slices.ContainsFunc(names, func(other string) bool { return other != "" && sets(t.modified, other) }) {
			return byUnion
		}
	}
	for other := range s.Fields() {
		field, _ := s.Member(other)
		alias := field.Marks().AliasOf
		if alias == "" || other != name && alias != name {
			continue
		}
		if twin := map[bool]string{true: alias, false: other}[other == name]; sets(t.original, twin) || sets(t.modified, twin) {
			return byAlias
		}
	}
	return ""
}

func lostElements(found []finding, path model.Path, s smp.Schema, t merge) []finding {
	pairs, foreign := owners(s, t)
	// Each element of others needs a separate element in the stored list, in addition to the
	// elements that hold the manifest's.
	needs := slices.Clone(foreign)
	for _, p := range pairs {
		needs = append(needs, p.modified)
	}
	for i, j := range matched(s, listOf(needs...), orEmptyList(t.stored)) {
		if i < len(foreign) && j < 0 {
			found = append(found, finding{place: fmt.Sprintf("%s: %s", path, foreign[i].Canonical())})
		}
	}
	for _, p := range pairs {
		if p.current.Type() != model.Map {
			continue
		}
		// If several stored elements could belong to the manifest, the best one counts.
		var best []finding
		first := true
		for _, v := range t.stored.Elements() {
			if !sameKeys(s, p.modified, v) || !holds(s.Element(), p.modified, v) {
				continue
			}
			p.stored = v
			gone := appendLost(nil, path.Append(model.Field(cmp.Or(elementName(s, p.modified), "-"))), s.Element(), p)
			if first || len(gone) < len(best) {
				best, first = gone, false
			}
		}
		found = append(found, best...)
	}
	return found
}

// elementName returns the value of an element's merge key.
func elementName(s smp.Schema, v model.Value) string {
	if len(s.Keys()) == 0 {
		return ""
	}
	key, _ := v.Get(s.Keys()[0])
	return scalarText(key)
}

func orEmptyList(v model.Value) model.Value {
	if v.Type() != model.List {
		return listOf()
	}
	return v
}

// owners divides the elements of current. It returns the elements that the manifest has as
// pairs, and the elements that only others have as foreign. The remaining elements belong to
// the original manifest. An element of a manifest is matched with the first unused element
// that has its keys and contains its values. If there is none, it is matched with one that
// contains the values of the original's element, or else with the first unused one that has
// its keys.
func owners(s smp.Schema, t merge) (pairs []merge, foreign []model.Value) {
	original, current := orEmptyList(t.original).AppendElements(nil), t.current.AppendElements(nil)
	if !s.Keyed() {
		return nil, foreignValues(original, orEmptyList(t.modified).AppendElements(nil), current)
	}
	taken := make([]bool, len(current))
	meet := func(wanted ...model.Value) int {
		for _, v := range append(wanted, model.Value{}) {
			for j, is := range current {
				if taken[j] || !sameKeys(s, wanted[0], is) || v.Type() != model.Absent && !holds(s.Element(), v, is) {
					continue
				}
				taken[j] = true
				return j
			}
		}
		return -1
	}
	for _, m := range orEmptyList(t.modified).Elements() {
		var was model.Value
		i := slices.IndexFunc(original, func(o model.Value) bool { return model.Equal(m, o) })
		if i < 0 {
			i = slices.IndexFunc(original, func(o model.Value) bool { return sameKeys(s, m, o) && !contains(t.modified, o) })
		}
		if i >= 0 {
			was = original[i]
			original = slices.Delete(original, i, i+1)
		}
		wanted := []model.Value{m}
		if was.Type() != model.Absent {
			wanted = append(wanted, was)
		}
		if j := meet(wanted...); j >= 0 {
			pairs = append(pairs, merge{original: was, modified: m, current: current[j]})
		} else {
			pairs = append(pairs, merge{original: was, modified: m})
		}
	}
	for _, o := range original {
		meet(o)
	}
	for j, v := range current {
		if !taken[j] {
			foreign = append(foreign, v)
		}
	}
	return pairs, foreign
}

func contains(list, element model.Value) bool {
	return slices.ContainsFunc(list.AppendElements(nil), func(v model.Value) bool { return model.Equal(v, element) })
}

// foreignValues returns the values of a set that neither manifest has, without duplicates.
func foreignValues(original, modified, current []model.Value) []model.Value {
	var foreign []model.Value
	for _, v := range current {
		if !slices.ContainsFunc(slices.Concat(original, modified, foreign), func(own model.Value) bool { return model.Equal(v, own) }) {
			foreign = append(foreign, v)
		}
	}
	return foreign
}

// stays returns the values that the original manifest had, that the modified one dropped, and
// that are still stored. It also returns elements of merging lists that no document has.
func stays(s smp.Schema, t merge) []finding { return appendStays(nil, nil, s, t) }

func appendStays(found []finding, path model.Path, s smp.Schema, t merge) []finding {
	switch {
	case t.stored.Type() == model.List && t.current.Type() == model.List && s.Merging():
		return staysInList(found, path, s, t)
	case t.stored.Type() != model.Map || t.current.Type() != model.Map:
		return found
	}
	for name := range t.stored.Members() {
		field, _ := s.Member(name)
		at, in := path.Append(model.Field(name)), t.member(name)
		dropped := in.modified.Type() == model.Absent && in.original.Type() != model.Absent && in.original.Type() != model.Null
		switch {
		case in.current.Type() == model.Absent:
		case dropped && (field.Declared() || field.RetainKeys() || !merging(field, in.current) || in.original.Type() != in.current.Type()):
			if holds(field, in.current, in.stored) {
				found = append(found, finding{place: at.String()})
			}
		case dropped || merging(field, in.modified) && in.modified.Type() == in.current.Type():
			found = appendStays(found, at, field, in)
		}
	}
	return found
}

func staysInList(found []finding, path model.Path, s smp.Schema, t merge) []finding {
	stored := t.stored.AppendElements(nil)
	if !s.Keyed() {
		for _, v := range stored {
			if contains(orEmptyList(t.original), v) && !contains(orEmptyList(t.modified), v) {
				found = append(found, finding{place: fmt.Sprintf("%s: %s", path, v.Canonical())})
			}
		}
		return found
	}
	pairs, needs := owners(s, t)
	foreign := len(needs)
	for _, p := range pairs {
		needs = append(needs, p.modified)
	}
	left := slices.Repeat([]bool{true}, len(stored))
	var missing []model.Value
	for i, j := range matched(s, listOf(needs...), t.stored) {
		if j < 0 {
			missing = append(missing, needs[i])
			continue
		}
		if left[j] = false; i >= foreign {
			p := pairs[i-foreign]
			p.stored = stored[j]
			found = appendStays(found, path.Append(model.Field(cmp.Or(elementName(s, p.modified), "-"))), s.Element(), p)
		}
	}
	for j, v := range stored {
		// An element that does not contain the wanted values is reported elsewhere, and is
		// not superfluous.
		i := slices.IndexFunc(missing, func(m model.Value) bool { return left[j] && sameKeys(s, m, v) })
		if i >= 0 {
			missing = slices.Delete(missing, i, i+1)
		} else if left[j] {
			found = append(found, finding{place: fmt.Sprintf("%s: %s", path, v.Canonical())})
		}
	}
	return found
}
