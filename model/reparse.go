package model

import (
	"slices"
	"strings"
)

// Price: 363 lines. Without them DiffJSON takes 66 % more instructions for a
// Deployment and 36 % more for a Pod of 20 000 variables, ThreeWayJSON 115 % and
// 46 %.

// A near is a parsed document that the text which is being read resembles, and
// what is known of how the two agree. What both have alike is copied from its
// tape; the scanner reads the rest, up to the next place where they agree. How
// well the two are matched only decides how long that takes: nothing is copied
// that has not been compared.
type near struct {
	doc   *document
	open  []shared // the open lists and maps that both texts have, the outermost first
	table int      // where in doc.index the first table begins that is not passed
}

// A shared is an open list or map that stands in both texts.
type shared struct {
	slot uint32 // in the tape
	near uint32 // its slot in the near document
	next uint32 // the first value in it there that is not passed
	rest uint32 // where in the near document what follows it begins
	// others is set once it may have values that the near document lacks.
	others bool
}

const (
	// minMatch is how many bytes must be equal before the scanner copies from the near
	// document again. Shorter matches are not worth copying.
	minMatch = 64
	// tries is how many values of the near document are compared with what
	// comes next in the text: those before it may have been removed.
	tries = 3
)

// A match is a piece of the near document that stands in the text too.
type match struct {
	limit uint32 // where it ends in the near document
	shift uint32 // by how much offsets in the text are larger
	slots uint32 // by how much slots in the tape are larger
}

// clear forgets everything but scratch of the usual size.
func (n *near) clear() {
	n.doc = nil
	n.open = n.open[:0]
	if cap(n.open) > DefaultMaxDepth {
		n.open = nil
	}
}

// runNear is run for a text that resembles that of doc. It reports whether it
// has read the text. If it has not, for the texts begin differently or there is
// a fault that run has to name, the scanner is as it was.
func (s *scanner) runNear(doc *document) bool {
	root := &doc.tape[0]
	same := commonPrefix(doc.src, s.src)
	if !root.isContainer() || same <= int(root.start) {
		return false
	}
	s.near.doc, s.near.table = doc, 0
	if n := len(doc.tape) + len(doc.tape)/64 + 64; cap(s.tape) < n {
		s.tape = make([]entry, 0, n)
	}
	err := s.enterBoth(0, 0, root.end)
	i := int(root.start) + 1
	m := match{limit: uint32(same)}
	if root.end <= m.limit || len(doc.tape) > 2 && doc.begin(2) <= m.limit {
		i, err = s.copyShared(m, 2)
	}
	if err == nil && s.open != noSlot {
		s.expectOthers()
		err = s.run(i)
	}
	if err == nil && s.tape[1].height() <= uint32(s.maxDepth) {
		return true
	}
	text, size := s.padded, len(s.src)
	s.clear(keptScratch)
	s.begin(text, size, s.maxDepth)
	return false
}

// resync is called where a value begins in a list or map that stands in both
// texts, at offset i. If the near document goes on alike from a place there, it
// is copied. The result is where the scanner is to go on, if s.open is not
// noSlot.
func (s *scanner) resync(i int) (int, *Error) {
	n := &s.near
	for n.open[len(n.open)-1].slot > s.open {
		n.open = n.open[:len(n.open)-1]
	}
	s.known = s.open + 1
	i = space(s.src, i)
	q := s.findEqual(i, n.open[len(n.open)-1].next)
	for q != noSlot {
		begin := n.doc.begin(q)
		m := match{
			limit: begin + uint32(commonPrefix(n.doc.src[begin:], s.src[i:])),
			shift: uint32(i) - begin,
			slots: uint32(len(s.tape)) - q,
		}
		var err *Error
		if i, err = s.copyShared(m, q); err != nil || s.open == noSlot {
			return i, err
		}
		// What the near document has here is not in the text, which may go on
		// with what comes after it.
		i = space(s.src, i)
		in := &n.open[len(n.open)-1]
		q = noSlot
		if in.next < n.doc.tape[in.near+1].next() {
			q = s.findEqual(i, n.doc.after(in.next))
		}
	}
	s.expectOthers()
	return i, nil
}

// findEqual returns the slot of the value, from q on in the innermost open list or
// map of the near document, from which on it goes on like the text at i, or
// noSlot.
func (s *scanner) findEqual(i int, q uint32) uint32 {
	n := &s.near
	in := &n.open[len(n.open)-1]
	end := n.doc.tape[in.near+1].next()
	first := q
	for range tries {
		if q >= end {
			break
		}
		begin, after := n.doc.begin(q), n.doc.tape[q].end
		text := n.doc.src[begin:]
		if size := max(int(after-begin), minMatch); size <= len(text) && strings.HasPrefix(s.src[i:], text[:size]) {
			return q
		}
		q = n.doc.after(q)
	}
	return s.findCounterpart(i, first, end)
}

// findCounterpart is findEqual for a list or map before slot end that is not alike as a whole:
// a member of the same name, or an element whose first value is the same.
func (s *scanner) findCounterpart(i int, q, end uint32) uint32 {
	doc := s.near.doc
	for range tries {
		if q >= end {
			break
		}
		if e := &doc.tape[q]; e.isContainer() {
			// What makes one the other's counterpart ends here.
			proof := e.start + 1
			if e.name == 0 {
				proof = e.end
				if q+2 < doc.after(q) {
					proof = doc.tape[q+2].end + 1
				}
			}
			if begin := doc.begin(q); strings.HasPrefix(s.src[i:], doc.src[begin:proof]) {
				return q
			}
		}
		q = doc.after(q)
	}
	return noSlot
}

// copyShared copies what stands in a match from the value in slot q of the near
// document on, which is in the innermost open list or map. It returns where the
// scanner is to go on: after an opening bracket or a comma, or nowhere if
// s.open is noSlot.
func (s *scanner) copyShared(m match, q uint32) (int, *Error) {
	n := &s.near
	doc := n.doc
	for {
		in := &n.open[len(n.open)-1]
		end := doc.tape[in.near+1].next()
		k, rest, err := s.passWhole(m, q, end)
		if err != nil {
			return 0, err
		}
		s.copySlots(m, q, k)
		if k == end {
			after := int(doc.tape[in.near].end + m.shift)
			if err := s.leaveBoth(after); err != nil || s.open == noSlot {
				return after, err
			}
			q = end
			continue
		}
		e := &doc.tape[k]
		if in.next = k; !e.isContainer() || e.start >= m.limit {
			return int(doc.begin(k) + m.shift), nil
		}
		in.next = doc.after(k)
		if err := s.enterBoth(k, m.shift, rest); err != nil {
			return 0, err
		}
		if q = k + 2; q == doc.after(k) || doc.begin(q) > m.limit {
			return int(e.start + m.shift + 1), nil
		}
	}
}

// passWhole takes account of the values of the near document from that in slot q to the end
// of the innermost list or map that are whole in a match. It returns the slot of the
// first that is not, or end, and where what follows that one begins; it fails if a name
// is there already. That what follows a value begins in the match too proves it whole:
// a number could be longer in the text.
func (s *scanner) passWhole(m match, q, end uint32) (_, rest uint32, _ *Error) {
	n, tape := &s.near, s.near.doc.tape[:end]
	in, open := &n.open[len(n.open)-1], &s.tape[s.open]
	noted := in.others && s.count < smallMap || tape[in.near].meta&(belowFlags|ownDollar) != 0
	for int(q) < len(tape) {
		e, next := &tape[q], int(q)+1
		if e.isContainer() {
			next = int(tape[next].next())
		}
		if rest = in.rest; next < len(tape) {
			if rest = tape[next].start; tape[next].name != 0 {
				rest = tape[next].name - 1
			}
		}
		if rest > m.limit {
			break
		}
		if noted {
			if err := s.note(e); err != nil {
				return 0, 0, err
			}
		}
		if e.isContainer() {
			open.end = max(open.end, tape[q+1].height())
		}
		s.count++
		q = uint32(next)
	}
	return q, rest, nil
}

// note gives the innermost open list or map the flags that it has from a value of the
// near document's. It fails if there may be one of its name.
func (s *scanner) note(e *entry) *Error {
	n, open := &s.near, &s.tape[s.open]
	in := &n.open[len(n.open)-1]
	if n.doc.tape[in.near].meta&(belowFlags|ownDollar) != 0 {
		open.meta |= e.gives(open.typ(), n.doc.beginsWithDollar(e))
	}
	if !in.others || e.name == 0 || s.count >= smallMap {
		return nil
	}
	name := n.doc.nameOf(e)
	bit := nameBit(name)
	if d := s.document(); s.names&bit != 0 && d.findAmong(s.open+2, uint32(len(s.tape)), name) != 0 {
		return s.fail(0, duplicateName(name))
	}
	s.names |= bit
	return nil
}

// expectOthers prepares the innermost open list or map, which both texts have, for values that
// the near document's has not. Before them there is nothing to compare names with.
func (s *scanner) expectOthers() {
	in := &s.near.open[len(s.near.open)-1]
	if in.others || s.closing == ']' {
		return
	}
	in.others = true
	d := s.document()
	for i := s.open + 2; int(i) < len(d.tape) && s.count < smallMap; i = d.after(i) {
		s.names |= nameBit(d.nameOf(&d.tape[i]))
	}
}

// enterBoth begins the list or map in slot q of the near document, whose opening
// bracket is at its place plus shift in the text; what follows it begins at rest.
func (s *scanner) enterBoth(q, shift, rest uint32) *Error {
	e := s.near.doc.tape[q]
	value := entry{meta: e.meta & (longName<<nameShift | escapedName), start: e.start + shift}
	if e.name != 0 {
		value.name = e.name + shift
		e.meta &^= belowFlags // what is in it may differ
		if err := s.note(&e); err != nil {
			return err
		}
	}
	s.near.open = append(s.near.open, shared{slot: uint32(len(s.tape)), near: q, next: q + 2, rest: rest})
	s.known = uint32(len(s.tape)) + 1
	s.enter(value, s.src[value.start])
	return nil
}

// leaveBoth ends the innermost list or map, which ends in both texts.
func (s *scanner) leaveBoth(end int) *Error {
	s.near.open = s.near.open[:len(s.near.open)-1]
	if err := s.leave(end); err != nil {
		return err
	}
	if s.open == noSlot {
		return s.finish(space(s.src, end))
	}
	s.known = s.open + 1
	return nil
}

// copySlots copies whole values with all that is in them: the slots from q to k
// of the near document.
func (s *scanner) copySlots(m match, q, k uint32) {
	doc := s.near.doc
	first := len(s.tape)
	s.tape = append(slices.Grow(s.tape, int(k-q)), doc.tape[q:k]...)
	if m.shift|m.slots != 0 {
		m.move(s.tape[first:])
	}
	for n := &s.near; n.table < len(doc.index); {
		owner, size := doc.index[n.table], int(doc.index[n.table+1])
		if doc.tape[owner+1].next() > k {
			break
		}
		n.table += tableHead
		if owner >= q {
			at, cells := s.addTable(owner+m.slots, size)
			s.tape[owner+m.slots+1].start = at
			copy(cells, doc.index[n.table:])
			m.moveTable(cells, doc.tape[owner].typ())
		}
		n.table += size
	}
}

// move adapts copied entries to their new place.
func (m match) move(tape []entry) {
	for i := 0; i < len(tape); i++ {
		e := &tape[i]
		if e.name != 0 {
			e.name += m.shift
		}
		e.start += m.shift
		e.end += m.shift
		if e.isContainer() {
			i++
			tape[i].name += m.slots
		}
	}
}

// moveTable adapts a copied table, which is that of a list or of a map.
func (m match) moveTable(cells []uint32, typ Type) {
	if typ == Map {
		cells = cells[1:] // the mask
	}
	for i, slot := range cells {
		if slot != 0 {
			cells[i] = slot + m.slots
		}
	}
}
