package reference_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// A change is one row of a table: the result of Apply for an original and a patch.
type change struct {
	name                  string
	original, patch, want string
}

// A rejection is one row of a table: the error for a patch.
type rejection struct {
	name            string
	original, patch string
	kind            smp.Code
	path            string // in the patch, or in the original after the prefix "original: "
	rule            smp.Rule
}

func value(text string) model.Value { return model.MustParse(text) }

func applies(t *testing.T, e smp.Engine, s smp.Schema, table []change) {
	t.Helper()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			original, patch := value(c.original), value(c.patch)
			got, err := reference.Apply(e, s, original, patch)
			if err != nil {
				t.Fatalf("Apply(%s, %s): %v", c.original, c.patch, err)
			}
			if !model.Equal(got, value(c.want)) {
				t.Errorf("Apply(%s, %s)\n got %s\nwant %s", c.original, c.patch, got.JSON(), c.want)
			}
			if original.JSON() != c.original || patch.JSON() != c.patch {
				t.Error("an input was changed")
			}
		})
	}
}

func rejects(t *testing.T, e smp.Engine, s smp.Schema, table []rejection) {
	t.Helper()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			got, err := reference.Apply(e, s, value(c.original), value(c.patch))
			var fault *smp.Error
			if !errors.As(err, &fault) {
				t.Fatalf("Apply(%s, %s) = %s, %v", c.original, c.patch, got.JSON(), err)
			}
			if got.Type() != model.Absent {
				t.Error("a result beside an error")
			}
			at := fault.Path.String()
			if fault.Document == "original" {
				at = "original: " + at
			}
			if fault.Code != c.kind || at != c.path || fault.Rule != c.rule {
				t.Errorf("Apply(%s, %s)\n got %s at %s, rule %s\nwant %s at %s, rule %s",
					c.original, c.patch, fault.Code, at, fault.Rule, c.kind, c.path, c.rule)
			}
		})
	}
}
