package yamldoc

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// TestCheck checks texts whose documents in the middle are edited. Both ways to check find those that
// do not have their wanted values, and those that are not written as before.
func TestCheck(t *testing.T) {
	const before, after = "a: 1\n", "d: 1\n"
	for _, test := range []struct {
		name           string
		texts, becomes []string
		want           []string
		bad            []int // counted from 0 in texts
	}{
		{"right", []string{"b: 1\n"}, []string{"b: 2\n"}, []string{`{"b":2}`}, nil},
		{"wrong", []string{"b: 1\n"}, []string{"b: 3\n"}, []string{`{"b":2}`}, []int{0}},
		{"one of two wrong", []string{"b: 1\n", "c: 1\n"}, []string{"b: 2\n", "c: 3\n"}, []string{`{"b":2}`, `{"c":2}`}, []int{1}},
		{"not readable", []string{"b: 1\n", "c: 1\n"}, []string{"b: 3\n", "c: [\n"}, []string{`{"b":2}`, `{"c":2}`}, []int{0, 1}},
		{"more documents", []string{"b: 1\n", "c: 1\n"}, []string{"b: 3\n", "c: 2\n---\ne: 1\n"}, []string{`{"b":2}`, `{"c":2}`}, []int{0, 1}},
		{"no line break", []string{"b: 1\n"}, []string{"b: 2"}, []string{`{"b":2}`}, []int{0}},
		{"ambiguous", []string{"b: 1\n"}, []string{"b: no\n"}, []string{`{"b":false}`}, []int{0}},
		{"ambiguous as before", []string{"b: no\nc: 1\n"}, []string{"b: no\nc: 2\n"}, []string{`{"b":false,"c":2}`}, nil},
		{"a merge key", []string{"b: 1\n"}, []string{"<<: {b: 2}\n"}, []string{`{"<<":{"b":2}}`}, []int{0}},
		{"a merge key as before", []string{"<<: {b: 1}\n"}, []string{"<<: {b: 2}\n"}, []string{`{"<<":{"b":2}}`}, []int{0}},
		{"a name like a merge key", []string{"b: 1\n"}, []string{"'<<': {b: 2}\n"}, []string{`{"<<":{"b":2}}`}, nil},
		{"JSON", []string{"{\"b\": 1}\n"}, []string{"{\"b\": 2}\n"}, []string{`{"b":2}`}, nil},
		{"no JSON", []string{"{\"b\": 1}\n"}, []string{"{b: 2}\n"}, []string{`{"b":2}`}, []int{0}},
		{"a tag", []string{"b: 1\n"}, []string{"b: !!str 2\n"}, []string{`{"b":"2"}`}, nil},
		{"a tag without a name", []string{"b: 1\n"}, []string{"b: ! 2\n"}, []string{`{"b":"2"}`}, nil},
		{"a tag and a wrong value", []string{"b: 1\n"}, []string{"b: ! 2\n"}, []string{`{"b":2}`}, []int{0}},
	} {
		text, edited := before, before
		want := []model.Value{model.MustParse(`{"a":1}`)}
		var changed []part
		for i := range test.texts {
			text += "---\n" + test.texts[i]
			from := len(edited)
			edited += "---\n" + test.becomes[i]
			changed = append(changed, part{document: i + 1, from: from, to: len(edited)})
			want = append(want, model.MustParse(test.want[i]))
		}
		text += "---\n" + after
		edited += "---\n" + after
		want = append(want, model.MustParse(`{"d":1}`))
		s, err := Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var bad []int
		for _, i := range test.bad {
			bad = append(bad, i+1)
		}
		if got, err := s.check(trial{text: []byte(edited), changed: changed}, want); fmt.Sprint(got) != fmt.Sprint(bad) || err != nil {
			t.Errorf("%s: the changed parts: got %v, %v, want %v", test.name, got, err, bad)
		}
		if got, err := s.checkAll([]byte(edited), want); fmt.Sprint(got) != fmt.Sprint(bad) && err == nil {
			t.Errorf("%s: the whole text: got %v, want %v", test.name, got, bad)
		}
	}
}
