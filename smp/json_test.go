package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// The JSON methods give the results of the methods on values. An error names the document that
// is not valid JSON.
func TestJSONForms(t *testing.T) {
	s := podSchema(t)
	var e smp.Engine
	set := []byte(`{"data":{"a":"1"}}`)
	change := []byte(`{"data":{"a":"2"}}`)
	if got, err := e.ComposeJSON(s, set, change); err != nil || string(got) != string(change) {
		t.Errorf("ComposeJSON: %s, %v", got, err)
	}
	if got, err := e.ConflictsJSON(s, set, change); err != nil || len(got) != 1 || got[0].Path.String() != "data.a" {
		t.Errorf("ConflictsJSON: %v, %v", got, err)
	}
	if got, err := e.LintJSON(s, []byte(`{"spec":{"containers":[{"image":"x"}]}}`)); err != nil || len(got) == 0 {
		t.Errorf("LintJSON: %v, %v", got, err)
	}
	if got, err := e.DiffJSON(s, nil, set, smp.DiffOptions{}); err != nil || string(got) != string(set) {
		t.Errorf("DiffJSON: %s, %v", got, err)
	}
	if got, err := e.ThreeWayJSON(s, set, change, set, smp.ThreeWayOptions{}); err != nil || string(got) != string(change) {
		t.Errorf("ThreeWayJSON: %s, %v", got, err)
	}
	bad := []byte(`{`)
	faults := map[string]func() error{
		"patches[1]": func() error { _, err := e.ComposeJSON(s, set, bad); return err },
		"left":       func() error { _, err := e.ConflictsJSON(s, bad, set); return err },
		"right":      func() error { _, err := e.ConflictsJSON(s, set, bad); return err },
		"patch":      func() error { _, err := e.LintJSON(s, bad); return err },
		"modified":   func() error { _, err := e.DiffJSON(s, set, bad, smp.DiffOptions{}); return err },
		"current":    func() error { _, err := e.ThreeWayJSON(s, set, set, bad, smp.ThreeWayOptions{}); return err },
	}
	for document, call := range faults {
		var f *smp.Error
		if err := call(); !errors.As(err, &f) || f.Code != smp.Syntax || f.Document != document {
			t.Errorf("%s: %v", document, err)
		}
	}
}
