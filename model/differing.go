package model

// Differing calls visit for every place at which the lists a and b, which are
// of the same length, have different elements (see [Equal]), in order, until it
// returns false. For anything but two such lists there is no call.
func Differing(a, b Value, visit func(i int, x, y Value) bool) {
	if a == b || a.Kind() != List || b.Kind() != List || a.Len() != b.Len() {
		return
	}
	if a.doc.edit == nil && b.doc.edit == nil {
		pair{a.doc, b.doc}.differing(a.slot, b.slot, visit)
		return
	}
	x, y := walk(a), walk(b)
	for i := 0; x.more() && y.more(); i++ {
		if e, f := x.element(), y.element(); !Equal(e, f) && !visit(i, e, f) {
			return
		}
	}
}

// differing is Differing for lists of parsed documents. After each difference
// it looks how far the rest of both texts is the same: what stands there is
// spelled alike, element by element.
func (p pair) differing(list, other uint32, visit func(i int, x, y Value) bool) {
	k, l := list+2, other+2
	end := p.a.tape[list+1].next()
	begin, same := 0, -1 // where the texts were last compared, and how far they are the same
	for i := 0; k < end; i++ {
		x := &p.a.tape[k]
		if same < 0 {
			begin = int(x.start)
			y := &p.b.tape[l]
			same = commonPrefix(p.a.src[x.start:p.a.tape[list].end], p.b.src[y.start:p.b.tape[other].end])
			if n, at := p.a.marked(list, uint32(begin+same)); n > uint32(i) {
				i, k, l = int(n), at, p.b.element(other, n)
				x = &p.a.tape[k]
			}
		}
		if int(x.end)-begin >= same { // or else not even a longer number begins so
			if !p.equal(k, l, same-(int(x.start)-begin)) && !visit(i, Value{p.a, k}, Value{p.b, l}) {
				return
			}
			same = -1
		}
		k, l = p.a.after(k), p.b.after(l)
	}
}
