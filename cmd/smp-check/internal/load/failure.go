package load

import (
	"errors"

	"github.com/strategicpatch/smp/smp"
)

// InFile replaces the engine's name of a document, such as "patch", in err with a file name.
// Other errors, and nil, are returned unchanged.
func InFile(err error, document, file string) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != document {
		return err
	}
	named := *e
	named.Document = file
	return &named
}
