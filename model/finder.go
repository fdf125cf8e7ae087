package model

// Price: 52 lines. Without them Apply takes 28 % more instructions for a small
// ConfigMap, 19 % for a Deployment; ThreeWayJSON 18 % and 13 %.

// A Finder finds members of a map by name, as [Value.Get] does. It is faster
// when they are asked for in the order in which they stand, for it looks behind
// the last one that it found before it searches: in two documents that resemble
// each other, members mostly come in the same order.
//
// A Finder is for one goroutine. The zero Finder finds nothing.
type Finder struct {
	in        Value
	next, end uint32 // slots behind the member that was found last
	first     uint32 // slot of the first member, 0 if there is a name table
}

// Finder returns a finder of the members of the map v. For anything else it
// finds nothing.
func (v Value) Finder() Finder {
	f := Finder{in: v}
	if v.Type() == Map && v.doc.edit == nil {
		second := &v.doc.tape[v.slot+1]
		f.next, f.end = v.slot+2, second.next()
		if second.table() == 0 {
			f.first = f.next
		}
	}
	return f
}

// Get returns the member with that name. It returns an absent value and false
// if there is none.
func (f *Finder) Get(name string) (Value, bool) {
	if f.end == 0 {
		return f.in.Get(name)
	}
	doc, slot := f.in.doc, f.next
	switch {
	case f.first > 0:
		if slot = doc.findAmong(slot, f.end, name); slot == 0 {
			slot = doc.findAmong(f.first, f.next, name)
		}
	case slot == f.end || !doc.hasName(&doc.tape[slot], name):
		slot = doc.find(f.in.slot, name)
	}
	if slot == 0 {
		return Value{}, false
	}
	f.next = doc.after(slot)
	return Value{doc, slot}, true
}
