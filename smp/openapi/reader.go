package openapi

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A reader builds one schema. References are resolved in root. base is the path of root in the
// document, for errors.
type reader struct {
	root model.Value
	base model.Path
	// definition, if not nil, resolves references instead of root.
	definition func(name string) (model.Value, bool)
	options
	preserve bool // every map may have undeclared members
	custom   bool // the schema is that of a custom resource

	targets map[string]*meaning // by pointer, the target of a reference; nil while the target is being read
	shapes  map[string]*meaning // by name, maps and lists that definitions refer to
}

func newReader(root model.Value, base model.Path, o options) *reader {
	return &reader{
		root: root, base: base, options: o,
		targets: map[string]*meaning{}, shapes: map[string]*meaning{},
	}
}

// fault returns the error for a keyword of the object whose place is at.
func (r *reader) fault(at *place, keyword, format string, args ...any) error {
	return fault(at.member(keyword).path(r.base), format, args...)
}

// schema builds the schema of the object s.
func (r *reader) schema(s site) (smp.Schema, error) {
	t, err := r.typ(s, nil)
	if err != nil {
		return smp.Schema{}, err
	}
	t.Origin = s.at.path(r.base)
	return r.build(t)
}

// build makes a schema from a definition and the shapes that it refers to.
func (r *reader) build(t smp.Definition) (smp.Schema, error) {
	return smp.NewSchema(t, func(name string) (smp.Definition, bool) {
		meant := r.shapes[name]
		t, err := r.structure(meant)
		t.Origin, t.Fault = meant.structure.at.path(r.base), err
		return t, true
	})
}

// typ returns the definition of the object s. It contains the structure, or the name of another
// object that has the structure, and the strategies of the place. If s describes the elements of a
// list, keys holds the keys of the list.
func (r *reader) typ(s site, keys []string) (smp.Definition, error) {
	meant, err := r.read(s, 0)
	if err == nil {
		meant, err = r.withKeys(meant, keys)
	}
	if err != nil {
		return smp.Definition{}, err
	}
	t, err := r.typeOf(meant)
	if err != nil {
		return smp.Definition{}, err
	}
	return r.place(t, meant)
}

func (r *reader) typeOf(meant *meaning) (smp.Definition, error) {
	switch {
	case meant.typ == smp.ScalarType:
		return smp.Definition{Type: smp.ScalarType, Scalars: meant.scalars, Default: meant.use.def}, nil
	case meant.typ == smp.AnyType:
		return smp.Definition{}, nil
	case meant.elsewhere:
		name := meant.name
		if meant.keys != nil { // the unions differ from those of the definition
			name = strings.Join(append([]string{name}, meant.keys...), "\x00")
		}
		r.shapes[name] = meant
		return smp.Definition{Ref: name}, nil
	default:
		return r.structure(meant)
	}
}

// structure returns the definition of the members or elements of a map or list, without the
// strategies of a place.
func (r *reader) structure(meant *meaning) (smp.Definition, error) {
	if meant.typ == smp.ListType {
		return r.listStructure(meant.structure.at, meant.keywords, meant.keys)
	}
	return r.mapStructure(meant.structure.at, meant.keywords, meant.keys)
}

func (r *reader) listStructure(at *place, k *keywords, keys []string) (smp.Definition, error) {
	t := smp.Definition{Type: smp.ListType}
	switch k.items.Type() {
	case model.Absent:
		return t, nil
	case model.List:
		return smp.Definition{}, r.fault(at, itemsKeyword, "a list of schemas is not supported; expected one schema for all elements")
	}
	element, err := r.typ(site{k.items, at.member(itemsKeyword)}, keys)
	t.Element = &element
	return t, err
}

func (r *reader) mapStructure(at *place, k *keywords, keys []string) (smp.Definition, error) {
	t := smp.Definition{Type: smp.MapType}
	var err error
	if r.lazily && !k.embedded.Bool() {
		err = r.laterFields(&t, at, k)
	} else {
		t.Fields, err = r.fields(at, k)
	}
	if err != nil {
		return smp.Definition{}, err
	}
	if t.Values, err = r.values(at, k); err != nil {
		return smp.Definition{}, err
	}
	if t.Unions, err = r.unions(at, k); err != nil {
		return smp.Definition{}, err
	}
	if keys != nil {
		t.Unions, _ = withoutKeys(t.Unions, keys)
	}
	if k.embedded.Bool() {
		makeResource(&t)
	}
	return t, nil
}

// fields returns the definitions of an object's properties.
func (r *reader) fields(at *place, k *keywords) (map[string]smp.Definition, error) {
	required, err := r.properties(at, k)
	if err != nil || !present(k.properties) {
		return nil, err
	}
	names, property := r.members(k)
	fields := make(map[string]smp.Definition, len(names))
	for _, name := range names {
		if fields[name], err = r.field(at, name, property(name), required); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// laterFields sets the names of an object's fields, and a function that reads a field when it is
// first used.
func (r *reader) laterFields(t *smp.Definition, at *place, k *keywords) error {
	required, err := r.properties(at, k)
	if err != nil {
		return err
	}
	names, property := r.members(k)
	t.Names = names
	t.Field = func(name string) smp.Definition {
		field, err := r.field(at, name, property(name), required)
		field.Fault = err
		return field
	}
	return nil
}

// members returns the names of an object's properties, and a function that returns their schema
// objects.
func (r *reader) members(k *keywords) (names []string, property func(name string) model.Value) {
	if object, ok := k.properties.Int64(); ok {
		return r.names(object), func(name string) model.Value { return r.property(object, name) }
	}
	names = make([]string, 0, k.properties.Len())
	for name := range k.properties.Members() {
		names = append(names, name)
	}
	return names, func(name string) model.Value {
		v, _ := k.properties.Get(name)
		return v
	}
}

// properties checks the properties of an object, and returns the names of the required properties.
func (r *reader) properties(at *place, k *keywords) (required map[string]bool, err error) {
	if !present(k.properties) {
		return nil, nil
	}
	if _, number := k.properties.Int64(); k.properties.Type() != model.Map && (r.names == nil || !number) {
		return nil, r.fault(at, propertiesKeyword, "expected a map, got %s", k.properties.Type().Noun())
	}
	return r.required(at, k.required)
}

// field returns the definition of one property. Documents that are generated from Go types give every
// required field the zero value of its type as the default. This value does not identify elements
// (rule keys-default). In a CustomResourceDefinition, authors write all defaults.
func (r *reader) field(at *place, name string, v model.Value, required map[string]bool) (smp.Definition, error) {
	t, err := r.typ(site{v, at.member(propertiesKeyword).member(name)}, nil)
	if required[name] && !r.custom && isZero(t.Default) {
		t.Default = model.Value{}
	}
	// A server fills in defaults before it looks for required fields.
	t.Marks.Required = t.Marks.Required || required[name] && t.Default.Type() == model.Absent
	return t, err
}

// isZero reports whether a scalar is "", 0 or false.
func isZero(v model.Value) bool {
	switch v.Type() {
	case model.String:
		return v.Text() == ""
	case model.Number:
		return model.Equal(v, model.NewInt(0))
	default:
		return v.Type() == model.Bool && !v.Bool()
	}
}

func (r *reader) required(at *place, v model.Value) (map[string]bool, error) {
	if !present(v) {
		return nil, nil
	}
	if v.Type() != model.List {
		return nil, r.fault(at, requiredKeyword, "expected a list of field names, got %s", v.Type().Noun())
	}
	names := make(map[string]bool, v.Len())
	for i, name := range v.Elements() {
		if name.Type() != model.String {
			path := at.member(requiredKeyword).element(i).path(r.base)
			return nil, fault(path, "expected a string, got %s", name.Type().Noun())
		}
		names[name.Text()] = true
	}
	return names, nil
}

// values returns the definition of the undeclared members of a map, or nil if they are not allowed.
func (r *reader) values(at *place, k *keywords) (*smp.Definition, error) {
	switch k.additional.Type() {
	case model.Map:
		t, err := r.typ(site{k.additional, at.member(additionalKeyword)}, nil)
		return &t, err
	case model.Absent, model.Bool:
		if k.additional.Bool() || k.preserve.Bool() || r.preserve {
			return &smp.Definition{}, nil
		}
		return nil, nil
	default:
		return nil, r.fault(at, additionalKeyword, "expected a schema, true or false, got %s", k.additional.Type().Noun())
	}
}

// place adds the strategies of a place to the definition of its value.
func (r *reader) place(t smp.Definition, meant *meaning) (smp.Definition, error) {
	t.AcceptsLists, t.Marks = meant.use.pointer, meant.use.marks
	if meant.typ == smp.ScalarType {
		return t, nil
	}
	u := &meant.use
	t.Strategy, t.RetainKeys = u.strategy, u.retainKeys
	switch {
	case meant.typ == smp.MapType && r.listTypes && t.Strategy == smp.DefaultStrategy && u.mapType == "atomic":
		t.Strategy = smp.Replace
	case meant.typ == smp.ListType && t.Strategy == smp.Merge:
		u.patchKeys(&t)
	case meant.typ == smp.ListType && r.listTypes && t.Strategy == smp.DefaultStrategy:
		err := r.listStrategy(&t, meant)
		return t, err
	}
	return t, nil
}

// patchKeys sets the keys of a list with patch strategy merge.
func (u *use) patchKeys(t *smp.Definition) {
	t.Keys, t.Recommended = u.mergeKey, u.recommended
	n := len(u.mergeKey)
	switch {
	case u.listType != "map":
	case n == 0:
		t.Keys, t.MapKeys = u.mapKeys, u.recommended == nil
	case u.recommended == nil && len(u.mapKeys) >= n && slices.Equal(u.mapKeys[:n], u.mergeKey):
		t.Recommended, t.MapKeys = u.mapKeys, true
	}
}

// listStrategy sets the strategy of a list according to its list type.
func (r *reader) listStrategy(t *smp.Definition, meant *meaning) error {
	switch meant.use.listType {
	case "map":
		t.Strategy, t.Keys, t.MapKeys = smp.Merge, meant.use.mapKeys, true
	case "set":
		items, ok := meant.structure.member(itemsKeyword)
		if ok {
			element, err := r.read(items, 0)
			if err != nil {
				return err
			}
			ok = element.typ == smp.MapType || element.typ == smp.ListType
		}
		if !ok {
			t.Strategy = smp.Merge
		}
	}
	return nil
}
