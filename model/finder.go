package model

// This file costs 52 lines of code. Without Finder, Apply takes 28 % more instructions for a small
// ConfigMap and 19 % more for a Deployment. ThreeWayJSON takes 18 % and 13 % more.

// A Finder finds members of a map by name, like [Value.Get]. A Finder starts each search after the
// last member that it found. It is therefore faster than Get if the names are requested in the
// order of the map. The members of similar documents are mostly in the same order.
//
//	in := b.Finder()
//	for name, x := range a.Members() {
//		y, ok := in.Get(name)
//		…
//	}
//
// Two goroutines must not use a Finder at the same time. The zero Finder finds nothing.
type Finder struct {
	in        Value
	next, end uint32 // slot after the last found member, and after the last member
	first     uint32 // slot of the first member, or 0 if the map has a name table
}

// Finder returns a finder for the members of the map v. If v is not a map, the finder finds
// nothing.
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

// Get returns the member with the given name. If there is no such member, it returns an absent
// value and false.
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
