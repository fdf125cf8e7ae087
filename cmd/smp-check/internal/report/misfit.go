package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Misfit is a value of the wrong type in an object, or a string or fraction that a cluster cannot
// read. A cluster rejects the object.
type Misfit struct {
	File string     // the document with the value
	Path model.Path // in File
	Does string     // the types, as in "expected a number, got a string"
	Fix  string     // the correction; empty if it cannot be guessed
}

// Types are the types that a cluster expects in objects.
type Types struct{ schema smp.Schema }

// TypesOf returns the types of a schema.
func TypesOf(s smp.Schema) Types { return Types{schema: s} }

// Schema returns the schema with the types.
func (t Types) Schema() smp.Schema { return t.schema }

// Misfits are the values of the wrong type in an object.
type Misfits struct {
	first []Misfit // at most maxMisfits
	n     int
}

// maxMisfits is the number of misfits that an error lists.
const maxMisfits = 10

// In returns the misfits of a document, with elements of keyed lists addressed by key.
func (t Types) In(d load.Document) Misfits {
	var search misfitSearch
	search.value(t.schema, d.Value)
	for i, m := range search.found.first {
		search.found.first[i].File, search.found.first[i].Path = d.Name, ByKeys(t.schema, d.Value, m.Path)
	}
	return search.found
}

// AfterPatch returns the misfits of the result of a patch. Each is attributed to the original
// if it has the same value, and else to the patch. slips are those of the patch.
func (t Types) AfterPatch(original, patch load.Document, result model.Value, slips []Slip) Misfits {
	found := t.In(load.Document{Name: patch.Name, Value: result})
	for i, m := range found.first {
		now, _ := m.Path.Lookup(result)
		if before, ok := m.Path.Lookup(original.Value); ok && model.Equal(before, now) {
			found.first[i].File = original.Name
			continue
		}
		for _, slip := range slips {
			if slip.Does == m.Does && leadsTo(slip.Path, m.Path) {
				found.first[i].Path = slip.Path
				break
			}
		}
	}
	return found
}

// leadsTo reports whether a path in a patch, with indexes, may lead to a place of the result.
func leadsTo(inPatch, inResult model.Path) bool {
	if len(inPatch) != len(inResult) {
		return false
	}
	for i, step := range inPatch {
		field, ok := step.(model.Field)
		if other, isField := inResult[i].(model.Field); ok != isField || field != other {
			return false
		}
	}
	return true
}

// A misfitSearch collects the misfits of a document, with elements addressed by index.
type misfitSearch struct {
	path  model.Path
	found Misfits
}

func (m *misfitSearch) add(wanted, got, fix string) {
	m.found.add(Misfit{Path: slices.Clone(m.path), Does: fmt.Sprintf("expected a %s, got a %s", wanted, got), Fix: fix})
}

func (f *Misfits) add(m Misfit) {
	if f.n++; f.n <= maxMisfits {
		f.first = append(f.first, m)
	}
}

func (m *misfitSearch) value(s smp.Schema, v model.Value) {
	is := v.Type()
	if is == model.Null || is == model.Absent {
		return
	}
	switch s.Type() {
	case smp.MapType:
		if is != model.Map {
			m.add("map", is.String(), typeFix(s, v))
		}
	case smp.ListType:
		if is != model.List {
			m.add("list", is.String(), typeFix(s, v))
		}
	case smp.ScalarType:
		switch {
		case !contains(s, is):
			m.add(scalarTypes(s), is.String(), typeFix(s, v))
		default:
			if does, fix := unreadable(s, v); does != "" {
				m.found.add(Misfit{Path: slices.Clone(m.path), Does: does, Fix: fix})
			}
		}
	}
	for name, member := range v.Members() {
		inner, _ := s.Member(name)
		m.under(model.Field(name), inner, member)
	}
	for i, element := range v.Elements() {
		m.under(model.Index(i), s.Element(), element)
	}
}

func (m *misfitSearch) under(step model.Step, s smp.Schema, v model.Value) {
	m.path = append(m.path, step)
	m.value(s, v)
	m.path = m.path[:len(m.path)-1]
}

// scalarTypes returns the types that a scalar may have, as in "string or number".
func scalarTypes(s smp.Schema) string {
	var types []string
	for _, typ := range []model.Type{model.String, model.Number, model.Bool} {
		if contains(s, typ) {
			types = append(types, typ.String())
		}
	}
	if len(types) == 3 {
		return "scalar"
	}
	return strings.Join(types, " or ")
}

func contains(s smp.Schema, typ model.Type) bool {
	all := s.Scalars()
	if all == 0 {
		all = smp.AnyScalar
	}
	switch typ {
	case model.String:
		return all&smp.StringScalar != 0
	case model.Number:
		return all&smp.NumberScalar != 0
	case model.Bool:
		return all&smp.BoolScalar != 0
	}
	return false
}

// typeFix returns the correction of a value of the wrong type. It is empty if the correction
// cannot be guessed.
func typeFix(s smp.Schema, v model.Value) string {
	switch s.Type() {
	case smp.MapType:
		if v.Type() == model.List {
			return `write its fields without "- "`
		}
	case smp.ListType:
		return `begin each element with "- "`
	case smp.ScalarType:
		return scalarFix(s, v)
	}
	return ""
}

// scalarFix returns the correction of a scalar of the wrong type.
func scalarFix(s smp.Schema, v model.Value) string {
	switch {
	case v.IsScalar() && v.Type() != model.String && contains(s, model.String):
		return "write it in quotes"
	case v.Type() != model.String:
		return ""
	}
	text := v.Text()
	_, err := strconv.ParseFloat(text, 64)
	if contains(s, model.Number) && err == nil || contains(s, model.Bool) && (text == "true" || text == "false") {
		return "write it without quotes"
	}
	return ""
}

// hasFraction reports whether a number is not whole. Servers read it as a float64.
func hasFraction(v model.Value) bool {
	f, err := strconv.ParseFloat(string(v.JSON()), 64)
	return err == nil && f != math.Trunc(f)
}

// Error returns the error for the misfits, with advice on how to get an answer anyway, or nil
// if there are none. It is an *smp.Error about the first one and lists the others.
func (f Misfits) Error(anyway string) error {
	if f.n == 0 {
		return nil
	}
	first := f.first[0]
	var err error = &smp.Error{Code: smp.WrongType, Document: first.File, Path: first.Path, Rule: smp.RuleValueType, Cause: errors.New(first.What())}
	for _, m := range f.first[1:] {
		err = fmt.Errorf("%w\n%s: %s: %s", err, m.File, m.Path, m.What())
	}
	if more := f.n - len(f.first); more > 0 {
		err = fmt.Errorf("%w\nand %d more", err, more)
	}
	return fmt.Errorf("%w\nA cluster rejects the object. %s", err, anyway)
}

// First returns the first misfits, of which there are at most maxMisfits.
func (f Misfits) First() []Misfit { return f.first }

// What returns a text about the problem and its correction.
func (m Misfit) What() string {
	if m.Fix == "" {
		return m.Does
	}
	return m.Does + "; " + m.Fix
}
