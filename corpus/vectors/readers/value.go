package main

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// get returns a member of a map. The result is absent if there is no such member.
func get(v model.Value, name string) model.Value {
	m, _ := v.Get(name)
	return m
}

// input returns a check in the form of a test. If the check applies a patch, the test
// contains the patch to check.
func input(check, schema, patch model.Value) model.Value {
	if get(check, "op").Text() != "apply" {
		patch = model.Value{} // absent
	}
	test, _ := check.WithMembers(model.Member{Name: "schema", Value: schema}, model.Member{Name: "patch", Value: patch})
	return test
}

// size counts the scalars, nulls, and empty maps and lists inside a value.
func size(v model.Value) int64 {
	n := int64(0)
	for _, m := range v.Members() {
		n += max(1, size(m))
	}
	for _, e := range v.Elements() {
		n += max(1, size(e))
	}
	return n
}

// containsAny reports whether a value contains one of the fields. A field is the list of
// names that leads to it.
func containsAny(v, fields model.Value) bool {
	for _, names := range fields.Elements() {
		inner := v
		for _, name := range names.Elements() {
			inner = get(inner, name.Text())
		}
		if !inner.IsZero() {
			return true
		}
	}
	return false
}

// withoutNulls returns a value without the null fields of maps.
func withoutNulls(v model.Value) model.Value {
	return corpus.Rebuilt(v, func(name string, inner model.Value) (string, model.Value) {
		if v.Type() == model.Map && inner.Type() == model.Null {
			return name, model.Value{}
		}
		return name, withoutNulls(inner)
	})
}
