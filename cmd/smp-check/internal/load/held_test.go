package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// withLimits sets the limits of the documents in memory until the end of a test.
func withLimits(t *testing.T, limits Limits) {
	before := Held
	Held = limits
	t.Cleanup(func() { Held = before })
}

// write writes a file for a test.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns the documents of a file.
func read(t *testing.T, r *Reader, name string) []Document {
	t.Helper()
	docs, err := r.documents(name)
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// described returns the parts of documents that are in memory, the positions of their field data,
// and their values.
func described(t *testing.T, docs []Document) []string {
	t.Helper()
	var all []string
	for _, d := range docs {
		var parts []string
		if d.source.tree != nil {
			parts = append(parts, "tree")
		}
		if !d.dropped {
			parts = append(parts, "value")
		}
		line, column := d.Position(model.Path{model.Field("data")})
		loaded, err := d.Loaded()
		if err != nil {
			t.Fatal(err)
		}
		data, _ := loaded.Value.Get("data")
		all = append(all, fmt.Sprintf("%s: %s, %d:%d %s", d.Identity(), strings.Join(parts, " "), line, column, data.Text()))
	}
	return all
}

const (
	twoMaps = "kind: A\ndata: one\n---\n# the second one\nkind: B\ndata: two\n"
	oneMap  = "{kind: C,\n data: three}\n"
)

// The documents of the first files are kept with their trees, those of the next files with their
// values, and the others are read again. The items of a List are kept if the file is parsed document by
// document, because reading one of them again would read the whole List.
func TestHeld(t *testing.T) {
	dir := t.TempDir()
	texts := []string{
		twoMaps, oneMap, twoMaps, "{\"kind\": \"D\"}\n{\"kind\": \"E\", \"data\": \"four\"}\n", "kind: F\n---\n# nothing\n---\n{\"kind\": \"G\",\n\"data\": \"five\"}\n",
		"kind: I\n---\napiVersion: v1\nkind: List\nitems:\n- {kind: J, data: six}\n- {kind: K, data: seven}\n", "---\n- a\n",
	}
	for i, text := range texts {
		write(t, filepath.Join(dir, fmt.Sprintf("%d.yaml", i)), text)
	}
	start := []string{
		"A: tree value, 2:1 one", "B: tree value, 6:1 two", "C: value, 2:2 three", "A: , 2:1 one", "B: , 6:1 two",
		"D: , 1:1 ", "E: , 2:15 four", "F: , 1:1 ", "G: , 6:1 five", "I: , 1:1 ",
	}
	first, second := int64(len(twoMaps)), int64(len(twoMaps)+len(oneMap))
	for _, test := range []struct {
		limits Limits
		whole  int // the longest file parsed in one go
		end    []string
	}{
		{Limits{Whole: first, Values: second, File: 1000}, len(texts[5]), []string{"J: , 6:13 six", "K: , 7:13 seven"}},
		{Limits{Whole: first, Values: second, File: len(twoMaps)}, len(twoMaps), []string{"J: value, 6:13 six", "K: value, 7:13 seven"}},
		{Limits{Whole: first, Values: second}, len(texts[3]), []string{"J: value, 6:13 six", "K: value, 7:13 seven"}},
	} {
		withLimits(t, test.limits)
		r := new(Reader)
		var got []string
		for i := range texts {
			got = append(got, described(t, read(t, r, filepath.Join(dir, fmt.Sprintf("%d.yaml", i))))...)
		}
		want := slices.Concat(start, test.end, []string{"a document without kind and name: value, 2:1 "})
		if !slices.Equal(got, want) {
			t.Errorf("%+v: got %q\nwant %q", test.limits, got, want)
		}
		if r.heap.whole != test.whole {
			t.Errorf("%+v: %d bytes are parsed in one go, want %d", test.limits, r.heap.whole, test.whole)
		}
	}
}

// Only plain files are read again. The value of a document from standard input stays in memory, and so do
// all parts of documents that keep their style or are not on the disk.
func TestHeldInMemory(t *testing.T) {
	withLimits(t, Limits{})
	name := filepath.Join(t.TempDir(), "a.yaml")
	write(t, name, twoMaps)
	for _, test := range []struct {
		name string
		r    *Reader
	}{
		{"-", &Reader{Stdin: strings.NewReader(twoMaps)}},
		{name, &Reader{Keep: true}},
		{name, &Reader{Texts: map[string][]byte{name: []byte(twoMaps)}}},
	} {
		want := []string{"A: tree value, 2:1 one", "B: tree value, 6:1 two"}
		if got := described(t, read(t, test.r, test.name)); !slices.Equal(got, want) {
			t.Errorf("%s: got %q\nwant %q", test.name, got, want)
		}
	}
}

// A file that is parsed document by document is kept up to the limit, not only its first document.
func TestHeldUpToTheLimit(t *testing.T) {
	withLimits(t, Limits{Whole: int64(len(twoMaps)), Values: int64(len(twoMaps))})
	name := filepath.Join(t.TempDir(), "a.yaml")
	write(t, name, twoMaps)
	docs := read(t, new(Reader), name)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	want := []string{"A: tree value, 2:1 one", "B: tree value, 6:1 two"}
	if got := described(t, docs); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A fault in a long file has the same line as in a short one.
func TestFaultsOfLongFiles(t *testing.T) {
	withLimits(t, Limits{})
	name := filepath.Join(t.TempDir(), "a.yaml")
	for text, want := range map[string]string{
		twoMaps + "---\nc: [}\n":         ":8: syntax: missing value",
		twoMaps + "---\nerror: denied\n": ": an error message of kubectl (error), not a Kubernetes object; correct the kubectl command that wrote it",
	} {
		write(t, name, text)
		if _, err := new(Reader).documents(name); err == nil || err.Error() != name+want {
			t.Errorf("%q: got %v\nwant %s", text, err, name+want)
		}
	}
}

// If a file changes between two reads, the second one fails.
func TestHeldFileChanges(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.yaml")
	const changed = ": the file changed between two reads; run the command again"
	for _, test := range []struct {
		name         string
		text         string // the changed text; empty if the file is deleted
		whole, apart string // the error for the second document
	}{
		{"deleted", "", ": no such file or directory", ": no such file or directory"},
		{"other value", strings.Replace(twoMaps, "two", "2  ", 1), "", ""},
		{"other object", strings.Replace(twoMaps, "B", "C", 1), ": document 2" + changed, ": document 2" + changed},
		{"shorter", twoMaps[:18], changed, changed},
		{"empty", strings.Repeat("#", len(twoMaps)), changed, changed},
		{"faulty", strings.Replace(twoMaps, "two", "[}\n", 1), ":6: syntax: missing value", changed},
	} {
		for _, file := range []int{1000, 0} {
			withLimits(t, Limits{File: file})
			write(t, name, twoMaps)
			docs := read(t, new(Reader), name)
			if test.text == "" {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			} else {
				write(t, name, test.text)
			}
			want := test.whole
			if file == 0 {
				want = test.apart
			}
			if want != "" {
				want = name + want
			}
			d, err := docs[1].Loaded()
			if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
				t.Errorf("%s, at most %d bytes in one go: got %v\nwant %s", test.name, file, err, want)
			}
			if err == nil && d.Value.Type() != model.Map {
				t.Errorf("%s: the document has no value", test.name)
			}
			if test.text == "" { // the place is that of the document, which is known
				if line, column := docs[1].Position(model.Path{model.Field("data")}); line != 3 || column != 1 {
					t.Errorf("%s: the document begins at %d:%d", test.name, line, column)
				}
			}
		}
	}
}

func TestLoadedPair(t *testing.T) {
	withLimits(t, Limits{})
	name := filepath.Join(t.TempDir(), "a.yaml")
	write(t, name, twoMaps)
	docs := read(t, new(Reader), name)
	pair, err := LoadedPair([2]Document(docs))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"one", "two"} {
		if data, _ := pair[i].Value.Get("data"); data.Text() != want {
			t.Errorf("document %d has data %q, want %s", i+1, data.Text(), want)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadedPair([2]Document(docs)); err == nil {
		t.Error("the deleted file is read again without an error")
	}
}
