package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/spelling"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A server may store a value in another form than the form in which it was sent. With Marks, a
// three-way merge does not send such a value again on every run:
//
//	modified             current                 sent
//	paused: false        (no paused)             nothing: a zero that is not stored
//	paused: false        paused: true            paused: false
//	protocol: ""         protocol: TCP           nothing, if original has "" too
//	targetPort: 0        targetPort: 80          nothing, if original has 0 too
//	cpu: 1000m           cpu: "1"                nothing: the same quantity
//	a: "QUJD\nREVG"      a: QUJDREVG             nothing: the same bytes
//	metrics: []          metrics: [cpu]          nothing, if original has [] too
//	clusterIP: null      clusterIP: 10.0.0.1     nothing, if original has null too

// unsent reports whether current's value of a field stays although modified has a different value.
func (t *targetBuilder) unsent(u *node, o, m, c model.Value) bool {
	mark := u.marks
	switch {
	case !t.useMarks || mark == Marks{}:
		return false
	case m.Type() == model.Null:
		return o.Type() == model.Null && (mark.FilledIn || mark.Immutable)
	case !nulls.Present(c):
		return mark.NotStored && isZero(m)
	case mark.replaces(m) && mark.replaces(o):
		return true
	default:
		return mark.sameSpelled(m, c)
	}
}

// replaces reports whether a server that fills in the field replaces v, which is an empty string or
// list, 0 or false.
func (m Marks) replaces(v model.Value) bool {
	isEmpty := isEmptyText(v) || v.Type() == model.List && v.Len() == 0
	return m.FilledIn && isEmpty || m.ZeroFilledIn && v.IsScalar() && isZero(v) && !isEmpty
}

// stored reports whether a server stores m as c. This is so if m and c are equal, except for zeros
// that are not stored, for the spelling of values, and for fields that the server fills in. m must
// lack such a field, or have an empty value, and so must o, the value of original.
func (t *targetBuilder) stored(u *node, o, m, c model.Value) bool {
	if nulls.Equal(m, c) {
		return true
	}
	switch {
	case !t.useMarks:
		return false
	case !nulls.Present(c):
		return u.marks.NotStored && isZero(m)
	case u.marks.replaces(m) && u.marks.replaces(o), u.marks.sameSpelled(m, c):
		return true
	case m.Type() != c.Type():
		return false
	case m.Type() == model.Map:
		originals, wanted, have := onlyType(o, model.Map).Finder(), m.Finder(), c.Finder()
		for name, v := range m.Members() {
			was, _ := originals.Get(name)
			if w, _ := have.Get(name); nulls.Present(v) && !t.stored(u.OfMember(name), was, v, w) {
				return false
			}
		}
		for name, w := range c.Members() {
			v, _ := wanted.Get(name)
			was, _ := originals.Get(name)
			isFilledIn := o.Type() == model.Map && !nulls.Present(was) && u.OfMember(name).marks.FilledIn
			if nulls.Present(w) && !nulls.Present(v) && !isFilledIn {
				return false
			}
		}
		return true
	case m.Type() == model.List && m.Len() == c.Len():
		was, have := onlyType(o, model.List).AppendElements(nil), c.AppendElements(nil)
		for i, v := range m.Elements() {
			if !t.stored(u.OfElement(), elementAt(was, i), v, have[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// storedAlike reports whether a server stores the same value for two values of a field. Both may be
// absent.
func (t *targetBuilder) storedAlike(u *node, a, b model.Value) bool {
	if nulls.Equal(a, b) || !t.useMarks {
		return nulls.Equal(a, b)
	}
	stored := func(v model.Value) model.Value {
		if u.marks.NotStored && isZero(v) {
			return model.Value{}
		}
		return storedForm(u, v, true, true)
	}
	return nulls.Equal(stored(a), stored(b))
}

// isZero reports whether a value is the zero of its type: "", 0, false, {} or [].
func isZero(v model.Value) bool {
	switch v.Type() {
	case model.String:
		return v.Text() == ""
	case model.Number:
		return model.Equal(v, zeroNumber)
	case model.Bool:
		return !v.Bool()
	case model.Map:
		return !nulls.HasMore(v, emptyMap)
	case model.List:
		return v.Len() == 0
	default:
		return false
	}
}

var zeroNumber = model.NewInt(0)

// storedForm returns a value without the zeros that servers do not store, if dropZeros is set.
// If unifySpelling is set too, quantities, times and binary data have one spelling.
func storedForm(u *node, v model.Value, unifySpelling, dropZeros bool) model.Value {
	if !dropZeros {
		return v
	}
	if unifySpelling {
		if one, ok := u.marks.spelled(v); ok {
			return one
		}
	}
	isMap := v.Type() == model.Map
	stored, _ := walk.Rewrite(u, v, func(u *node, _ string, v model.Value) (model.Value, *fault) {
		if isMap && u.marks.NotStored && isZero(v) {
			return model.Value{}, nil
		}
		return storedForm(u, v, unifySpelling, dropZeros), nil
	})
	return stored
}

// spelled returns the one spelling of a quantity, a time or binary data, if the field has such a mark.
// It reports false for other values.
func (m Marks) spelled(v model.Value) (one model.Value, ok bool) {
	if m.Quantity {
		one, ok = spelling.Quantity(v)
	}
	if m.Time && !ok {
		one, ok = spelling.Time(v)
	}
	if m.Base64 && !ok {
		one, ok = spelling.Base64(v)
	}
	return one, ok
}

// sameSpelled reports whether two scalars are the same quantity, time or binary data, if the field
// has such a mark. For example, "1000m" and "1" are the same quantity.
func (m Marks) sameSpelled(a, b model.Value) bool {
	x, ok := m.spelled(a)
	if !ok {
		return false
	}
	y, ok := m.spelled(b)
	return ok && spelling.Alike(x, y)
}

// valueOfAlias returns the target of the field with a name whose alias gets the same value. If the field is a
// list or map, members and elements that others added stay. For example, with modified [] and
// current [{}], the target is [{}].
func (t *targetBuilder) valueOfAlias(u *node, name string, o, m, c model.Value) model.Value {
	if m.Type() != model.Map && m.Type() != model.List {
		return m
	}
	from := len(t.unattributed)
	if t.trace.on() {
		t.trace.enter(model.Field(name))
		defer t.trace.leave()
	}
	v, _ := t.value(u, o, m, c)
	t.unattributed = t.unattributed[:from] // the unattributed elements are reported for the field itself
	return v
}

// aliasedFields returns the changes to fields of current that always have the value of another
// field. If modified sets or drops only one of the two fields, the other one gets the same change.
func (t *targetBuilder) aliasedFields(u *node, o, m, c model.Value) []model.Member {
	if !t.useMarks {
		return nil
	}
	var decided []model.Member
	for _, a := range u.shape.aliases {
		for _, pair := range [2][2]string{{a.name, a.of}, {a.of, a.name}} {
			set, other := pair[0], pair[1]
			want, _ := m.Get(set)
			was, _ := o.Get(set)
			have, _ := c.Get(set)
			if _, present := m.Get(other); present {
				continue // modified has both fields
			}
			theirs, _ := c.Get(other)
			now := want
			if t.unsent(u.OfMember(set), was, want, have) {
				now = have
			}
			switch {
			case nulls.Present(want):
				if now = t.valueOfAlias(u.OfMember(set), set, was, now, have); nulls.Present(now) && (nulls.Present(theirs) || !model.Equal(want, have)) {
					decided = append(decided, model.Member{Name: other, Value: now})
				}
			case !nulls.Present(now) && (nulls.Present(was) || want.Type() == model.Null):
				decided = append(decided, model.Member{Name: other})
			}
		}
	}
	return decided
}
