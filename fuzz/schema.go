package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Schema reads an OpenAPI document or a schema object. The bytes are either a JSON map or
// choices that determine a schema object. If there are definitions, each of them is read.
// Everything is read both with and without list types. A schema must not change when it is
// written and read again.
func Schema(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	w := schemaWriter{gen.FromBytes(data)}
	v := w.object(schemaObjectDepth)
	if len(data) > 0 && data[0] == '{' {
		var err error
		if v, err = model.Parse(data); err != nil {
			return fmt.Errorf("%w: %w", ErrUnparsable, err)
		}
	}
	for _, opts := range [][]openapi.Option{nil, {openapi.ListTypes()}} {
		if err := readsSchemas(v, opts); err != nil {
			return err
		}
	}
	return nil
}

// readsSchemas reads a schema object, or each definition of a document.
func readsSchemas(v model.Value, opts []openapi.Option) error {
	d, err := openapi.Read(v, opts...)
	if err != nil {
		return refusedSchema(err)
	}
	refs := []string{"#"}
	if components, ok := v.Get("components"); ok {
		schemas, _ := components.Get("schemas")
		refs = nil
		for name := range schemas.Members() {
			refs = append(refs, name)
		}
	}
	for _, ref := range refs {
		s, err := d.Schema(ref)
		if err != nil {
			err = refusedSchema(err)
		} else {
			err = schemaReadsBack(s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", ref, err)
		}
	}
	return nil
}

// schemaReadsBack writes a schema and reads it again.
func schemaReadsBack(s smp.Schema) error {
	written := openapi.Encode(s)
	d, err := openapi.Read(written)
	if err != nil {
		return fmt.Errorf("cannot read the output of Encode: %w: %s", err, written.JSON())
	}
	again, err := d.Schema(openapi.Root)
	if err != nil {
		return fmt.Errorf("the output of Encode is not a schema: %w: %s", err, written.JSON())
	}
	if !s.Equal(again) || !again.Equal(s) {
		return fmt.Errorf("the output of Encode is a different schema: %s", written.JSON())
	}
	return nil
}
