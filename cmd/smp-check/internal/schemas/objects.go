package schemas

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// OfObjects are the schemas of the objects in a document that keeps its style: of the items
// of a list by their indexes, or of the document itself with the index WholeDocument.
type OfObjects map[int]smp.Schema

// WholeDocument is the index of an object that is not in a List.
const WholeDocument = -1

// Add adds the schema of a document.
func (o OfObjects) Add(d load.Document, s smp.Schema) {
	at := WholeDocument
	if list := d.Kept().List; len(list) > 0 {
		index, _ := list[len(list)-1].(model.Index)
		at = int(index)
	}
	o[at] = s
}

// Keys returns the keys of a list by the schema of its object.
func (o OfObjects) Keys(list model.Path) yamldoc.ListKeys {
	s, ok := o[WholeDocument]
	if !ok && len(list) > 1 && list[0] == model.Field("items") {
		if index, isIndex := list[1].(model.Index); isIndex {
			s, ok = o[int(index)]
			list = list[2:]
		}
	}
	for _, step := range list {
		if !ok {
			break
		}
		if field, isField := step.(model.Field); isField {
			s, ok = s.Member(string(field))
		} else {
			s = s.Element()
		}
	}
	if !ok {
		return yamldoc.ListKeys{}
	}
	keys, more := s.Keys(), s.Recommended()
	more = more[min(len(keys), len(more)):] // without the default keys
	return yamldoc.ListKeys{Keys: keysIn(s, keys), Recommended: keysIn(s, more)}
}

func keysIn(s smp.Schema, names []string) []yamldoc.Key {
	var keys []yamldoc.Key
	for _, name := range names {
		def, _ := s.KeyDefault(name)
		keys = append(keys, yamldoc.Key{Name: name, Default: def})
	}
	return keys
}
