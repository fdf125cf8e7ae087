package model

import (
	"math/bits"
	"slices"
)

// Equal reports whether a and b are the same JSON value:
//
//   - They have the same type. Absent equals only absent.
//   - Numbers have the same exact value. The spelling does not matter: 1 equals 1.0.
//   - Strings have the same text. Escapes do not matter: "x" equals "\u0078".
//   - Lists have equal elements in the same order.
//   - Maps have the same names with equal values, in any order.
//
// Equal(a, b) holds if and only if Compare(a, b) == 0, and implies a.Hash() ==
// b.Hash().
func Equal(a, b Value) bool {
	if a == b {
		return true
	}
	if a.doc == nil || b.doc == nil {
		return false
	}
	if a.doc.edit == nil && b.doc.edit == nil {
		p := pair{a.doc, b.doc}
		return p.equal(a.slot, b.slot, -1)
	}
	typ := a.Type()
	if typ != b.Type() || a.Len() != b.Len() {
		return false
	}
	switch typ {
	case String:
		return a.Text() == b.Text()
	case Number:
		return equalNumbers(a.NumberText(), b.NumberText())
	}
	if x, y := a.doc.edit, b.doc.edit; x != nil && y != nil && x.of != nil && y.of != nil {
		return x.equalWrapped(y)
	}
	if typ == List {
		x, y := walk(a), walk(b)
		for x.more() && y.more() {
			if !Equal(x.element(), y.element()) {
				return false
			}
		}
		return true
	}
	return equalMaps(a, b)
}

// Same reports whether a and b are one value in memory, for example a value that an edit left
// alone, read before and after the edit. It takes constant time. Values that are the same are
// equal, but equal values need not be the same. One value may appear at several places of a built
// document. Same therefore does not identify a place. Two absent values are the same.
func Same(a, b Value) bool { return a == b }

// Within reports whether v is a value inside whole, or whole itself. Values are compared with
// [Same]. The result is false if v is absent. In a parsed document, Within takes constant time. In
// a built document, it visits the values that were added or changed.
func (s Shortcuts) Within(v, whole Value) bool {
	s.mustBeOpen()
	return within(v, whole)
}

func within(v, whole Value) bool {
	if v == whole || whole.doc == nil {
		return v.doc != nil && v == whole
	}
	e := whole.doc.edit
	if e == nil {
		return v.doc == whole.doc && whole.slot <= v.slot && v.slot < v.doc.after(whole.slot)
	}
	if e.of != nil {
		p := v.wrapped()
		for p != nil && p.up != e.of {
			p = p.up
		}
		if p != nil && holds(whole, p.base) {
			return true
		}
	} else if base := e.base; v.doc == base.doc && base.slot < v.slot && v.slot < v.doc.after(base.slot) {
		if !slices.ContainsFunc(e.changed, func(c change) bool { return c.slot <= v.slot && v.slot < v.doc.after(c.slot) }) {
			return true
		}
	}
	return slices.ContainsFunc(e.changed, func(c change) bool { return within(v, c.value) }) ||
		slices.ContainsFunc(e.members, func(m Member) bool { return within(v, m.Value) }) ||
		slices.ContainsFunc(e.elements, func(x Value) bool { return within(v, x) })
}

// holds reports whether v is a direct member or element of the map or list called whole.
func holds(whole, v Value) bool {
	for c := walk(whole); c.more(); {
		if c.value() == v {
			return true
		}
	}
	return false
}

// equalMaps compares maps of the same length, at least one of which is built. It looks up names
// only after the first pair of members with different names.
func equalMaps(a, b Value) bool {
	x, y := walk(a), walk(b)
	inStep := true
	for x.more() {
		name, value := x.member()
		if inStep && y.more() {
			if other, v := y.member(); other == name {
				if !Equal(value, v) {
					return false
				}
				continue
			}
			inStep = false
		}
		if v, ok := b.Get(name); !ok || !Equal(value, v) {
			return false
		}
	}
	return true
}

// A pair compares values of two parsed documents. Values with the same spelling are equal, so it
// searches for the first byte at which the two texts differ. Only the values from there on are
// compared.
type pair struct{ a, b *document }

// equal compares the values in slots i and j. same is the known number of bytes at the beginning in
// which their texts agree. It is negative if this number is unknown.
func (p pair) equal(i, j uint32, same int) bool {
	x, y := &p.a.tape[i], &p.b.tape[j]
	if x.typ() != y.typ() {
		return false
	}
	switch x.typ() {
	case Null:
		return true
	case Bool, Number, String:
		return p.equalScalars(x, y)
	}
	if p.a.tape[i+1].count() != p.b.tape[j+1].count() {
		return false
	}
	a, b := p.a.src[x.start:x.end], p.b.src[y.start:y.end]
	if same < 0 {
		same = commonPrefix(a, b)
	}
	if same >= len(a) {
		return true
	}
	return p.equalInside(i, j, same)
}

// equalInside compares the members or elements of two maps or lists of the same length.
// same is the number of bytes that their texts have in common at the beginning.
func (p pair) equalInside(i, j uint32, same int) bool {
	isMap := p.a.tape[i].typ() == Map
	begin := int(p.a.tape[i].start)
	end := p.a.tape[i+1].next()
	k, l := i+2, j+2
	if !isMap {
		n, at := p.a.marked(i, uint32(begin+same))
		k, l = at, p.b.element(j, n)
	}
	for k < end {
		x, y := &p.a.tape[k], &p.b.tape[l]
		switch {
		case int(x.end)-begin < same:
			// The two values have the same spelling, and the value of a is not the beginning of a
			// longer number in b.
		case int(x.start)-begin < same:
			if !p.equal(k, l, same-(int(x.start)-begin)) {
				return false
			}
		case isMap && p.a.rawName(x) != p.b.rawName(y):
			return p.equalByName(k, j, end)
		case !p.equal(k, l, -1):
			return false
		}
		k, l = p.a.after(k), p.b.after(l)
	}
	return true
}

// equalByName compares the members of a, from slot k on, with the members of the same
// name in the map in slot j of b.
func (p pair) equalByName(k, j, end uint32) bool {
	for ; k < end; k = p.a.after(k) {
		l := p.b.find(j, p.a.nameOf(&p.a.tape[k]))
		if l == 0 || !p.equal(k, l, -1) {
			return false
		}
	}
	return true
}

func (p pair) equalScalars(x, y *entry) bool {
	a, b := p.a.src[x.start:x.end], p.b.src[y.start:y.end]
	if a == b {
		return true
	}
	if x.typ() == Number {
		return equalNumbers(a, b)
	}
	if (x.meta|y.meta)&escapedText == 0 {
		return false
	}
	return textOf(x, a) == textOf(y, b)
}

// textOf returns the decoded text of the string with the entry e and the spelling src.
func textOf(e *entry, src string) string {
	if e.meta&escapedText != 0 {
		return unescape(src[1 : len(src)-1])
	}
	return src[1 : len(src)-1]
}

// commonPrefix returns the number of bytes at the beginning that a and b have in
// common.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	a, b = a[:n], b[:n]
	// Compare large blocks first, because comparing strings is faster than comparing words.
	i := 0
	const block = 256
	for i+block <= n && a[i:i+block] == b[i:i+block] {
		i += block
	}
	for ; i+8 <= n; i += 8 {
		if x := load8(a, i) ^ load8(b, i); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// Hash returns a hash of v. Equal values have the same hash, even if they differ in spelling or in
// the order of members. The hash of a value differs from process to process.
func (v Value) Hash() uint64 {
	switch typ := v.Type(); typ {
	case Bool:
		if v.Bool() {
			return mix(uint64(Bool), 1)
		}
		return mix(uint64(Bool), 0)
	case Number:
		return parseDecimal(v.NumberText()).hash()
	case String:
		return mix(uint64(String), hashText(v.Text()))
	case List:
		h := uint64(v.Len())
		for c := walk(v); c.more(); {
			h = mix(h, c.element().Hash())
		}
		return mix(uint64(List), h)
	case Map:
		// A sum is independent of the order.
		var sum uint64
		for c := walk(v); c.more(); {
			name, value := c.member()
			sum += mix(hashText(name), value.Hash())
		}
		return mix(uint64(Map), sum)
	default:
		return mix(uint64(typ), 0)
	}
}
