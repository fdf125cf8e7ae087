// Package stored compares values with those that a server stores for them. A server may store a value
// in another form than the form in which it was sent. The marks of a schema describe such fields:
//
//	sent                 stored
//	paused: false        (nothing)               a zero that is not stored
//	protocol: ""         protocol: TCP           filled in
//	targetPort: 0        targetPort: 80          filled in
//	metrics: []          metrics: [cpu]          filled in
//	clusterIP: null      clusterIP: 10.0.0.1     filled in
//	cpu: 1000m           cpu: "1"                the same quantity
//	a: "QUJD\nREVG"      a: QUJDREVG             the same bytes
//
// A three-way merge does not send such a value again on every run. In the code, o, m and c are the
// values of original, modified and current at one place, and u is the schema of this place.
package stored

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A Server stores values. The zero Server stores each value as it is sent.
type Server struct {
	HasMarks bool // the marks of the schema describe the server
}

// Keeps reports whether the server keeps its value c of a field if it is sent m, so that m need not be
// sent.
func (s Server) Keeps(u *schema.Node, o, m, c model.Value) bool {
	mark := u.Marks
	switch {
	case !s.HasMarks || mark == schema.Marks{}:
		return false
	case m.Type() == model.Null:
		return o.Type() == model.Null && (mark.FilledIn || mark.Immutable)
	default:
		return keeps(mark, o, m, c)
	}
}

// keeps is Keeps for a value that is not null, and a server with marks.
func keeps(mark schema.Marks, o, m, c model.Value) bool {
	if !nulls.Present(c) {
		return mark.NotStored && IsZero(m)
	}
	return isFilledIn(mark, m) && isFilledIn(mark, o) || isSameSpelled(mark, m, c)
}

// Stores reports whether c is m as the server stores it. This is so if m and c are equal, except for zeros
// that are not stored, for the spelling of values, and for fields that the server fills in. m must
// lack such a field, or have an empty value, and so must o.
func (s Server) Stores(u *schema.Node, o, m, c model.Value) bool {
	switch {
	case nulls.Equal(m, c):
		return true
	case !s.HasMarks:
		return false
	case keeps(u.Marks, o, m, c):
		return true
	case m.Type() != c.Type():
		return false
	case m.Type() == model.Map:
		return s.storesMembers(u, o, m, c)
	case m.Type() == model.List && m.Len() == c.Len():
		was, have := elementsOf(o), c.AppendElements(nil)
		for i, v := range m.Elements() {
			var before model.Value
			if i < len(was) {
				before = was[i]
			}
			if !s.Stores(u.OfElement(), before, v, have[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// storesMembers is Stores for two maps.
func (s Server) storesMembers(u *schema.Node, o, m, c model.Value) bool {
	if o.Type() != model.Map {
		o = model.Value{}
	}
	originals, wanted, have := o.Finder(), m.Finder(), c.Finder()
	for name, v := range m.Members() {
		was, _ := originals.Get(name)
		if w, _ := have.Get(name); nulls.Present(v) && !s.Stores(u.OfMember(name), was, v, w) {
			return false
		}
	}
	for name, w := range c.Members() {
		v, _ := wanted.Get(name)
		was, _ := originals.Get(name)
		filledIn := o.Type() == model.Map && !nulls.Present(was) && u.OfMember(name).Marks.FilledIn
		if nulls.Present(w) && !nulls.Present(v) && !filledIn {
			return false
		}
	}
	return true
}

func elementsOf(v model.Value) []model.Value {
	if v.Type() != model.List {
		return nil
	}
	return v.AppendElements(nil)
}

// StoresAlike reports whether the server stores the same value for two values of a field. Both may be
// absent.
func (s Server) StoresAlike(u *schema.Node, a, b model.Value) bool {
	return nulls.Equal(a, b) || s.HasMarks && nulls.Equal(s.fieldForm(u, a), s.fieldForm(u, b))
}

// fieldForm is Form for the value of a field, which is absent if the server does not store it.
func (s Server) fieldForm(u *schema.Node, v model.Value) model.Value {
	if u.Marks.NotStored && IsZero(v) {
		return model.Value{}
	}
	return s.Form(u, v)
}

// Form returns one form for all values that are stored alike: without the zeros that are not stored
// and, for a server with marks, with one spelling of quantities, times and binary data.
func (s Server) Form(u *schema.Node, v model.Value) model.Value {
	if s.HasMarks {
		if one, ok := spelled(u.Marks, v); ok {
			return model.NewString(one)
		}
	}
	isMap := v.Type() == model.Map
	form, _ := walk.Rewrite(u, v, func(u *schema.Node, _ string, v model.Value) (model.Value, *faults.Fault) {
		if isMap {
			return s.fieldForm(u, v), nil
		}
		return s.Form(u, v), nil
	})
	return form
}

// IsZero reports whether a value is the zero of its type: "", 0, false, {} or [].
func IsZero(v model.Value) bool {
	switch v.Type() {
	case model.String:
		return v.Text() == ""
	case model.Number:
		return model.Equal(v, zeroNumber)
	case model.Bool:
		return !v.Bool()
	case model.Map:
		return !nulls.HasMore(v, model.Value{})
	case model.List:
		return v.Len() == 0
	default:
		return false
	}
}

// IsEmptyText reports whether a value is "".
func IsEmptyText(v model.Value) bool { return v.Type() == model.String && v.Text() == "" }

var zeroNumber = model.NewInt(0)

// isFilledIn reports whether a server with this mark replaces v, which is an empty string or list, 0
// or false.
func isFilledIn(mark schema.Marks, v model.Value) bool {
	isEmpty := IsEmptyText(v) || v.Type() == model.List && v.Len() == 0
	return mark.FilledIn && isEmpty || mark.ZeroFilledIn && v.IsScalar() && IsZero(v) && !isEmpty
}

// WithoutEmptyKeys removes empty and null keys from the elements of a list with the schema u, if servers
// replace or do not store such keys. It does not remove the empty keys of an element if live has an
// element with exactly the same keys.
func WithoutEmptyKeys(u *schema.Node, live *identity.Numbered, list model.Value) model.Value {
	var changes []model.Element
	for i, e := range list.Elements() {
		var null, empty []model.Member
		for _, name := range u.EmptyKeys {
			switch v, _ := e.Get(name); {
			case v.Type() == model.Null:
				null = append(null, model.Member{Name: name})
			case IsEmptyText(v):
				empty = append(empty, model.Member{Name: name})
			}
		}
		if empty != nil && live.Has(e) {
			empty = nil
		}
		if empty = append(empty, null...); empty != nil {
			now, _ := e.WithMembers(empty...) // removing members cannot fail, because the value only becomes smaller
			changes = append(changes, model.Element{Index: i, Value: now})
		}
	}
	if changes == nil {
		return list
	}
	list, _ = list.WithElements(changes) // see above
	return list
}
