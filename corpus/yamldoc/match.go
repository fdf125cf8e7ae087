package yamldoc

import "github.com/strategicpatch/smp/model"

// keyNames are fields by which people identify the elements of a list, with the most reliable
// ones first.
var keyNames = []string{"name", "key", "id", "uid", "mountPath", "containerPort", "port", "ip", "host", "path", "type", "kind"}

// match finds for each element of a list the same element in the list before the edit. It
// returns their indexes, and added for an element that is new.
//
// Equal elements are matched first, then elements with the same key. Remaining elements
// between the same neighbors are matched in order if there are as many as before the edit.
// If not, similar elements are matched. Elements with keys are matched only if they are
// equal except for the key.
func (e *editor) match(before, after []model.Value, depth int) []int {
	compare := &e.compare
	compare.depth = depth
	from := make([]int, len(after))
	for i := range from {
		from[i] = added
	}
	taken := make([]bool, len(before))
	pair := func(i, j int) { from[i], taken[j] = j, true }
	start := 0
	for start < len(before) && start < len(after) && compare.equal(before[start], after[start]) {
		pair(start, start)
		start++
	}
	for i, j := len(after), len(before); i > start && j > start && compare.equal(before[j-1], after[i-1]); {
		i, j = i-1, j-1
		pair(i, j)
	}
	key := keyOf(before, after)
	if len(key) == 0 {
		compare.matchEqual(before, after, from, taken, pair)
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
	compare.pairBetween(before, after, from, taken, func(i, j int) {
		if len(key) == 0 || differOnlyIn(key, before[j], after[i]) {
			pair(i, j)
		}
	})
	return from
}

// differOnlyIn reports whether two maps are equal except for the fields of a key.
func differOnlyIn(k key, a, b model.Value) bool {
	for _, path := range k {
		v, ok := path.Lookup(b)
		if !ok {
			continue
		}
		var err error
		if a, err = path.Set(a, v); err != nil {
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

// pairSimilar matches some elements to similar ones, in order. The two lists have different
// lengths, so it skips elements of the longer one.
func (c *comparison) pairSimilar(before, after []model.Value, i, end, j, free int, pair func(i, j int)) {
	for i < end && j < free {
		switch more := end - i - (free - j); {
		case c.isSimilar(before[j], after[i], similarLevels):
			pair(i, j)
			i, j = i+1, j+1
		case more > 0:
			i++
		case more < 0:
			j++
		default:
			i, j = i+1, j+1
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

// A key is a list of paths in an element. Their values together identify the element.
type key []model.Path

// objectKey identifies the objects of a List. Missing fields count as null.
var objectKey = key{
	{model.Field("metadata"), model.Field("name")}, {model.Field("metadata"), model.Field("namespace")}, {model.Field("kind")}, {model.Field("apiVersion")},
}

// of returns the values of the key in an element as a list, with null for missing values.
func (k key) of(v model.Value) model.Value {
	values := make([]model.Value, len(k))
	for i, path := range k {
		if values[i], _ = path.Lookup(v); values[i].Type() == model.Absent {
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
		if k := (key{{model.Field(name)}}); k.identifies(before) && k.identifies(after) {
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
		for i, path := range k {
			if part, ok := path.Lookup(v); i == 0 && !ok || ok && !part.IsScalar() {
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
