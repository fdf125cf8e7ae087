package kyaml

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// assumed returns an object with all fields and elements that a patch changes or deletes.
// They have other values than in the patch.
func assumed(s Schema, patch model.Value) model.Value {
	v, err := presumed(s, patch, nil).model()
	if err != nil {
		return model.Value{}
	}
	return v
}

func presumed(s Schema, patch model.Value, keys []string) *node {
	switch patch.Type() {
	case model.Map:
		n := newMap()
		for name, member := range patch.Members() {
			switch {
			case strings.HasPrefix(name, "$"):
			case slices.Contains(keys, name):
				n.fields[name] = newNode(member, false)
			default:
				n.fields[name] = presumed(s.member(name), member, nil)
			}
		}
		return n
	case model.List:
		n := newList()
		keys, merges := s.keys()
		for _, e := range patch.Elements() {
			if merges && len(keys) > 0 && newNode(e, false).key(keys[0]) != "" {
				n.elements = append(n.elements, presumed(s.element(), e, keys))
			}
		}
		return n
	}
	return &node{typ: model.String, value: model.NewString("other")}
}
