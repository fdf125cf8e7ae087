package load

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// inMemory returns the documents of a text, with their trees.
func inMemory(file, text string) ([]Document, error) {
	docs, err := parse(source{place: place{file: file}, text: []byte(text)}, false)
	return apartFromLists(docs), err
}

// write writes a file for a test.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns the entries of a file.
func read(t *testing.T, r *Reader, name string) []*Entry {
	t.Helper()
	entries, err := r.Entries(name)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// described returns the identities of entries, and the values of their field data with their positions.
func described(entries []*Entry) []string {
	var all []string
	for _, d := range Documents(entries) {
		line, column := d.Position(model.Path{model.Field("data")})
		data, _ := d.Value.Get("data")
		all = append(all, fmt.Sprintf("%s: %d:%d %s", d.Identity(), line, column, data.Text()))
	}
	return all
}

// entryTexts are the texts of files, and the descriptions of their entries.
var entryTexts = []struct {
	text string
	want []string
}{
	{"kind: A\ndata: one\n---\n# the second one\nkind: B\ndata: two\n", []string{"A: 2:1 one", "B: 6:1 two"}},
	{"{kind: C,\n data: three}\n", []string{"C: 2:2 three"}},
	{"{\"kind\": \"D\"}\n{\"kind\": \"E\", \"data\": \"four\"}\n", []string{"D: 1:1 ", "E: 2:15 four"}},
	{"kind: F\n---\n# nothing\n---\n{\"kind\": \"G\",\n\"data\": \"five\"}\n", []string{"F: 1:1 ", "G: 6:1 five"}},
	{"kind: I\n---\napiVersion: v1\nkind: List\nitems:\n- {kind: J, data: six}\n- {kind: K, data: seven}\n", []string{"I: 1:1 ", "J: 6:13 six", "K: 7:13 seven"}},
	{"\ufeffdata: ten\nkind: W\n", []string{"W: 1:1 ten"}},
	{"kind: O\n---\t# a tab\nkind: P\n\ndata: eleven\n", []string{"O: 1:1 ", "P: 5:1 eleven"}},
	{"%TAG !e! tag:yaml.org,2002:\n---\nkind: Q\ndata: !e!str twelve\n...\n%TAG !e! tag:yaml.org,2002:\n---\nkind: R\ndata: !e!str x\n", []string{"Q: 4:1 twelve", "R: 9:1 x"}},
	{"kind: S\rdata: one\r---\rkind: T\r\rdata: two\r", []string{"S: 2:1 one", "T: 6:1 two"}},
	{"# \u2028\nkind: U\n---\nkind: V\ndata: w\n", []string{"U: 3:1 ", "V: 6:1 w"}},
	{"---\n- a\n", []string{"a document without kind and name: 2:1 "}},
	{"%YAML 1.1\n---\nkind: L\ndata: eight\n...\n%YAML 1.1\n---\nkind: M\ndata: nine\n", []string{"L: 4:1 eight", "M: 9:1 nine"}},
}

// A document has the same value and the same positions if its text is read again, from the disk or from
// memory. The text of standard input, and of a file that is not on the disk, stays in memory.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	for i, test := range entryTexts {
		name := filepath.Join(dir, fmt.Sprintf("%d.yaml", i))
		write(t, name, test.text)
		for _, in := range []struct {
			name string
			r    *Reader
		}{
			{name, &Reader{}},
			{"-", &Reader{Stdin: strings.NewReader(test.text)}},
			{name, &Reader{Texts: map[string][]byte{name: []byte(test.text)}}},
		} {
			entries := read(t, in.r, in.name)
			if got := described(entries); !slices.Equal(got, test.want) {
				t.Errorf("%q from %s: got %q, want %q", test.text, in.name, got, test.want)
			}
			if strings.HasPrefix(test.text, "{\"") {
				continue // a sequence of JSON documents cannot be edited
			}
			if in.name == "-" {
				in.r = &Reader{Stdin: strings.NewReader(test.text)}
			}
			if in.r.Stdin != nil || in.r.Texts != nil {
				in.r.Keep = true
				entries = read(t, in.r, in.name)
			}
			kept, err := in.r.Kept(entries)
			if err != nil {
				t.Errorf("%q from %s: %v", test.text, in.name, err)
			}
			for n, d := range kept {
				if !model.Equal(d.Value, entries[n].Document().Value) || d.Kept().Stream == nil {
					t.Errorf("%q from %s: document %d is %s with the stream %v", test.text, in.name, n, d.Value.JSON(), d.Kept().Stream)
				}
			}
		}
	}
}

// slowly reads a text in small parts, like a pipe.
type slowly struct{ io.Reader }

func (s slowly) Read(into []byte) (int, error) { return s.Reader.Read(into[:min(len(into), 1000)]) }

// A file that is read in several parts has the same entries as its documents alone.
func TestLongFiles(t *testing.T) {
	var text strings.Builder
	var want []string
	for line := 1; text.Len() < 2*textBytes+textBytes/2; line += 4 {
		n := len(want)
		fmt.Fprintf(&text, "kind: K%d\npad: %s\ndata: ö%[1]d\n---\n", n, strings.Repeat("x", 20000+n%7*1000))
		want = append(want, fmt.Sprintf("K%d: %d:1 ö%[1]d", n, line+2))
	}
	name := filepath.Join(t.TempDir(), "a.yaml")
	write(t, name, text.String())
	for _, in := range []struct {
		name string
		r    *Reader
	}{{name, &Reader{}}, {"-", &Reader{Stdin: slowly{strings.NewReader(text.String())}}}} {
		if got := described(read(t, in.r, in.name)); !slices.Equal(got, want) {
			t.Errorf("%s: %d entries, want %d", in.name, len(got), len(want))
		}
	}
}

// The limit is for a document. A file may be larger, and an endless document is not read to its end.
func TestDocumentLimit(t *testing.T) {
	small := "kind: A\n---\n"
	large := "kind: B\ndata: " + strings.Repeat("x", 100) + "\n"
	for text, want := range map[string]string{
		strings.Repeat(small, 100): "",
		small + large:              "standard input:2: limit: the document is larger than 100 bytes; --max-size raises the limit",
		large:                      "standard input: limit: the document is larger than 100 bytes; --max-size raises the limit",
	} {
		_, err := (&Reader{Stdin: strings.NewReader(text), MaxSize: 100}).Entries("-")
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%.30q…: got %v\nwant %s", text, err, want)
		}
	}
	if _, err := (&Reader{Stdin: endless{}, MaxSize: 100}).Entries("-"); err == nil {
		t.Error("an endless document has no error")
	}
}

type endless struct{}

func (endless) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = 'x'
	}
	return len(into), nil
}

// A fault in a later document has the same line as in a document alone.
func TestFaultsOfLaterDocuments(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.yaml")
	for text, want := range map[string]string{
		entryTexts[0].text + "---\nc: [}\n":         ":8: syntax: missing value",
		entryTexts[0].text + "---\nerror: denied\n": ": an error message of kubectl (error), not a Kubernetes object; correct the kubectl command that wrote it",
	} {
		write(t, name, text)
		if _, err := new(Reader).Entries(name); err == nil || err.Error() != name+want {
			t.Errorf("%q: got %v\nwant %s", text, err, name+want)
		}
	}
}

// If a file changes after it was read, documents keep their values. Their positions are then those of
// the documents.
func TestFileChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.yaml")
	const text = "kind: A\ndata: one\n---\nkind: B\ndata: two\n"
	for _, changed := range []string{"", strings.Replace(text, "two", "2  ", 1), text[:18], strings.Repeat("#", len(text)), strings.Replace(text, "two", "[}\n", 1)} {
		write(t, name, text)
		r := new(Reader)
		entries := read(t, r, name)
		if changed == "" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		} else {
			write(t, name, changed)
		}
		if got, want := described(entries[1:]), []string{"B: 3:1 two"}; !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", changed, got, want)
		}
		if strings.Contains(changed, "kind: B\n") && !strings.Contains(changed, "[") {
			continue // the file still has these objects
		}
		_, err := r.Kept(entries)
		if err == nil {
			t.Errorf("%q: the documents can be edited", changed)
		}
		if want := name + ": the file changed between two reads; run the command again"; changed == text[:18] && fmt.Sprint(err) != want {
			t.Errorf("%q: got %v, want %s", changed, err, want)
		}
	}
}

// An entry keeps the value of its document, whatever the value is.
func TestEntryKeepsValues(t *testing.T) {
	for seed := range uint64(2000) {
		v := gen.Document(gen.FromSeed(seed), smp.Schemaless)
		d := Document{Value: v}
		if got := d.entry().Document().Value; !model.Equal(got, v) || d.entry().Identity() != IdentityOf(v) {
			t.Fatalf("seed %d: got %s, want %s", seed, got.JSON(), v.JSON())
		}
	}
}

// A document whose text is read again has the same positions as one whose tree is that of the whole file.
func TestPositionsAreRead(t *testing.T) {
	places := 0
	for seed := range uint64(200) {
		v := gen.Document(gen.FromSeed(seed), smp.Schemaless)
		var one strings.Builder
		if err := output.Documents(&one, output.FormYAML, v); err != nil {
			t.Fatal(err)
		}
		for _, before := range []string{
			"", "\ufeff", "# c\n", "---\t\n", "--- # c\n", "%YAML 1.1\n---\n", "%TAG !e! tag:e,2002:\n---\n", "a: b\n---\n",
			"a: b\n...\n---\n", "a: b\n...\n%TAG !e! tag:e,2002:\n---\n", "---\n---\n", "# \u2028\na: b\n---\n",
		} {
			for _, text := range []string{before + one.String(), strings.ReplaceAll(before+one.String(), "\n", "\r\n"), strings.ReplaceAll(before+one.String(), "\n", "\r")} {
				whole, err := inMemory("file", text)
				if err != nil {
					continue // it is not valid in this form
				}
				again, err := (&Reader{Texts: map[string][]byte{"file": []byte(text)}}).Entries("file")
				if err != nil || len(whole) > 0 && len(again) != len(whole) {
					t.Fatalf("seed %d: %d and %d documents, %v\n%q", seed, len(whole), len(again), err, text)
				}
				for i, d := range whole {
					places += samePositions(t, d, again[i].Document(), nil, d.Value, text)
				}
			}
		}
	}
	if places < 10000 {
		t.Errorf("%d places", places)
	}
}

// samePositions compares the positions of all places in two documents with the same value.
func samePositions(t *testing.T, a, b Document, path model.Path, v model.Value, text string) int {
	t.Helper()
	line, column := a.Position(path)
	if l, c := b.Position(path); l != line || c != column {
		t.Fatalf("%s is at %d:%d, and at %d:%d when it is read again\n%q", path, line, column, l, c, text)
	}
	n := 1
	for name, member := range v.Members() {
		n += samePositions(t, a, b, path.Append(model.Field(name)), member, text)
	}
	for i, e := range v.Elements() {
		n += samePositions(t, a, b, path.Append(model.Index(i)), e, text)
	}
	return n
}
