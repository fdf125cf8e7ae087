package judge

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// WrongTypes returns the values of the wrong type in a document, and the strings and fractions that a cluster cannot
// read. A cluster rejects the document. Elements of keyed lists are addressed by key.
func WrongTypes(s smp.Schema, d load.Document) []finding.Finding {
	search := misfitSearch{root: s}
	search.value(s, d.Value)
	for i, f := range search.found {
		search.found[i].File, search.found[i].Path = d.Name, ByKeys(s, d.Value, f.Path)
	}
	return search.found
}

// WrongTypesAfter returns the findings of WrongTypes for the result of a patch. Each is attributed to the original
// if it has the same value, and else to the patch. inPatch are those of the patch.
func WrongTypesAfter(s smp.Schema, original, patch load.Document, result model.Value, inPatch []finding.Finding) []finding.Finding {
	found, places := WrongTypes(s, load.Document{Name: patch.Name, Value: result}), map[problem]model.Path{}
	for i, f := range AtKeys(s, patch.Value, inPatch) {
		places[problemOf(f)] = inPatch[i].Path
	}
	for i, f := range found {
		now, _ := f.Path.Lookup(result)
		if before, ok := f.Path.Lookup(original.Value); ok && model.Equal(before, now) {
			found[i].File = original.Name
		} else if place, ok := places[problemOf(f)]; ok {
			found[i].Path = place
		}
	}
	return found
}

// Others returns the findings in a result that are not among the known ones, which are those of a patch, with
// paths as by AtKeys, or of the same result.
func Others(inResult, known []finding.Finding) []finding.Finding {
	isKnown := map[problem]bool{}
	for _, f := range known {
		isKnown[problemOf(f)] = true
	}
	return slices.DeleteFunc(slices.Clone(inResult), func(f finding.Finding) bool { return isKnown[problemOf(f)] })
}

// A problem identifies a finding among those of other documents.
type problem struct{ path, sentence string }

func problemOf(f finding.Finding) problem { return problem{f.Path.String(), f.Sentence} }

// A misfitSearch collects the values that a cluster cannot read, with elements addressed by index.
type misfitSearch struct {
	root smp.Schema
	// onlyUnreadable leaves out values of the wrong type, which the library reports for a patch.
	onlyUnreadable bool
	path           model.Path
	found          []finding.Finding
}

func (m *misfitSearch) add(wanted, got, fix string) {
	m.found = append(m.found, wrongType(m.path, fmt.Sprintf("expected a %s, got a %s", wanted, got), fix))
}

// wrongType returns the finding for a value that a cluster cannot read.
func wrongType(path model.Path, sentence, remedy string) finding.Finding {
	return finding.Finding{Path: append(model.Path{}, path...), Code: smp.WrongType, Rule: smp.RuleValueType, Severity: finding.Error, Sentence: sentence, Remedy: remedy}
}

func (m *misfitSearch) value(s smp.Schema, v model.Value) {
	is := v.Type()
	wrong := is != model.Null && is != model.Absent && !m.onlyUnreadable
	switch {
	case wrong && s.Type() == smp.MapType && is != model.Map:
		m.add("map", is.String(), typeFix(s, v))
	case wrong && s.Type() == smp.ListType && is != model.List:
		m.add("list", is.String(), typeFix(s, v))
	case wrong && s.Type() == smp.ScalarType && !contains(s, is):
		m.add(scalarTypes(s), is.String(), typeFix(s, v))
	default:
		m.unreadable(s, v)
	}
	if op, _ := v.Get("$patch"); m.onlyUnreadable && op.Text() == "delete" {
		return // a cluster does not decode the other fields of a deletion
	}
	for name, member := range v.SortedMembers() {
		if _, isField := s.Field(name); m.onlyUnreadable && isDirective(name) && !isField {
			continue
		}
		inner, _ := s.Member(name)
		m.under(model.Field(name), inner, member)
	}
	for i, element := range v.Elements() {
		m.under(model.Index(i), s.Element(), element)
	}
}

// unreadable adds a string or a fraction that a cluster cannot read. A Secret has a field for plain text.
func (m *misfitSearch) unreadable(s smp.Schema, v model.Value) {
	does, fix := unreadableAs(s, v)
	if does == "" {
		return
	}
	if _, plain := m.root.Field("stringData"); plain && does == notBase64 {
		fix += ", or write it in stringData"
	}
	m.found = append(m.found, wrongType(m.path, does, fix))
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

// maxListed is the number of values that the error of RejectTypes lists.
const maxListed = 10

// RejectTypes returns the error for values that a cluster cannot read, with advice on how to get an answer
// anyway, or nil if there are none. It is an *smp.Error about the first one and lists the others.
func RejectTypes(found []finding.Finding, anyway string) error {
	if len(found) == 0 {
		return nil
	}
	first := found[0]
	var err error = &smp.Error{Code: first.Code, Document: first.File, Path: first.Path, Rule: first.Rule, Cause: errors.New(first.Text())}
	for _, f := range found[1:min(len(found), maxListed)] {
		err = fmt.Errorf("%w\n%s: %s", err, f.File, f)
	}
	if more := len(found) - maxListed; more > 0 {
		err = fmt.Errorf("%w\nand %d more", err, more)
	}
	return fmt.Errorf("%w\nA cluster rejects the object. %s", err, anyway)
}
