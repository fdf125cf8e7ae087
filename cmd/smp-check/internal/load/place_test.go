package load

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// The position of a member is that of its name, and the position of an element is that
// of its value, in YAML and JSON, and after another document.
func TestPositions(t *testing.T) {
	places := 0
	for seed := range uint64(300) {
		value := gen.Document(gen.FromSeed(seed), smp.Schemaless)
		if value.Len() == 0 {
			continue
		}
		for _, form := range []string{output.FormYAML, output.FormJSON} {
			var text bytes.Buffer
			if err := output.Documents(&text, form, value); err != nil {
				t.Fatal(err)
			}
			for before, first := range map[string]string{"": "", "a: b\n---\n": "another", "{\"a\":\n1}\n": "another"} {
				whole := before + text.String()
				if strings.HasPrefix(before, "{") && form == output.FormYAML {
					continue
				}
				docs, err := parse(source{place: place{file: "file"}, text: []byte(whole)}, false)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, whole)
				}
				d := docs[len(docs)-1]
				if first != "" && len(docs) != 2 {
					t.Fatalf("seed %d: %d documents\n%s", seed, len(docs), whole)
				}
				places += checkPositions(t, d, nil, d.Value, strings.Split(whole, "\n"))
			}
		}
	}
	if places < 3000 {
		t.Errorf("%d places", places)
	}
}

// checkPositions compares the positions of all members and elements in a value with the
// lines of the text, and returns their number.
func checkPositions(t *testing.T, d Document, path model.Path, v model.Value, lines []string) int {
	at := func(step model.Step) string {
		line, column := d.Position(path.Append(step))
		if line > len(lines) {
			return fmt.Sprintf("no line %d", line)
		}
		runes := []rune(lines[line-1])
		return string(runes[min(column-1, len(runes)):])
	}
	n := 0
	for name, member := range v.Members() {
		n++
		quoted := output.OneLine(model.NewString(name))
		if got := at(model.Field(name)); !strings.HasPrefix(got, name) && !strings.HasPrefix(got, quoted) {
			t.Errorf("%s: %q stands where %q should\n%s", path, got, name, strings.Join(lines, "\n"))
		}
		n += checkPositions(t, d, path.Append(model.Field(name)), member, lines)
	}
	for i, e := range v.Elements() {
		n++
		if got := at(model.Index(i)); e.IsScalar() && !strings.HasPrefix(got, e.Text()) && !strings.HasPrefix(got, output.OneLine(e)) && !strings.HasPrefix(got, "|") {
			t.Errorf("%s[%d]: %q stands where %s should\n%s", path, i, got, output.OneLine(e), strings.Join(lines, "\n"))
		}
		n += checkPositions(t, d, path.Append(model.Index(i)), e, lines)
	}
	return n
}

// The position of a missing value is that of the nearest value around it.
func TestPositionsOfMissingValues(t *testing.T) {
	docs, err := inMemory("file", "kind: List\nitems:\n- {a: [1,\n  2], b: c}\n")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a[1]": "4:3", "a[2]": "3:4", "a[7].b": "3:4", "b.c": "4:7", "c": "3:3"} {
		steps, err := model.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		line, column := docs[0].Position(steps)
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%s stands at %s, want %s", path, got, want)
		}
	}
}

// A missing name is searched only once in each map that is merged by <<, even if a map is
// merged in many ways.
func TestPositionBelowMergeKeys(t *testing.T) {
	var text strings.Builder
	text.WriteString("m0: &m0 {a: 1}\n")
	for i := range 60 {
		fmt.Fprintf(&text, "m%d: &m%[1]d {<<: [*m%d, *m%[2]d]}\n", i+1, i)
	}
	text.WriteString("last: {<<: *m60,\n  0x10: 1}\n")
	docs, err := inMemory("file", text.String())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"16": "62:1", "a": "1:10"} {
		line, column := docs[0].Position(model.Path{model.Field("last"), model.Field(name)})
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%s stands at %s, want %s", name, got, want)
		}
	}
}
