package model

import "iter"

// Column returns the elements of the list v in order, each with its member of
// that name, which is absent where there is none or the element is no map. For
// anything else it yields nothing. It is [Value.Get] of every element, faster.
func (v Value) Column(name string) iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) { v.eachInColumn(name, yield) }
}

func (v Value) eachInColumn(name string, yield func(Value, Value) bool) {
	if v.Kind() != List {
		return
	}
	if v.doc.edit != nil {
		for c := walk(v); c.more(); {
			e := c.element()
			member, _ := e.Get(name)
			if !yield(e, member) {
				return
			}
		}
		return
	}
	doc := v.doc
	size, want := uint32(len(name)), plainName(name)
	end := doc.tape[v.slot+1].next()
	for slot := v.slot + 2; slot < end; {
		e, next := Value{doc, slot}, slot+1
		var member Value
		if head := &doc.tape[slot]; head.isContainer() {
			next = doc.tape[slot+1].next()
			if first := slot + 2; head.kind() == Map && first < next {
				// Elements of a list resemble one another: the member that
				// tells them apart is mostly their first.
				f := &doc.tape[first]
				if f.meta&nameMeta != want || want == longName<<nameShift || doc.src[f.name:f.name+size] != name {
					first = doc.find(slot, name)
				}
				if first != 0 {
					member = Value{doc, first}
				}
			}
		}
		if !yield(e, member) {
			return
		}
		slot = next
	}
}

// SameColumn reports whether the lists a and b have as many elements, all of
// them maps whose members of that name are scalars, equal ones in order. It is
// false for anything but two lists.
func SameColumn(a, b Value, name string) bool {
	if a.Kind() != List || b.Kind() != List || a.Len() != b.Len() {
		return false
	}
	others := walk(b)
	same := true
	a.eachInColumn(name, func(_, member Value) bool {
		same = others.more() && member.IsScalar()
		if same {
			other, _ := others.element().Get(name)
			same = sameScalar(member, other)
		}
		return same
	})
	return same
}

// sameScalar is Equal for a scalar and any value. Most are strings, spelled
// alike.
func sameScalar(a, b Value) bool {
	if b.doc == nil {
		return false
	}
	x, y := &a.doc.tape[a.slot], &b.doc.tape[b.slot]
	if x.kind() == y.kind() && a.doc.src[x.start:x.end] == b.doc.src[y.start:y.end] {
		return true
	}
	return Equal(a, b)
}

// nameMeta are the bits of an entry's meta field that tell the length of its
// name and whether it has escapes.
const nameMeta = longName<<nameShift | escapedName

// plainName returns the nameMeta of a name that is spelled without escapes.
func plainName(name string) uint32 { return uint32(min(len(name), longName)) << nameShift }
