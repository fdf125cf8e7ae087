package syntax

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// An Accepter answers questions about the types of a value for its schema.
type Accepter interface {
	// Accepts reports whether a value may have the JSON type.
	Accepts(model.Type) bool
}

// TypeFault returns the fault of a patch value whose type contradicts its schema, or nil (rule
// value-type).
func TypeFault(s Accepter, v model.Value) *faults.Fault {
	k := v.Type()
	if k == model.Absent || s.Accepts(k) {
		return nil
	}
	return faults.New(faults.WrongType, rule.ValueType, "expected a %s, got %s", typeName(s), k.Noun())
}

// typeName returns the name of the type that a schema expects, such as "map" or "string or number".
func typeName(s Accepter) string {
	var types []string
	for _, k := range [...]model.Type{model.String, model.Number, model.Bool} {
		if s.Accepts(k) {
			types = append(types, k.String())
		}
	}
	switch {
	case len(types) == 3:
		return "scalar"
	case s.Accepts(model.Map):
		return model.Map.String()
	case s.Accepts(model.List):
		return model.List.String()
	}
	return strings.Join(types, " or ")
}

// NoField returns the fault of a delete or order list that names no field, by one of the rules
// set-delete and order-directive. The name is that of the directive.
func NoField(rule, name string) *faults.Fault {
	return faults.New(faults.InvalidDirective, rule, "missing field name in the directive").UnderDirective(name)
}

// Clears reports whether a patch map clears a field that it does not contain, because it replaces
// the map or has a $retainKeys that does not list the field.
func (m Map) Clears(name string) bool {
	retained, f := m.Retained()
	return Replace.In(m.Patch) || f == nil && retained.Clears(name)
}

// WithoutScalars returns a list without the scalars that values contains (rule set-delete).
func WithoutScalars(list model.Value, values *identity.Index) (model.Value, *faults.Fault) {
	return faults.EditElements(list, func(_ int, e model.Value) (model.Value, *faults.Fault) {
		if e.IsScalar() && values.Find([]model.Value{e}) >= 0 {
			return model.Value{}, nil
		}
		return e, nil
	})
}
