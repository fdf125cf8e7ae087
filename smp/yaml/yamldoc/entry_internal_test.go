package yamldoc

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// TestChangedEntries edits texts of one document. Only the listed entries are read again. If
// no entries are listed, the whole document is read again.
func TestChangedEntries(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		entries          []string
	}{
		{"a scalar", "a: 1\nb:\n  c: 2 # two\n  d: 3\n", `{"a":1,"b":{"c":4,"d":3}}`, []string{"  c: 4 # two\n"}},
		{"two far apart", "a:\n  b: 1\nc: 1\nd:\n  e: 1\n", `{"a":{"b":2},"c":1,"d":{"e":2}}`, []string{"  b: 2\n", "  e: 2\n"}},
		{"an element", "a:\n- b\n# c\n- c\n", `{"a":["b","d"]}`, []string{"- d\n"}},
		{"in an element", "a:\n- b: 1\n  c: 1\n- b: 2\n", `{"a":[{"b":1,"c":2},{"b":2}]}`, []string{"  c: 2\n"}},
		{"behind a dash", "a:\n- b: 1\n  c: 1\n- b: 2\n", `{"a":[{"b":3,"c":1},{"b":2}]}`, []string{"- b: 3\n  c: 1\n"}},
		{"one more, below", "a:\n  b: 1\nc: 1\n", `{"a":{"b":1,"d":2},"c":1}`, []string{"a:\n  b: 1\n  d: 2\n"}},
		{"one less", "a:\n  b: 1\n  # d\n  d: 2\nc: 1\n", `{"a":{"b":1},"c":1}`, []string{"a:\n  b: 1\n"}},
		{"in flow style", "a: {b: [1, 2]}\nc: 1\n", `{"a":{"b":[1,3]},"c":1}`, []string{"a: {b: [1, 3]}\n"}},
		{"a text to its end", "a: |+\n  x\n\nb: 1\n", `{"a":"y\n\n","b":1}`, []string{"a: |+\n  y\n\n"}},
		{"two, one of which cannot be read alone", "a:\n  b: 1\n  é: 1\nc: 1\n", `{"a":{"b":2,"é":2},"c":1}`, []string{"a:\n  b: 2\n  é: 2\n"}},
		{"no line break at the end", "a: 1\nb: 2", `{"a":1,"b":3}`, []string{"b: 3"}},
		{"a map for a scalar", "a: 1\nb: 2\n", `{"a":{"x":1},"b":2}`, []string{"a:\n  x: 1\n"}},
		{"a name at the end of ASCII", "~a: 1\nb: 2\n", `{"~a":3,"b":2}`, []string{"~a: 3\n"}},
		{"a name that is not ASCII", "é: 1\nb: 2\n", `{"é":3,"b":2}`, nil},
		{"a new member of the document", "a: 1\n", `{"a":1,"b":2}`, nil},
		{"of another document's separator", "--- {a: 1}\n", `{"a":2}`, nil},
		{"an anchor", "a: &x 1\nb: 2\n", `{"a":1,"b":3}`, nil},
		{"a tag", "a: !!str 1\nb: 2\n", `{"a":"1","b":3}`, nil},
		{"a merge key", "<<: {a: 1}\nb: 2\n", `{"a":1,"b":3}`, nil},
		{"JSON", "{\"a\": 1}\n", `{"a":2}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Read([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			want := model.MustParse(test.want)
			p := s.edited(0, want, nil, smallChanges)
			var texts []string
			for _, c := range p.entries {
				texts = append(texts, c.text)
			}
			if p.err != nil || !slices.Equal(texts, test.entries) {
				t.Errorf("%q: %q, %v; want %q", p.text, texts, p.err, test.entries)
			}
			if left := unconfirmed([]part{{entries: p.entries}}); len(left) > 0 != (test.entries == nil) {
				t.Errorf("%q: confirmed: %t", p.text, len(left) == 0)
			}
		})
	}
}

// TestUnconfirmed tries texts of an entry that do not have the wanted value.
func TestUnconfirmed(t *testing.T) {
	s, err := Read([]byte("a:\n  b: 1\nc: 010\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := s.edited(0, model.MustParse(`{"a":{"b":2},"c":8}`), nil, smallChanges)
	if len(p.entries) != 1 || len(unconfirmed([]part{{entries: p.entries}})) > 0 {
		t.Fatalf("%v", p.entries)
	}
	good := p.entries[0]
	for _, text := range []string{
		"  b: 3\n", "  b: \"2\"\n", "  c: 2\n", " b: 2\n", "  b: 2\n  c: 3\n", "{b: 2}\n", "  b: 02\n", // some readers read 02 as 2
		"  b: 2\n---\n", "  b: [\n", "- b\n", "", "  b: 2\na: 1\n",
	} {
		bad := good
		bad.text = text
		if left := unconfirmed([]part{{document: 1, entries: []changedEntry{good}}, {document: 2, entries: []changedEntry{bad}}}); len(left) == 0 || left[len(left)-1].document != 2 {
			t.Errorf("%q is taken for what was wanted", text)
		}
	}
}
