package yamldoc_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A text without content has an empty document, or none. Only returns an empty document in both cases.
func TestEmptyTexts(t *testing.T) {
	for _, test := range []struct {
		text      string
		documents int
		empty     bool
	}{
		{"", 0, true},
		{"\n", 0, true},
		{"# c\n", 0, true},
		{"\ufeff", 0, true},
		{"# c\r", 0, true}, // other line breaks
		{"---\n", 1, true},
		{"--- # c\n...\n", 1, true},
		{"null\n", 1, false},
		{"--- &a\n", 1, false},
		{"--- !!null\n", 1, false},
		{"\"\"\n", 1, false},
	} {
		s, err := yamldoc.Read([]byte(test.text))
		if err != nil {
			t.Fatalf("%q: %v", test.text, err)
		}
		if d, err := s.Only(); err != nil || d.IsEmpty() != test.empty || len(s.Documents()) != test.documents {
			t.Errorf("%q: empty is %t, %v, of %d documents; want %t of %d", test.text, d.IsEmpty(), err, len(s.Documents()), test.empty, test.documents)
		}
		for _, document := range []int{-1, test.documents} {
			if at, ok := s.Place(document, nil); ok {
				t.Errorf("%q: document %d is at %v", test.text, document, at)
			}
			if notes := s.Misread(document); notes != nil {
				t.Errorf("%q: document %d has the notes %v", test.text, document, notes)
			}
			if at, ok := s.Place(document, model.Path{model.Field("a")}); ok {
				t.Errorf("%q: document %d has a field at %v", test.text, document, at)
			}
		}
	}
}
