package smp

import (
	"bytes"
	"encoding/base64"
	"math/big"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
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
	if v.IsScalar() && unifySpelling {
		return u.marks.spelled(v)
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
// It returns other scalars as they are.
func (m Marks) spelled(v model.Value) model.Value {
	if m.Quantity {
		if q, ok := quantity(v); ok {
			return model.NewString(q.String())
		}
	}
	if m.Time {
		if at, ok := instant(v); ok {
			return model.NewString(strconv.Itoa(at.minutes) + ":" + at.seconds)
		}
	}
	if m.Base64 {
		if data, ok := binary(v); ok {
			return model.NewString(base64.StdEncoding.EncodeToString(data))
		}
	}
	return v
}

// sameSpelled reports whether two scalars are the same quantity, time or binary data, if the field
// has such a mark. For example, "1000m" and "1" are the same quantity.
func (m Marks) sameSpelled(a, b model.Value) bool {
	if m.Quantity {
		x, ok := quantity(a)
		y, also := quantity(b)
		if ok && also && x.Cmp(y) == 0 {
			return true
		}
	}
	if m.Time {
		x, ok := instant(a)
		y, also := instant(b)
		if ok && also && x == y {
			return true
		}
	}
	if m.Base64 {
		x, ok := binary(a)
		y, also := binary(b)
		return ok && also && bytes.Equal(x, y)
	}
	return false
}

// binary reads binary data in base64. The text may have line breaks.
func binary(v model.Value) ([]byte, bool) {
	if v.Type() != model.String {
		return nil, false
	}
	data, err := base64.StdEncoding.DecodeString(v.Text())
	return data, err == nil
}

// A pointInTime consists of a number of minutes (see dayNumber), the two digits of the second, and
// the digits of a fraction of a second.
type pointInTime struct {
	minutes int
	seconds string
}

// instant reads a time of RFC 3339, such as 2006-01-02T15:04:05.9+01:00.
func instant(v model.Value) (pointInTime, bool) {
	text := v.Text()
	const form = "0000-00-00T00:00:00"
	if v.Type() != model.String || len(text) < len(form)+1 {
		return pointInTime{}, false
	}
	number := func(from, to int) int {
		n, err := strconv.Atoi(text[from:to])
		if err != nil || text[from] < '0' || text[from] > '9' {
			return -1
		}
		return n
	}
	for i, c := range form {
		if c != '0' && rune(text[i]) != c {
			return pointInTime{}, false
		}
	}
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	hour, minute, second := number(11, 13), number(14, 16), number(17, 19)
	if year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return pointInTime{}, false
	}
	seconds, rest := text[len(form)-2:len(form)], text[len(form):]
	if digits, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(digits, "0123456789")
		fraction := digits[:len(digits)-len(rest)]
		if fraction == "" {
			return pointInTime{}, false
		}
		seconds += strings.TrimRight(fraction, "0")
	}
	offset := 0
	if rest != "Z" {
		begin := len(text) - len(rest)
		if len(rest) != len("+00:00") || rest[3] != ':' || rest[0] != '+' && rest[0] != '-' {
			return pointInTime{}, false
		}
		hours, minutes := number(begin+1, begin+3), number(begin+4, begin+6)
		if hours < 0 || hours > 23 || minutes < 0 || minutes > 59 {
			return pointInTime{}, false
		}
		if offset = 60*hours + minutes; rest[0] == '-' {
			offset = -offset
		}
	}
	return pointInTime{1440*dayNumber(year, month, day) + 60*hour + minute - offset, seconds}, true
}

// dayNumber returns the number of a day by the Gregorian calendar, where March 1 of the year 0 is
// day 1. It counts years from March, so that a leap day is the last day of its year.
func dayNumber(year, month, day int) int {
	if month -= 3; month < 0 {
		month, year = month+12, year-1
	}
	return 365*year + floor(year, 4) - floor(year, 100) + floor(year, 400) + (153*month+2)/5 + day
}

// floor returns a divided by b, rounded down. a is at least -1.
func floor(a, b int) int {
	if a < 0 {
		return -1
	}
	return a / b
}

// maxQuantity is the maximum length of a text that is read as a quantity, and the maximum exponent.
// Servers accept only quantities within these limits.
const maxQuantity = 64

// suffixes holds the suffixes of quantities, each with a power of 10 and a power of 1024.
var suffixes = map[string]struct{ ten, kibi int }{
	"n": {-9, 0}, "u": {-6, 0}, "m": {-3, 0}, "": {0, 0}, "k": {3, 0}, "M": {6, 0}, "G": {9, 0}, "T": {12, 0}, "P": {15, 0}, "E": {18, 0},
	"Ki": {0, 1}, "Mi": {0, 2}, "Gi": {0, 3}, "Ti": {0, 4}, "Pi": {0, 5}, "Ei": {0, 6},
}

// quantity reads a resource quantity, such as 1, "100m", "1Gi" or "1e3".
func quantity(v model.Value) (*big.Rat, bool) {
	text := v.Text()
	if v.Type() == model.Number {
		text = v.JSON()
	}
	digits := strings.TrimLeft(text, "+-0123456789.")
	number, suffix := text[:len(text)-len(digits)], digits
	if len(text) > maxQuantity || number == "" {
		return nil, false
	}
	scale, known := suffixes[suffix]
	if !known {
		exponent, ok := new(big.Int).SetString(strings.TrimPrefix(suffix[1:], "+"), 10)
		if suffix[0] != 'e' && suffix[0] != 'E' || !ok || !exponent.IsInt64() || exponent.CmpAbs(big.NewInt(maxQuantity)) > 0 {
			return nil, false
		}
		scale.ten = int(exponent.Int64())
	}
	q, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil, false
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale.ten, -scale.ten))), nil)
	if scale.ten < 0 {
		return q.Quo(q, new(big.Rat).SetInt(power)), true
	}
	power.Lsh(power, uint(10*scale.kibi))
	return q.Mul(q, new(big.Rat).SetInt(power)), true
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
