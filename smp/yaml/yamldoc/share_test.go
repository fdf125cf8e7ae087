package yamldoc_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// What a stream returns shares no memory with the stream, also if an edit changes nothing.
func TestResultsOfStreamAreCopies(t *testing.T) {
	const text = "a: 1 # one\n"
	s, err := yamldoc.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	edited, _, err := s.Edit([]model.Value{model.MustParse(`{"a":1}`)})
	if err != nil || string(edited) != text {
		t.Fatalf("got %q, %v", edited, err)
	}
	for _, result := range [][]byte{edited, s.Text()} {
		clear(result)
	}
	clear(s.Documents())
	if got := s.Text(); string(got) != text {
		t.Errorf("the text is %q", got)
	}
	if d, err := s.Only(); err != nil || d.Value.JSON() != `{"a":1}` {
		t.Errorf("the document is %s, %v", d.Value, err)
	}
	if again, _, err := s.Edit([]model.Value{model.MustParse(`{"a":2}`)}); err != nil || string(again) != "a: 2 # one\n" {
		t.Errorf("got %q, %v", again, err)
	}
}
