package load

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unique"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// Held limits the part of the files that is kept in memory, so that memory grows with the
// largest file and not with all of them. The documents of the first files are kept with their
// text and syntax trees. Of the next files, only the values are kept, and of all others only
// the identities. Missing parts are read again when they are needed (see [Document.Loaded]).
// Tests set lower limits.
var Held = Limits{Whole: 1 << 20, Values: 16 << 20, File: 1 << 20}

// Limits are sizes in bytes.
type Limits struct {
	Whole  int64 // of the files whose documents keep their trees
	Values int64 // of the files whose documents keep their values
	// File is the length above which a file is parsed document by document, because a syntax
	// tree is about 25 times as large as its text.
	File int
}

// recentFiles is the number of files in the cache of files that were parsed again: one for
// each side of a comparison, and some spare ones.
const recentFiles = 4

// A rereading locates a document, so that it can be read again.
type rereading struct {
	r     *Reader
	file  string // the name from the command line
	start int64  // offset of the document's bytes in the file
	end   int64  // 0 for the whole file
	index int    // index of the document in these bytes
}

// Loaded returns the document with its value, read again if necessary. It returns an error if
// the file can no longer be read or has changed.
func (d Document) Loaded() (Document, error) {
	if !d.dropped {
		return d, nil
	}
	again, err := d.source.place.read()
	if err != nil {
		return d, err
	}
	if IdentityOf(again.Value) != *d.id {
		return d, fmt.Errorf("%s: the file changed between two reads; run the command again", d.Name)
	}
	d.Value, d.dropped = again.Value, false
	return d, nil
}

// Identity returns the identity of the document's object. It is known even if the value is
// not in memory.
func (d Document) Identity() Identity {
	if d.id != nil {
		return *d.id
	}
	return IdentityOf(d.Value)
}

// detached returns a copy of the identity that does not share memory with the document, so that
// the document can be freed.
func (id Identity) detached() *Identity {
	return &Identity{
		Kind:      kubernetes.Kind{APIVersion: unique.Make(id.APIVersion).Value(), Kind: unique.Make(id.Kind.Kind).Value()},
		Namespace: unique.Make(id.Namespace).Value(), Name: strings.Clone(id.Name), GenerateName: strings.Clone(id.GenerateName), bare: id.bare,
	}
}

// Kept reads the documents of one file again, now with their text for editing, as if
// Reader.Keep had been set. If docs already have their text, they are returned unchanged.
func (r *Reader) Kept(docs []Document) ([]Document, error) {
	if docs[0].source.kept != nil || docs[0].Value.Type() == model.Null {
		return docs, nil
	}
	file := docs[0].File()
	text, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	all, err := documentsIn(file, text, true)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(all, func(d Document) bool { return !d.isObject() })
	same := func(a, b Document) bool { return a.Identity() == b.Identity() }
	if !slices.EqualFunc(kept, docs, same) {
		return nil, fmt.Errorf("%s: the file changed between two reads; run the command again", file)
	}
	return kept, nil
}

// dropOverLimit drops the parts of the documents of a file that exceed the limits in Held.
func (r *Reader) dropOverLimit(file string, size int, docs []Document) []Document {
	read := r.bytes.Add(int64(size))
	if r.Keep || file == output.Stream || r.Texts != nil || read <= Held.Whole || !output.IsPlain(file) {
		return docs
	}
	for i := range docs {
		d := &docs[i]
		if d.source.place == nil {
			d.source.place = &rereading{r: r, file: file, index: i}
		}
		d.source.text, d.source.tree = nil, nil
		_, isList := d.items() // only in parseApart; reading an item again would read the whole List
		if read > Held.Values && !isList && d.Value.Type() == model.Map {
			d.id = IdentityOf(d.Value).detached()
			d.Value, d.dropped = model.Value{}, true
			d.Name = strings.Clone(d.Name)
		}
	}
	return docs
}

// read reads a document again, with its text and its syntax tree.
func (p *rereading) read() (Document, error) {
	if p.end == 0 {
		docs, err := p.r.recent(p.file)
		if err != nil {
			return Document{}, err
		}
		if p.index < len(docs) {
			return docs[p.index], nil
		}
		return Document{}, p.changed()
	}
	f, err := os.Open(p.file)
	if err != nil {
		return Document{}, output.FileError(p.file, err)
	}
	defer f.Close()
	text := make([]byte, p.end-p.start)
	if _, err := f.ReadAt(text, p.start); errors.Is(err, io.EOF) {
		return Document{}, p.changed()
	} else if err != nil {
		return Document{}, output.FileError(p.file, err)
	}
	docs, err := parse(p.file, text, false)
	if err != nil || p.index >= len(docs) {
		return Document{}, p.changed()
	}
	return docs[p.index], nil
}

func (p *rereading) changed() error {
	return fmt.Errorf("%s: the file changed between two reads; run the command again", p.file)
}

// A recentFile is a file that was parsed again.
type recentFile struct {
	name string
	docs []Document
}

// recent parses a file again and returns its documents. A small cache holds the most recent
// files.
func (r *Reader) recent(file string) ([]Document, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, f := range r.files {
		if f.name == file {
			r.files = append(slices.Delete(r.files, i, i+1), f)
			return f.docs, nil
		}
	}
	docs, err := r.parsed(file)
	if err != nil {
		return nil, err
	}
	if len(r.files) == recentFiles {
		r.files = slices.Delete(r.files, 0, 1)
	}
	r.files = append(r.files, recentFile{file, docs})
	return docs, nil
}

// tree reads a document again and returns its syntax tree. It caches the last tree, because
// successive problems are usually in the same document.
func (p *rereading) tree() (source, bool) {
	p.r.mu.Lock()
	if p.r.seen == p {
		defer p.r.mu.Unlock()
		return p.r.seenAs, true
	}
	p.r.mu.Unlock()
	d, err := p.read()
	if err != nil {
		return source{}, false
	}
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	p.r.seen, p.r.seenAs = p, d.source
	return d.source, true
}

// parseApart parses the documents of a long text separately, on all processors. The documents
// keep only their places, not their text. The result is false if the text has one document or
// if any document has an error.
func (r *Reader) parseApart(file string, text []byte) ([]Document, bool) {
	if r.Keep || len(text) <= Held.File || isJSON(text) || !output.IsPlain(file) || file == output.Stream {
		return nil, false
	}
	runs := yamldoc.Runs(text, 1)
	if len(runs) == 1 {
		return nil, false
	}
	found := make([][]Document, len(runs))
	var failed atomic.Bool
	inParallel(len(runs), func(i int) {
		run := runs[i]
		docs, err := parse(file, text[run.From:run.To], false)
		if err != nil || r.check(docs) != nil {
			failed.Store(true)
			return
		}
		for n := range docs {
			s := &docs[n].source
			s.begins += run.Lines
			s.line += run.Lines
			s.place = &rereading{r: r, file: file, start: int64(run.From), end: int64(run.To), index: n}
		}
		found[i] = r.dropOverLimit(file, run.To-run.From, docs)
	})
	if failed.Load() {
		return nil, false
	}
	return slices.Concat(found...), true
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

// LoadedPair calls [Document.Loaded] for two documents.
func LoadedPair(pair [2]Document) ([2]Document, error) {
	for i := range pair {
		var err error
		if pair[i], err = pair[i].Loaded(); err != nil {
			return pair, err
		}
	}
	return pair, nil
}

// AheadOf calls load for all values, on all processors, and use for each loaded value, in
// order. It stops at the first error. If stderr is a terminal, it shows a counter.
func AheadOf[T any](stderr io.Writer, all []T, load func(T) (T, error), use func(T) error) error {
	type loaded struct {
		value T
		err   error
	}
	shown := output.NewCounter(stderr, len(all), "objects")
	defer shown.End()
	return ahead(len(all), func(i int) loaded {
		v, err := load(all[i])
		return loaded{v, err}
	}, func(_ int, l loaded) error {
		if l.err != nil {
			return l.err
		}
		shown.Step(false)
		return use(l.value)
	})
}

// ahead calls the function load for the numbers from 0 to n-1, on all processors, and the
// function use for each result, in order. At most 64 results wait for use. ahead stops at the
// first error that use returns.
func ahead[T any](n int, load func(i int) T, use func(i int, loaded T) error) error {
	const window = 64
	slots := make([]chan T, window)
	for i := range slots {
		slots[i] = make(chan T, 1)
	}
	var next atomic.Int64
	done := make(chan struct{})
	var workers sync.WaitGroup
	tickets := make(chan struct{}, window)
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for {
				select {
				case tickets <- struct{}{}:
				case <-done:
					return
				}
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				slots[i%window] <- load(i)
			}
		}()
	}
	var err error
	for i := 0; i < n && err == nil; i++ {
		loaded := <-slots[i%window]
		<-tickets
		err = use(i, loaded)
	}
	close(done)
	workers.Wait()
	return err
}
