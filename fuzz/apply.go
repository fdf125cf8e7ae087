package fuzz

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Apply puts every law of Apply to the engine, and compares it with the
// reference. Bytes that are a JSON map are a case, of which only schema,
// options, original and patch count; all others are choices of package gen.
func Apply(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	in, err := input(data)
	if err != nil {
		return err
	}
	if err := laws.Agree(corpus.Engine(), laws.Applier("reference", reference.Apply), in).Err(); err != nil {
		return err
	}
	for _, law := range laws.Of(corpus.OpApply) {
		if err := law.Check(corpus.Engine(), in).Err(); err != nil {
			return err
		}
	}
	return nil
}

// input makes an input of Apply from bytes.
func input(data []byte) (corpus.Input, error) {
	if len(data) == 0 || data[0] != '{' {
		return gen.Apply(gen.FromBytes(data)).Input(), nil
	}
	v, err := model.Parse(data)
	if err != nil {
		return corpus.Input{}, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	in := corpus.Input{Op: corpus.OpApply}
	if in.Original, err = document(v, "original"); err != nil {
		return in, err
	}
	if in.Patch, err = document(v, "patch"); err != nil {
		return in, err
	}
	options, _ := v.Get("options")
	strict, _ := options.Get("strict")
	ignored, _ := options.Get("ignore")
	in.Options = corpus.Options{Strict: strict.Bool(), Ignore: ignore(ignored)}
	source, _ := v.Get("schema")
	in.Schema, err = schema(source)
	return in, err
}

// document returns a document of a case, which may be given as text.
func document(c model.Value, name string) (model.Value, error) {
	text, ok := c.Get(name + "Text")
	if !ok {
		v, _ := c.Get(name)
		return v, nil
	}
	v, err := model.ParseString(text.Text())
	if err != nil {
		return v, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	return v, nil
}

// schema reads the schema of a case, which has no reference to a file.
func schema(source model.Value) (smp.Schema, error) {
	document, ok := source.Get("openapi")
	if !ok {
		return smp.Schema{}, nil
	}
	root, ok := source.Get("root")
	var s smp.Schema
	var err error
	if ok {
		var d *openapi.Document
		if d, err = openapi.Read(document); err == nil {
			s, err = d.Schema(root.Text())
		}
	} else {
		s, err = openapi.Schema(document)
	}
	if err != nil {
		return smp.Schema{}, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	return s, nil
}

// ignore reads the names of directives that an engine is to ignore.
func ignore(names model.Value) smp.Directives {
	all := []string{"deleteFromPrimitiveList", "setElementOrder", "retainKeys", "patchMergeKey"}
	var d smp.Directives
	for _, name := range names.Elements() {
		if i := slices.Index(all, name.Text()); i >= 0 {
			d |= smp.DeleteFromPrimitiveList << i
		}
	}
	return d
}
