package judge

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// A Place is a difference between two documents, with both values. Lists of different lengths
// are one place.
type Place struct {
	Path         model.Path
	Ours, Theirs model.Value
}

// String returns the path with both values.
func (p Place) String() string {
	return fmt.Sprintf("%s: ours %s, theirs %s", p.Path, text(p.Ours), text(p.Theirs))
}

func text(v model.Value) string {
	if v.Type() == model.Absent {
		return "absent"
	}
	s := string(v.Canonical())
	if len(s) > 400 {
		s = s[:400] + "…"
	}
	return s
}

// Places returns the differences between two documents. The result is empty if they are
// equal.
func Places(ours, theirs model.Value) []Place { return places(nil, nil, ours, theirs) }

func places(found []Place, path model.Path, ours, theirs model.Value) []Place {
	switch {
	case model.Equal(ours, theirs):
		return found
	case ours.Type() == model.Map && theirs.Type() == model.Map:
		for name, v := range ours.Members() {
			other, _ := theirs.Get(name)
			found = places(found, path.Append(model.Field(name)), v, other)
		}
		for name, v := range theirs.Members() {
			if _, ok := ours.Get(name); !ok {
				found = places(found, path.Append(model.Field(name)), model.Value{}, v)
			}
		}
		return found
	case ours.Type() == model.List && theirs.Type() == model.List && ours.Len() == theirs.Len():
		for i, v := range ours.Elements() {
			found = places(found, path.Append(model.Index(i)), v, theirs.At(i))
		}
		return found
	default:
		return append(found, Place{path, ours, theirs})
	}
}
