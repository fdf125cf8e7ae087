package openapi

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// maxReferences is the maximum length of a chain of references.
const maxReferences = 100

// A meaning describes a schema object together with the objects that it refers to.
type meaning struct {
	use     use
	typ     smp.SchemaType
	scalars smp.Scalars // types of a scalar
	// structure is the object with the properties or items of a map or list. If this is another
	// object, elsewhere is set, and name is the pointer to it.
	structure  site
	keywords   *keywords // keywords of structure
	elsewhere  bool
	name       string
	references int // largest number of references that lead from here to structure
	// keys holds the keys of a list if elements of the list lose unions because of these keys (see
	// withKeys). It is nil if they do not.
	keys []string
}

// read returns the meaning of the schema object s. passed is the number of references
// that led to s.
func (r *reader) read(s site, passed int) (*meaning, error) {
	if s.value.Type() != model.Map {
		return nil, fault(s.at.path(r.base), "expected a schema, got %s", s.value.Type().Noun())
	}
	k := keywordsOf(s.value)
	own, err := r.use(s.at, k)
	if err != nil {
		return nil, err
	}
	if present(k.ref) {
		target, err := r.target(s.at, k.ref, passed)
		if err != nil {
			return nil, err
		}
		return target.from(own, 1), nil
	}
	meant, next, err := r.shape(s, k, passed)
	if err != nil {
		return nil, err
	}
	if next == nil {
		meant.use, meant.structure, meant.keywords = own, s, k
		return meant, nil
	}
	below, err := r.read(*next, passed)
	if err != nil {
		return nil, err
	}
	return below.from(own, 0), nil
}

// from returns the meaning of an object that refers to the object of below. own holds the object's
// own strategies.
func (below *meaning) from(own use, references int) *meaning {
	meant := *below
	meant.use = own.over(below.use)
	meant.elsewhere = true
	if meant.name == "" && (meant.typ == smp.MapType || meant.typ == smp.ListType) {
		meant.name = meant.structure.at.pointer()
	}
	meant.references += references
	return &meant
}

// target returns the meaning of the object that a $ref refers to. It reads the object only once.
func (r *reader) target(at *place, ref model.Value, passed int) (*meaning, error) {
	text, err := r.text(at, refKeyword, ref)
	if err != nil {
		return nil, err
	}
	s, err := r.follow(text)
	if err != nil {
		return nil, r.fault(at, refKeyword, "%w", err)
	}
	pointer := s.at.pointer()
	meant, known := r.targets[pointer]
	if known && meant == nil {
		return nil, r.fault(at, refKeyword, "%q leads only to other references, in a cycle", text)
	}
	if !known && passed < maxReferences {
		r.targets[pointer] = nil
		if meant, err = r.read(s, passed+1); err != nil {
			delete(r.targets, pointer) // with Lazily, later calls must report the fault again
			return nil, err
		}
		if meant.name == "" {
			meant.name = pointer
		}
		r.targets[pointer] = meant
	}
	if meant == nil || passed+meant.references >= maxReferences {
		return nil, r.fault(at, refKeyword, "%q leads through more than %d references", text, maxReferences)
	}
	return meant, nil
}

// follow returns the object that a reference leads to. If it fails, it returns the last
// place that exists.
func (r *reader) follow(pointer string) (site, error) {
	if r.definition == nil {
		return site{value: r.root}.follow(pointer)
	}
	plain, err := url.PathUnescape(pointer)
	if err != nil {
		return site{}, fmt.Errorf("%q is not a JSON pointer: %w", pointer, err)
	}
	for _, names := range definitionPlaces {
		at := (*place)(nil)
		for _, name := range names {
			at = at.member(name)
		}
		token, ok := strings.CutPrefix(plain, at.pointer()+"/")
		if !ok {
			continue
		}
		name := tokenName(token)
		if v, ok := r.definition(name); ok {
			return site{v, at.member(name)}, nil
		}
		return site{}, fmt.Errorf("%q not found: there is no definition %q", pointer, name)
	}
	return site{}, fmt.Errorf("%q is not a reference to a definition", pointer)
}

// shape returns the type of value that an object without $ref describes. If another
// object inside it describes the value, shape returns that object instead.
func (r *reader) shape(s site, k *keywords, passed int) (*meaning, *site, error) {
	if scalars, err := r.numberOrString(s.at, k); scalars != 0 || err != nil {
		return &meaning{typ: smp.ScalarType, scalars: scalars}, nil, err
	}
	types, err := r.types(s.at, k.typ)
	if err != nil {
		return nil, nil, err
	}
	own, err := r.ownStructure(s.at, k)
	if err != nil {
		return nil, nil, err
	}
	typ, certain := types.single()
	switch {
	case certain && (own || typ == smp.ScalarType):
		return &meaning{typ: typ, scalars: types.scalars}, nil, nil
	case own:
		return &meaning{typ: k.typeByStructure()}, nil, nil
	}
	next, err := r.onlyPart(s, k)
	if next != nil || err != nil {
		return nil, next, err
	}
	if certain {
		return &meaning{typ: typ}, nil, nil
	}
	return r.alternatives(s, k, passed)
}

// quantityName is the definition of a string or a number. Version 2 has no unions of
// types and calls it a string.
const quantityName = "io.k8s.apimachinery.pkg.api.resource.Quantity"

// numberOrString returns the types of an int-or-string or a quantity, and zero for other objects.
func (r *reader) numberOrString(at *place, k *keywords) (smp.Scalars, error) {
	flag, err := r.flag(at, intOrStringKeyword, k.intOrString)
	switch {
	case at != nil && at.name == quantityName:
		return smp.NumberScalar | smp.StringScalar, err
	case flag || k.format.Text() == intOrStringFormat:
		return smp.IntegerScalar | smp.StringScalar, err
	default:
		return 0, err
	}
}

// ownStructure reports whether the object itself describes the members or elements of its values.
func (r *reader) ownStructure(at *place, k *keywords) (bool, error) {
	preserve, err := r.flag(at, preserveKeyword, k.preserve)
	if err != nil {
		return false, err
	}
	embedded, err := r.flag(at, embeddedKeyword, k.embedded)
	if err != nil {
		return false, err
	}
	return preserve || embedded || present(k.properties) || present(k.additional) || present(k.items), nil
}

// typeByStructure returns the type of an object that has structure but no type keyword.
func (k *keywords) typeByStructure() smp.SchemaType {
	switch {
	case present(k.properties) || present(k.additional) || k.embedded.Bool():
		return smp.MapType
	case present(k.items):
		return smp.ListType
	default:
		return smp.AnyType
	}
}

// onlyPart returns the element of allOf that has more than constraints, or nil if there is no such
// element.
func (r *reader) onlyPart(s site, k *keywords) (*site, error) {
	if !present(k.allOf) {
		return nil, nil
	}
	parts, err := r.schemas(s, allOfKeyword, k.allOf)
	if err != nil {
		return nil, err
	}
	var only *site
	for _, part := range parts {
		if !keywordsOf(part.value).affectsMerge {
			continue
		}
		if only != nil {
			return nil, fault(part.at.path(r.base), "a second schema in allOf affects merging; only one is supported")
		}
		only = &part
	}
	return only, nil
}

// alternatives returns the meaning of oneOf or anyOf in an object without type.
func (r *reader) alternatives(s site, k *keywords, passed int) (*meaning, *site, error) {
	keyword, list := oneOfKeyword, k.oneOf
	if !present(list) {
		keyword, list = anyOfKeyword, k.anyOf
	}
	if !present(list) {
		return &meaning{typ: k.typeByExtension()}, nil, nil
	}
	parts, err := r.schemas(s, keyword, list)
	if err != nil {
		return nil, nil, err
	}
	var some []site
	for _, part := range parts {
		if !isNull(part.value) {
			some = append(some, part)
		}
	}
	if len(some) == 1 {
		return nil, &some[0], nil
	}
	union := &meaning{typ: smp.ScalarType}
	for _, part := range some {
		meant, err := r.read(part, passed)
		if err != nil {
			return nil, nil, err
		}
		if meant.typ != smp.ScalarType {
			return &meaning{typ: k.typeByExtension()}, nil, nil
		}
		union.scalars |= meant.scalars
		union.references = max(union.references, meant.references)
	}
	if union.scalars == 0 {
		union.typ = k.typeByExtension()
	}
	return union, nil, nil
}

// isNull reports whether a schema object describes only null.
func isNull(object model.Value) bool {
	typ, _ := object.Get(typeKeyword)
	return typ.Text() == "null"
}

// typeByExtension returns the type of an object that has neither type nor structure.
func (k *keywords) typeByExtension() smp.SchemaType {
	if present(k.mergeKey) || present(k.listType) {
		return smp.ListType
	}
	return smp.AnyType
}

// schemas returns the elements of allOf, oneOf or anyOf.
func (r *reader) schemas(s site, keyword string, list model.Value) ([]site, error) {
	if list.Type() != model.List {
		return nil, r.fault(s.at, keyword, "expected a list of schemas, got %s", list.Type().Noun())
	}
	at := s.at.member(keyword)
	var parts []site
	for i, v := range list.Elements() {
		part := site{v, at.element(i)}
		if v.Type() != model.Map {
			return nil, fault(part.at.path(r.base), "expected a schema, got %s", v.Type().Noun())
		}
		parts = append(parts, part)
	}
	return parts, nil
}
