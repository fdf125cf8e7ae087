package fuzz

import (
	"bytes"
	"fmt"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

// ChangeOneScalar replaces one scalar of a YAML text, chosen by the choices, with
// another word. The scalar must be on one line, and only that line may change. It
// reports whether there is such a scalar.
func ChangeOneScalar(text []byte, src gen.Source) (bool, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	var want []model.Value
	for _, d := range s.Documents() {
		want = append(want, d.Value)
	}
	if same, notes, err := s.Edit(want); err != nil || !bytes.Equal(same, text) || len(notes) > 0 {
		return false, fmt.Errorf("without a change, %q becomes %q, %v, %v", text, same, notes, err)
	}
	if len(want) == 0 {
		return false, nil
	}
	const word = "changed"
	which := src.Intn("document", len(want))
	e := yamlEditor{src: src, word: word}
	changed, ok := e.oneScalar(want[which])
	place, written := s.Place(which, e.path)
	if !ok || !written || !isOneLine(text, place) {
		return false, nil
	}
	want[which] = changed
	edited, notes, err := s.Edit(want)
	if err != nil || len(notes) > 0 {
		return len(notes) == 0, err // a note may report that an alias is written out
	}
	before, after := bytes.Split(text, []byte("\n")), bytes.Split(edited, []byte("\n"))
	if len(before) != len(after) {
		return true, fmt.Errorf("%q became %q: %d lines are %d", text, edited, len(before), len(after))
	}
	for i := range before {
		if differ := !bytes.Equal(before[i], after[i]); differ && i != place.Line-1 {
			return true, fmt.Errorf("%q became %q: line %d changed, and only line %d was to", text, edited, i+1, place.Line)
		}
	}
	return true, nil
}

// isOneLine reports whether a scalar is completely on the line of its name or dash.
func isOneLine(text []byte, scalar yamldoc.Place) bool {
	line := text[scalar.Start-scalar.Column+1 : scalar.Start]
	return scalar.End > scalar.Start && !bytes.ContainsAny(text[scalar.Start:scalar.End], "\n\r") && len(bytes.TrimSpace(line)) > 0
}
