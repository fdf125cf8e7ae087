package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Feature is a part of strategic merge patch that an engine may or may not support. A case
// without features requires only maps, scalars and atomic lists.
type Feature string

// The features.
const (
	// Options of the operation.

	featureIgnore        Feature = "option-ignore"
	featureLevel         Feature = "option-level"
	featureKeep          Feature = "option-keep"
	featureNoWide        Feature = "option-noWide"
	featureOverwrite     Feature = "option-overwrite"
	featurePreconditions Feature = "option-preconditions"
	featureResend        Feature = "option-resend"
	featureStrict        Feature = "option-strict"
	featureUnions        Feature = "option-unions"

	// Directives in patches.

	featureDeleteList       Feature = "directive-deleteFromPrimitiveList"
	featurePatchDelete      Feature = "directive-patch-delete"
	featurePatchReplace     Feature = "directive-patch-replace"
	featurePatchMergeKey    Feature = "directive-patchMergeKey"
	featureRetainKeys       Feature = "directive-retainKeys"
	featureOrderList        Feature = "directive-setElementOrder"
	featureUnknownDirective Feature = "directive-unknown"

	// Properties of the schema that the documents use.

	featureAtomicMaps         Feature = "schema-atomic-maps"
	featureFreeForm           Feature = "schema-free-form-maps"
	featureKeyDefaults        Feature = "schema-key-defaults"
	featureKeyedLists         Feature = "schema-keyed-lists"
	featureMarks              Feature = "schema-marks"
	featureRecommended        Feature = "schema-recommended-keys"
	featureRetainKeysStrategy Feature = "schema-retainKeys"
	featureSets               Feature = "schema-sets"
	featureSeveralKeys        Feature = "schema-several-keys"
	featureSchemaUnions       Feature = "schema-unions"

	// Special inputs and answers.

	featureDeep          Feature = "input-deep"
	featureKinds         Feature = "input-kinds"
	featureNumbers       Feature = "input-numbers"
	featureInvalidSchema Feature = "input-schema"
	featureText          Feature = "input-text"
	featureErrors        Feature = "errors"
)

// featureTexts describes the features, sorted by name.
var featureTexts = []struct {
	feature Feature
	text    string
}{
	{featureDeleteList, "A document contains $deleteFromPrimitiveList."},
	{featurePatchDelete, "A document contains $patch: delete."},
	{featurePatchReplace, "A document contains $patch: replace."},
	{featurePatchMergeKey, "A document contains $patchMergeKey."},
	{featureRetainKeys, "A document contains $retainKeys."},
	{featureOrderList, "A document contains $setElementOrder."},
	{featureUnknownDirective, "A document contains a field whose name begins with $ but is not a directive, or an unknown value of $patch."},
	{featureErrors, "The engine must reject the input."},
	{featureDeep, "A document is nested more than 100 levels deep, and given as text."},
	{featureKinds, "The documents have different values of apiVersion or kind, which the caller of the engine must reject."},
	{featureNumbers, "A document contains a number that a 64-bit float does not hold exactly, or spells an integer as 1.0 or 1e0."},
	{featureInvalidSchema, "The schema is invalid and must be rejected when it is read."},
	{featureText, "A document is given as text, because its spelling matters."},
	{featureIgnore, "Option ignore: the engine must ignore some directives, as an older server does."},
	{featureKeep, "Option keep: the patch leaves some places as they are in original, or in current."},
	{featureLevel, "Option level: the patch may contain only some directives, for an older server."},
	{featureNoWide, "Option noWide: a patch that replaces a map or list around a change is an error."},
	{featureOverwrite, "Option overwrite: modified wins conflicts."},
	{featurePreconditions, "Option preconditions: the patch must not change some places."},
	{featureResend, "Option resend: values that a server stores differently are sent again."},
	{featureStrict, "Option strict: unknown fields and values of the wrong type are errors."},
	{featureUnions, "Option unions: setting a member of a union clears the others."},
	{featureAtomicMaps, "A map has strategy replace."},
	{featureFreeForm, "The schema has a map whose field names are arbitrary."},
	{featureKeyDefaults, "A list of type map has a key with a default."},
	{featureKeyedLists, "A list merges by merge keys."},
	{featureMarks, "The schema records how servers store a field (x-smp-marks or x-smp-alias-of)."},
	{featureRecommended, "A keyed list has recommended merge keys."},
	{featureRetainKeysStrategy, "A map or an element has strategy retainKeys."},
	{featureSets, "A list merges as a set of scalars."},
	{featureSeveralKeys, "A merge key has several fields."},
	{featureSchemaUnions, "The schema defines a union that the operation uses."},
}

// Features returns all features, sorted by name.
func Features() []Feature {
	var all []Feature
	for _, f := range featureTexts {
		all = append(all, f.feature)
	}
	return all
}

// Text returns a sentence about the feature. It is empty for an unknown feature.
func (f Feature) Text() string {
	for _, known := range featureTexts {
		if known.feature == f {
			return known.text
		}
	}
	return ""
}

// Features returns the features that an engine needs for the case, sorted by name.
func (c Case) Features() []Feature {
	found := featureSet{}
	found.input(c.Input, c.allDocuments())
	found.add(featureErrors, c.Want.Rejection != nil)
	found.add(featureInvalidSchema, c.SchemaErr != nil)
	found.add(featureDeep, c.Want.Rejection != nil && c.Want.Rejection.Code == smp.Limit)
	found.add(featureKinds, differentKinds(c) != nil)
	var all []Feature
	for _, f := range Features() {
		if found[f] {
			all = append(all, f)
		}
	}
	return all
}

type featureSet map[Feature]bool

func (s featureSet) add(f Feature, has bool) {
	if has {
		s[f] = true
	}
}

// input adds the features of an input. documents are its documents and, if they are known, its
// results.
func (s featureSet) input(in Input, documents []Document) {
	s.options(in.Options)
	var values []model.Value
	for _, d := range documents {
		s.document(d.Value, 1)
		values = append(values, d.Value)
	}
	s.add(featureText, len(in.Text) > 0)
	if in.Schema != smp.Schemaless && in.Schema != (smp.Schema{}) {
		t := used(in.Schema, values, nil, 0)
		s.schema(t, in.Op == OpThreeWay, in.Op == OpDiff || in.Op == OpThreeWay || in.Options.Unions)
	}
}

func (s featureSet) options(o Options) {
	s.add(featureIgnore, o.Ignore != 0)
	s.add(featureKeep, len(o.Keep) > 0)
	s.add(featureLevel, o.Omit != 0)
	s.add(featureNoWide, o.NoWide)
	s.add(featureOverwrite, o.Overwrite)
	s.add(featurePreconditions, len(o.Preconditions) > 0)
	s.add(featureResend, o.Resend)
	s.add(featureStrict, o.Strict)
	s.add(featureUnions, o.Unions)
}

// document adds the features of v, a document or a value in one. The depth is that of v in the
// document.
func (s featureSet) document(v model.Value, depth int) {
	s.add(featureDeep, depth > maxPlainDepth)
	for name, m := range v.Members() {
		s.name(name, m)
		s.document(m, depth+1)
	}
	for _, e := range v.Elements() {
		s.document(e, depth+1)
	}
	s.add(featureNumbers, v.Type() == model.Number && !plainNumber(v))
}

func (s featureSet) name(name string, v model.Value) {
	switch {
	case !strings.HasPrefix(name, "$"):
	case strings.HasPrefix(name, orderListPrefix):
		s[featureOrderList] = true
	case strings.HasPrefix(name, deleteListPrefix):
		s[featureDeleteList] = true
	case name == retainKeysName:
		s[featureRetainKeys] = true
	case name == patchMergeKeyName:
		s[featurePatchMergeKey] = true
	case name == patchMarkName && v.Text() == "replace":
		s[featurePatchReplace] = true
	case name == patchMarkName && v.Text() == "delete":
		s[featurePatchDelete] = true
	default:
		s[featureUnknownDirective] = true
	}
}

// schema adds the features of a schema and everything in it. Marks and unions count only
// if the operation uses them.
func (s featureSet) schema(t smp.Definition, marks, unions bool) {
	s.add(featureAtomicMaps, t.Type != smp.ListType && t.Strategy == smp.Replace)
	s.add(featureRetainKeysStrategy, t.RetainKeys)
	s.add(featureMarks, marks && storing(t.Marks) != smp.Marks{})
	s.add(featureSchemaUnions, unions && len(t.Unions) > 0)
	s.add(featureFreeForm, t.Type == smp.MapType && (t.Values != nil || len(t.Fields) == 0))
	if t.Type == smp.ListType {
		s.add(featureSets, t.Strategy == smp.Merge && len(t.Keys) == 0)
		s.add(featureKeyedLists, len(t.Keys) > 0)
		s.add(featureSeveralKeys, len(t.Keys) > 1)
		s.add(featureRecommended, len(t.Recommended) > 0)
		for _, key := range slices.Concat(t.Keys, t.Recommended) {
			s.add(featureKeyDefaults, t.MapKeys && t.Element.Fields[key].Default.Type() != model.Absent)
		}
		s.schema(*t.Element, marks, unions)
	}
	for _, field := range t.Fields {
		s.schema(field, marks, unions)
	}
	if t.Values != nil {
		s.schema(*t.Values, marks, unions)
	}
}

// maxPlainDepth is the greatest depth of a document that does not count as deep.
const maxPlainDepth = 100

// plainNumber reports whether a JSON library that reads numbers as 64-bit floats preserves
// the value and the spelling of a number.
func plainNumber(v model.Value) bool {
	const exact = 1 << 53
	if n, ok := v.Int64(); ok {
		return -exact <= n && n <= exact && !strings.ContainsAny(v.NumberText(), ".eE") && v.NumberText() != "-0"
	}
	return len(v.NumberText()) <= 15 && !strings.ContainsAny(v.NumberText(), "eE")
}

// storing returns marks without Required, which no operation reads.
func storing(m smp.Marks) smp.Marks {
	m.Required = false
	return m
}
