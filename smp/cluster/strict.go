package cluster

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// checkType rejects a patch value whose type contradicts its schema, if the call is strict (rule
// unknown-field).
func (c *call) checkType(s smp.Schema, v model.Value) *fault {
	if !c.Strict {
		return nil
	}
	return wrongType(s, v)
}

// wrongType returns the fault of a value whose type contradicts its schema, or nil.
func wrongType(s smp.Schema, v model.Value) *fault {
	k := v.Type()
	fits := true
	switch s.Type() {
	case smp.MapType:
		fits = k == model.Map
	case smp.ListType:
		fits = k == model.List
	case smp.ScalarType:
		fits = v.IsScalar() && s.Scalars()&scalarOf(k) != 0
	}
	if fits || k == model.Null || k == model.Absent {
		return nil
	}
	return newFault(smp.WrongType, smp.RuleValueType, "expected a %s, got %s", wanted(s), k.Noun())
}

// wanted returns the name of the type that the schema expects, such as "map" or "string or number".
func wanted(s smp.Schema) string {
	var types []string
	for _, typ := range []model.Type{model.String, model.Number, model.Bool} {
		if s.Scalars()&scalarOf(typ) != 0 {
			types = append(types, typ.String())
		}
	}
	if len(types) == 0 || len(types) == 3 {
		return s.Type().String()
	}
	return strings.Join(types, " or ")
}

func scalarOf(k model.Type) smp.Scalars {
	switch k {
	case model.String:
		return smp.StringScalar
	case model.Number:
		return smp.NumberScalar
	default:
		return smp.BoolScalar
	}
}

// unknown traces that a declared map lacks a field. A strict call rejects the field.
func (c *call) unknown(in smp.Schema, t fieldPatch) *fault {
	if c.trace.on() {
		if _, ok := in.FoldedField(t.name); ok {
			c.trace.note(smp.RuleFieldNames)
		}
		c.trace.note(smp.RuleUnknownField)
	}
	if c.Strict && (t.name != "" || t.value.Type() != model.Absent) {
		return newFault(smp.UnknownField, smp.RuleUnknownField, "unknown field").UnderDirective(t.memberName())
	}
	return nil
}

// checkOriginal rejects elements of a keyed list that nothing can match, if the call is strict
// (rule keyed-original). It does not check elements that this call has made.
func (c *call) checkOriginal(s smp.Schema, list model.Value) *fault {
	if !c.Strict || !c.isOriginal(list) {
		return nil
	}
	for i, e := range list.Elements() {
		if f := checkElement(s, e); f != nil {
			return inOriginal(f).Under(model.Index(i))
		}
	}
	return nil
}

func checkElement(s smp.Schema, e model.Value) *fault {
	if e.Type() != model.Map {
		return newFault(smp.WrongType, smp.RuleKeyedOriginal, "expected a map, got %s", e.Type().Noun())
	}
	for _, name := range s.Keys() {
		v, _ := e.Get(name)
		switch k := v.Type(); {
		case v.IsScalar():
		case k != model.Absent && k != model.Null:
			return newFault(smp.InvalidMergeKey, smp.RuleKeyedOriginal, "merge key %q: expected a scalar, got %s", name, k.Noun()).Under(model.Field(name))
		case keyDefault(s, name).Type() == model.Absent:
			return newFault(smp.MissingMergeKey, smp.RuleKeyedOriginal, "missing merge key %q", name)
		}
	}
	return nil
}

// isOriginal reports whether a value is an unchanged part of the original document.
func (c *call) isOriginal(v model.Value) bool {
	return !c.inMadeValue || model.Within(v, c.document)
}

// inMade must be called before a merge into a value that this call has made, and leave after the
// merge. original is the value of the original from which the value was made, and may be absent. A
// value of the patch does not count as original, even if the documents share it.
func (c *call) inMade(original model.Value) (leave func()) {
	made, document := c.inMadeValue, c.document
	if !c.isOriginal(original) {
		original = model.Value{}
	}
	c.inMadeValue, c.document = true, original
	return func() { c.inMadeValue, c.document = made, document }
}
