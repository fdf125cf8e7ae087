package minimize

import (
	"maps"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// pruneSchema reduces the schema to the parts that the documents use. It first tries a schema that
// contains only the properties by which values merge.
func (s *search) pruneSchema() {
	if s.best.c.SchemaErr != nil {
		return
	}
	used := s.best.c.UsedSchema()
	types := []smp.Definition{mergeOnly(used), used}
	if s.best.inStep {
		types = types[1:] // the wanted answer may depend on the other properties
	}
	for _, t := range types {
		d, ok := s.best.withType(t)
		if ok && d.text == s.best.text {
			s.best = d // the same schema, now as a tree
			return
		}
		if s.one(d, ok) {
			return
		}
	}
}

// mergeOnly returns the type without unions, marks, and other properties that do not determine how
// values merge.
func mergeOnly(t smp.Definition) smp.Definition {
	t.Unions, t.Marks, t.AcceptsLists, t.Fault = nil, smp.Marks{}, false, nil
	fields := map[string]smp.Definition{}
	for name, field := range t.Fields {
		fields[name] = mergeOnly(field)
	}
	if t.Fields != nil {
		t.Fields = fields
	}
	for _, inner := range []**smp.Definition{&t.Values, &t.Element} {
		if *inner != nil {
			changed := mergeOnly(**inner)
			*inner = &changed
		}
	}
	return t
}

// simplifySchema simplifies the schema, one property at a time.
func (s *search) simplifySchema() {
	if s.best.inStep {
		return // the wanted answer may depend on each property
	}
	for found := true; found && s.best.typ != nil; {
		types := simpler(*s.best.typ)
		found = s.any(len(types), func(i int) (draft, bool) { return s.best.withType(types[i]) })
	}
}

// simpler returns types that lack one property of t. The types that lack the most come first.
func simpler(t smp.Definition) []smp.Definition {
	var types []smp.Definition
	less := func(change func(t *smp.Definition)) {
		simple := t
		change(&simple)
		types = append(types, simple)
	}
	if t.Type != smp.AnyType || t.Marks != (smp.Marks{}) || t.AcceptsLists || t.Fault != nil {
		less(func(t *smp.Definition) { *t = smp.Definition{} })
	}
	if t.Type != smp.AnyType && t.Marks != (smp.Marks{}) {
		less(func(t *smp.Definition) { *t = smp.Definition{Marks: t.Marks} })
	}
	if t.RetainKeys {
		less(func(t *smp.Definition) { t.RetainKeys = false })
	}
	if t.AcceptsLists {
		less(func(t *smp.Definition) { t.AcceptsLists = false })
	}
	simplerMarks(t.Marks, less)
	switch t.Type {
	case smp.ScalarType:
		simplerScalar(t, less)
	case smp.MapType:
		simplerMap(t, less)
	case smp.ListType:
		simplerList(t, less)
	}
	return types
}

func simplerMarks(marks smp.Marks, less func(func(*smp.Definition))) {
	for _, simple := range append([]smp.Marks{{}}, withoutOne(marks)...) {
		if simple != marks {
			less(func(t *smp.Definition) { t.Marks = simple })
		}
	}
}

// withoutOne returns copies of a struct. In each copy, one of the fields that are set is zero.
func withoutOne[T any](x T) []T {
	var all []T
	for i := range reflect.TypeFor[T]().NumField() {
		less := x
		if field := reflect.ValueOf(&less).Elem().Field(i); !field.IsZero() {
			field.SetZero()
			all = append(all, less)
		}
	}
	return all
}

func simplerScalar(t smp.Definition, less func(func(*smp.Definition))) {
	if t.Default.Type() != model.Absent {
		less(func(t *smp.Definition) { t.Default = model.Value{} })
	}
	ofDefault := map[model.Type]smp.Scalars{model.String: smp.StringScalar, model.Number: smp.NumberScalar, model.Bool: smp.BoolScalar}
	for _, scalars := range []smp.Scalars{smp.StringScalar, smp.NumberScalar, smp.BoolScalar, smp.IntegerScalar} {
		if fits := ofDefault[t.Default.Type()]; fits != 0 && fits&scalars == 0 {
			continue // the default value would have another type
		}
		if t.Scalars != scalars {
			less(func(t *smp.Definition) { t.Scalars = scalars })
		}
	}
}

func simplerMap(t smp.Definition, less func(func(*smp.Definition))) {
	if t.Strategy != smp.DefaultStrategy {
		less(func(t *smp.Definition) { t.Strategy = smp.DefaultStrategy })
	}
	if t.Values != nil {
		less(func(t *smp.Definition) { t.Values = nil })
	}
	for _, unions := range simplerUnions(t.Unions) {
		less(func(t *smp.Definition) { t.Unions = unions })
	}
	names := slices.Sorted(maps.Keys(t.Fields))
	if len(names) > 1 { // a map that loses only some of them still rejects the others
		less(func(t *smp.Definition) { t.Fields = nil })
	}
	for _, name := range names {
		less(func(t *smp.Definition) { t.Fields = withField(t.Fields, name, nil) })
	}
	for _, name := range names {
		for _, simple := range simpler(t.Fields[name]) {
			less(func(t *smp.Definition) { t.Fields = withField(t.Fields, name, &simple) })
		}
	}
	if t.Values != nil {
		for _, simple := range simpler(*t.Values) {
			less(func(t *smp.Definition) { t.Values = &simple })
		}
	}
}

// simplerUnions returns simpler lists of unions: the empty list, and lists that lack one union, one
// discriminator, one member, one field of a member, or or one of the values that count as absent in
// a member.
func simplerUnions(unions []smp.Union) [][]smp.Union {
	if len(unions) == 0 {
		return nil
	}
	simple := [][]smp.Union{nil}
	for i, u := range unions {
		if len(unions) > 1 {
			simple = append(simple, slices.Delete(slices.Clone(unions), i, i+1))
		}
		changed := func(u smp.Union) {
			other := slices.Clone(unions)
			other[i] = u
			simple = append(simple, other)
		}
		if u.Discriminator != "" {
			bare := smp.Union{Members: slices.Clone(u.Members)}
			for n := range bare.Members {
				bare.Members[n].Value = ""
			}
			changed(bare)
		}
		for n, m := range u.Members {
			withMember := func(m ...smp.UnionMember) {
				changed(smp.Union{Discriminator: u.Discriminator, Members: slices.Replace(slices.Clone(u.Members), n, n+1, m...)})
			}
			withMember()
			for v := range m.Unset {
				withMember(smp.UnionMember{Value: m.Value, Fields: m.Fields, Unset: slices.Delete(slices.Clone(m.Unset), v, v+1)})
			}
			for f := range m.Fields {
				if len(m.Fields) > 1 {
					withMember(smp.UnionMember{Value: m.Value, Fields: slices.Delete(slices.Clone(m.Fields), f, f+1), Unset: m.Unset})
				}
			}
		}
	}
	return simple
}

func simplerList(t smp.Definition, less func(func(*smp.Definition))) {
	if t.Strategy != smp.DefaultStrategy {
		less(func(t *smp.Definition) { *t = smp.Definition{Type: smp.ListType, Element: t.Element} })
	}
	if t.Recommended != nil {
		less(func(t *smp.Definition) { t.Recommended = nil })
	}
	if t.MapKeys {
		less(func(t *smp.Definition) { t.MapKeys = false })
	}
	for i := range t.Keys {
		less(func(t *smp.Definition) { t.Keys, t.Recommended = slices.Delete(slices.Clone(t.Keys), i, i+1), nil })
	}
	if len(t.Recommended) > len(t.Keys)+1 {
		for i := len(t.Keys); i < len(t.Recommended); i++ {
			less(func(t *smp.Definition) { t.Recommended = slices.Delete(slices.Clone(t.Recommended), i, i+1) })
		}
	}
	if t.Element == nil {
		return
	}
	for _, simple := range simpler(*t.Element) {
		less(func(t *smp.Definition) { t.Element = &simple })
	}
}

// withField returns the fields with one of them changed, or removed if to is nil.
func withField(fields map[string]smp.Definition, name string, to *smp.Definition) map[string]smp.Definition {
	changed := maps.Clone(fields)
	if delete(changed, name); to != nil {
		changed[name] = *to
	}
	return changed
}
