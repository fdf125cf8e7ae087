package fuzz

import (
	"errors"
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

// Override generates a schema, a path and an override, with the bytes as choices. The new
// schema must have the override at the path and no other changes. It must not change when it
// is written and read again, and engine and reference must give the same results with it. The
// first schema must not change.
func Override(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	src := gen.FromBytes(data)
	base := gen.Apply(src).Schema
	path := overridePath(src, base)
	o := overrideOf(src)
	before := openapi.Encode(base).JSON()
	with, err := base.With(path, o)
	if openapi.Encode(base).JSON() != before {
		return fmt.Errorf("an override at %s changed the schema that it was made for", path)
	}
	if err != nil {
		var e *smp.Error
		if !errors.As(err, &e) || !e.Path.Equal(path) {
			return fmt.Errorf("an override at %s is refused without its path: %#v", path, err)
		}
		return refusal(err, "schema", smp.InvalidSchema)
	}
	if err := overridden(base, with, path, o); err != nil {
		return fmt.Errorf("override %+v at %s: %w", o, path, err)
	}
	again, err := with.With(path, o)
	if err != nil || !again.Equal(with) {
		return fmt.Errorf("override %+v at %s made twice is different: %v", o, path, err)
	}
	if err := schemaReadsBack(with); err != nil {
		return err
	}
	in := gen.ForSchema(corpus.OpApply, with, src).Input()
	return laws.Agree(engine, laws.Applier("reference", reference.Apply), in).Err()
}

// overridePath chooses a path in the schema, or one that does not exist.
func overridePath(src gen.Source, s smp.Schema) model.Path {
	var path model.Path
	for src.Intn("further", 4) > 0 && len(path) < 5 {
		for s.Type() == smp.ListType {
			s = s.Element()
		}
		var names []string
		for name := range s.Fields() {
			names = append(names, name)
		}
		names = append(names, "other")
		name := names[src.Intn("field", len(names))]
		s, _ = s.Member(name)
		path = append(path, model.Field(name))
	}
	if src.Intn("index", 32) == 31 {
		path = append(path, model.Index(0))
	}
	return path
}

func overrideOf(src gen.Source) smp.Override {
	keys := [][]string{nil, {"k"}, {"k", "l"}, {}, {"l"}, {"a"}, {"k", "k"}, {""}}
	o := smp.Override{
		Strategy:   smp.Strategy(src.Intn("strategy", 3)),
		RetainKeys: src.Intn("retain keys", 4) == 3,
	}
	o.Keys = keys[src.Intn("keys", len(keys))]
	if src.Intn("recommended", 4) == 3 {
		o.Recommended = keys[src.Intn("recommended keys", len(keys))]
	}
	return o
}

// overridden compares a schema with the one that it was made from, along the path of the
// override: the override must be at the end of the path, and other fields must be equal.
func overridden(base, with smp.Schema, path model.Path, o smp.Override) error {
	for _, step := range path {
		for with.Type() == smp.ListType {
			if !sameUse(base, with) {
				return errors.New("a list on the path merges differently")
			}
			base, with = base.Element(), with.Element()
		}
		name := string(step.(model.Field))
		for beside, field := range base.Fields() {
			if other, ok := with.Field(beside); beside != name && (!ok || !other.Equal(field)) {
				return fmt.Errorf("field %s next to the path is different", beside)
			}
		}
		if !sameUse(base, with) {
			return errors.New("a map on the path merges differently")
		}
		base, _ = base.Member(name)
		with, _ = with.Member(name)
	}
	recommended := o.Recommended
	if slices.Equal(recommended, o.Keys) {
		recommended = nil // the recommended keys are the keys
	}
	switch {
	case o.Strategy != smp.DefaultStrategy && with.Strategy() != o.Strategy:
		return fmt.Errorf("the strategy is %v", with.Strategy())
	case o.RetainKeys && !with.RetainKeys():
		return errors.New("it does not retain keys")
	case o.Keys != nil && with.Merging() && !slices.Equal(with.Keys(), o.Keys):
		return fmt.Errorf("the keys are %v", with.Keys())
	case o.Keys != nil && with.Merging() && !slices.Equal(with.Recommended(), recommended):
		return fmt.Errorf("the recommended keys are %v", with.Recommended())
	case o.Keys == nil && with.Keyed() && !slices.Equal(with.Keys(), base.Keys()):
		return fmt.Errorf("the keys are %v, and were %v", with.Keys(), base.Keys())
	}
	return nil
}

// sameUse compares the strategies and keys of two schemas, without their fields and
// elements.
func sameUse(a, b smp.Schema) bool {
	return a.Strategy() == b.Strategy() && a.RetainKeys() == b.RetainKeys() &&
		slices.Equal(a.Keys(), b.Keys()) && slices.Equal(a.Recommended(), b.Recommended())
}
