package model

import (
	"slices"
	"strings"
)

// This file costs 218 lines of code. Without Builder, ApplyJSON, DiffJSON and ThreeWayJSON take 25
// to 30 % more time on average over all kinds, and make 11 allocations instead of 1.

// A Builder does the work of [Parse], [Value.WithMembers], [Value.WithElements], [NewMap] and
// [NewList] with fewer allocations, because its values share blocks of memory. A block is never
// reused, except on a [Desk], so the values stay valid. However, a single value keeps all its blocks alive. Its blocks
// take about 100 KiB and may hold parts of other values. [Value.Compact] returns a copy that does
// not use these blocks.
//
// The zero Builder is ready to use. A copy of a Builder that has been used is the same Builder, with
// the same memory. Two goroutines must not use a Builder at the same time, but they may share its
// values.
type Builder struct{ *workshop }

// A workshop is the memory of a Builder. If it were in the Builder itself, two copies would hand out
// the same memory twice.
type workshop struct {
	apart   bool     // allocates each value separately; such a workshop has no state
	desk    *Builder // the builder, if it is that of a desk
	slots   block[builtRoom]
	adds    block[addedRoom]
	changes block[change]
	members block[Member]
	values  block[Value]
	docs    block[document]
	tapes   block[entry]
	texts   strings.Builder // copied texts, one after the other
	rewrite Rewrite
	cuts    rewriting  // state of rewrite
	edits   []*mapEdit // unused edits of Editors
	scratch []byte
}

// open returns the memory of the Builder, which the first call makes.
func (b *Builder) open() *workshop {
	if b.workshop == nil {
		b.workshop = new(workshop)
	}
	return b.workshop
}

// Reset drops the blocks of memory, so that they live only as long as the values in them. Later
// values of the Builder do not share memory with earlier ones. A rewrite of the Builder ends.
func (b *Builder) Reset() {
	if b.workshop != nil {
		edits := b.edits
		if len(edits) > keptEdits {
			edits = nil
		}
		*b.workshop = workshop{edits: edits}
	}
}

// keptEdits is the largest number of unused edits that a Builder keeps after Reset.
const keptEdits = 8

// A builtRoom is the memory for one built value with at most two changes.
type builtRoom struct {
	built
	few [2]change
}

// An addedRoom is the memory for the added members of one built value, with space for one member.
type addedRoom struct {
	added
	one [1]Member
}

// apart is the Builder of the functions and methods that have no Builder. It allocates each value
// separately.
var apart = &Builder{&workshop{
	apart:   true,
	changes: block[change]{apart: true},
	members: block[Member]{apart: true},
	values:  block[Value]{apart: true},
}}

// Map returns the same map as [NewMap].
func (b *Builder) Map(members ...Member) (Value, error) {
	if len(members) == 0 || len(members) > smallMap {
		return b.WithMembers(emptyMap, members...)
	}
	m, _, own := b.open().edit(0, true)
	if len(members) > cap(own) {
		own = b.members.take(len(members))[:0]
	}
	sum := effect{typ: Map}
	for _, c := range members {
		// A removal, a repeated name or an invalid name needs the general path.
		if c.Value.doc == nil || memberTable(nil).find(own, c.Name) >= 0 || validText(c.Name) != c.Name {
			return b.WithMembers(emptyMap, members...)
		}
		own = append(own, c)
		sum.add(isDollarName(c.Name), c.Value)
		sum.size += nameSize(c.Name)
	}
	m.base, m.members = emptyMap, own
	return m.finish(emptyMap, &sum)
}

// List returns the same list as [NewList].
func (b *Builder) List(elements ...Value) (Value, error) {
	return b.WithElements(emptyList, nil, elements...)
}

// edit returns a new built value and an empty slice with capacity for the given number of changes.
// If adds is set, it also returns an empty slice with capacity for one added member.
func (w *workshop) edit(changes int, adds bool) (*built, []change, []Member) {
	var s *builtRoom
	var a *addedRoom
	switch {
	case w.apart && adds:
		both := new(struct {
			builtRoom
			addedRoom
		})
		s, a = &both.builtRoom, &both.addedRoom
	case w.apart:
		s = new(builtRoom)
	default:
		if s = &w.slots.take(1)[0]; adds {
			a = &w.adds.take(1)[0]
		}
	}
	s.desk = w.desk
	room := s.few[:0]
	if changes > len(s.few) {
		room = w.changes.take(changes)[:0]
	}
	if !adds {
		s.added = &nothing
		return &s.built, room, nil
	}
	s.added = &a.added
	return &s.built, room, a.one[:0]
}

// Parse parses src like the function [Parse]. A text longer than 4 KiB gets its own block of
// memory.
func (b *Builder) Parse(src []byte, opts ...ParseOption) (Value, error) {
	o := joined(opts)
	switch {
	case len(src) > sharedText || len(src) > o.maxBytes:
		return Parse(src, opts...)
	case o.near != nil && string(src) == o.near.src && o.nearFits():
		return Value{doc: o.near}, nil
	}
	s := scanners.Get().(*scanner)
	scratch := s.tape
	room := b.open().tapes.room(len(src)/4 + 128)
	s.tape = room
	err := s.read(b.text(src), len(src), o.maxDepth, o.near)
	var v Value
	if err == nil {
		n := len(s.tape)
		if cap(s.tape) == cap(room) { // the tape still fits in the block
			b.tapes.free = b.tapes.free[n:]
		}
		v.doc = &b.docs.take(1)[0]
		v.doc.src, v.doc.tape, v.doc.desk = s.src, s.tape[:n:n], b.desk
		if len(s.index) > 0 {
			v.doc.index = slices.Clone(s.index)
		}
	}
	s.tape = scratch
	s.clear(keptScratch)
	scanners.Put(s)
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// text returns a copy of src that is followed by zeros in memory, because the scanner reads ahead.
func (w *workshop) text(src []byte) string {
	if need := len(src) + ahead; w.texts.Cap()-w.texts.Len() < need {
		size := max(need, min(4*w.texts.Cap(), 8*sharedText))
		w.texts = strings.Builder{}
		w.texts.Grow(size)
	}
	begin := w.texts.Len()
	w.texts.Write(src)
	w.texts.WriteString(zeros)
	return w.texts.String()[begin:]
}

// A block cuts slices from larger pieces of memory. No two slices overlap. The zero
// block is ready to use by one goroutine.
type block[T any] struct {
	size  int  // length of the current piece
	piece []T  // current piece
	free  []T  // unused rest of the current piece
	apart bool // allocates each slice separately
}

// largestPiece is the length of the longest piece that take allocates.
const largestPiece = 64

// take returns n zero values.
func (b *block[T]) take(n int) []T {
	if b.apart || n > largestPiece {
		return make([]T, n)
	}
	b.reserve(n, largestPiece)
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}

// reserve starts a new piece if the current one has fewer than n unused values. A new piece
// is twice as long as the last one, but not longer than largest unless n is greater.
func (b *block[T]) reserve(n, largest int) {
	if n > len(b.free) {
		b.size = max(n, min(2*b.size, largest), 4)
		b.piece = make([]T, b.size)
		b.free = b.piece
	}
}

// room returns the unused values of the current piece as an empty slice with a capacity of at least
// n. The caller must remove the values that it uses from the field free.
func (b *block[T]) room(n int) []T {
	b.reserve(n, sharedText)
	return b.free[:0]
}

// maker returns the builder of the desk of v, or the builder apart.
func (v Value) maker() *Builder {
	if v.doc == nil || v.doc.desk == nil {
		return apart
	}
	return v.doc.desk
}
