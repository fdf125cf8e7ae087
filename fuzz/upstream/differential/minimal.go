package differential

import (
	"iter"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// withoutAPart yields copies of a patch, each without one of its parts.
func withoutAPart(patch model.Value) iter.Seq[model.Value] {
	return func(yield func(model.Value) bool) { parts(patch, yield) }
}

// goesWithOthers reports whether a directive can only be left out together with the values
// next to it.
func goesWithOthers(v model.Value, name string) bool {
	if value, _ := v.Get(name); value.Type() == model.Null {
		return false
	}
	if name == "$patch" || name == "$retainKeys" {
		return v.Len() > 1
	}
	prefix, field, ok := strings.Cut(name, "/")
	if !ok || prefix != "$setElementOrder" && prefix != "$deleteFromPrimitiveList" {
		return false
	}
	_, hasValue := v.Get(field)
	_, hasDeletions := v.Get("$deleteFromPrimitiveList/" + field)
	return prefix == "$setElementOrder" && (hasValue || hasDeletions)
}

// deletesWhatItKeeps reports whether a list in the patch contains both a deletion and another
// element with the same keys.
func deletesWhatItKeeps(v model.Value) bool {
	if v.Type() == model.Map {
		for _, member := range v.Members() {
			if deletesWhatItKeeps(member) {
				return true
			}
		}
	}
	for i, e := range v.Elements() {
		if deletesWhatItKeeps(e) || holdsDelete(e) && keeps(v, i, e) {
			return true
		}
	}
	return false
}

// inOrder returns a patch with its delete lists sorted.
func inOrder(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			if strings.HasPrefix(name, "$deleteFromPrimitiveList/") && member.Type() == model.List {
				values := member.AppendElements(nil)
				slices.SortFunc(values, func(a, b model.Value) int { return strings.Compare(a.JSON(), b.JSON()) })
				member = must(model.NewList(values...))
			}
			changes = append(changes, model.Member{Name: name, Value: inOrder(member)})
		}
		return must(v.WithMembers(changes...))
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, inOrder(e))
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}

// posing reports whether a document has a member with the name of a directive other than
// $patch. apimachinery sends $patchMergeKey as data, because it does not support it.
func posing(v model.Value) bool {
	for name, member := range v.Members() {
		if strings.HasPrefix(name, "$deleteFromPrimitiveList/") || strings.HasPrefix(name, "$setElementOrder/") || name == "$retainKeys" || name == "$patchMergeKey" || posing(member) {
			return true
		}
	}
	for _, e := range v.Elements() {
		if posing(e) {
			return true
		}
	}
	return false
}

func holdsDelete(e model.Value) bool {
	op, _ := e.Get("$patch")
	return op.Type() == model.String && op.Text() == "delete"
}

// keeps reports whether a list has an element with the keys of the deletion, other than the
// element with index i.
func keeps(list model.Value, i int, deletion model.Value) bool {
	for j, e := range list.Elements() {
		same := j != i && e.Type() == model.Map && !holdsDelete(e)
		for name, key := range deletion.Members() {
			have, _ := e.Get(name)
			same = same && (name == "$patch" || model.Equal(have, key))
		}
		if same {
			return true
		}
	}
	return false
}

func parts(v model.Value, yield func(model.Value) bool) bool {
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			if goesWithOthers(v, name) {
				continue
			}
			gone := []model.Member{{Name: name}}
			for _, prefix := range []string{"$setElementOrder/", "$deleteFromPrimitiveList/"} {
				if directive, has := v.Get(prefix + name); has && directive.Type() != model.Null {
					gone = append(gone, model.Member{Name: prefix + name})
				}
			}
			if !yield(must(v.WithMembers(gone...))) {
				return false
			}
			inside := parts(member, func(smaller model.Value) bool {
				return yield(must(v.WithMembers(model.Member{Name: name, Value: smaller})))
			})
			if !inside {
				return false
			}
		}
	case model.List:
		for i, e := range v.Elements() {
			if !yield(must(v.WithElements([]model.Element{{Index: i}}))) {
				return false
			}
			inside := parts(e, func(smaller model.Value) bool {
				return yield(must(v.WithElements([]model.Element{{Index: i, Value: smaller}})))
			})
			if !inside {
				return false
			}
		}
	}
	return true
}
