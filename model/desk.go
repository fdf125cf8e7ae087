package model

import "reflect"

// A Desk is the memory of one call whose result is text or a Go tree. After [Desk.Done], another call
// uses the memory again, so no value that was made on a desk may be used any more. A program that kept
// one would see it change. Therefore only the engines of this module have desks (see [Desks]).
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

// These are the limits for the memory that a desk keeps for later calls: 64 KiB of tape for each
// document, and one piece of each kind of block, which together have at most 100 KiB.
const (
	keptTape  = 1 << 12 // entries of a tape, and of an index
	keptPiece = 1 << 12 // entries of a piece of a block
)

// keyOfDesks is the package and the name of the type that opens Desks. Only packages below smp can
// import this package.
const keyOfDesks = "github.com/strategicpatch/smp/smp/internal/desk.Key"

// Desks returns a function that makes a desk. The type of key must be one that only the engines of this
// module can name. For any other key, Desks returns nil, and the caller works without desks. This is
// also the case if the module has been renamed.
func Desks(key any) func() Desk {
	t := reflect.TypeOf(key)
	if t == nil || t.PkgPath()+"."+t.Name() != keyOfDesks {
		return nil
	}
	return func() Desk { return Desk{&desktop{builder: Builder{new(workshop)}}} }
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
	of.document = document{src: s.src, tape: s.tape, index: s.index}
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
	w.tree = tree
	return w.value(tree, 0)
}

// Builder returns the builder of the desk. Its values are in the memory of the desk.
func (d Desk) Builder() *Builder { return &d.mustBeLent().builder }

// Done takes back all memory, and the desk can be used for another call. It must not be called while a
// value of the desk is in use. The memory that it keeps is limited: usually it is less than 100 KiB, and
// never more than 300 KiB.
func (d Desk) Done() {
	t := d.mustBeLent()
	for i := range t.documents[:t.parsed] {
		of := &t.documents[i]
		if poisoned {
			poison(of.tape)
		}
		of.document = document{}
		if of.scanner.clear(keptTape); poisoned {
			of.scanner = scanner{}
		}
	}
	t.parsed = 0
	for i := range t.trees[:t.wrapped] {
		t.trees[i].again()
	}
	t.wrapped = 0
	t.builder.again()
}

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
	if cap(w.scratch) > keptScratch {
		w.scratch = nil
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
	if len(b.piece) > keptPiece || poisoned {
		clear(b.piece)
		*b = block[T]{}
		return
	}
	clear(b.piece[:len(b.piece)-len(b.free)])
	b.free = b.piece
}

// poison overwrites a tape, so that a value that is still in use panics or has another content.
func poison(tape []entry) {
	for i := range tape {
		tape[i] = entry{name: 1 << 31, meta: 7, start: 1 << 31, end: 1 << 30}
	}
}
