package smp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
)

// TypeKind says what a Type or Schema describes.
type TypeKind uint8

// The kinds of types.
const (
	// AnyType is a value without schema: maps in it merge by name, lists are
	// atomic (rule unknown-field).
	AnyType TypeKind = iota
	// ScalarType is a string, number or boolean.
	ScalarType
	// MapType is a map: declared when it has Fields only, free-form when it has
	// Values.
	MapType
	// ListType is a list: merging or atomic, by its strategy.
	ListType
)

// String returns any, scalar, map or list.
func (k TypeKind) String() string { return nameOf(k, "any", "scalar", "map", "list") }

// Scalars is the set of JSON kinds that a scalar may have. Zero means any.
type Scalars uint8

// The kinds of scalars. An int-or-string is NumberScalar|StringScalar.
const (
	// StringScalar allows strings.
	StringScalar Scalars = 1 << iota
	// NumberScalar allows numbers, whole or not.
	NumberScalar
	// BoolScalar allows true and false.
	BoolScalar

	// AnyScalar allows all three.
	AnyScalar = StringScalar | NumberScalar | BoolScalar
)

// Strategy says what a patch does to a map or list.
type Strategy uint8

// The strategies.
const (
	// DefaultStrategy stands in a Type for Merge in maps and Replace in lists.
	// A Schema never reports it.
	DefaultStrategy Strategy = iota
	// Merge merges maps by name, keyed lists by merge key, sets by value.
	Merge
	// Replace replaces the whole map or list (an atomic one).
	Replace
)

// String returns default, merge or replace.
func (s Strategy) String() string { return nameOf(s, "default", "merge", "replace") }

// A Type is the plain description of one value, from which NewSchema builds a
// Schema. Sources of schemas (Go types, OpenAPI documents, tables) write
// Types; the zero Type is a value without schema.
type Type struct {
	Kind TypeKind
	// Ref names a definition to use in place of this type. Kind must then be
	// AnyType; Strategy, RetainKeys, Keys, Recommended, MapKeys and Default
	// override the definition's where they are set.
	Ref string
	// Scalars is for ScalarType; zero means any.
	Scalars Scalars
	// Default is what an absent scalar field counts as when it is a key that
	// comes from x-kubernetes-list-map-keys (rule keys-default). Leave it
	// absent for required fields, which have no default in effect.
	Default model.Value
	// Fields are the named fields of a map.
	Fields map[string]Type
	// Names and Field describe the fields of a map in place of Fields: a name's
	// field is described, and checked, when a document or a reader first goes
	// there. A fault in it is the error of that call, and of later ones.
	Names []string
	Field func(name string) Type
	// Values, when not nil, describes every member of a map that is not in
	// Fields. A map type with neither Fields nor Values is a free-form map of
	// AnyType.
	Values *Type
	// Unions of a map say which of its named fields exclude each other.
	Unions []Union
	// Element describes the elements of a list; nil means AnyType.
	Element *Type
	// Strategy is for maps and lists, and for the maps of AnyType.
	Strategy Strategy
	// RetainKeys marks a map, or the elements of a list, for which a diff
	// emits $retainKeys (rule diff-retain); of AnyType, its maps.
	RetainKeys bool
	// Keys is the default merge key of a merging list of maps: one field, or
	// several that count together (rule keys-multi). A merging list without
	// Keys is a set.
	Keys []string
	// Recommended are the recommended merge keys, the default key first (rule
	// keys-recommended). Nil when there are none beyond Keys.
	Recommended []string
	// MapKeys says that the keys come from x-kubernetes-list-map-keys, so that
	// defaults of key fields count (rule keys-default).
	MapKeys bool
	// AcceptsLists says that the Go type is a pointer, or bytes. The shipped engine
	// takes lists there, whatever it points to (divergence
	// wrong-kind-rejected). It counts in the kubernetes dialect alone.
	AcceptsLists bool
	// Origin is where the type is described, for errors; optional.
	Origin model.Path
	// Fault, when not nil, says that the type cannot be described. It is the
	// error of whatever uses it.
	Fault error
}

// check rejects a merging list that could not merge, and unions that the map cannot
// have. It runs when all shapes are filled, because the elements may be defined later
// than the list. locked says that the builder's lock is held.
func (m madeNode) check(locked bool) error {
	if m.shape.unions != nil {
		if err := m.shape.checkUnions(locked); err != nil {
			return m.trail.error(err)
		}
	}
	if m.shape.kind != ListType || m.strategy != Merge {
		return nil
	}
	if m.shape.element.shape.kind == ListType {
		return m.trail.errorf("a list of lists cannot have strategy merge (rule %s)", RuleNoNestedLists)
	}
	if len(m.keys) == 0 {
		if m.shape.element.shape.kind == MapType {
			return m.trail.errorf("a list of maps with strategy merge needs a merge key")
		}
		return nil
	}
	if n := len(m.keys); m.recommended != nil &&
		(len(m.recommended) < n || !slices.Equal(m.recommended[:n], m.keys)) {
		return m.trail.errorf("the recommended keys do not begin with the merge key (rule %s)", RuleKeysRecommended)
	}
	for _, keys := range [][]string{m.keys, m.recommended} {
		for i, key := range keys {
			if err := checkKey(key, m.shape.element, locked); err != nil {
				return m.trail.error(err)
			}
			if slices.Contains(keys[:i], key) {
				return m.trail.errorf("merge key %q is listed twice", key)
			}
		}
	}
	return nil
}

// prepare makes what every merge by a list's default key needs. The node must
// have passed its check.
func (u *node) prepare() {
	if u.merging() {
		u.standard = u.selection(u.keys, nil)
		u.identity = u.standard
		if u.shape.element.shape.index(patchMergeKeyField) < 0 && u.recommended != nil {
			u.identity = u.selection(u.recommended, nil)
		}
	}
}

// checkKey rejects a merge key that cannot identify elements. Keys are written
// separated by commas, without white space.
func checkKey(key string, element *node, locked bool) error {
	if key == "" || strings.Contains(key, ",") || strings.ContainsFunc(key, unicode.IsSpace) {
		return errors.New("a merge key is empty or has white space or a comma in it")
	}
	t := element.shape
	switch t.kind {
	case AnyType:
		return nil
	case MapType:
		field, ok := t.find(key, locked)
		if !ok {
			field = t.values
		}
		if field == nil {
			return fmt.Errorf("merge key %q is no field of the elements", key)
		}
		if field.fault != nil {
			return field.fault
		}
		if k := field.shape.kind; k != ScalarType && k != AnyType {
			return fmt.Errorf("merge key %q is a %s, not a scalar", key, k)
		}
		return nil
	default:
		return fmt.Errorf("a merge key needs a list of maps, this is one of %ss", t.kind)
	}
}

// A trail is the way from a Type to a part of it, read only when there is an
// error to report.
type trail struct {
	parent *trail
	steps  []string
	origin model.Path
}

func (t *trail) add(steps ...string) *trail { return &trail{parent: t, steps: steps} }

func (t *trail) path() model.Path {
	var parts [][]string
	var path model.Path
	for ; t != nil; t = t.parent {
		parts = append(parts, t.steps)
		path = t.origin
	}
	for _, steps := range slices.Backward(parts) {
		for _, s := range steps {
			path = path.Append(model.Field(s))
		}
	}
	return path
}

func (t *trail) errorf(format string, args ...any) error {
	return t.error(fmt.Errorf(format, args...))
}

func (t *trail) error(cause error) error {
	return &Error{Kind: InvalidSchema, Document: "schema", Path: t.path(), Cause: cause}
}
