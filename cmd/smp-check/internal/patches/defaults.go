package patches

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// TakeDefaults removes differences that are only defaults. If a value of modified or original
// differs from that of current only by defaults, it is replaced by the value of current.
// Original is then aligned with modified in the same way.
func (t *Documents) TakeDefaults(s smp.Schema, d openapi.Defaults) error {
	var a aligner
	t.Modified.Value = a.document(s, d, t.Modified.Value, t.Current.Value)
	original := a.document(s, d, t.Original.Value, t.Current.Value)
	a.said = true // a default that only modified sets is a change
	t.Original.Value = a.document(s, d, original, t.Modified.Value)
	return a.err
}

// An aligner replaces values by values that a server treats as equal.
type aligner struct {
	said bool // absent values of ours stay absent
	err  error
}

func (a *aligner) document(s smp.Schema, d openapi.Defaults, ours, theirs model.Value) model.Value {
	if ours.Type() != model.Map || theirs.Type() != model.Map {
		return ours
	}
	v, _ := a.members(s, d, ours, theirs)
	return v
}

// value returns theirs if it equals ours after defaulting, and reports whether the result
// differs from ours. In maps and lists that merge, it aligns the members and elements. A null
// counts as absent, because a patch would delete the field.
func (a *aligner) value(s smp.Schema, d openapi.Defaults, ours, theirs model.Value) (model.Value, bool) {
	said := ours
	if said.Type() == model.Null {
		said = model.Value{}
	}
	switch {
	case d.None(), theirs.Type() == model.Absent, a.said && said.Type() == model.Absent:
		return ours, false
	case said.Type() == model.Map && theirs.Type() == model.Map && s.Strategy() == smp.Merge:
		return a.members(s, d, ours, theirs)
	case said.Type() == model.List && theirs.Type() == model.List && s.Keyed():
		return a.elements(s, d, ours, theirs)
	case !model.Equal(ours, theirs) && model.Equal(d.Fill(said), d.Fill(theirs)):
		return theirs, true
	}
	return ours, false
}

func (a *aligner) members(s smp.Schema, d openapi.Defaults, ours, theirs model.Value) (model.Value, bool) {
	var changes []model.Member
	align := func(name string, theirs model.Value) {
		inner, _ := s.Member(name)
		was, _ := ours.Get(name)
		if v, changed := a.value(inner, d.Member(name), was, theirs); changed {
			changes = append(changes, model.Member{Name: name, Value: v})
		}
	}
	for name := range ours.Members() {
		v, _ := theirs.Get(name)
		align(name, v)
	}
	for name, v := range theirs.Members() {
		if _, both := ours.Get(name); !both {
			align(name, v)
		}
	}
	if len(changes) == 0 {
		return ours, false
	}
	v, err := ours.WithMembers(changes...)
	a.note(err)
	return v, true
}

// elements aligns the elements with equal keys, after defaulting, if the keys are unique in
// both lists.
func (a *aligner) elements(s smp.Schema, d openapi.Defaults, ours, theirs model.Value) (model.Value, bool) {
	others := map[string]model.Value{}
	for i, key := range elementKeys(s, d, theirs) {
		others[key] = theirs.At(i)
	}
	var changes []model.Element
	for i, key := range elementKeys(s, d, ours) {
		other, both := others[key]
		if !both || key == "" {
			continue
		}
		if v, changed := a.value(s.Element(), d.Element(), ours.At(i), other); changed {
			changes = append(changes, model.Element{Index: i, Value: v})
		}
	}
	if len(changes) == 0 {
		return ours, false
	}
	v, err := ours.WithElements(changes)
	a.note(err)
	return v, true
}

func (a *aligner) note(err error) { a.err = cmp.Or(a.err, err) }

// elementKeys returns the keys of each element of a keyed list as one text. The text is empty
// for elements that share their keys with another element, and for elements that are not
// maps.
func elementKeys(s smp.Schema, d openapi.Defaults, list model.Value) []string {
	keys := make([]string, list.Len())
	first := map[string]int{}
	for i, element := range list.Elements() {
		if element.Type() != model.Map {
			continue
		}
		var text []byte
		for _, name := range s.Keys() {
			key, _ := element.Get(name)
			text = append(d.Element().Member(name).Fill(key).AppendCanonical(text), 0)
		}
		keys[i] = string(text)
		if at, again := first[keys[i]]; again {
			keys[at], keys[i] = "", ""
		} else {
			first[string(text)] = i
		}
	}
	return keys
}
