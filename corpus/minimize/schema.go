package minimize

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// pruneSchema reduces the schema to the parts that the documents use.
func (s *search) pruneSchema() {
	d, ok := s.best.withType(usedPart(s.best.c.Input.Schema, rootsOf(s.best.documents()), nil))
	if ok && d.text == s.best.text {
		s.best = d // the same schema, now as a tree
		return
	}
	s.one(d, ok)
}

// usedPart returns the part of a schema that values use. All values must have this schema. The
// result is expanded along the values, so a recursive schema becomes finite. The needed
// fields are always kept.
func usedPart(s smp.Schema, values []model.Value, needed []string) smp.Definition {
	t := smp.Definition{Type: s.Type(), RetainKeys: s.RetainKeys()}
	switch s.Type() {
	case smp.ScalarType:
		t.Scalars, t.Default = s.Scalars(), s.Default()
	case smp.MapType:
		usedMap(&t, s, values, needed)
	case smp.ListType:
		t.Keys, t.Recommended, t.MapKeys = s.Keys(), s.Recommended(), s.MapKeys()
		var elements []model.Value
		for _, v := range values {
			elements = v.AppendElements(elements)
		}
		element := usedPart(s.Element(), elements, slices.Concat(t.Keys, t.Recommended))
		t.Element = &element
	}
	if s.Merging() || s.Type() != smp.ListType && s.Strategy() == smp.Replace {
		t.Strategy = s.Strategy()
	}
	return t
}

func usedMap(t *smp.Definition, s smp.Schema, values []model.Value, needed []string) {
	inside := map[string][]model.Value{}
	for _, name := range needed {
		inside[name] = nil
	}
	for _, v := range values {
		for name, m := range v.Members() {
			_, field := directiveOf(name)
			inside[field] = append(inside[field], m)
			if listsFields(name) {
				for _, e := range m.Elements() {
					inside[e.Text()] = append(inside[e.Text()], e)
				}
			}
		}
	}
	t.Fields = map[string]smp.Definition{}
	var others []model.Value
	for name, v := range inside {
		if field, ok := s.Field(name); ok {
			t.Fields[name] = usedPart(field, v, nil)
		} else {
			others = append(others, v...)
		}
	}
	if free, ok := s.Values(); ok {
		element := usedPart(free, others, nil)
		t.Values = &element
	}
	if s.Declared() && len(t.Fields) == 0 {
		// without any field, the map would become free-form
		for name := range s.Fields() {
			t.Fields[name] = smp.Definition{}
			break
		}
	}
}

// simplifySchema simplifies the schema, one property at a time.
func (s *search) simplifySchema() {
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
	if t.Type != smp.AnyType {
		less(func(t *smp.Definition) { *t = smp.Definition{} })
	}
	if t.RetainKeys {
		less(func(t *smp.Definition) { t.RetainKeys = false })
	}
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

func simplerScalar(t smp.Definition, less func(func(*smp.Definition))) {
	if t.Default.Type() != model.Absent {
		less(func(t *smp.Definition) { t.Default = model.Value{} })
	}
	for _, scalars := range []smp.Scalars{smp.StringScalar, smp.NumberScalar, smp.BoolScalar} {
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
	names := slices.Sorted(maps.Keys(t.Fields))
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
	if len(t.Keys) > 1 {
		for i := range t.Keys {
			less(func(t *smp.Definition) { t.Keys, t.Recommended = slices.Delete(slices.Clone(t.Keys), i, i+1), nil })
		}
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
