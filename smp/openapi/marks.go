package openapi

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A mark is a word in x-smp-marks and the field of smp.Marks that it sets.
type mark struct {
	word string
	set  func(*smp.Marks) *bool
}

var marks = []mark{
	{"not-stored", func(m *smp.Marks) *bool { return &m.NotStored }},
	{"filled-in", func(m *smp.Marks) *bool { return &m.FilledIn }},
	{"zero-filled-in", func(m *smp.Marks) *bool { return &m.ZeroFilledIn }},
	{"derived", func(m *smp.Marks) *bool { return &m.Derived }},
	{"immutable", func(m *smp.Marks) *bool { return &m.Immutable }},
	{"required", func(m *smp.Marks) *bool { return &m.Required }},
	{"quantity", func(m *smp.Marks) *bool { return &m.Quantity }},
	{"time", func(m *smp.Marks) *bool { return &m.Time }},
	{"base64", func(m *smp.Marks) *bool { return &m.Base64 }},
}

// marks reads x-smp-marks and x-smp-alias-of.
func (r *reader) marks(at *place, k *keywords, u *use) (err error) {
	if present(k.aliasOf) {
		if u.marks.AliasOf, err = r.text(at, aliasOfKeyword, k.aliasOf); err != nil {
			return err
		}
		if u.marks.AliasOf == "" {
			return r.fault(at, aliasOfKeyword, "expected the name of a field, got an empty string")
		}
	}
	if !present(k.marks) {
		return nil
	}
	if k.marks.Type() != model.List {
		return r.fault(at, marksKeyword, "expected a list, got %s", k.marks.Type().Noun())
	}
	for i, v := range k.marks.Elements() {
		path := at.member(marksKeyword).element(i).path(r.base)
		if v.Type() != model.String {
			return fault(path, "expected a string, got %s", v.Type().Noun())
		}
		n := slices.IndexFunc(marks, func(m mark) bool { return m.word == v.Text() })
		if n < 0 {
			return fault(path, "unknown mark %q; expected not-stored, filled-in, zero-filled-in, derived, immutable, required, quantity, time or base64", v.Text())
		}
		set := marks[n].set(&u.marks)
		if *set {
			return fault(path, "duplicate mark %q", v.Text())
		}
		*set = true
	}
	return nil
}

// markMembers returns the members of a schema object that describe the marks of a field.
func markMembers(m smp.Marks) []model.Member {
	var members []model.Member
	var words []string
	for _, mark := range marks {
		if *mark.set(&m) {
			words = append(words, mark.word)
		}
	}
	if len(words) > 0 {
		members = append(members, member(marksKeyword, newStrings(words)))
	}
	if m.AliasOf != "" {
		members = append(members, member(aliasOfKeyword, model.NewString(m.AliasOf)))
	}
	return members
}
