package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// Path checks model.ParsePath: an accepted path must not change when it is written and
// read again.
func Path(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	p, err := model.ParsePath(string(data))
	if err != nil {
		return nil
	}
	text := p.String()
	again, err := model.ParsePath(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is written as %q, which cannot be read: %w", data, text, err)
	case !p.Equal(again):
		return fmt.Errorf("%q is written as %q, which is a different path", data, text)
	case again.String() != text:
		return fmt.Errorf("%q is written as %q, and that as %q", data, text, again)
	}
	return nil
}
