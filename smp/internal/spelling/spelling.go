// Package spelling compares values and paths by their text. The numbers 1 and 1.0 are equal,
// but they are spelled differently.
package spelling

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Alike reports whether two values are scalars with the same text, so that there is nothing to
// replace.
func Alike(a, b model.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch a.Type() {
	case model.String:
		return a.Text() == b.Text()
	case model.Number:
		return a.NumberText() == b.NumberText()
	case model.Bool:
		return a.Bool() == b.Bool()
	default:
		return false
	}
}

// Differs reports whether b is a scalar that is equal to a, but is spelled differently.
func Differs(a, b model.Value) bool {
	return b.IsScalar() && a.JSON() != b.JSON() && model.Equal(a, b)
}

// SameStep reports whether two steps have the same text.
func SameStep(a, b model.Step) bool {
	switch a := a.(type) {
	case model.Key:
		b, isKey := b.(model.Key)
		return isKey && slices.EqualFunc(a, b, func(x, y model.KeyField) bool {
			return x.Name == y.Name && (x.Value == y.Value || Alike(x.Value, y.Value)) // two absent values are the same
		})
	case model.SetValue:
		b, isValue := b.(model.SetValue)
		return isValue && Alike(a.Value, b.Value)
	default:
		return model.Path{a}.Equal(model.Path{b})
	}
}

// ComparePaths compares two paths by their texts. It skips equal steps at the beginning, because
// many paths may share a step that is as long as a document.
func ComparePaths(a, b model.Path) int {
	same := 0
	for same < min(len(a), len(b)) && SameStep(a[same], b[same]) {
		same++
	}
	if same == 0 {
		return strings.Compare(a.String(), b.String())
	}
	// Start both paths with the same step, because the text of a path does not begin with a dot.
	first := model.Path{model.Index(0)}
	return strings.Compare(first.Append(a[same:]...).String(), first.Append(b[same:]...).String())
}
