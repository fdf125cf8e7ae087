package gen

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Some schemas have marks, like those of the table of built-in kinds. Documents of such a
// schema contain values that a server stores in another form, and the stored forms of such
// values.

var (
	// equalQuantities and equalTimes are groups of texts that mean the same value.
	equalQuantities = [][]string{
		{"1", "1000m", "1.0"}, {"1k", "1000", "1e3", "0.001M"}, {"1Ki", "1024"}, {"0.5", "500m", "500000u"},
		{"1m", "1000u"}, {"1u", "1000n"}, {"1M", "1000k", "1E6"}, {"1G", "1000M"}, {"1T", "1000G"}, {"1P", "1000T"}, {"1E", "1000P"},
		{"1Mi", "1024Ki"}, {"1Gi", "1024Mi"}, {"1Ti", "1024Gi"}, {"1Pi", "1024Ti"}, {"1Ei", "1024Pi"},
	}
	equalTimes = [][]string{
		{"2026-11-25T09:00:00Z", "2026-11-25T10:00:00+01:00", "2026-11-25T08:30:00-00:30", "2026-11-25T09:00:00.0Z"},
		{"2024-02-29T23:30:00Z", "2024-03-01T00:30:00+01:00"}, {"2100-02-28T23:30:00Z", "2100-03-01T00:30:00+01:00"},
		{"2000-02-29T23:30:00Z", "2000-03-01T00:30:00+01:00"}, {"2026-12-31T23:30:00.5Z", "2027-01-01T00:30:00.50+01:00"},
	}

	// equalBinaries are groups of texts that have the same bytes in base64.
	equalBinaries = [][]string{{"QUJDREVG", "QUJD\nREVG\n", "QUJD\r\nREVG"}, {"QQ==", "QQ=\n=", "QQ==\n"}}

	// unequalQuantities and unequalTimes are groups of texts that look similar but have
	// different values.
	unequalQuantities = [][]string{{"1k", "1Ki"}, {"1M", "1Mi", "1m"}, {"1G", "1Gi"}, {"1000", "1024"}}
	unequalTimes      = [][]string{{"2026-11-25T09:00:00Z", "2026-11-25T09:00:00.5Z"}, {"2100-02-28T23:30:00Z", "2100-02-29T23:30:00Z"}}

	quantityTexts   = append(slices.Concat(equalQuantities...), "1x", "2Ki", "1e-3")
	quantityNumbers = []string{"1", "1000", "1e3", "0.5", "1.0", "0"}
	binaryTexts     = append(slices.Concat(equalBinaries...), "QUJDREVH", "QUJD REVG", "QUJDREV", "")
	timeTexts       = append(slices.Concat(equalTimes...), "2026-11-25T09:00:00.5Z", "2100-02-29T23:30:00Z", "2026-11-25", "")
)

// mark gives marks to a definition. Most of them suit its type.
func (g *generator) mark(t smp.Definition) smp.Definition {
	if !g.marks {
		return t
	}
	weights := []int{45, 20, 15, 6}
	if t.Type == smp.ScalarType {
		weights = []int{15, 15, 15, 6, 34, 15, 15, 15}
	}
	switch g.weighted("mark", weights...) {
	case 1:
		t.Marks.NotStored = true
	case 2:
		t.Marks.FilledIn = true
		t.Marks.ZeroFilledIn = t.Type == smp.ScalarType && g.oneIn("zero filled in, too", 3)
	case 3:
		t.Marks.Immutable = true
		t.Marks.FilledIn = g.oneIn("filled in, too", 3)
	case 4:
		t.Scalars = smp.StringScalar | smp.NumberScalar
		t.Marks.Quantity = true
		t.Marks.NotStored = g.oneIn("not stored, too", 4)
	case 5:
		t.Scalars = smp.StringScalar
		t.Marks.Time = true
	case 6:
		t.Scalars = smp.StringScalar
		t.Marks.Base64 = true
	case 7:
		t.Default = g.keyScalar(t.Scalars)
		t.Marks.FilledIn = g.oneIn("filled in, too", 3)
	}
	return t
}

// markKey sometimes gives marks to the definition of a merge key, because of which an empty
// key counts as absent.
func (g *generator) markKey(t smp.Definition) smp.Definition {
	if g.marks {
		switch g.weighted("mark of a key", 2, 1, 1) {
		case 1:
			t.Marks.NotStored = true
		case 2:
			t.Marks.FilledIn = true
		}
	}
	return t
}

// addAlias sometimes adds a field that is the alias of a scalar field. Neither field is a
// merge key or belongs to a union.
func (g *generator) addAlias(t *smp.Definition) {
	if !g.marks || !g.oneIn("alias", 4) {
		return
	}
	used := map[string]bool{"": true}
	for _, u := range t.Unions {
		used[u.Discriminator] = true
		for _, m := range u.Members {
			for _, name := range m.Fields {
				used[name] = true
			}
		}
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(t.Fields)), func(name string) bool {
		return used[name] || isKeyName(name) || slices.Contains(directiveNames, name) || t.Fields[name].Type != smp.ScalarType
	})
	if len(names) == 0 {
		names = []string{"f"}
		t.Fields["f"] = g.scalarType()
	}
	of := pick(g, "alias of", names)
	alias := t.Fields[of]
	alias.Marks = smp.Marks{AliasOf: of}
	t.Fields["alias"] = alias
}

// markedValue generates a value for a marked field that a server would store in another
// form. It returns false if the field should get an ordinary value.
func (g *generator) markedValue(s smp.Schema) (model.Value, bool) {
	switch marks := s.Marks(); {
	case marks == (smp.Marks{}) || marks.AliasOf != "" || !g.oneIn("marked value", 2):
		return model.Value{}, false
	case marks.Quantity && g.intn("quantity", 6) > 0:
		return g.scalarFrom(scalarsOf(s)&^smp.BoolScalar, quantityTexts, quantityNumbers), true
	case marks.Time:
		return g.scalarFrom(scalarsOf(s)&^(smp.BoolScalar|smp.NumberScalar), timeTexts, numbers), true
	case marks.Base64 && g.intn("binary", 6) > 0:
		return model.NewString(pick(g, "binary", binaryTexts)), true
	case marks.Immutable || marks.FilledIn && g.oneIn("null", 2):
		return model.NewNull(), true
	default:
		return g.zero(s), true
	}
}

// zero generates the zero value of a type.
func (g *generator) zero(s smp.Schema) model.Value {
	switch kinds := scalarsOf(s); {
	case s.Type() == smp.MapType:
		return newMap()
	case s.Type() == smp.ListType:
		return newList()
	case kinds&^smp.NumberScalar == 0 && kinds != 0:
		return newNumber(pick(g, "zero", []string{"0", "0.0", "-0"}))
	case kinds == smp.BoolScalar:
		return model.NewBool(false)
	default:
		return model.NewString("")
	}
}

// served returns the value of a field as a server stores it. The result is absent if the
// server drops the value.
func (g *generator) served(s smp.Schema, v model.Value) model.Value {
	marks, empty := s.Marks(), v.Type() == model.Null || v.Type() == model.String && v.Text() == ""
	zero := empty || v.Len() == 0 && (isMap(v) || isList(v)) || model.Equal(v, newNumber("0")) || model.Equal(v, model.NewBool(false))
	switch {
	case marks.FilledIn && empty:
		return g.scalar(scalarsOf(s))
	case marks.NotStored && zero:
		return model.Value{}
	case (marks.Quantity || marks.Time) && g.oneIn("another value", 6):
		return respelledAs(g, v, slices.Concat(unequalQuantities, unequalTimes))
	case marks.Quantity && v.IsScalar():
		return respelledAs(g, v, equalQuantities)
	case marks.Time:
		return respelledAs(g, v, equalTimes)
	case marks.Base64:
		return respelledAs(g, v, equalBinaries)
	}
	return v
}

// respelledAs returns a text that means the same value as a scalar, or the scalar itself.
func respelledAs(g *generator, v model.Value, groups [][]string) model.Value {
	for _, group := range groups {
		if slices.Contains(group, v.Text()+v.NumberText()) {
			return model.NewString(pick(g, "spelling", group))
		}
	}
	return v
}

// stored returns a document in which some values have the form in which a server stores them.
func (g *generator) stored(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = g.stored(field, m.Value)
			if _, declared := s.Field(m.Name); !declared && field.Marks() != (smp.Marks{}) && g.oneIn("stored", 2) {
				members[i].Value = g.served(field, members[i].Value)
			}
		}
		return newMap(g.servedMembers(s, members)...)
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = g.stored(s.Element(), elements[i])
		}
		return newList(elements...)
	default:
		return v
	}
}

// servedMembers returns the fields of a map as a server stores them: changed by their
// marks, and with the same value in a field and its alias.
func (g *generator) servedMembers(s smp.Schema, members []model.Member) []model.Member {
	for name, field := range s.Fields() {
		marks := field.Marks()
		if marks == (smp.Marks{}) || !g.oneIn("served", 2) {
			continue
		}
		at := slices.IndexFunc(members, func(m model.Member) bool { return m.Name == name })
		of := slices.IndexFunc(members, func(m model.Member) bool { return m.Name == marks.AliasOf })
		switch {
		case marks.AliasOf != "" && of >= 0:
			members = with(members, name, members[of].Value)
		case marks.AliasOf != "" && at >= 0:
			members = append(members, model.Member{Name: marks.AliasOf, Value: members[at].Value})
		case at >= 0:
			members[at].Value = g.served(field, members[at].Value)
		}
	}
	return slices.DeleteFunc(members, func(m model.Member) bool { return m.Value.Type() == model.Absent })
}
