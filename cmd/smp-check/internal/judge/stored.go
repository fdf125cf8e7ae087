package judge

import (
	"math/big"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Stored returns an object of a built-in kind without what a server does not store: null fields, values such
// as "" and {} of fields in which a server drops them or fills in another value, and status, which has
// requests of its own. The marks of the schema name these fields. Two objects that a server stores alike
// have equal results. An object of another kind is returned as it is.
func Stored(s smp.Schema, object model.Value) model.Value {
	kind := corpus.DeclaredKind(object)
	if _, builtIn := kubernetes.Lookup(kind.APIVersion, kind.Kind); !builtIn {
		return object
	}
	if status, known := s.Field("status"); known && status.Type() == smp.MapType {
		if dropped, err := object.WithMembers(model.Member{Name: "status"}); err == nil && object.Type() == model.Map {
			object = dropped
		}
	}
	return storedIn(s, object)
}

func storedIn(s smp.Schema, v model.Value) model.Value {
	var changes []model.Member
	for name, member := range v.Members() {
		field, declared := s.Field(name)
		inner, known := s.Member(name)
		if !known {
			continue
		}
		kept := storedIn(inner, member)
		switch {
		case declared && dropsEmpty(field, kept):
			changes = append(changes, model.Member{Name: name})
		case !model.Same(kept, member):
			changes = append(changes, model.Member{Name: name, Value: kept})
		}
	}
	if len(changes) > 0 {
		if changed, err := v.WithMembers(changes...); err == nil {
			return changed
		}
	}
	if v.Type() != model.List {
		return v
	}
	elements, changed := v.AppendElements(nil), false
	for i, e := range elements {
		kept := storedIn(s.Element(), e)
		changed = changed || !model.Same(kept, e)
		elements[i] = kept
	}
	if changed {
		if list, err := model.NewList(elements...); err == nil {
			return list
		}
	}
	return v
}

// dropsEmpty reports whether a server stores the value of a declared field as if the field were missing.
func dropsEmpty(s smp.Schema, v model.Value) bool {
	if v.Type() == model.Null {
		return true
	}
	empty := v.Type() == model.String && v.Text() == "" || (v.Type() == model.Map || v.Type() == model.List) && v.Len() == 0
	zero := empty || v.Type() == model.Bool && !v.Bool() || v.Type() == model.Number && model.Equal(v, model.NewInt(0))
	marks := s.Marks()
	return zero && marks.NotStored || empty && marks.FilledIn || zero && !empty && marks.ZeroFilledIn
}

// storedOverAlike reports whether a server stores a value of a field as it has stored the old one: they are equal, or differ
// only in empty values, in defaults and in the spelling of quantities. A field that is missing does not keep its old value.
func storedOverAlike(s smp.Schema, old, v model.Value) bool {
	missing := func(v model.Value) bool {
		return v.Type() == model.Absent || v.Type() == model.Null || dropsEmpty(s, storedIn(s, v))
	}
	isNothing := func(v model.Value) bool { // a Go type that is not a pointer has a zero
		isZero := v.Type() == model.Number && isEmpty(v) || model.Equal(v, no) || v.Type() == model.List && v.Len() == 0
		return model.Equal(v, s.Default()) || isZero && (s.Marks().FilledIn && !s.Marks().Derived || v.Type() != model.Number)
	}
	switch {
	case model.Equal(old, v), missing(old) && missing(v):
		return true
	case missing(v):
		return isNothing(old)
	case missing(old) && v.Type() == model.Map && v.Len() > 0:
		for name, member := range v.Members() {
			if inner, declared := s.Field(name); !declared || !storedOverAlike(inner, model.Value{}, member) {
				return false
			}
		}
		return true
	case missing(old):
		return isNothing(v) || v.Type() == model.String && v.Text() == ""
	case s.Marks().Quantity:
		return sameQuantity(old, v)
	case old.Type() == model.Map && v.Type() == model.Map && isFieldless(s):
		return true
	case old.Type() == model.Map && v.Type() == model.Map:
		names := map[string]bool{}
		for _, m := range []model.Value{old, v} {
			for name := range m.Members() {
				names[name] = true
			}
		}
		for name := range names {
			inner, _ := s.Member(name)
			x, _ := old.Get(name)
			y, _ := v.Get(name)
			if _, declared := s.Field(name); !declared && x.Type() != y.Type() || !storedOverAlike(inner, x, y) {
				return false
			}
		}
		return true
	case old.Type() == model.List && v.Type() == model.List && old.Len() == v.Len():
		for i := range old.Len() {
			if !storedOverAlike(s.Element(), old.At(i), v.At(i)) {
				return false
			}
		}
		return true
	}
	return false
}

// isFieldless reports whether a schema is that of a Go type without fields. A server drops all fields.
func isFieldless(s smp.Schema) bool {
	for range s.Fields() {
		return false
	}
	values, free := s.Values()
	return free && values.Type() == smp.AnyType
}

// sameQuantity reports whether two quantities are equal, such as 1Gi and 1024Mi.
func sameQuantity(a, b model.Value) bool {
	x, isX := quantityOf(a)
	y, isY := quantityOf(b)
	return isX && isY && x.Cmp(y) == 0
}

// quantityOf returns the value of a quantity, and whether it is one.
func quantityOf(v model.Value) (*big.Rat, bool) {
	text := v.Text()
	if v.Type() == model.Number {
		text = v.JSON()
	}
	if !isQuantity(text) || len(text) > 40 {
		return nil, false
	}
	number, suffix := splitQuantity(strings.Trim(text, " "))
	if suffix != "" && isExponent(suffix) {
		const mostDigits = 3 // of a sign and an exponent that a value can have without taking much memory
		if len(suffix) > 1+mostDigits {
			return nil, false
		}
		number, suffix = number+suffix, ""
	}
	value, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil, false
	}
	powers := map[string][2]int64{
		"": {10, 0}, "n": {10, -9}, "u": {10, -6}, "m": {10, -3}, "k": {10, 3}, "M": {10, 6}, "G": {10, 9}, "T": {10, 12}, "P": {10, 15}, "E": {10, 18},
		"Ki": {2, 10}, "Mi": {2, 20}, "Gi": {2, 30}, "Ti": {2, 40}, "Pi": {2, 50}, "Ei": {2, 60},
	}
	power := powers[suffix]
	factor := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(power[0]), big.NewInt(max(power[1], -power[1])), nil))
	if power[1] < 0 {
		factor.Inv(factor)
	}
	return value.Mul(value, factor), true
}
