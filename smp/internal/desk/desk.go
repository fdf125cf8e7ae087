// Package desk makes calls whose only result is JSON text or a Go tree. They read their documents without
// copying them, into memory that the next call uses again (see [model.Desk]):
//
//	AppendDiffJSON  ->  Call.Append  ->  the documents are read on a desk
//	                                     Engine.Diff
//	                                     the patch is written, and the desk is free again
//
// No value may leave such a call. If it has a trace, another engine as its judge, or results besides the
// text, it uses memory of its own. After an error it starts again there, because errors contain paths
// and values.
package desk

import (
	"slices"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A Document is a JSON text that a call reads.
type Document struct {
	Name string // in errors
	Text []byte
	// Optional is set if the text may be empty. The document is then absent.
	Optional bool
	// Near is set if the text may resemble the first document that is not absent.
	Near bool
}

// A Call reads documents, and writes a result.
type Call struct {
	MaxDepth, MaxBytes int // as in the options of model.Parse
	// OnlyText is set if nothing but the text of the result leaves the call, and no callback gets a value.
	OnlyText bool
	// Write appends the text of the result, if it is not the one of package model.
	Write func(dst []byte, result model.Value) []byte
	// Error returns the error for a fault in a document. Both names are those of the document. Error may be
	// nil if only Try is called, because Try returns no errors.
	Error func(f *faults.Fault, original, patch string) error
}

// A Pass is an argument of exported methods that only this module can call, because no other module can
// name the type.
type Pass struct{}

// A Guest takes part in a call on a desk, for example as a judge, and keeps no values. Only types of this
// module can be guests.
type Guest interface {
	// IsGuest reports whether the value itself is a guest. A type that embeds a guest has this method, too,
	// but may keep values.
	IsGuest(self any, _ Pass) bool
}

// Trusts reports whether v is a Guest.
func Trusts(v any) bool {
	g, ok := v.(Guest)
	return ok && g.IsGuest(v, Pass{})
}

// A frame is a desk with the documents on it.
type frame struct {
	model.Desk
	values []model.Value
	copies [][]byte // of the texts, if the desk is poisoned
}

// keptValues is the number of documents whose memory a frame keeps.
const keptValues = 8

var frames = sync.Pool{New: func() any { return &frame{Desk: door.Shortcuts.NewDesk()} }}

// Append reads the documents, calls run with their values, and appends the text of the result to dst. The
// builder is for the result. dst may be the memory of a document, because the documents are read before
// dst is written. After an error, Append returns dst.
func (c Call) Append(dst []byte, documents []Document, run func(b *model.Builder, values []model.Value) (model.Value, error)) ([]byte, error) {
	if out, ok := c.Try(dst, documents, run); ok {
		return out, nil
	}
	return c.append(Reader{builder: new(model.Builder)}, dst, documents, run)
}

// Try is like Append, but uses only a desk. It reports false after an error, or if the call must not be on
// a desk.
func (c Call) Try(dst []byte, documents []Document, run func(b *model.Builder, values []model.Value) (model.Value, error)) (out []byte, ok bool) {
	if !c.OnlyText || overlaps(dst, documents) {
		return dst, false
	}
	out = dst
	ok = Use(func(r Reader) (err error) {
		out, err = c.append(r, dst, documents, run)
		return err
	})
	return out, ok
}

func (c Call) append(r Reader, dst []byte, documents []Document, run func(b *model.Builder, values []model.Value) (model.Value, error)) ([]byte, error) {
	values, err := c.read(r, documents)
	if err != nil {
		return dst, err
	}
	result, err := run(r.builder, values)
	if err != nil {
		return dst, err
	}
	if c.Write != nil {
		return c.Write(dst, result), nil
	}
	return r.builder.AppendJSON(dst, result), nil
}

// Read reads the documents into the memory of b, which is not used again.
func (c Call) Read(b *model.Builder, documents []Document) ([]model.Value, error) {
	return c.read(Reader{builder: b}, documents)
}

func (c Call) read(r Reader, documents []Document) ([]model.Value, error) {
	values := r.values(len(documents))
	for i := range documents {
		d := &documents[i]
		var v model.Value
		if !d.isAbsent() {
			var err error
			if v, err = r.Parse(d.Text, model.MaxDepth(c.MaxDepth), model.MaxBytes(c.MaxBytes), d.near(values)); err != nil {
				return nil, c.unread(d.Name, err)
			}
		}
		values = append(values, v)
	}
	return values, nil
}

// unread returns the error for a document that model.Parse rejects.
func (c Call) unread(document string, err error) error {
	if c.Error == nil {
		return err
	}
	return c.Error(faults.Unread(err), document, document)
}

// A Reader makes the values of one call. The zero Reader makes them in ordinary memory.
type Reader struct {
	desk    *frame
	builder *model.Builder // may be nil without a desk
}

// Do calls run on a desk, if the call may be on one. After an error, and if it must not be on a desk, it
// calls run with ordinary memory, and returns the error.
func Do(onDesk bool, run func(Reader) error) error {
	if onDesk && Use(run) {
		return nil
	}
	return run(Reader{})
}

// Use calls run on a desk. No value may leave the call, but texts may, and a Go tree that was made of
// wrapped Go maps. Use reports false if run returns an error, or if there are no desks. If run panics,
// nobody uses the desk again.
func Use(run func(Reader) error) bool {
	if !door.Shortcuts.HasDesks() {
		return false
	}
	f := frames.Get().(*frame)
	err := run(Reader{f, f.Builder()})
	f.done()
	return err == nil
}

// Parse reads a JSON text. On a desk, the values share its memory.
func (r Reader) Parse(src []byte, opts ...model.ParseOption) (model.Value, error) {
	switch {
	case r.desk != nil:
		return r.desk.parse(src, opts...)
	case r.builder != nil:
		return r.builder.Parse(src, opts...)
	default:
		return model.Parse(src, opts...)
	}
}

// Wrap returns a Go map as a value, like [model.WrapAny].
func (r Reader) Wrap(tree map[string]any) model.Value {
	if r.desk != nil {
		return r.desk.Wrap(tree)
	}
	v, _ := model.WrapAny(tree) // wrapping a map cannot fail
	return v
}

// values returns memory for n values.
func (r Reader) values(n int) []model.Value {
	if r.desk == nil {
		return make([]model.Value, 0, n)
	}
	r.desk.values = slices.Grow(r.desk.values[:0], n)[:n]
	return r.desk.values[:0]
}

// isAbsent reports whether the document is optional and empty.
func (d *Document) isAbsent() bool { return d.Optional && len(d.Text) == 0 }

// near returns the document that d may resemble. before holds the documents before d.
func (d *Document) near(before []model.Value) model.ParseOption {
	for _, v := range before {
		if d.Near && v.Type() != model.Absent {
			return model.Near(v)
		}
	}
	return model.ParseOption{}
}

// parse reads a document on the desk.
func (f *frame) parse(src []byte, opts ...model.ParseOption) (model.Value, error) {
	if poisoned {
		src = append([]byte(nil), src...)
		f.copies = append(f.copies, src)
	}
	return f.Parse(alias(src), opts...)
}

// done ends the use of the values of the call, and keeps the desk for the next one.
func (f *frame) done() {
	f.Done()
	clear(f.values)
	f.values = f.values[:0]
	if cap(f.values) > keptValues {
		f.values = nil
	}
	for _, text := range f.copies {
		for i := range text {
			text[i] = '!'
		}
	}
	f.copies = nil
	frames.Put(f)
}
