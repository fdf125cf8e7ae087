package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Schema puts bytes to openapi.Read, when they have a definition named root,
// else to openapi.Schema: a schema that is read must survive being written and
// read again.
func Schema(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	v, err := model.Parse(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	s, err := readSchema(v)
	if err != nil {
		return nil
	}
	written := openapi.Encode(s)
	d, err := openapi.Read(written)
	if err != nil {
		return fmt.Errorf("what Encode writes cannot be read: %w: %s", err, written.JSON())
	}
	again, err := d.Schema(openapi.Root)
	if err != nil {
		return fmt.Errorf("what Encode writes is no schema: %w: %s", err, written.JSON())
	}
	if !s.Equal(again) || !again.Equal(s) {
		return fmt.Errorf("what Encode writes is another schema: %s", written.JSON())
	}
	return nil
}

// readSchema reads the definition root of a document, or a schema object.
func readSchema(v model.Value) (smp.Schema, error) {
	if _, ok := v.Get("components"); !ok {
		return openapi.Schema(v)
	}
	d, err := openapi.Read(v)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema(openapi.Root)
}
