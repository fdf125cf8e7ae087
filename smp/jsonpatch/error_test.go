package jsonpatch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// Errors stay short if pointers and names are long.
func TestErrorsOfLongPointers(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	document := model.MustParse(`{"list":[1],"text":"a"}`)
	for want, o := range map[string]jsonpatch.Operation{
		`missing field "x`:      {Op: jsonpatch.Remove, Path: "/" + long},
		`expected an index`:     {Op: jsonpatch.Remove, Path: "/list/" + long},
		`without leading zeros`: {Op: jsonpatch.Remove, Path: "/list/" + strings.Repeat("0", 1<<20)},
		`got a string`:          {Op: jsonpatch.Remove, Path: "/text/" + long},
		`to begin with "/"`:     {Op: jsonpatch.Remove, Path: long},
		`write "~0"`:            {Op: jsonpatch.Remove, Path: "/~" + long},
		`unknown operation "x`:  {Op: jsonpatch.Op(long), Path: "/a"},
	} {
		_, err := jsonpatch.Patch{o}.Apply(document)
		var e *jsonpatch.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %.300v", want, err)
			continue
		}
		if len(err.Error()) > 1500 || len(e.Cause.Error()) > 700 {
			t.Errorf("%s: got %d bytes, and a cause of %d bytes", want, len(err.Error()), len(e.Cause.Error()))
		}
		if _, err := (jsonpatch.Patch{o}).ApplyAsServer(document); err != nil && len(err.Error()) > 1500 {
			t.Errorf("%s: ApplyAsServer: got %d bytes", want, len(err.Error()))
		}
	}
	if text := (&jsonpatch.Error{Op: jsonpatch.Op(long), Path: long}).Error(); len(text) > 1500 {
		t.Errorf("got %d bytes", len(text))
	}
}

// Zero operations are errors, or have an effect, but never panic.
func TestZeroOperations(t *testing.T) {
	for _, op := range []jsonpatch.Op{"", "x", jsonpatch.Add, jsonpatch.Remove, jsonpatch.Replace, jsonpatch.Move, jsonpatch.Copy, jsonpatch.Test} {
		for _, path := range []string{"", "/a", "a"} {
			patch := jsonpatch.Patch{{Op: op, Path: path}}
			for _, document := range []model.Value{{}, model.NewNull(), model.MustParse(`{"a":[]}`)} {
				_, _ = patch.Apply(document)
				_, _ = patch.ApplyAsServer(document)
			}
			if _, err := patch.Value(); err != nil {
				t.Errorf("%s %q: %v", op, path, err)
			}
		}
	}
}
