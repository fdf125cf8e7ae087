package yamldoc

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// keyNames are fields by which people identify the elements of a list, with the most reliable
// ones first.
var keyNames = []string{"name", "key", "id", "uid", "mountPath", "containerPort", "port", "ip", "host", "path", "type", "kind"}

// match finds for each element of a list the same element in the list before the edit. It
// returns their indexes, and added for an element that is new. The path of the list is in the
// document before the edit.
//
// If the schema defines keys for the list, only elements with the same keys are matched, unless
// the edit may change the keys.
func (e *editor) match(before, after []model.Value, list model.Path) []int {
	e.compare.depth = len(list)
	var keys ListKeys
	if e.keys != nil {
		keys = e.keys(list)
	}
	if len(keys.Keys) == 0 {
		return e.compare.matchByContent(before, after)
	}
	levels := []key{keyBy(keys.Keys), keyBy(slices.Concat(keys.Keys, keys.Recommended))}
	from := make([]int, len(after))
	for i := range from {
		from[i] = added
	}
	e.compare.matchByKeys(levels, before, after, indexesOf(before), indexesOf(after), from)
	if keys.Change {
		taken := make([]bool, len(before))
		for _, j := range from {
			if j != added {
				taken[j] = true
			}
		}
		e.compare.pairBetween(before, after, from, taken, func(i, j int) {
			if differOnlyIn(levels[0], before[j], after[i]) {
				from[i] = j
			}
		})
	}
	return from
}

// matchByKeys matches those elements at the indexes old and fresh that have the same keys. If
// several elements have the same keys, it first compares them by the keys of the next level,
// and then by their content.
func (c *comparison) matchByKeys(levels []key, before, after []model.Value, old, fresh, from []int) {
	for _, g := range levels[0].groups(before, after, old, fresh) {
		switch {
		case len(g.old) == 0 || len(g.fresh) == 0:
			continue
		case len(g.old) == 1 && len(g.fresh) == 1:
			from[g.fresh[0]] = g.old[0]
			continue
		case len(levels) > 1:
			c.matchByKeys(levels[1:], before, after, g.old, g.fresh, from)
			taken := map[int]bool{}
			for _, i := range g.fresh {
				taken[from[i]] = true
			}
			g.old = slices.DeleteFunc(g.old, func(j int) bool { return taken[j] })
			g.fresh = slices.DeleteFunc(g.fresh, func(i int) bool { return from[i] != added })
		}
		for i, j := range c.matchByContent(elementsAt(before, g.old), elementsAt(after, g.fresh)) {
			if j != added {
				from[g.fresh[i]] = g.old[j]
			}
		}
	}
}

func indexesOf(list []model.Value) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

func elementsAt(list []model.Value, indexes []int) []model.Value {
	found := make([]model.Value, len(indexes))
	for i, at := range indexes {
		found[i] = list[at]
	}
	return found
}

// matchByContent implements match for lists without keys in a schema.
//
// Equal elements are matched first, then elements with the same key. Remaining elements
// between the same neighbors are matched in order if there are as many as before the edit.
// If not, similar elements are matched. Elements with keys are matched only if they are
// equal except for the key.
func (c *comparison) matchByContent(before, after []model.Value) []int {
	from := make([]int, len(after))
	for i := range from {
		from[i] = added
	}
	taken := make([]bool, len(before))
	pair := func(i, j int) { from[i], taken[j] = j, true }
	start := 0
	for start < len(before) && start < len(after) && c.equal(before[start], after[start]) {
		pair(start, start)
		start++
	}
	for i, j := len(after), len(before); i > start && j > start && c.equal(before[j-1], after[i-1]); {
		i, j = i-1, j-1
		pair(i, j)
	}
	key := keyOf(before, after)
	if len(key) == 0 {
		c.matchEqual(before, after, from, taken, pair)
	} else {
		places := make(map[uint64][]int)
		for j, v := range before {
			if k := key.of(v); !taken[j] {
				places[k.Hash()] = append(places[k.Hash()], j)
			}
		}
		for i, v := range after {
			if from[i] != added {
				continue
			}
			k := key.of(v)
			for _, j := range places[k.Hash()] {
				if !taken[j] && model.Equal(k, key.of(before[j])) {
					pair(i, j)
					break
				}
			}
		}
	}
	c.pairBetween(before, after, from, taken, func(i, j int) {
		if len(key) == 0 || differOnlyIn(key, before[j], after[i]) {
			pair(i, j)
		}
	})
	return from
}

// differOnlyIn reports whether two maps are equal except for the fields of a key.
func differOnlyIn(k key, a, b model.Value) bool {
	for _, part := range k {
		v, ok := part.path.Lookup(b)
		if !ok {
			continue
		}
		var err error
		if a, err = part.path.Set(a, v); err != nil {
			return false
		}
	}
	return model.Equal(a, b)
}

func (c *comparison) matchEqual(before, after []model.Value, from []int, taken []bool, pair func(i, j int)) {
	places := make(map[uint64][]int)
	for j, v := range before {
		if !taken[j] {
			places[c.hash(v)] = append(places[c.hash(v)], j)
		}
	}
	for i, v := range after {
		if from[i] != added || len(places) == 0 {
			continue
		}
		for _, j := range places[c.hash(v)] {
			if !taken[j] && c.equal(v, before[j]) {
				pair(i, j)
				break
			}
		}
	}
}

// pairSimilar matches some elements to similar ones, in order. It skips elements of the list in
// which more elements are left.
func (c *comparison) pairSimilar(before, after []model.Value, i, end, j, free int, pair func(i, j int)) {
	for i < end && j < free {
		switch more := end - i - (free - j); {
		case c.isSimilar(before[j], after[i], similarLevels):
			pair(i, j)
			i, j = i+1, j+1
		case more >= 0:
			i++
		default:
			j++
		}
	}
}

// pairBetween matches the unmatched elements between two matched neighbors in order. It
// matches all of them if there are as many as before the edit. If not, it matches similar
// ones.
func (c *comparison) pairBetween(before, after []model.Value, from []int, taken []bool, pair func(i, j int)) {
	next := 0 // in the list before the edit, the index after the previous neighbor
	for i := 0; i < len(after); i++ {
		if from[i] != added {
			next = from[i] + 1
			continue
		}
		end := i
		for end < len(after) && from[end] == added {
			end++
		}
		free := next
		for free < len(before) && !taken[free] {
			free++
		}
		if free-next == end-i && (end == len(after) || from[end] == free) {
			for j := next; j < free; j++ {
				pair(i, j)
				i++
			}
		} else {
			c.pairSimilar(before, after, i, end, next, free, pair)
		}
		i = end - 1
	}
}

// A key is a list of places in an element. Their values together identify the element.
type key []keyPart

type keyPart struct {
	path model.Path
	def  model.Value // of an element without this place
}

// partAt returns a part of a key without a default.
func partAt(names ...string) keyPart {
	var path model.Path
	for _, name := range names {
		path = append(path, model.Field(name))
	}
	return keyPart{path, model.NewNull()}
}

// keyBy returns the key that consists of some fields.
func keyBy(fields []Key) key {
	var k key
	for _, field := range fields {
		part := partAt(field.Name)
		if field.Default.Type() != model.Absent {
			part.def = field.Default
		}
		k = append(k, part)
	}
	return k
}

// objectKey identifies the objects of a List. Missing fields count as null.
var objectKey = key{partAt("metadata", "name"), partAt("metadata", "namespace"), partAt("kind"), partAt("apiVersion")}

// of returns the values of the key in an element as a list, with defaults for missing values.
func (k key) of(v model.Value) model.Value {
	values := make([]model.Value, len(k))
	for i, part := range k {
		values[i], _ = part.path.Lookup(v)
		switch {
		case values[i].Type() == model.Absent || values[i].Type() == model.Null:
			values[i] = part.def
		case !values[i].IsScalar(): // such a value is not a key
			values[i] = model.NewNull()
		}
	}
	all, err := model.NewList(values...)
	if err != nil {
		panic(err) // cannot happen: scalars are not deep
	}
	return all
}

// keyOf returns the key that identifies the elements of both lists. It is empty if there is
// none. All elements have the first field of the key as a scalar, and no two elements of a
// list have the same values.
func keyOf(before, after []model.Value) key {
	for _, name := range keyNames {
		if k := (key{partAt(name)}); k.identifies(before) && k.identifies(after) {
			return k
		}
	}
	if objectKey.identifies(before) && objectKey.identifies(after) {
		return objectKey
	}
	return nil
}

func (k key) identifies(list []model.Value) bool {
	seen := make(map[uint64]bool, len(list))
	for _, v := range list {
		for i, part := range k {
			if value, ok := part.path.Lookup(v); i == 0 && !ok || ok && !value.IsScalar() {
				return false
			}
		}
		hash := k.of(v).Hash()
		if seen[hash] {
			return false
		}
		seen[hash] = true
	}
	return true
}

// A group holds the indexes of elements with the same values of a key, before and after the
// edit.
type group struct {
	is         model.Value // the values of the key
	old, fresh []int
}

// groups groups elements by their values of a key, in the order of their first elements.
func (k key) groups(before, after []model.Value, old, fresh []int) []*group {
	var all []*group
	byHash := map[uint64][]*group{}
	of := func(v model.Value) *group {
		is := k.of(v)
		hash := is.Hash()
		for _, g := range byHash[hash] {
			if model.Equal(g.is, is) {
				return g
			}
		}
		g := &group{is: is}
		all, byHash[hash] = append(all, g), append(byHash[hash], g)
		return g
	}
	for _, j := range old {
		g := of(before[j])
		g.old = append(g.old, j)
	}
	for _, i := range fresh {
		g := of(after[i])
		g.fresh = append(g.fresh, i)
	}
	return all
}
