package judge

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A KeylessElement is an element of a keyed list that lacks merge keys.
type KeylessElement struct {
	Path model.Path
	List model.Path // the field names of Path
	Key  string     // the first missing key
	All  bool       // all keys are missing
}

// KeylessElements returns the elements of a document that lack merge keys. A null key counts as
// missing, and a key with a default does not.
func KeylessElements(s smp.Schema, document model.Value) []KeylessElement {
	var found []KeylessElement
	findKeyless(s, document, nil, nil, &found)
	return found
}

func findKeyless(s smp.Schema, v model.Value, path, list model.Path, found *[]KeylessElement) {
	for name, member := range v.Members() {
		inner, _ := s.Member(name)
		step := model.Field(name)
		findKeyless(inner, member, append(path[:len(path):len(path)], step), append(list[:len(list):len(list)], step), found)
	}
	keys := s.Keys()
	for i, e := range v.Elements() {
		place := append(path[:len(path):len(path)], model.Index(i))
		if e.Type() == model.Map && s.Keyed() {
			missing := slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
				value, _ := e.Get(key)
				_, hasDefault := s.KeyDefault(key)
				return hasDefault || value.Type() != model.Absent && value.Type() != model.Null
			})
			if len(missing) > 0 {
				*found = append(*found, KeylessElement{Path: place, List: list, Key: missing[0], All: len(missing) == len(keys)})
			}
		}
		findKeyless(s.Element(), e, place, list, found)
	}
}
