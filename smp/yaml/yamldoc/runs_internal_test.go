package yamldoc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// TestRuns divides texts into runs of documents.
func TestRuns(t *testing.T) {
	for _, test := range []struct {
		text string
		size int
		want string // the runs, divided by bars
	}{
		{"a\n---\nb\n", 1, "a\n|---\nb\n"},
		{"a\n---\nb\n", 2, "a\n---\nb\n"}, // the separator must be after the first two bytes
		{"a\n---\nb\n---\nc\n---\nd\n", 1, "a\n|---\nb\n|---\nc\n|---\nd\n"},
		{"a\n---\nb\n---\nc\n---\nd\n", 6, "a\n---\nb\n|---\nc\n---\nd\n"},
		{"a\n---b\n--- c\n", 1, "a\n---b\n|--- c\n"}, // a separator ends with a blank
		{"a\n---b\n---c\n", 1, "a\n---b\n---c\n"},
		{"a\n---", 1, "a\n|---"},
		{"a\n", 1, "a\n"},
		{"a\n", 2, "a\n"},
		{"", 1, ""},
		{"%YAML 1.1\n---\na\n---\nb\n", 1, "%YAML 1.1\n---\na\n---\nb\n"},
		{"a\n...\n%YAML 1.1\n---\na\n---\nb\n", 1, "a\n...\n%YAML 1.1\n---\na\n---\nb\n"},
		{"a\r---\nb\n---\nc", 1, "a\r---\nb\n---\nc"},
	} {
		var parts []string
		lines := 0
		for _, r := range Runs([]byte(test.text), test.size) {
			part := test.text[r.From:r.To]
			parts = append(parts, part)
			if r.Lines != lines {
				t.Errorf("%q: %q has %d lines before it, want %d", test.text, part, r.Lines, lines)
			}
			lines += strings.Count(part, "\n")
		}
		if got := strings.Join(parts, "|"); got != test.want {
			t.Errorf("%q in runs of %d bytes: %q, want %q", test.text, test.size, got, test.want)
		}
	}
}

// TestTrialRuns groups changed documents. Documents that are next to each other are read together,
// up to a limit.
func TestTrialRuns(t *testing.T) {
	for _, test := range []struct{ parts, want string }{
		{"0-10 10-20 20-30", "0-10 10-20 20-30"},
		{"0-10 20-30", "0-10|20-30"},
		{"5-10 10-20 30-40 40-50", "5-10 10-20|30-40 40-50"},
		{"5-10 10-131076 131076-131080", "5-10 10-131076 131076-131080"},
		{"5-10 10-131077 131077-131080", "5-10 10-131077|131077-131080"},
	} {
		var changed []part
		for _, text := range strings.Fields(test.parts) {
			p := part{}
			if _, err := fmt.Sscanf(text, "%d-%d", &p.from, &p.to); err != nil {
				t.Fatal(err)
			}
			changed = append(changed, p)
		}
		var runs []string
		for _, run := range (trial{changed: changed}).runs() {
			var texts []string
			for _, p := range run {
				texts = append(texts, fmt.Sprintf("%d-%d", p.from, p.to))
			}
			runs = append(runs, strings.Join(texts, " "))
		}
		if got := strings.Join(runs, "|"); got != test.want {
			t.Errorf("%s: %s, want %s", test.parts, got, test.want)
		}
	}
}

// TestFaultsInAllRuns reads a long text with errors in all its runs.
func TestFaultsInAllRuns(t *testing.T) {
	half := "a: [\n# " + strings.Repeat("x", runBytes) + "\n"
	if s, err := Read([]byte(half + "---\n" + half)); err == nil || err.Error() != "yaml: line 3: did not find expected node content" {
		t.Errorf("%v, %v", s, err)
	}
}

// TestLongText edits two documents of a text that is read in several runs.
func TestLongText(t *testing.T) {
	text := "a: 1\n# " + strings.Repeat("x", runBytes) + "\n---\nb: 1\n# " + strings.Repeat("y", runBytes) + "\n---\n# c\nc: 1 # end\nd: 2\n"
	s, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	edited, notes, err := s.Edit([]model.Value{model.MustParse(`{"a":2}`), model.MustParse(`{"b":2}`), model.MustParse(`{"d":3}`)})
	want := strings.NewReplacer("a: 1", "a: 2", "b: 1", "b: 2", "# c\nc: 1 # end\nd: 2", "d: 3").Replace(text)
	if err != nil || string(edited) != want {
		t.Errorf("%v, %.100q... is %t", err, edited, string(edited) == want)
	}
	if got := fmt.Sprint(notes); got != "[line 7: c: is deleted with the comments # c, # end]" {
		t.Error(got)
	}
}

// TestDifferentMaps compares maps that are read again with the wanted ones.
func TestDifferentMaps(t *testing.T) {
	for _, test := range []struct {
		text, want string
		equal      bool
	}{
		{"{a: 1, b: 2}", `{"a":1,"b":2}`, true},
		{"{a: 1, b: 2}", `{"b":2,"a":1}`, true},
		{"{a: 1}", `{"a":1,"b":2}`, false},
		{"{a: 1, b: 2}", `{"a":1}`, false},
		{"{}", `{"a":1}`, false},
		{"{a: 1}", `{}`, false},
		{"{a: 1}", `{"a":2}`, false},
		{"{a: 1}", `{"b":1}`, false},
		{"{a: 1.0}", `{"a":1}`, true},
		{"{a: [1, 2]}", `{"a":[1]}`, false},
		{"{a: [1]}", `{"a":[1,2]}`, false},
		{"{a: x}", `{"a":"x"}`, true},
		{"{a: 1}", `{"a":"1"}`, false},
		{"{a: \"1\"}", `{"a":1}`, false},
		{"{<<: {a: 1}}", `{"a":1}`, true},
	} {
		s, err := Read([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := isEqual(s.documents[0].tree, model.MustParse(test.want)); got != test.equal {
			t.Errorf("%s is equal to %s: %t", test.text, test.want, got)
		}
	}
}

// TestIsAmbiguous lists texts that readers of YAML 1.1 and 1.2 may read differently.
func TestIsAmbiguous(t *testing.T) {
	var ambiguous []string
	for _, text := range []string{
		"=", "<<", "<", "=x", "yes", "Yes", "yEs", "no", "y", "n", "on", "offset", "true", "TRUE", "trUE", "null", "~", "none",
		"1", "01", "0x1", "1e3", "1.0e+3", "1.5", ".5", "1.", "1_0", "1:30", "2001-01-01", "+1", "-1", "-.inf", ".inf", ".nan", ".info", "-", "a1", "fault", "fAlse",
	} {
		if isAmbiguous(text) {
			ambiguous = append(ambiguous, text)
		}
	}
	want := []string{"=", "<<", "yes", "Yes", "yEs", "no", "y", "n", "on", "trUE", "01", "0x1", "1e3", ".5", "1.", "1_0", "1:30", "2001-01-01", "+1", "-.inf", ".inf", ".nan", "-", "fAlse"}
	if !slices.Equal(ambiguous, want) {
		t.Errorf("got %q, want %q", ambiguous, want)
	}
}
