package model

// A Finder finds members of a map by name, as [Value.Get] does. It is faster
// when they are asked for in the order in which they stand, for it looks behind
// the last one that it found before it searches: in two documents that resemble
// each other, members mostly come in the same order.
//
// A Finder is for one goroutine. The zero Finder finds nothing.
type Finder struct {
	in        Value
	next, end uint32 // slots behind the member that was found last
}

// Finder returns a finder of the members of the map v. For anything else it
// finds nothing.
func (v Value) Finder() Finder {
	f := Finder{in: v}
	if v.Kind() == Map && v.doc.edit == nil {
		f.next, f.end = v.slot+2, v.doc.tape[v.slot+1].next()
	}
	return f
}

// Get returns the member with that name. It returns an absent value and false
// if there is none.
func (f *Finder) Get(name string) (Value, bool) {
	doc, slot := f.in.doc, f.next
	if slot < f.end && doc.hasName(&doc.tape[slot], name) {
		f.next = doc.after(slot)
		return Value{doc, slot}, true
	}
	v, ok := f.in.Get(name)
	if ok && f.end > 0 {
		f.next = doc.after(v.slot)
	}
	return v, ok
}
