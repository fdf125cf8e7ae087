package yamldoc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// TestReadLong reads a text that is long enough for several processors. The
// documents, the lines and the first fault are those of the whole text.
func TestReadLong(t *testing.T) {
	text := manifests(600 << 10)
	s, err := yamldoc.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	each := bytes.SplitAfter(text, []byte("cpu: \"1\"\n"))
	each = each[:len(each)-1]
	if len(s.Documents()) != len(each) {
		t.Fatalf("%d documents, want %d", len(s.Documents()), len(each))
	}
	line := 1
	for i, d := range s.Documents() {
		alone, err := yamldoc.Read(each[i])
		if err != nil {
			t.Fatal(err)
		}
		place, ok := s.Place(i, model.Path{model.Field("kind")})
		if !model.Equal(d.Value, alone.Documents()[0].Value) || d.Line != line || d.Tree().Line != line+1 || !ok || place.Line != line+2 {
			t.Fatalf("document %d in line %d, its tree in %d, its kind in %d, is %s; want line %d and %s", i, d.Line, d.Tree().Line, place.Line, d.Value.JSON(), line, each[i])
		}
		line += bytes.Count(each[i], []byte("\n"))
	}
	for fault, bad := range map[string]string{
		`line %d: key "kind" is already set in line`: "kind: A\nkind: B\n",
		"line %d: mapping values are not allowed":    "kind: A: B\n",
	} {
		broken := append(append(bytes.Clone(text), "---\n"+bad...), text...)
		faulty := line + 1 + strings.Count(bad, "\n") - 1
		want := fmt.Sprintf(fault, faulty)
		if _, err := yamldoc.Read(broken); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// If a fault ends the reading on several processors, the values read so far do not count twice.
func TestReadLongFault(t *testing.T) {
	document := "a: &a " + strings.Repeat("x", 1000) + "\nb: [" + strings.Repeat("*a,", 12) + "]\n"
	text := strings.Repeat("---\n"+document, 600)
	if _, err := yamldoc.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	_, err := yamldoc.Read([]byte(text + "---\na: 1\na: 2\n"))
	if err == nil || !strings.Contains(err.Error(), "is already set") {
		t.Errorf("got %v", err)
	}
}

// Merge keys that name one map in many ways are read quickly. Each of these maps
// merges the previous one twice.
func TestMergeKeysOfMergeKeys(t *testing.T) {
	text := "a0: &a0 {x: 1}\n"
	for i := 1; i < 64; i++ {
		text += fmt.Sprintf("a%d: &a%d {<<: [*a%d, *a%d]}\n", i, i, i-1, i-1)
	}
	s, err := yamldoc.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := s.Documents()[0].Value.Get("a63"); string(v.JSON()) != `{"x":1}` {
		t.Errorf("the last is %s", v.JSON())
	}
}
