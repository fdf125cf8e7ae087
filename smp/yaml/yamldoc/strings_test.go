package yamldoc_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// insertions are texts that TestChangedStrings adds to strings. They contain indicators of YAML, blanks,
// line breaks, and characters that are not printable: a control character, a byte order mark, a line
// break of Unicode, and a character that changes the direction of text.
var insertions = []string{"x", " x", "x ", "'", "\"", "\\", " #", ": ", "-", "\t", "\n", "\n\n", "\n x", "\x7f", "\ufeff", "\u2028", "\u202e", " \u202e "}

// TestChangedStrings changes each string in the texts of testdata/edits. An edit may not write a
// character that is not printable, unless the text contains it. It may not rewrite more than the string,
// and if there are no notes, the other lines stay.
func TestChangedStrings(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "edits", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	edits := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, all := readExamples(string(text))
		for _, x := range all {
			s, err := yamldoc.Read([]byte(x.before))
			if err != nil {
				continue
			}
			for i, d := range s.Documents() {
				for _, path := range stringsIn(nil, nil, d.Value) {
					edits += changeString(t, s, i, path)
				}
			}
		}
	}
	if edits < 10000 {
		t.Errorf("only %d edits", edits)
	}
}

// stringsIn appends the paths of the strings in a value to found.
func stringsIn(found []model.Path, at model.Path, v model.Value) []model.Path {
	if v.Type() == model.String {
		found = append(found, at)
	}
	for name, m := range v.Members() {
		found = stringsIn(found, at.Append(model.Field(name)), m)
	}
	for i, e := range v.Elements() {
		found = stringsIn(found, at.Append(model.Index(i)), e)
	}
	return found
}

// changeString changes the string at a path in several ways, and returns how many edits it made.
func changeString(t *testing.T, s *yamldoc.Stream, document int, path model.Path) int {
	old := string(s.Text())
	before := valuesOf(s)
	v, _ := path.Lookup(before[document])
	place, known := s.Place(document, path)
	edits := 0
	for _, more := range insertions {
		for _, at := range []int{0, strings.IndexByte(v.Text(), ' ') + 1, len(v.Text())} {
			want := slices.Clone(before)
			var err error
			if want[document], err = path.Set(want[document], model.NewString(v.Text()[:at]+more+v.Text()[at:])); err != nil {
				t.Fatal(err)
			}
			text, notes, err := s.Edit(want)
			if err != nil {
				continue
			}
			edits++
			if strings.ContainsFunc(string(text), func(r rune) bool {
				return r != '\n' && r != '\t' && !yamldoc.IsPrintable(r) && !strings.ContainsRune(old, r)
			}) {
				t.Errorf("%q with %q at %d of %s: a new character in %q is not printable", old, more, at, path, text)
			}
			// A block scalar with a line break more would contain the comment after it.
			if slices.ContainsFunc(notes, func(n yamldoc.Note) bool { return strings.HasSuffix(n.Text, "rewritten") }) && !strings.Contains(more, "\n") {
				t.Errorf("%q with %q at %d of %s: more than the string is rewritten: %q", old, more, at, path, text)
			}
			if !known || len(notes) > 0 {
				continue
			}
			head := old[:strings.LastIndexByte(old[:place.Start], '\n')+1]
			_, tail, _ := strings.Cut(old[place.End:], "\n")
			if !strings.HasPrefix(string(text), head) || !strings.HasSuffix(string(text), tail) {
				t.Errorf("%q with %q at %d of %s: other lines change in %q", old, more, at, path, text)
			}
		}
	}
	return edits
}
