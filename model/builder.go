package model

import (
	"slices"
	"strings"
)

// Price: 218 lines. Without them ApplyJSON, DiffJSON and ThreeWayJSON take 25 to 30 %
// more time over all kinds, and 11 allocations instead of 1.

// A Builder parses documents, and builds lists and maps, like [Parse],
// [Value.WithMembers], [Value.WithElements], [NewMap] and [NewList]. Its values share
// blocks of memory, which saves allocations. A block is never reused, so values stay
// valid. The price is that one value keeps its blocks alive, about 100 KiB, with parts
// of other values in them; [Value.Compact] returns a copy without them.
//
// The zero Builder is ready to use. A Builder must not be used by two goroutines at the
// same time; its values may be.
type Builder struct {
	apart   bool // gives each its own memory, and so does not change
	slots   block[slot]
	adds    block[adding]
	changes block[change]
	members block[Member]
	values  block[Value]
	docs    block[document]
	tapes   block[entry]
	texts   strings.Builder // texts, one after the other
	rewrite Rewrite
	scratch []byte
}

// A slot is a built and room for a few changes. An adding is what it adds, and room
// for one member.
type slot struct {
	built
	few [2]change
}

type adding struct {
	added
	one [1]Member
}

// apart makes the lists and maps of those who have no builder.
var apart = &Builder{
	apart:   true,
	changes: block[change]{apart: true},
	members: block[Member]{apart: true},
	values:  block[Value]{apart: true},
}

// Map is NewMap.
func (b *Builder) Map(members ...Member) (Value, error) {
	if len(members) == 0 || len(members) > smallMap {
		return b.WithMembers(emptyMap, members...)
	}
	m, _, own := b.edit(0, true)
	if len(members) > cap(own) {
		own = b.members.take(len(members))[:0]
	}
	f := effect{typ: Map}
	for _, c := range members {
		// What is no more than appended.
		if c.Value.doc == nil || memberTable(nil).find(own, c.Name) >= 0 || validText(c.Name) != c.Name {
			return b.WithMembers(emptyMap, members...)
		}
		own = append(own, c)
		f.add(isDollarName(c.Name), c.Value)
		f.size += nameSize(c.Name)
	}
	m.base, m.members = emptyMap, own
	return m.finish(emptyMap, &f)
}

// List is NewList.
func (b *Builder) List(elements ...Value) (Value, error) {
	return b.WithElements(emptyList, nil, elements...)
}

// edit returns a built and room for so many changes, and for one that adds for a
// member.
func (b *Builder) edit(changes int, adds bool) (*built, []change, []Member) {
	var s *slot
	var a *adding
	switch {
	case b.apart && adds:
		both := new(struct {
			slot
			adding
		})
		s, a = &both.slot, &both.adding
	case b.apart:
		s = new(slot)
	default:
		if s = &b.slots.take(1)[0]; adds {
			a = &b.adds.take(1)[0]
		}
	}
	room := s.few[:0]
	if changes > len(s.few) {
		room = b.changes.take(changes)[:0]
	}
	if !adds {
		s.added = &nothing
		return &s.built, room, nil
	}
	s.added = &a.added
	return &s.built, room, a.one[:0]
}

// sharedText is the length of the longest text that shares memory with others.
const sharedText = 1 << 12

// Parse is [Parse]. A text of more than 4 KiB has memory of its own.
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
	room := b.tapes.room(len(src)/4 + 128)
	s.tape = room
	err := s.read(b.text(src), len(src), o.maxDepth, o.near)
	var v Value
	if err == nil {
		n := len(s.tape)
		if cap(s.tape) == cap(room) { // it did not outgrow the room
			b.tapes.free = b.tapes.free[n:]
		}
		v.doc = &b.docs.take(1)[0]
		v.doc.src, v.doc.tape = s.src, s.tape[:n:n]
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

// text returns the text with zeros after it, as the scanner reads ahead.
func (b *Builder) text(src []byte) string {
	if need := len(src) + ahead; b.texts.Cap()-b.texts.Len() < need {
		size := max(need, min(4*b.texts.Cap(), 8*sharedText))
		b.texts = strings.Builder{}
		b.texts.Grow(size)
	}
	begin := b.texts.Len()
	b.texts.Write(src)
	b.texts.WriteString(zeros)
	return b.texts.String()[begin:]
}

// AppendJSON is [Value.AppendJSON], except for the map of the builder's [Rewrite]: its
// text is appended with the changes.
func (b *Builder) AppendJSON(dst []byte, v Value) []byte {
	if v.doc == nil || b.rewrite.of != v {
		return v.AppendJSON(dst)
	}
	return b.rewrite.appendJSON(dst)
}

// A block hands out slices of a piece of memory, each part of it once. The zero block is
// ready to use, by one goroutine.
type block[T any] struct {
	size  int  // length of the current piece
	free  []T  // unused rest of the current piece
	apart bool // allocates each slice for itself
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

// reserve starts a new piece if the current one has less than n unused values. A new piece
// is twice as long as the last one, but not longer than largest or n.
func (b *block[T]) reserve(n, largest int) {
	if n > len(b.free) {
		b.size = max(n, min(2*b.size, largest), 4)
		b.free = make([]T, b.size)
	}
}

// room returns the unused values as an empty slice with capacity n or more. The caller
// must remove from free those that it keeps.
func (b *block[T]) room(n int) []T {
	b.reserve(n, sharedText)
	return b.free[:0]
}
