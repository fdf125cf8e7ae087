package openapi

import "github.com/strategicpatch/smp/model"

// These are the keywords that this package reads.
const (
	refKeyword         = "$ref"
	typeKeyword        = "type"
	formatKeyword      = "format"
	propertiesKeyword  = "properties"
	additionalKeyword  = "additionalProperties"
	itemsKeyword       = "items"
	requiredKeyword    = "required"
	defaultKeyword     = "default"
	allOfKeyword       = "allOf"
	oneOfKeyword       = "oneOf"
	anyOfKeyword       = "anyOf"
	nullableKeyword    = "nullable"
	definitionsKeyword = "definitions"
	defsKeyword        = "$defs"

	patchStrategyKeyword = "x-kubernetes-patch-strategy"
	mergeKeyKeyword      = "x-kubernetes-patch-merge-key"
	recommendedKeyword   = "x-kubernetes-recommended-patch-merge-key"
	listTypeKeyword      = "x-kubernetes-list-type"
	listMapKeysKeyword   = "x-kubernetes-list-map-keys"
	mapTypeKeyword       = "x-kubernetes-map-type"
	preserveKeyword      = "x-kubernetes-preserve-unknown-fields"
	embeddedKeyword      = "x-kubernetes-embedded-resource"
	intOrStringKeyword   = "x-kubernetes-int-or-string"
	kindKeyword          = "x-kubernetes-group-version-kind"
	unionsKeyword        = "x-kubernetes-unions"

	// Only this package defines the following keywords.
	marksKeyword   = "x-smp-marks"
	aliasOfKeyword = "x-smp-alias-of"

	intOrStringFormat = "int-or-string"
)

// A keywords holds the members of a schema object that this package reads. Missing members are
// absent.
type keywords struct {
	ref, typ, format               model.Value
	properties, additional, items  model.Value
	required, def, nullable        model.Value
	allOf, oneOf, anyOf            model.Value
	strategy, mergeKey             model.Value
	recommended                    model.Value
	listType, listMapKeys, mapType model.Value
	preserve, embedded             model.Value
	intOrString, unions            model.Value
	marks, aliasOf                 model.Value
	affectsMerge                   bool // a keyword is more than a constraint
}

func keywordsOf(object model.Value) *keywords {
	k := &keywords{}
	for name, v := range object.Members() {
		if to := k.named(name); to != nil {
			*to = v
			k.affectsMerge = k.affectsMerge || affectsMerge(name, v)
		}
	}
	return k
}

// affectsMerge reports whether a keyword affects how values merge. Other keywords only
// constrain the valid values.
func affectsMerge(name string, v model.Value) bool {
	switch name {
	case requiredKeyword, nullableKeyword, unionsKeyword, marksKeyword, aliasOfKeyword:
		return false
	case formatKeyword:
		return v.Text() == intOrStringFormat
	case defaultKeyword:
		return v.IsScalar()
	}
	return true
}

// named returns a pointer to the field for the keyword with the given name, or nil if the keyword
// is not read.
func (k *keywords) named(name string) *model.Value {
	switch name {
	case refKeyword:
		return &k.ref
	case typeKeyword:
		return &k.typ
	case formatKeyword:
		return &k.format
	case propertiesKeyword:
		return &k.properties
	case additionalKeyword:
		return &k.additional
	case itemsKeyword:
		return &k.items
	case requiredKeyword:
		return &k.required
	case defaultKeyword:
		return &k.def
	case allOfKeyword:
		return &k.allOf
	case oneOfKeyword:
		return &k.oneOf
	case anyOfKeyword:
		return &k.anyOf
	case nullableKeyword:
		return &k.nullable
	}
	return k.extension(name)
}

func (k *keywords) extension(name string) *model.Value {
	switch name {
	case patchStrategyKeyword:
		return &k.strategy
	case mergeKeyKeyword:
		return &k.mergeKey
	case recommendedKeyword:
		return &k.recommended
	case listTypeKeyword:
		return &k.listType
	case listMapKeysKeyword:
		return &k.listMapKeys
	case mapTypeKeyword:
		return &k.mapType
	case preserveKeyword:
		return &k.preserve
	case embeddedKeyword:
		return &k.embedded
	case intOrStringKeyword:
		return &k.intOrString
	case unionsKeyword:
		return &k.unions
	case marksKeyword:
		return &k.marks
	case aliasOfKeyword:
		return &k.aliasOf
	}
	return nil
}

// present reports whether the object has the keyword.
func present(keyword model.Value) bool { return keyword.Type() != model.Absent }
