package structtag

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

const (
	unionTag = "patchUnion"
	// omitZero is the word in a patchUnion tag that makes the zero of a scalar count as unset.
	omitZero = "omitzero"
)

// unions returns the unions that the tags of a struct's fields declare, in the order of
// their first field.
func (r *reader) unions(fields []field, at place) ([]smp.Union, error) {
	var unions []smp.Union
	places := map[string]int{}
	for _, f := range fields {
		if !strings.Contains(string(f.tag), unionTag) { // most fields do not have the tag
			continue
		}
		declared, zero, err := parseUnions(f.tag.Get(unionTag))
		if err != nil {
			return nil, at.member(f.name).error(err)
		}
		for _, d := range declared {
			i, known := places[d.union]
			if !known {
				i = len(unions)
				places[d.union], unions = i, append(unions, smp.Union{})
			}
			u := &unions[i]
			switch {
			case d.member != "":
				addField(u, d.member, f.name, r.unset(f, zero))
			case u.Discriminator != "":
				return nil, at.member(f.name).error(fmt.Errorf("union %q has two discriminators; expected one at most", d.union))
			default:
				u.Discriminator = f.name
			}
		}
	}
	for i := range unions {
		if unions[i].Discriminator == "" { // the names were used only to distinguish the members
			for j := range unions[i].Members {
				unions[i].Members[j].Value = ""
			}
		}
	}
	return unions, nil
}

// A declaration is one union in a field's tag. The field belongs to the member or, if
// member is empty, is the discriminator.
type declaration struct{ union, member string }

// parseUnions reads a patchUnion tag, and reports whether it has omitzero.
func parseUnions(tag string) (declared []declaration, zero bool, err error) {
	if tag == "" {
		return nil, false, nil
	}
	for _, word := range strings.Split(tag, ",") {
		if word == omitZero {
			zero = true
			continue
		}
		union, member, isMember := strings.Cut(word, "=")
		if union == "" || isMember && member == "" {
			return nil, false, fmt.Errorf("patchUnion has %q; expected the name of a union, or union=member", word)
		}
		declared = append(declared, declaration{union, member})
	}
	if len(declared) == 0 {
		return nil, false, errors.New("patchUnion has only omitzero; expected the name of a union")
	}
	return declared, zero, nil
}

// addField adds a field to the member with the given name. If there is no such member, it adds one.
func addField(u *smp.Union, member, field string, unset []model.Value) {
	for i := range u.Members {
		if m := &u.Members[i]; m.Value == member {
			m.Fields, m.Unset = append(m.Fields, field), append(m.Unset, unset...)
			return
		}
	}
	u.Members = append(u.Members, smp.UnionMember{Value: member, Fields: []string{field}, Unset: unset})
}

// unset returns the values of a field that count as unset.
func (r *reader) unset(f field, zero bool) []model.Value {
	t, err := pointedTo(f.typ)
	if !zero || err != nil {
		return nil
	}
	form, _ := r.formOf(t)
	if f.quoted && !form.opaque { // the value is written as text
		return map[smp.Scalars][]model.Value{
			smp.StringScalar:  {model.NewString(`""`)},
			smp.IntegerScalar: {model.NewString("0")},
			smp.NumberScalar:  {model.NewString("0")},
			smp.BoolScalar:    {model.NewString("false")},
		}[form.scalars]
	}
	var values []model.Value
	for _, of := range []struct {
		scalars smp.Scalars
		zero    model.Value
	}{
		{smp.StringScalar, model.NewString("")},
		{smp.NumberScalar, model.MustParse("0")},
		{smp.BoolScalar, model.NewBool(false)},
	} {
		if form.scalars&of.scalars != 0 {
			values = append(values, of.zero)
		}
	}
	return values
}
