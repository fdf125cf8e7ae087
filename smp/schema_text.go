package smp

import (
	"strconv"
	"strings"
)

// String describes the value in a few words, such as "map with 3 fields", "list keyed by name" or
// "integer or string".
func (s Schema) String() string {
	u := s.node
	switch {
	case u == nil:
		return "no schema"
	case u.Fault != nil:
		return "invalid schema: " + u.Fault.Error()
	}
	fields := -1
	if u.Declared() {
		fields = len(u.Shape.Names)
	}
	return describe(s.Type(), s.Scalars(), s.Strategy(), u.Keys, fields)
}

// String describes the value in a few words, like [Schema.String].
func (d Definition) String() string {
	switch {
	case d.Fault != nil:
		return "invalid schema: " + d.Fault.Error()
	case d.Ref != "":
		return "definition " + d.Ref
	}
	fields := -1
	if d.Values == nil && len(d.Fields)+len(d.Names) > 0 {
		fields = len(d.Fields) + len(d.Names)
	}
	return describe(d.Type, d.Scalars, d.Strategy, d.Keys, fields)
}

// describe describes a value in a few words. fields is the number of the fields of a map, or -1 if
// it may have any fields.
func describe(t SchemaType, scalars Scalars, strategy Strategy, keys []string, fields int) string {
	switch {
	case t == ScalarType:
		return scalars.String()
	case t == ListType && strategy != Merge:
		return "atomic list"
	case t == ListType && len(keys) == 0:
		return "set"
	case t == ListType:
		return "list keyed by " + strings.Join(keys, ", ")
	}
	text := t.String()
	if strategy == Replace {
		text = "atomic " + text
	}
	switch {
	case fields == 1:
		text += " with 1 field"
	case fields >= 0:
		text += " with " + strconv.Itoa(fields) + " fields"
	}
	return text
}

// String returns the names of the types, such as "integer or string", and "scalar" for all types.
func (s Scalars) String() string {
	if s == 0 || s == AnyScalar {
		return ScalarType.String()
	}
	var names []string
	for _, n := range [...]struct {
		set  Scalars
		name string
	}{{NumberScalar, "number"}, {IntegerScalar, "integer"}, {StringScalar, "string"}, {BoolScalar, "boolean"}} {
		if s&n.set == n.set {
			names, s = append(names, n.name), s&^n.set
		}
	}
	return strings.Join(names, " or ")
}
