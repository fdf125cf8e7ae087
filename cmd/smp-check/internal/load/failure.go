package load

import (
	"errors"

	"github.com/strategicpatch/smp/smp"
)

// InFile returns err with the name of the file in place of the document that
// the engine knows it as. Other errors, and nil, come back as they are.
func InFile(err error, document, file string) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != document {
		return err
	}
	named := *e
	named.Document = file
	return &named
}
