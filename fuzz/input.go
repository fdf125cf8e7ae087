package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// Input returns the input of an operation for bytes, as described for Apply. A case may
// also have an original for operations on patches, because laws apply the patches to
// it. The error wraps ErrUnparsable if the bytes are not a valid input.
func Input(op corpus.Op, data []byte) (corpus.Input, error) {
	if err := sized(data); err != nil {
		return corpus.Input{}, err
	}
	if len(data) == 0 || data[0] != '{' {
		return gen.For(op, gen.FromBytes(data)).Input(), nil
	}
	v, err := model.Parse(data)
	if err != nil {
		return corpus.Input{}, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	in := corpus.Input{Op: op}
	for name, field := range map[string]*model.Value{
		"original": &in.Original, "modified": &in.Modified, "current": &in.Current,
		"patch": &in.Patch, "left": &in.Left, "right": &in.Right,
	} {
		if *field, err = document(v, name); err != nil {
			return in, err
		}
	}
	patches, _ := v.Get("patches")
	in.Patches = patches.AppendElements(nil)
	given, _ := v.Get("options")
	if in.Options, err = options(op, given); err != nil {
		return in, err
	}
	source, _ := v.Get("schema")
	in.Schema, err = schema(source)
	return in, err
}

// options reads the options of a case that the operation accepts.
func options(op corpus.Op, given model.Value) (corpus.Options, error) {
	var o corpus.Options
	strict, _ := given.Get("strict")
	ignored, _ := given.Get("ignore")
	overwrite, _ := given.Get("overwrite")
	resend, _ := given.Get("resend")
	noWide, _ := given.Get("noWide")
	level, hasLevel := given.Get("level")
	unchanged, _ := given.Get("preconditions")
	switch op {
	case corpus.OpDiff, corpus.OpThreeWay:
		o.Overwrite, o.Resend, o.NoWide = overwrite.Bool(), resend.Bool(), noWide.Bool()
		if hasLevel {
			o.Omit = smp.AllDirectives &^ directives(level)
		}
		for _, text := range unchanged.Elements() {
			path, err := model.ParsePath(text.Text())
			if err != nil {
				return o, fmt.Errorf("%w: %w", ErrUnparsable, err)
			}
			o.Preconditions = append(o.Preconditions, path)
		}
	case corpus.OpLint:
		o.Ignore = directives(ignored)
	default:
		o.Strict, o.Ignore = strict.Bool(), directives(ignored)
	}
	return o, nil
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

// schema reads the schema of a case, which must not refer to a file.
func schema(source model.Value) (smp.Schema, error) {
	document, ok := source.Get("openapi")
	if !ok {
		return smp.Schemaless, nil
	}
	root, _ := source.Get("root")
	s, err := corpus.SchemaSource{OpenAPI: document, Root: root.Text()}.Schema()
	if err != nil {
		return smp.Schema{}, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	return s, nil
}

// directives reads the names of directives.
func directives(names model.Value) smp.Directives {
	var d smp.Directives
	for _, name := range names.Elements() {
		d |= corpus.Directive(name.Text())
	}
	return d
}
