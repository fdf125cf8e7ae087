package fuzz

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// refusal returns an error if err is not a correct rejection. A correct one is an *smp.Error
// about the document, with one of the codes and a cause.
func refusal(err error, document string, kinds ...smp.Code) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != document || !slices.Contains(kinds, e.Code) || e.Cause == nil {
		return fmt.Errorf("expected an *smp.Error about the %s, got %#v", document, err)
	}
	return nil
}
