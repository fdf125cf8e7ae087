package load

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unique"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// An Entry is a document of a stream. It holds the identity of the object, the place of the document,
// and its value as text. This takes a quarter of the memory of the value, and a fiftieth of that of the
// syntax tree, so that all entries of a large folder fit into memory.
type Entry struct {
	place  place
	id     Identity
	value  string    // as JSON; empty if the file is empty
	number int       // number of documents before this one in the file
	many   bool      // the file has several documents
	whole  *Document // set instead of value if the text stays in memory
}

// entry returns a document as an entry. The entry does not share memory with the value.
func (d Document) entry() *Entry {
	e := &Entry{place: d.source.place}
	if d.isPresent() {
		e.id, e.value = IdentityOf(d.Value).detached(), strings.Clone(d.Value.JSON())
	}
	return e
}

// inMemory returns a document as an entry whose text stays in memory.
func (d Document) inMemory() *Entry {
	return &Entry{place: d.source.place, id: d.Identity(), whole: &d}
}

// detached returns a copy of the identity that does not share memory with the document.
func (id Identity) detached() Identity {
	return Identity{
		Kind:      kubernetes.Kind{APIVersion: unique.Make(id.APIVersion).Value(), Kind: unique.Make(id.Kind.Kind).Value()},
		Namespace: unique.Make(id.Namespace).Value(), Name: strings.Clone(id.Name), GenerateName: strings.Clone(id.GenerateName), bare: id.bare,
	}
}

// Document returns the document. Each call parses the value. This takes a fiftieth of the time of
// parsing YAML.
func (e *Entry) Document() Document {
	d := Document{Name: e.Name(), Value: model.NewNull(), source: source{place: e.place}}
	switch {
	case e.whole != nil:
		d.Value, d.source = e.whole.Value, e.whole.source
	case e.value != "":
		d.Value = model.MustParse(e.value) // the text of a value is valid
	}
	return d
}

// Documents returns the documents of entries.
func Documents(entries []*Entry) []Document {
	docs := make([]Document, len(entries))
	for i, e := range entries {
		docs[i] = e.Document()
	}
	return docs
}

// Name returns the name of the document for errors: its file, and also the document if the file has
// several.
func (e *Entry) Name() string {
	if !e.many {
		return e.place.file
	}
	return e.place.file + ": " + e.label()
}

// Identity returns the identity of the object.
func (e *Entry) Identity() Identity { return e.id }

// File returns the name of the document's file.
func (e *Entry) File() string { return e.place.file }

// isPresent reports whether the file is not empty.
func (e *Entry) isPresent() bool { return e.value != "" || e.whole != nil }

// CheckPresent rejects an empty file, because an empty modified document would delete
// everything.
func (e *Entry) CheckPresent() error {
	if e.isPresent() {
		return nil
	}
	return emptyFile(e.Name())
}

// label returns the name of a document in messages: its kind and name, or else its number.
func (e *Entry) label() string {
	switch id := e.id; {
	case id.Kind.Kind != "" && id.Name != "":
		return id.String()
	case id.Kind.Kind != "" && id.GenerateName != "":
		return fmt.Sprintf("%s (document %d)", id, e.number+1) // several objects may have the same generateName
	}
	return fmt.Sprintf("document %d", e.number+1)
}

// line returns the line in which a document begins.
func (e *Entry) line() int {
	line, _ := e.Document().Position(nil)
	return line
}

// NoEntry returns an entry without a value, with a name for errors.
func NoEntry(name string) *Entry { return &Entry{place: place{file: name}} }

// Entries reads the documents of a file. The items of a List are separate documents. If
// there are several documents, each has its own name. An empty file contains one null
// document, and an empty List contains none. Errors contain the file and, for syntax errors,
// the line.
func (r *Reader) Entries(file string) ([]*Entry, error) {
	if r.Keep {
		return r.editable(file)
	}
	var all []*Entry
	parsed := 0
	err := r.texts(file, func(texts []source) error {
		found := make([]parsedText, len(texts))
		inParallel(len(texts), func(i int) { found[i] = r.parsed(texts[i]) })
		for _, text := range found {
			if text.err != nil {
				return text.err
			}
			all, parsed = append(all, text.entries...), parsed+text.documents
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if parsed == 0 {
		return []*Entry{NoEntry(DisplayName(file))}, nil
	}
	return numbered(all), nil
}

// numbered sets the fields of entries that depend on the others in their file.
func numbered(entries []*Entry) []*Entry {
	for i, e := range entries {
		e.number, e.many = i, len(entries) > 1
	}
	return entries
}

// InText returns the documents of a text that was read from a file. The items of a List are separate
// documents. An empty text has none. The errors are those of a file with this text.
func (r *Reader) InText(file string, text []byte) ([]Document, error) {
	entries, err := r.inMemory(file, text, false)
	return Documents(entries), err
}

// editable is like entries for documents that can be written back with their style.
func (r *Reader) editable(file string) ([]*Entry, error) {
	text, err := r.whole(file)
	if err != nil {
		return nil, err
	}
	entries, err := r.inMemory(file, text, true)
	if err == nil && entries == nil {
		entries = []*Entry{NoEntry(DisplayName(file))}
	}
	return entries, err
}

// inMemory returns the documents of a text as entries that keep the text and its tree. An empty text
// has none, and an empty List has none, but a list that is not nil.
func (r *Reader) inMemory(file string, text []byte, keep bool) ([]*Entry, error) {
	docs, err := parse(source{place: place{file: DisplayName(file)}, text: text}, keep)
	if err == nil {
		err = r.check(docs)
	}
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	all := []*Entry{}
	for _, d := range apartFromLists(docs) {
		all = append(all, d.inMemory())
	}
	return numbered(all), nil
}

// A parsedText is the result of parsing a text.
type parsedText struct {
	documents int // the number of documents; a List is one
	entries   []*Entry
	err       error
}

// parsed parses a text. The text and its tree are not kept.
func (r *Reader) parsed(text source) parsedText {
	docs, err := parse(text, false)
	if err == nil {
		err = r.check(docs)
	}
	found := parsedText{documents: len(docs), err: err}
	for _, d := range apartFromLists(docs) {
		if d.source.held {
			found.entries = append(found.entries, d.inMemory())
			continue
		}
		d.source = d.source.alone()
		d.source.sum = maphash.Bytes(textSeed, d.source.text)
		found.entries = append(found.entries, d.entry())
	}
	return found
}

// check rejects documents that are not objects or patches.
func (r *Reader) check(docs []Document) error {
	err := checkNoMessages(docs, r.AnyMaps)
	if err == nil && !r.Encrypted {
		err = checkDecrypted(docs)
	}
	return err
}

// apartFromLists replaces each List in docs by the items of the List, unless SOPS has encrypted
// the List.
func apartFromLists(docs []Document) []Document {
	apart := make([]Document, 0, len(docs))
	for _, d := range docs {
		items, isList := d.items()
		isList = isList && !IsEncrypted(d.Value)
		of, _ := itemKind(d.Value)
		if !isList {
			apart = append(apart, d)
		}
		for i, item := range items.Elements() {
			if isList {
				inside := d.source
				inside.list = model.Path{model.Field("items"), model.Index(i)}
				if inside.untyped = kinds.Complete(of) && isUntyped(item); inside.untyped {
					item = withKind(item, of)
				}
				apart = append(apart, Document{Name: d.Name, Value: item, source: inside})
			}
		}
	}
	return apart
}

// Kept returns the documents of one file with their text for editing. If Keep was not set, it reads the
// file again, which must not be standard input.
func (r *Reader) Kept(entries []*Entry) ([]Document, error) {
	if e := entries[0]; !e.isPresent() || e.whole != nil && e.whole.source.kept != nil {
		return Documents(entries), nil
	}
	file := entries[0].File()
	text, err := r.whole(file)
	if err != nil {
		return nil, err
	}
	all, err := parse(source{place: place{file: file}, text: text}, true)
	if err != nil {
		return nil, err
	}
	all = apartFromLists(all)
	kept := make([]Document, len(entries))
	for i, e := range entries {
		if n := e.number; n >= len(all) || IdentityOf(all[n].Value) != e.id {
			return nil, fmt.Errorf("%s: the file changed between two reads; run the command again", file)
		}
		kept[i] = all[e.number]
		kept[i].Name = e.Name()
	}
	return kept, nil
}

const (
	// textBytes is the length of the part of a file that is read at once.
	textBytes = 4 << 20
	// runBytes is the least length of a text that is parsed at once.
	runBytes = 64 << 10
)

// texts divides a file between documents. It calls do for the texts of each part of the file, in
// order. It returns an error for a text that is longer than the limit, and the error of do.
func (r *Reader) texts(name string, do func(texts []source) error) error {
	in, size, plain, err := r.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	at := place{file: DisplayName(name), reader: r}
	var text []byte // from the offset at.start on
	for last := false; !last; {
		// If no document has ended, the part is doubled, so that a long document is not searched often.
		step := int64(max(textBytes, len(text)))
		read := bytes.NewBuffer(text)
		read.Grow(int(min(size, step)) + bytes.MinRead)
		n, err := read.ReadFrom(io.LimitReader(in, step))
		if err != nil {
			return output.FileError(at.file, err)
		}
		if text, last = read.Bytes(), n < step; !plain {
			r.keep(at.file, text[len(text)-int(n):])
		}
		end := len(text)
		if !last { // the last line may be incomplete, and so is the last run
			end = bytes.LastIndexByte(text, '\n') + 1
		}
		runs := yamldoc.Runs(text[:end], runBytes)
		if !last {
			end = runs[len(runs)-1].From
			runs = runs[:len(runs)-1]
		}
		texts := make([]source, len(runs))
		for i, run := range runs {
			one := source{place: at, text: text[run.From:run.To]}
			one.start, one.end, one.line = at.start+int64(run.From), at.start+int64(run.To), at.line+run.Lines
			if err := r.tooLarge(one); err != nil {
				return err
			}
			texts[i] = one
		}
		if err := do(texts); err != nil {
			return err
		}
		if end > 0 {
			at.start, at.line = at.start+int64(end), at.line+bytes.Count(text[:end], []byte("\n"))
			text = bytes.Clone(text[end:])
		}
		if err := r.tooLarge(source{place: at, text: text}); err != nil {
			return err
		}
	}
	return nil
}

// tooLarge returns the error for the first document of a text that is larger than the limit, or nil.
func (r *Reader) tooLarge(text source) error {
	if int64(len(text.text)) <= r.maxSize() {
		return nil
	}
	for _, run := range yamldoc.Runs(text.text, 1) {
		if int64(run.To-run.From) > r.maxSize() {
			return r.overLimit("document", text.file, text.line+run.Lines)
		}
	}
	return nil
}

var textSeed = maphash.MakeSeed()

// keep adds to the text of a file that cannot be read twice, such as standard input.
func (r *Reader) keep(file string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.once == nil {
		r.once = map[string][]byte{}
	}
	r.once[file] = append(r.once[file], text...)
}

// again reads the text of a source again. It returns nil if this fails, or if the text changed. The
// caller has locked r.
func (r *Reader) again(s source) []byte {
	if text, ok := r.once[s.file]; ok {
		return text[s.start:s.end]
	}
	f, err := os.Open(s.file)
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, s.end-s.start)
	if _, err := f.ReadAt(text, s.start); err != nil || maphash.Bytes(textSeed, text) != s.sum {
		return nil
	}
	return text
}

// A recentText is a text that was read again, with its tree.
type recentText struct {
	source source
	tree   *tree
}

// recentTexts is the number of texts in the cache: one for each side of a comparison, and some spare
// ones.
const recentTexts = 4

// withTree returns the source with its text and a syntax tree, which only one goroutine at a time may use. If the text has to be read again and
// cannot be read, both are nil. A small cache contains the last trees, because successive
// problems are usually in the same document, and the items of a List share one tree.
func (s source) withTree() source {
	if s.tree != nil || s.reader == nil {
		return s
	}
	r := s.reader
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.recent {
		if o := one.source; o.file == s.file && o.start == s.start && o.sum == s.sum {
			s.text, s.tree = o.text, one.tree
			return s
		}
	}
	if s.text = r.again(s); s.text == nil {
		return s
	}
	s.tree = new(tree)
	if len(r.recent) == recentTexts {
		r.recent = slices.Delete(r.recent, 0, 1)
	}
	r.recent = append(r.recent, recentText{s, s.tree})
	return s
}

// whole returns the text of a file, whose documents may each be as long as the limit.
func (r *Reader) whole(name string) ([]byte, error) {
	in, size, _, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file := DisplayName(name)
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := text.ReadFrom(io.LimitReader(in, hardMaxSize)); err != nil {
		return nil, output.FileError(file, err)
	}
	return text.Bytes(), r.tooLarge(source{place: place{file: file}, text: text.Bytes()})
}

// inParallel calls do for the numbers from 0 to n-1, on all processors.
func inParallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		}()
	}
	workers.Wait()
}
