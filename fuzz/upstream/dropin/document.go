package dropin

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Decode returns a document as apimachinery decodes it, or nil if it is invalid.
func Decode(text []byte) map[string]any {
	var m map[string]any
	if utiljson.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

// Encode returns a document as text.
func Encode(m map[string]any) []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // documents contain only JSON values
	}
	return text
}

// sameDocument compares documents. Null members count as absent, because a patch cannot
// express them.
func sameDocument(a, b map[string]any) bool {
	return reflect.DeepEqual(withoutNulls(a), withoutNulls(b))
}

// withoutNulls returns a copy without null members, in which all numbers have the same Go
// type.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, member := range v {
			if member != nil {
				m[name] = withoutNulls(member)
			}
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = withoutNulls(element)
		}
		return list
	case int64:
		if -1<<53 <= v && v <= 1<<53 { // a larger number may have the same shortest text as another integer
			return float64(v)
		}
		return v
	default:
		return v
	}
}

// smaller returns copies of a patch, each without one part: a member for which keep returns
// false, or an element of a list. An order list or $retainKeys is one part.
func smaller(patch map[string]any, keep func(name string, m map[string]any) bool) []map[string]any {
	var all []map[string]any
	const deep = 30 // deeper than any object; texts may be nested a thousand levels
	var walk func(v any, depth int, within func(any) map[string]any)
	walk = func(v any, depth int, within func(any) map[string]any) {
		if depth > deep {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if !keep(name, v) {
					less := maps.Clone(v)
					delete(less, name)
					all = append(all, within(less))
				}
				if name == "$retainKeys" || strings.HasPrefix(name, "$setElementOrder/") {
					continue
				}
				walk(v[name], depth+1, func(x any) map[string]any {
					changed := maps.Clone(v)
					changed[name] = x
					return within(changed)
				})
			}
		case []any:
			for i, element := range v {
				all = append(all, within(slices.Delete(slices.Clone(v), i, i+1)))
				walk(element, depth+1, func(x any) map[string]any {
					changed := slices.Clone(v)
					changed[i] = x
					return within(changed)
				})
			}
		}
	}
	walk(patch, 0, func(v any) map[string]any { return v.(map[string]any) })
	return all
}

// partOfSomething reports whether a member of a patch belongs to another member. An order
// list belongs to its list or its deletions, and $retainKeys and $patch belong to any member.
func partOfSomething(name string, m map[string]any) bool {
	if field, ok := strings.CutPrefix(name, "$setElementOrder/"); ok {
		_, list := m[field]
		_, deletions := m["$deleteFromPrimitiveList/"+field]
		return list || deletions
	}
	return (name == "$retainKeys" || name == "$patch") && len(m) > 1
}

// loses reports whether decoding changes a number of a document, or fails.
func loses(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var exact any
	if d.Decode(&exact) != nil {
		return false
	}
	return losesIn(exact)
}

func losesIn(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, member := range v {
			if losesIn(member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, losesIn)
	case json.Number:
		n, err := model.NewNumber(v.String())
		_, lost := n.ToAny().(json.Number)
		return err != nil || lost
	}
	return false
}

// differ reports whether two patches have different values for a field. Elements of lists are
// not matched with each other. A list and a delete list for it count as different.
func differ(s smp.Schema, a, b any) bool {
	left, ok := a.(map[string]any)
	right, too := b.(map[string]any)
	if !ok || !too || s.Type() != smp.ListType && s.Strategy() == smp.Replace {
		return !reflect.DeepEqual(a, b)
	}
	for name, v := range left {
		below, _ := s.Member(name)
		if w, ok := right[name]; ok && !strings.HasPrefix(name, "$") && differ(below, v, w) {
			return true
		}
	}
	return deletesFrom(left, right) || deletesFrom(right, left)
}

func deletesFrom(a, b map[string]any) bool {
	for name := range a {
		if field, ok := strings.CutPrefix(name, "$deleteFromPrimitiveList/"); ok && b[field] != nil {
			return true
		}
	}
	return false
}
