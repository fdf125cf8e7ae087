package model

// UnlikeMembers calls visit for the names under which the maps a and b have
// something else, until it returns false: first for what b has, in its order,
// with an absent x where a lacks it; then for what a alone has, in its order,
// with an absent y. The same value in both is left out, and of parsed maps what
// is spelled alike; other members may still be equal (see [Equal]). Anything but
// a map counts as one without members.
func UnlikeMembers(a, b Value, visit func(name string, x, y Value) bool) {
	switch {
	case a == b:
	case a.Kind() == Map && b.Kind() == Map && a.doc.edit == nil && b.doc.edit == nil:
		pair{a.doc, b.doc}.unlikeMembers(a.slot, b.slot, visit)
	default:
		unlikeBuilt(a, b, visit)
	}
}

// unlikeBuilt is UnlikeMembers of maps of which one is built.
func unlikeBuilt(a, b Value, visit func(name string, x, y Value) bool) {
	before, after := a.Finder(), b.Finder()
	for name, y := range b.Members() {
		if x, _ := before.Get(name); x != y && !visit(name, x, y) {
			return
		}
	}
	for name, x := range a.Members() {
		if _, both := after.Get(name); !both && !visit(name, x, Value{}) {
			return
		}
	}
}

// unlikeMembers is UnlikeMembers of parsed maps. Members mostly come in the same
// order, and where a value begins alike, what follows mostly is the same text for
// a while: what stands there need not be looked at.
func (p pair) unlikeMembers(i, j uint32, visit func(name string, x, y Value) bool) {
	k, endA := i+2, p.a.tape[i+1].next()
	l, endB := j+2, p.b.tape[j+1].next()
	both := uint32(0)
	alone := uint32(0) // the first member of a that was passed over
	for l < endB {
		at := p.partner(i, k, endA, l)
		if at == 0 {
			if !visit(p.b.nameOf(&p.b.tape[l]), Value{}, Value{p.b, l}) {
				return
			}
			l = p.b.after(l)
			continue
		}
		if alone == 0 && at != k {
			alone = k
		}
		begin := p.a.tape[at].start
		same := uint32(commonPrefix(p.a.src[begin:p.a.tape[i].end], p.b.src[p.b.tape[l].start:p.b.tape[j].end]))
		for k = at; k < endA && p.a.tape[k].end-begin < same; both++ {
			n := p.a.after(k) - k
			k, l = k+n, l+n
		}
		if k == endA || k != at && p.a.tape[k].start-begin >= same {
			continue // it ends before a value: names may differ, or white space
		}
		both++
		// The text that ends with a value may begin a longer number.
		alike := p.a.tape[k].end-begin == same && p.a.text(k) == p.b.text(l)
		if !alike && !visit(p.b.nameOf(&p.b.tape[l]), Value{p.a, k}, Value{p.b, l}) {
			return
		}
		k, l = p.a.after(k), p.b.after(l)
	}
	if alone == 0 {
		alone = k
	}
	p.onlyFirst(alone, p.a.tape[i+1].count()-both, j, visit)
}

// partner returns the slot of the member of the map in slot i of a with the name
// of the member in slot l of b, which is expected in slot k, or 0 if there is
// none.
func (p pair) partner(i, k, end, l uint32) uint32 {
	y := &p.b.tape[l]
	if k < end && (p.a.tape[k].meta|y.meta)&escapedName == 0 && p.a.rawName(&p.a.tape[k]) == p.b.rawName(y) {
		return k
	}
	return p.a.find(i, p.b.nameOf(y))
}

// onlyFirst visits the n members of a from slot k on that the map in slot j of b
// lacks.
func (p pair) onlyFirst(k, n, j uint32, visit func(name string, x, y Value) bool) {
	for ; n > 0; k = p.a.after(k) {
		name := p.a.nameOf(&p.a.tape[k])
		if p.b.find(j, name) != 0 {
			continue
		}
		n--
		if !visit(name, Value{p.a, k}, Value{}) {
			return
		}
	}
}
