package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Feature is a part of strategic merge patch that an engine may or may not support. Cases
// without features require only maps, scalars and atomic lists.
type Feature string

// The features.
const (
	// Options of the operation.

	FeatureIgnore        Feature = "option-ignore"
	FeatureLevel         Feature = "option-level"
	FeatureNoWide        Feature = "option-noWide"
	FeatureOverwrite     Feature = "option-overwrite"
	FeaturePreconditions Feature = "option-preconditions"
	FeatureResend        Feature = "option-resend"
	FeatureStrict        Feature = "option-strict"
	FeatureUnions        Feature = "option-unions"

	// Directives in patches.

	FeatureDeleteList       Feature = "directive-deleteFromPrimitiveList"
	FeaturePatchDelete      Feature = "directive-patch-delete"
	FeaturePatchReplace     Feature = "directive-patch-replace"
	FeaturePatchMergeKey    Feature = "directive-patchMergeKey"
	FeatureRetainKeys       Feature = "directive-retainKeys"
	FeatureOrderList        Feature = "directive-setElementOrder"
	FeatureUnknownDirective Feature = "directive-unknown"

	// Properties of the schema, as far as the documents use them.

	FeatureAtomicMaps         Feature = "schema-atomic-maps"
	FeatureFreeForm           Feature = "schema-free-form-maps"
	FeatureKeyDefaults        Feature = "schema-key-defaults"
	FeatureKeyedLists         Feature = "schema-keyed-lists"
	FeatureMarks              Feature = "schema-marks"
	FeatureRecommended        Feature = "schema-recommended-keys"
	FeatureRetainKeysStrategy Feature = "schema-retainKeys"
	FeatureSets               Feature = "schema-sets"
	FeatureSeveralKeys        Feature = "schema-several-keys"
	FeatureSchemaUnions       Feature = "schema-unions"

	// Special inputs and answers.

	FeatureDeep          Feature = "input-deep"
	FeatureKinds         Feature = "input-kinds"
	FeatureNumbers       Feature = "input-numbers"
	FeatureInvalidSchema Feature = "input-schema"
	FeatureText          Feature = "input-text"
	FeatureErrors        Feature = "errors"
)

// featureTexts describes the features, sorted by name.
var featureTexts = []struct {
	feature Feature
	text    string
}{
	{FeatureDeleteList, "A document contains $deleteFromPrimitiveList."},
	{FeaturePatchDelete, "A document contains $patch: delete."},
	{FeaturePatchReplace, "A document contains $patch: replace."},
	{FeaturePatchMergeKey, "A document contains $patchMergeKey."},
	{FeatureRetainKeys, "A document contains $retainKeys."},
	{FeatureOrderList, "A document contains $setElementOrder."},
	{FeatureUnknownDirective, "A document contains another field whose name begins with $, or an unknown value of $patch."},
	{FeatureErrors, "The engine must reject the input."},
	{FeatureDeep, "A document is nested more than 100 levels deep, and given as text."},
	{FeatureKinds, "The documents have different values of apiVersion or kind, which the caller of the engine must reject."},
	{FeatureNumbers, "A document contains a number that a 64-bit float does not hold exactly, or spells an integer as 1.0 or 1e0."},
	{FeatureInvalidSchema, "The schema is invalid and must be rejected when it is read."},
	{FeatureText, "A document is given as text, because its spelling matters."},
	{FeatureIgnore, "Option ignore: the engine must ignore some directives, as an older server does."},
	{FeatureLevel, "Option level: the patch may contain only some directives, for an older server."},
	{FeatureNoWide, "Option noWide: a patch that replaces a map or list around a change is an error."},
	{FeatureOverwrite, "Option overwrite: modified wins conflicts."},
	{FeaturePreconditions, "Option preconditions: the patch must not change some places."},
	{FeatureResend, "Option resend: values that a server stores differently are sent again."},
	{FeatureStrict, "Option strict: unknown fields and values of the wrong type are errors."},
	{FeatureUnions, "Option unions: setting a member of a union clears the others."},
	{FeatureAtomicMaps, "A map has strategy replace."},
	{FeatureFreeForm, "The schema has a map whose field names are arbitrary."},
	{FeatureKeyDefaults, "A list of type map has a key with a default."},
	{FeatureKeyedLists, "A list merges by merge keys."},
	{FeatureMarks, "The schema records how servers store a field (x-smp-marks or x-smp-alias-of)."},
	{FeatureRecommended, "A keyed list has recommended merge keys."},
	{FeatureRetainKeysStrategy, "A map or an element has strategy retainKeys."},
	{FeatureSets, "A list merges as a set of scalars."},
	{FeatureSeveralKeys, "A merge key has several fields."},
	{FeatureSchemaUnions, "The schema defines a union that the operation uses."},
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
	found.options(c.Input.Options)
	for _, d := range c.allDocuments() {
		found.document(d.Value, 1)
	}
	found.add(FeatureText, len(c.Input.Text) > 0)
	found.add(FeatureErrors, c.Want.Rejection != nil)
	found.add(FeatureInvalidSchema, c.SchemaErr != nil)
	found.add(FeatureDeep, c.Want.Rejection != nil && c.Want.Rejection.Code == smp.Limit)
	found.add(FeatureKinds, differentKinds(c) != nil)
	if c.SchemaErr == nil && !c.Schema.Schemaless() {
		t := c.usedSchema()
		op, o := c.Input.Op, c.Input.Options
		found.schema(t, op == OpThreeWay, op == OpDiff || op == OpThreeWay || o.Unions)
	}
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

func (s featureSet) options(o Options) {
	s.add(FeatureIgnore, o.Ignore != 0)
	s.add(FeatureLevel, o.Omit != 0)
	s.add(FeatureNoWide, o.NoWide)
	s.add(FeatureOverwrite, o.Overwrite)
	s.add(FeaturePreconditions, len(o.Preconditions) > 0)
	s.add(FeatureResend, o.Resend)
	s.add(FeatureStrict, o.Strict)
	s.add(FeatureUnions, o.Unions)
}

// document adds the features of a document that is nested in depth-1 others.
func (s featureSet) document(v model.Value, depth int) {
	s.add(FeatureDeep, depth > maxPlainDepth)
	for name, m := range v.Members() {
		s.name(name, m)
		s.document(m, depth+1)
	}
	for _, e := range v.Elements() {
		s.document(e, depth+1)
	}
	s.add(FeatureNumbers, v.Type() == model.Number && !plainNumber(v))
}

func (s featureSet) name(name string, v model.Value) {
	switch {
	case !strings.HasPrefix(name, "$"):
	case strings.HasPrefix(name, orderListPrefix):
		s[FeatureOrderList] = true
	case strings.HasPrefix(name, deleteListPrefix):
		s[FeatureDeleteList] = true
	case name == retainKeysName:
		s[FeatureRetainKeys] = true
	case name == patchMergeKeyName:
		s[FeaturePatchMergeKey] = true
	case name == patchMarkName && v.Text() == "replace":
		s[FeaturePatchReplace] = true
	case name == patchMarkName && v.Text() == "delete":
		s[FeaturePatchDelete] = true
	default:
		s[FeatureUnknownDirective] = true
	}
}

// schema adds the features of a schema and everything in it. Marks and unions count only
// if the operation uses them.
func (s featureSet) schema(t smp.Definition, marks, unions bool) {
	s.add(FeatureAtomicMaps, t.Type != smp.ListType && t.Strategy == smp.Replace)
	s.add(FeatureRetainKeysStrategy, t.RetainKeys)
	s.add(FeatureMarks, marks && t.Marks != smp.Marks{})
	s.add(FeatureSchemaUnions, unions && len(t.Unions) > 0)
	s.add(FeatureFreeForm, t.Type == smp.MapType && (t.Values != nil || len(t.Fields) == 0))
	if t.Type == smp.ListType {
		s.add(FeatureSets, t.Strategy == smp.Merge && len(t.Keys) == 0)
		s.add(FeatureKeyedLists, len(t.Keys) > 0)
		s.add(FeatureSeveralKeys, len(t.Keys) > 1)
		s.add(FeatureRecommended, len(t.Recommended) > 0)
		for _, key := range slices.Concat(t.Keys, t.Recommended) {
			s.add(FeatureKeyDefaults, t.MapKeys && t.Element.Fields[key].Default.Type() != model.Absent)
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

// maxPlainDepth is the depth from which a document counts as deep.
const maxPlainDepth = 100

// plainNumber reports whether JSON libraries that read numbers as 64-bit floats keep the
// value and the spelling of a number.
func plainNumber(v model.Value) bool {
	const exact = 1 << 53
	if n, ok := v.Int64(); ok {
		return -exact <= n && n <= exact && !strings.ContainsAny(v.NumberText(), ".eE") && v.NumberText() != "-0"
	}
	return len(v.NumberText()) <= 15 && !strings.ContainsAny(v.NumberText(), "eE")
}
