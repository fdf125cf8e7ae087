package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Pruned returns the case with its schema written into it, reduced to the parts that its documents
// use. The schema is expanded along the documents. It is therefore finite even if the original
// schema is recursive. Every engine must give the same answer as for the original schema. A case
// without schema, or whose schema cannot be built, is returned unchanged.
func (c Case) Pruned() Case {
	if c.SchemaErr != nil || c.Schema.Schemaless() {
		return c
	}
	s, err := smp.NewSchema(c.UsedSchema(), nil)
	if err != nil {
		return c.Inline() // a field that the documents use has a faulty schema
	}
	c.Input.Schema, c.written = s, nil
	c.Input.Options.ListTypes = false
	c.Schema = SourceOf(s)
	schemas, _ := model.Path{model.Field("components"), model.Field("schemas")}.Lookup(c.Schema.OpenAPI)
	if root, ok := schemas.Get(openapi.Root); ok && schemas.Len() == 1 {
		c.Schema = SchemaSource{OpenAPI: root}
	}
	return c
}

// UsedSchema returns the part of the schema that the documents and answers use. It is expanded
// along these documents, so it is finite even if the schema is recursive. The case must have a
// schema, which may be smp.Schemaless: c.SchemaErr must be nil.
func (c Case) UsedSchema() smp.Definition {
	var values []model.Value
	for _, d := range c.allDocuments() {
		values = append(values, d.Value)
	}
	return used(c.Input.Schema, values, nil, 0)
}

// allDocuments returns the inputs, and the results that are documents or patches.
func (c Case) allDocuments() []Document {
	documents := c.Input.Documents()
	if !c.Input.Op.givesList() {
		documents = append(documents, Document{"result", c.Want.Result})
		if c.Kubernetes != nil {
			documents = append(documents, Document{"result", c.Kubernetes.Want.Result})
		}
	}
	return documents
}

// The directives of maps that name a list, and the ones that list fields.
const (
	orderListPrefix   = "$setElementOrder/"
	deleteListPrefix  = "$deleteFromPrimitiveList/"
	retainKeysName    = "$retainKeys"
	patchMergeKeyName = "$patchMergeKey"
	patchMarkName     = "$patch"
)

// directiveField returns the name of the field that an order list or a delete list is for, or else
// the name itself.
func directiveField(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, orderListPrefix), deleteListPrefix)
}

// used returns the part of a schema that values use. All values must have this schema. The
// fields in needed are kept, too: they are the keys of a list's elements. Without values, only the
// properties of the schema itself are kept, because a recursive schema has no end. shared is the
// number of maps around the values in which a value belongs to several fields.
func used(s smp.Schema, values []model.Value, needed []string, shared int) smp.Definition {
	t := smp.Definition{Type: s.Type(), RetainKeys: s.RetainKeys(), Marks: storing(s.Marks()), AcceptsLists: s.AcceptsLists(), Fault: s.Err()}
	switch s.Type() {
	case smp.ScalarType:
		t.Scalars, t.Default = s.Scalars(), s.Default()
	case smp.MapType:
		if len(values) > 0 {
			usedMap(&t, s, values, needed, shared)
		} else {
			unusedMap(&t, s, needed)
		}
	case smp.ListType:
		t.Keys, t.Recommended, t.MapKeys = s.Keys(), s.Recommended(), s.MapKeys()
		var elements []model.Value
		for _, v := range values {
			elements = v.AppendElements(elements)
		}
		t.Element = &smp.Definition{}
		if len(values) > 0 || s.Element().Type() != smp.ListType {
			*t.Element = used(s.Element(), elements, slices.Concat(t.Keys, t.Recommended), shared)
		}
	}
	if s.Merging() || s.Type() != smp.ListType && s.Strategy() == smp.Replace {
		t.Strategy = s.Strategy()
	}
	return t
}

// usedMap sets the fields, the unions and the type of other values of a map.
func usedMap(t *smp.Definition, s smp.Schema, values []model.Value, needed []string, shared int) {
	inside, others, shares := valuesByField(s, values, shared < maxShared)
	if shares {
		shared++
	}
	add := func(name string) {
		if _, ok := inside[name]; !ok {
			inside[name] = nil
		}
	}
	for _, name := range needed {
		add(name)
	}
	t.Unions = usedUnions(s.Unions(), func(name string) bool { _, ok := inside[name]; return ok })
	for _, u := range t.Unions {
		for _, name := range unionFields(u) {
			add(name)
		}
	}
	for name, field := range s.Fields() {
		if _, used := inside[directiveField(name)]; used || name == patchMarkName || name == retainKeysName || name == patchMergeKeyName {
			add(name) // this name is not a directive there, so that a patch cannot contain the directive
		}
		_, here := inside[name]
		_, there := inside[field.Marks().AliasOf]
		if of := field.Marks().AliasOf; of != "" && (here || there) {
			add(name)
			add(of)
		}
	}
	t.Fields = map[string]smp.Definition{}
	for name, v := range inside {
		if field, ok := s.Field(name); ok {
			t.Fields[name] = used(field, v, nil, shared)
		}
	}
	if free, ok := s.Values(); ok {
		element := used(free, others, nil, shared)
		t.Values = &element
	}
	declare(t, s)
}

// maxShared is the number of maps, one in the other, in which a value may belong to several fields.
// The schema takes twice the space for each of them. Only names of directives that are also data
// belong to several fields.
const maxShared = 4

// valuesByField returns the values inside maps by the names of their fields, and the values of other
// names. The first result also has the other names, without values. If share is set, each value is
// at all fields to which it may belong, and shares reports whether there is one at several fields.
// If not, it is only at the first of them.
func valuesByField(s smp.Schema, values []model.Value, share bool) (inside map[string][]model.Value, others []model.Value, shares bool) {
	inside = map[string][]model.Value{}
	add := func(name string, v ...model.Value) { inside[name] = append(inside[name], v...) }
	for _, v := range values {
		for name, m := range v.Members() {
			add(name)
			add(directiveField(name))
			fields := fieldsOf(s, name)
			_, declared := s.Field(name)
			places := len(fields)
			if !declared {
				places++ // it may be a value of another name
			}
			several := share && places > 1
			shares = shares || several
			for i, field := range fields {
				if add(field); i == 0 || several {
					add(field, m)
				}
			}
			if len(fields) == 0 || several && !declared {
				others = append(others, m)
			}
			if name == retainKeysName || name == patchMergeKeyName {
				for _, e := range m.Elements() {
					add(e.Text())
				}
			}
		}
	}
	return inside, others, shares
}

// fieldsOf returns the declared fields to which the member of a map may belong: the field of this
// name, the field that a directive is for, and the first field of this name in another case, which a
// cluster finds.
func fieldsOf(s smp.Schema, name string) (fields []string) {
	of := directiveField(name)
	for _, exact := range slices.Compact([]string{name, of}) {
		if _, declared := s.Field(exact); declared {
			fields = append(fields, exact)
		}
	}
	if _, declared := s.Field(of); declared {
		return fields
	}
	for field := range s.Fields() {
		if strings.EqualFold(field, of) {
			return append(fields, field)
		}
	}
	return fields
}

// unusedMap sets the needed fields, which are scalars, and the type of other values of a map.
func unusedMap(t *smp.Definition, s smp.Schema, needed []string) {
	t.Fields = map[string]smp.Definition{}
	for _, name := range needed {
		if field, ok := s.Field(name); ok {
			t.Fields[name] = used(field, nil, nil, 0)
		}
	}
	if values, ok := s.Values(); ok {
		t.Values = &smp.Definition{}
		if values.Type() == smp.ScalarType {
			*t.Values = used(values, nil, nil, 0)
		}
	}
	declare(t, s)
}

// declare gives a map without fields one of its schema's, if it has any. Without fields, the map
// would be free-form.
func declare(t *smp.Definition, s smp.Schema) {
	if !s.Declared() || len(t.Fields) > 0 {
		return
	}
	for name := range s.Fields() {
		t.Fields[name] = smp.Definition{}
		break
	}
}

// usedUnions returns the unions with a used field. If the discriminator of a union is used,
// all its members are kept. If not, the members with a used field are kept, but at least two
// members.
func usedUnions(unions []smp.Union, isUsed func(string) bool) []smp.Union {
	var kept []smp.Union
	for _, u := range unions {
		if !slices.ContainsFunc(unionFields(u), isUsed) {
			continue
		}
		if u.Discriminator == "" || !isUsed(u.Discriminator) {
			var members, others []smp.UnionMember
			for _, m := range u.Members {
				if slices.ContainsFunc(m.Fields, isUsed) {
					members = append(members, m)
				} else {
					others = append(others, m)
				}
			}
			for len(members) < 2 && len(others) > 0 {
				members, others = append(members, others[0]), others[1:]
			}
			u.Members = members
		}
		kept = append(kept, u)
	}
	return kept
}

// unionFields returns the discriminator and the fields of all members.
func unionFields(u smp.Union) []string {
	var names []string
	if u.Discriminator != "" {
		names = append(names, u.Discriminator)
	}
	for _, m := range u.Members {
		names = append(names, m.Fields...)
	}
	return names
}
