package structtag

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Of returns the schema of the JSON of T. The errors are those of [OfType].
//
//	schema, err := structtag.Of[Pod]()
func Of[T any](opts ...Option) (smp.Schema, error) {
	return OfType(reflect.TypeFor[T](), opts...)
}

// OfType returns the schema of the JSON of values of type t. The errors are those of
// [Describe] and of smp.NewSchema. Each is an [*smp.Error] with Code InvalidSchema and
// a Path that begins with the definition, except inside t itself:
//
//	definitions["example.com/api.Pod"].properties.spec
func OfType(t reflect.Type, opts ...Option) (smp.Schema, error) {
	r := newReader(opts)
	root, err := r.root(t)
	if err != nil {
		return smp.Schema{}, err
	}
	return smp.NewSchema(root, func(name string) (smp.Definition, bool) {
		if typ, ok := r.definitions[name]; ok {
			return *typ, true
		}
		return smp.Definition{}, false
	})
}

// Describe returns the Definition of t and the definitions that it refers to. OfType builds a
// schema from them. Each named struct, list and map is a definition. The name of a definition is
// the package path and the type name with type arguments:
//
//	example.com/api.List[example.com/api.Pod]
//
// Functions can declare different types with the same name. The second one gets the suffix #2, the
// third one #3, and so on.
//
// The error is an [*smp.Error] with Code InvalidSchema if t is nil, a patchStrategy is invalid, or
// encoding/json cannot write a part of t. It cannot write functions, channels, complex numbers, and
// maps whose keys are neither text nor integers. Describe does not check the conditions that
// NewSchema checks.
func Describe(t reflect.Type, opts ...Option) (smp.Definition, map[string]smp.Definition, error) {
	r := newReader(opts)
	r.lazily = false
	root, err := r.root(t)
	if err != nil {
		return smp.Definition{}, nil, err
	}
	definitions := make(map[string]smp.Definition, len(r.definitions))
	for name, typ := range r.definitions {
		definitions[name] = *typ
	}
	return root, definitions, nil
}

// A reader collects definitions. It fills the definitions from a worklist, so recursive types need
// no stack.
type reader struct {
	listTypes   func(definition, field string) (ListType, bool)
	keyDefaults func(definition, field string) model.Value
	decide      bool
	lazily      bool
	checking    bool // report merge keys that have no effect

	definitions map[string]*smp.Definition
	types       map[reflect.Type]*namedType
	pending     []reflect.Type
}

// A namedType caches the form of a named type, because searching for methods is slow.
type namedType struct {
	form
	err        error
	definition string // name of the definition; empty if there is none yet
}

func (r *reader) named(t reflect.Type) *namedType {
	n := r.types[t]
	if n == nil {
		n = &namedType{}
		n.form, n.err = readForm(t)
		r.types[t] = n
	}
	return n
}

func newReader(opts []Option) *reader {
	r := &reader{definitions: map[string]*smp.Definition{}, types: map[reflect.Type]*namedType{}}
	for _, opt := range opts {
		if opt != nil {
			opt(r)
		}
	}
	return r
}

// root returns the definition of t, and adds the definitions that t refers to.
func (r *reader) root(t reflect.Type) (smp.Definition, error) {
	if t == nil {
		return smp.Definition{}, place{}.error(errors.New("expected a Go type, got nil"))
	}
	typ, err := r.part(t, place{})
	if err == nil {
		err = r.defineAll()
	}
	return typ, err
}

// defineAll fills all definitions that are still empty. It returns the first error, and stores each
// error in its definition, for other places that refer to the definition.
func (r *reader) defineAll() (first error) {
	for len(r.pending) > 0 {
		next := r.pending[len(r.pending)-1]
		r.pending = r.pending[:len(r.pending)-1]
		if err := r.define(next); err != nil {
			r.definitions[r.types[next].definition].Fault = err
			if first == nil {
				first = err
			}
		}
	}
	return first
}

// part returns the definition of the elements of a list, of the values of a map, or of the root.
func (r *reader) part(t reflect.Type, at place) (smp.Definition, error) {
	typ, err := r.use(t, at)
	if err != nil {
		return smp.Definition{}, err
	}
	r.join(&typ, t, at)
	return typ, nil
}

// use returns the definition of one use of t. If t is a named struct, list or map, this is a
// reference.
func (r *reader) use(t reflect.Type, at place) (smp.Definition, error) {
	t, err := pointedTo(t)
	if err != nil {
		return smp.Definition{}, at.error(err)
	}
	f, err := r.formOf(t)
	if err != nil {
		return smp.Definition{}, at.error(err)
	}
	if f.typ == smp.AnyType || f.typ == smp.ScalarType || t.Name() == "" || f.opaque {
		return r.content(t, f, at)
	}
	n := r.named(t)
	if n.definition == "" {
		n.definition = r.freeName(t)
		r.definitions[n.definition] = &smp.Definition{}
		r.pending = append(r.pending, t)
	}
	return smp.Definition{Ref: n.definition}, nil
}

// freeName returns a name for the definition of t that no other type has.
func (r *reader) freeName(t reflect.Type) string {
	plain := t.PkgPath() + "." + t.Name()
	name := plain
	for n := 2; ; n++ {
		if _, taken := r.definitions[name]; !taken {
			return name
		}
		name = fmt.Sprintf("%s#%d", plain, n)
	}
}

// define fills the definition of t.
func (r *reader) define(t reflect.Type) error {
	name := r.types[t].definition
	at := place{definition: name, way: &way{steps: [2]string{"definitions", name}}}
	f, err := r.formOf(t)
	if err != nil {
		return at.error(err)
	}
	typ, err := r.content(t, f, at)
	if err != nil {
		return err
	}
	// The list type of a list is added at each place that uses the list, because a tag at that
	// place may override the list type.
	if f.typ == smp.MapType {
		r.join(&typ, t, at)
	}
	*r.definitions[name] = typ
	return nil
}

// content returns the definition of t itself. f is the form of t.
func (r *reader) content(t reflect.Type, f form, at place) (smp.Definition, error) {
	typ := smp.Definition{Type: f.typ, Scalars: f.scalars}
	if f.opaque {
		return typ, nil
	}
	switch f.typ {
	case smp.ListType:
		element, err := r.part(t.Elem(), at.elements())
		if err != nil {
			return smp.Definition{}, err
		}
		typ.Element = &element
	case smp.MapType:
		if t.Kind() == reflect.Struct {
			return r.fields(t, at)
		}
		values, err := r.part(t.Elem(), at.values())
		if err != nil {
			return smp.Definition{}, err
		}
		typ.Values = &values
	}
	return typ, nil
}

// fields returns the definition of a struct.
func (r *reader) fields(t reflect.Type, at place) (smp.Definition, error) {
	if r.lazily {
		return r.laterFields(t, at)
	}
	typ := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{}}
	for _, f := range fieldsOf(t) {
		described, err := r.field(f, at.member(f.name))
		if err != nil {
			return smp.Definition{}, err
		}
		typ.Fields[f.name] = described
	}
	var err error
	typ.Unions, err = r.unions(fieldsOf(t), at)
	return typ, err
}

// takesLists reports whether apimachinery accepts a list for a value of type t even if its JSON is
// not a list. This is so for pointers and bytes.
func (r *reader) takesLists(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return true
	case reflect.Slice, reflect.Array:
		f, err := r.formOf(t)
		return err == nil && f.typ != smp.ListType
	default:
		return false
	}
}

// field returns the definition of a field of a struct, according to its tags.
func (r *reader) field(f field, at place) (smp.Definition, error) {
	typ, err := r.use(f.typ, at)
	if err != nil {
		return smp.Definition{}, err
	}
	typ.AcceptsLists = r.takesLists(f.typ)
	strategy, err := parseStrategy(f.tag.Get("patchStrategy"))
	if err != nil {
		return smp.Definition{}, at.error(err)
	}
	t, _ := pointedTo(f.typ)
	form, _ := r.formOf(t)
	if form.typ == smp.ScalarType {
		if f.quoted && !form.opaque {
			typ.Scalars = smp.StringScalar
		}
		if r.keyDefaults != nil {
			typ.Default = r.keyDefaults(at.definition, at.field)
		}
		return typ, r.checkKeys(f, form.typ, strategy.word, at)
	}
	typ.Strategy, typ.RetainKeys = strategy.word, strategy.retainKeys
	if form.typ == smp.ListType && strategy.word == smp.Merge {
		typ.Keys = parseKeys(f.tag.Get("patchMergeKey"))
		typ.Recommended = parseKeys(f.tag.Get("recommendedPatchMergeKey"))
	}
	r.join(&typ, f.typ, at)
	return typ, r.checkKeys(f, form.typ, typ.Strategy, at)
}

// checkKeys returns the fault of a merge key that has no effect, because the field is not a list or
// the list does not merge. Only Check reports it, because API servers accept such tags and ignore
// the key.
func (r *reader) checkKeys(f field, typ smp.SchemaType, s smp.Strategy, at place) error {
	if !r.checking || typ == smp.AnyType || typ == smp.ListType && s == smp.Merge {
		return nil
	}
	for _, tag := range [...]string{"patchMergeKey", "recommendedPatchMergeKey"} {
		if f.tag.Get(tag) == "" {
			continue
		}
		if typ != smp.ListType {
			return at.error(errors.New(tag + " has no effect on a field that is not a list; remove it"))
		}
		return at.error(errors.New(tag + ` has no effect without strategy merge; add patchStrategy:"merge", or remove ` + tag))
	}
	return nil
}
