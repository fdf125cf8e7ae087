package model

import (
	"reflect"
	"strings"
)

// A Desk is the memory of one call whose result is text or a Go tree. After [Desk.Done], another call
// uses the memory again, so no value that was made on a desk may be used any more. A program that kept
// one would see it change. Therefore only the engines of this module have desks (see [Shortcuts]).
//
// All methods of the zero Desk panic. Two goroutines must not use a Desk at the same time.
type Desk struct{ *desktop }

// A desktop is the memory of a Desk.
type desktop struct {
	documents [deskDocuments]deskDocument
	parsed    int // number of documents in use
	trees     [deskDocuments]wrapping
	wrapped   int // number of trees in use
	builder   Builder
}

// deskDocuments is the number of documents that a desk has memory for. The operation with the most
// documents is the three-way merge.
const deskDocuments = 3

// A deskDocument is a document whose tape is that of its scanner.
type deskDocument struct {
	document
	scanner scanner
}

// keptDesk is the number of bytes that a desk keeps for later calls. A desk that has more drops all of it.
const keptDesk = 256 << 10

// Shortcuts make the engines of this module faster. They have methods that other programs rarely need,
// and desks, whose values change after a call. So only the engines get them (see [ForEngines]). All
// methods of the zero Shortcuts panic.
type Shortcuts struct{ open, desks bool }

// ForEngines returns the shortcuts for a key of the type Key in package smp/internal/door, which no other
// module can name. For any other key, it returns the zero Shortcuts. If an obfuscator has renamed the
// packages, ForEngines cannot recognize the key, so any key gets shortcuts without desks.
func ForEngines(key any) Shortcuts {
	return shortcutsFor(reflect.TypeFor[Value]().PkgPath(), reflect.TypeOf(key))
}

// shortcutsFor implements ForEngines. own is the path of this package.
func shortcutsFor(own string, key reflect.Type) Shortcuts {
	module, named := strings.CutSuffix(own, "/model")
	if !named {
		return Shortcuts{open: true}
	}
	fits := key != nil && key.PkgPath() == module+"/smp/internal/door" && key.Name() == "Key"
	return Shortcuts{open: fits, desks: fits}
}

func (s Shortcuts) mustBeOpen() {
	if !s.open {
		panic("model: the zero Shortcuts cannot be used; only the engines of this module get others")
	}
}

// HasDesks reports whether NewDesk may be called.
func (s Shortcuts) HasDesks() bool { return s.desks }

// NewDesk returns a new desk.
func (s Shortcuts) NewDesk() Desk {
	if !s.desks {
		panic("model: only the engines of this module have desks")
	}
	t := new(desktop)
	t.clear()
	return Desk{t}
}

// clear gives the desk new memory.
func (d *desktop) clear() {
	*d = desktop{}
	d.builder.workshop = &workshop{desk: &d.builder}
}

// Parse parses text like [ParseString]. The value refers to text, which must not change before Done.
func (d Desk) Parse(text string, opts ...ParseOption) (Value, error) {
	t, o := d.mustBeLent(), joined(opts)
	switch {
	case t.parsed == len(t.documents) || len(text) > o.maxBytes:
		return ParseString(text, opts...)
	case o.near != nil && text == o.near.src && o.nearFits():
		return Value{doc: o.near}, nil
	}
	of := &t.documents[t.parsed]
	t.parsed++
	s := &of.scanner
	if err := s.read(text, len(text), o.maxDepth, o.near); err != nil {
		return Value{}, err
	}
	of.document = document{src: s.src, tape: s.tape, index: s.index, desk: &t.builder}
	return Value{doc: &of.document}, nil
}

// Wrap returns the value of a Go map like [WrapAny].
func (d Desk) Wrap(tree map[string]any) Value {
	t := d.mustBeLent()
	if t.wrapped == len(t.trees) {
		return newWrapping(tree).value(tree, 0)
	}
	w := &t.trees[t.wrapped]
	t.wrapped++
	w.tree, w.desk = tree, &t.builder
	return w.value(tree, 0)
}

// Builder returns the builder of the desk. Its values are in the memory of the desk.
func (d Desk) Builder() *Builder { return &d.mustBeLent().builder }

// BuilderOf returns the builder of the [Desk] on which one of the values was made, or nil. Edits of these
// values, and maps and lists that contain them, are also made on the desk.
func (s Shortcuts) BuilderOf(values ...Value) *Builder {
	s.mustBeOpen()
	for _, v := range values {
		if v.doc != nil && v.doc.desk != nil {
			return v.doc.desk
		}
	}
	return nil
}

// Done takes back all memory, and the desk can be used for another call. It must not be called while a
// value of the desk is in use. If the desk has more than 256 KiB, Done leaves them to the garbage collector.
func (d Desk) Done() {
	t := d.mustBeLent()
	for i := range t.documents[:t.parsed] {
		of := &t.documents[i]
		if poisoned {
			poison(of.tape)
		}
		of.document = document{}
		of.scanner.clear(keptScratch)
	}
	t.parsed = 0
	for i := range t.trees[:t.wrapped] {
		t.trees[i].again()
	}
	t.wrapped = 0
	t.builder.again()
	if poisoned || t.bytes() > keptDesk {
		t.clear()
	}
}

// bytes returns the size of the memory that the desk would keep.
func (d *desktop) bytes() int {
	w := d.builder.workshop
	n := bytesOf(w.scratch) + bytesOf(w.cuts.cuts) + w.slots.bytes() + w.adds.bytes() + w.changes.bytes() + w.members.bytes() +
		w.values.bytes() + w.docs.bytes() + w.tapes.bytes()
	for i := range d.documents {
		s := &d.documents[i].scanner
		n += bytesOf(s.tape) + bytesOf(s.index) + bytesOf(s.near.open)
	}
	for i := range d.trees {
		w := &d.trees[i]
		n += w.nodes.bytes() + w.room.bytes() + w.spare.bytes() + w.edits.bytes() + w.names.bytes()
	}
	return n
}

func (b *block[T]) bytes() int { return bytesOf(b.piece) }

func bytesOf[T any](s []T) int { return cap(s) * int(reflect.TypeFor[T]().Size()) }

func (d Desk) mustBeLent() *desktop {
	if d.desktop == nil {
		panic("model: the zero Desk has no memory; only the engines of this module have desks")
	}
	return d.desktop
}

// again makes the memory of the builder available again.
func (b *Builder) again() {
	w := b.workshop
	w.slots.again()
	w.adds.again()
	w.changes.again()
	w.members.again()
	w.values.again()
	w.docs.again()
	if poisoned {
		poison(w.tapes.piece)
	}
	w.tapes.again()
	w.texts.Reset()
	w.cuts.clear()
	if len(w.edits) > keptEdits {
		w.edits = nil
	}
}

// again makes the memory of a wrapped tree available again.
func (w *wrapping) again() {
	w.tree = nil
	w.bad.Store(false)
	w.deep.Store(false)
	w.nodes.again()
	w.room.again()
	w.spare.again()
	w.edits.again()
	w.names.again()
}

// again makes all slices of the block available again. Older pieces than the current one are left to the
// garbage collector.
func (b *block[T]) again() {
	clear(b.piece[:len(b.piece)-len(b.free)])
	b.free = b.piece
}

// poison overwrites a tape, so that a value that is still in use panics or has another content.
func poison(tape []entry) {
	for i := range tape {
		tape[i] = entry{name: 1 << 31, meta: 7, start: 1 << 31, end: 1 << 30}
	}
}
