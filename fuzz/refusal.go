package fuzz

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// refusal returns an error where err is not what the module promises for input
// that it refuses: an *smp.Error about a document, of one of the kinds.
func refusal(err error, document string, kinds ...smp.Code) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != document || !slices.Contains(kinds, e.Code) || e.Cause == nil {
		return fmt.Errorf("an error that does not say what is wrong with the %s: %#v", document, err)
	}
	return nil
}
