package adapters

import (
	"reflect"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
)

// encodedPrefix is the prefix of references in the OpenAPI documents that this project writes.
const encodedPrefix = "#/components/schemas/"

// renamed returns a definition with another prefix in its references.
func renamed(v model.Value, prefix string) model.Value {
	if prefix == encodedPrefix {
		return v
	}
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			name, isReference := strings.CutPrefix(m.Value.Text(), encodedPrefix)
			if m.Name == "$ref" && isReference {
				members[i].Value = model.NewString(prefix + name)
			} else {
				members[i].Value = renamed(m.Value, prefix)
			}
		}
		return whole(model.NewMap(members...))
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = renamed(e, prefix)
		}
		return whole(model.NewList(elements...))
	default:
		return v
	}
}

// whole returns v. It panics on an error, which cannot occur because v is no deeper than an
// existing value.
func whole(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// zeroOf returns an empty object of a kind.
func zeroOf(kind table.GoKind) any { return reflect.Zero(kind.Type).Interface() }
