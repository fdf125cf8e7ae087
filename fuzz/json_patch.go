package fuzz

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// JSONPatch checks the JSON Patch between two documents, which must turn the first into the
// second. It also compares the result of applying a patch with that of a plain and slow
// implementation. If the bytes begin with "{", they are a map with the fields original,
// modified and patch. If not, they are choices.
func JSONPatch(data []byte) error {
	original, modified, patch, err := jsonPatchInput(data)
	if err != nil {
		return err
	}
	text := original.JSON()
	found := jsonpatch.Diff(original, modified)
	result, err := found.Apply(original)
	switch {
	case err != nil:
		return fmt.Errorf("the patch %+v of %s and %s: %w", found, original.JSON(), modified.JSON(), err)
	case !model.Equal(result, modified):
		return fmt.Errorf("the patch %+v makes %s of %s, not %s", found, result.JSON(), original.JSON(), modified.JSON())
	case model.Equal(original, modified) && len(found) > 0:
		return fmt.Errorf("the patch of %s to itself is %+v", original.JSON(), found)
	}
	if v, err := found.Value(); err == nil {
		if again, err := jsonpatch.FromValue(v); err != nil || !slices.EqualFunc(again, found, equalOperations) {
			return fmt.Errorf("the patch %+v reads back as %+v: %w", found, again, err)
		}
	}
	if err := appliedAlike(original, patch); err != nil {
		return fmt.Errorf("the patch %+v of %s: %w", patch, original.JSON(), err)
	}
	if original.JSON() != text {
		return fmt.Errorf("the original was %s and is %s", text, original.JSON())
	}
	return nil
}

func equalOperations(a, b jsonpatch.Operation) bool {
	return a.Op == b.Op && a.Path == b.Path && a.From == b.From && model.Equal(a.Value, b.Value)
}

func jsonPatchInput(data []byte) (original, modified model.Value, patch jsonpatch.Patch, err error) {
	if err := sized(data); err != nil {
		return original, modified, nil, err
	}
	if len(data) == 0 || data[0] != '{' {
		src := gen.FromBytes(data)
		in := gen.For(corpus.OpDiff, src).Input()
		original, modified = mapOrEmpty(in.Original), mapOrEmpty(in.Modified)
		return original, modified, somePatch(src, original, modified), nil
	}
	v, err := model.Parse(data)
	if err != nil {
		return original, modified, nil, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	original, _ = v.Get("original")
	modified, _ = v.Get("modified")
	if original.Type() == model.Absent || modified.Type() == model.Absent {
		return original, modified, nil, fmt.Errorf("%w: no documents", ErrUnparsable)
	}
	operations, _ := v.Get("patch")
	if patch, err = jsonpatch.FromValue(operations); err != nil {
		patch = nil
	}
	return original, modified, patch, nil
}

// somePatch chooses operations at places of the documents, or near them.
func somePatch(src gen.Source, documents ...model.Value) jsonpatch.Patch {
	places, values := []string{""}, []model.Value{model.NewNull(), model.NewInt(1)}
	var collect func(at string, v model.Value)
	collect = func(at string, v model.Value) {
		if len(places) > 200 {
			return
		}
		places, values = append(places, at), append(values, v)
		for name, m := range v.Members() {
			collect(at+jsonpatch.Pointer(name), m)
		}
		for i, e := range v.Elements() {
			collect(at+"/"+strconv.Itoa(i), e)
		}
	}
	for _, d := range documents {
		collect("", d)
	}
	place := func() string {
		at := places[src.Intn("place", len(places))]
		return at + []string{"", "", "", "/-", "/0", "/1", "/new", "/01"}[src.Intn("beside", 8)]
	}
	ops := []jsonpatch.Op{jsonpatch.Add, jsonpatch.Remove, jsonpatch.Replace, jsonpatch.Move, jsonpatch.Copy, jsonpatch.Test}
	patch := make(jsonpatch.Patch, src.Intn("operations", 20))
	for i := range patch {
		patch[i] = jsonpatch.Operation{Op: ops[src.Intn("op", len(ops))], Path: place(), From: place(), Value: values[src.Intn("value", len(values))]}
	}
	return patch
}

// appliedAlike compares the result of applying a patch with that of applying its operations
// one by one.
func appliedAlike(original model.Value, patch jsonpatch.Patch) error {
	result, err := patch.Apply(original)
	var e *jsonpatch.Error
	if errors.As(err, &e) && e.Code == jsonpatch.Limit {
		return nil
	}
	var want any = plain(original)
	for i, o := range patch {
		if want, err = plainly(want, o); err == nil {
			continue
		}
		if e == nil || e.Operation != i || result.Type() != model.Absent {
			return fmt.Errorf("operation %d must fail, because %w; got %v", i, err, e)
		}
		return nil
	}
	if e != nil {
		return fmt.Errorf("it must not fail: %w", e)
	}
	if text := plainText(want); !model.Equal(result, model.MustParse(text)) {
		return fmt.Errorf("it makes %s, not %s", result.JSON(), text)
	}
	return nil
}

// plain returns a document as Go maps and slices. Its scalars are values of package model.
func plain(v model.Value) any {
	switch v.Type() {
	case model.Map:
		m := map[string]any{}
		for name, value := range v.Members() {
			m[name] = plain(value)
		}
		return m
	case model.List:
		l := []any{}
		for _, value := range v.Elements() {
			l = append(l, plain(value))
		}
		return l
	default:
		return v
	}
}

func plainText(tree any) string {
	var parts []string
	switch x := tree.(type) {
	case map[string]any:
		for name, below := range x {
			parts = append(parts, model.NewString(name).JSON()+":"+plainText(below))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		for _, below := range x {
			parts = append(parts, plainText(below))
		}
		return "[" + strings.Join(parts, ",") + "]"
	default:
		return x.(model.Value).JSON()
	}
}

var errPlace = errors.New("no such place")

// plainly applies an operation to a tree by the text of RFC 6902. It may change the tree.
func plainly(tree any, o jsonpatch.Operation) (any, error) {
	switch o.Op {
	case jsonpatch.Add:
		return plainAdd(tree, o.Path, plain(o.Value))
	case jsonpatch.Remove:
		return plainRemove(tree, o.Path)
	case jsonpatch.Replace:
		if _, err := plainGet(tree, o.Path); err != nil || o.Path == "" {
			return plain(o.Value), err
		}
		tree, err := plainRemove(tree, o.Path)
		if err != nil {
			return nil, err
		}
		return plainAdd(tree, o.Path, plain(o.Value))
	case jsonpatch.Test:
		have, err := plainGet(tree, o.Path)
		if err == nil && !model.Equal(model.MustParse(plainText(have)), o.Value) {
			err = errors.New("the test fails")
		}
		return tree, err
	}
	have, err := plainGet(tree, o.From)
	if err != nil || o.Op == jsonpatch.Move && o.From == o.Path {
		return tree, err
	}
	if have = plain(model.MustParse(plainText(have))); o.Op == jsonpatch.Move {
		if strings.HasPrefix(o.Path, o.From+"/") {
			return nil, errors.New("moved into itself")
		}
		if tree, err = plainRemove(tree, o.From); err != nil {
			return nil, err
		}
	}
	return plainAdd(tree, o.Path, have)
}

func plainAt(l []any, name string, end int) (int, error) {
	i, err := strconv.Atoi(name)
	if name == "-" && end == 1 {
		return len(l), nil
	}
	if err != nil || strconv.Itoa(i) != name || i < 0 || i >= len(l)+end {
		return 0, errPlace
	}
	return i, nil
}

func plainGet(tree any, pointer string) (any, error) {
	names, err := jsonpatch.Names(pointer)
	for _, name := range names {
		switch x := tree.(type) {
		case map[string]any:
			below, ok := x[name]
			if !ok {
				return nil, errPlace
			}
			tree = below
		case []any:
			i, err := plainAt(x, name, 0)
			if err != nil {
				return nil, err
			}
			tree = x[i]
		default:
			return nil, errPlace
		}
	}
	return tree, err
}

// plainAbove replaces the map or list above a place with the result of edit.
func plainAbove(tree any, pointer string, edit func(above any, name string) (any, error)) (any, error) {
	names, err := jsonpatch.Names(pointer)
	if err != nil {
		return nil, err
	}
	last := len(names) - 1
	parent := jsonpatch.Pointer(names[:last]...)
	above, err := plainGet(tree, parent)
	if err != nil {
		return nil, err
	}
	if above, err = edit(above, names[last]); err != nil || parent == "" {
		return above, err
	}
	return plainAbove(tree, parent, func(over any, name string) (any, error) {
		switch x := over.(type) {
		case map[string]any:
			x[name] = above
		case []any:
			i, _ := plainAt(x, name, 0)
			x[i] = above
		}
		return over, nil
	})
}

func plainAdd(tree any, pointer string, value any) (any, error) {
	if pointer == "" {
		return value, nil
	}
	return plainAbove(tree, pointer, func(above any, name string) (any, error) {
		switch x := above.(type) {
		case map[string]any:
			x[name] = value
			return x, nil
		case []any:
			i, err := plainAt(x, name, 1)
			if err != nil {
				return nil, err
			}
			return slices.Insert(slices.Clone(x), i, value), nil
		default:
			return nil, errPlace
		}
	})
}

func plainRemove(tree any, pointer string) (any, error) {
	if pointer == "" {
		return nil, errPlace
	}
	return plainAbove(tree, pointer, func(above any, name string) (any, error) {
		if _, err := plainGet(above, jsonpatch.Pointer(name)); err != nil {
			return nil, err
		}
		switch x := above.(type) {
		case map[string]any:
			delete(x, name)
			return x, nil
		case []any:
			i, err := plainAt(x, name, 0)
			if err != nil {
				return nil, err
			}
			return slices.Delete(slices.Clone(x), i, i+1), nil
		default:
			return nil, errPlace
		}
	})
}
