package openapi

import "github.com/strategicpatch/smp/model"

// Defaults holds the defaults in a schema object of a CustomResourceDefinition, including those of
// all members and elements. An API server fills these defaults into custom resources when it reads
// and writes the resources. Defaults never change and may be shared between goroutines. The zero
// Defaults contains no defaults.
type Defaults struct {
	object model.Value
	named  bool // d is that of a property, which a server fills in if it is absent
}

// String returns the result of [Defaults.Fill] as JSON, for an absent value if d belongs to a
// property, and for {} if not.
func (d Defaults) String() string {
	if d.named {
		return d.Fill(model.Value{}).String()
	}
	return d.Fill(newMap()).String()
}

// Defaults returns the defaults of the custom resource in a served version. The error
// is an [*smp.Error] with Code UnknownKind if the version does not exist or is not
// served.
//
// As in a structural schema, default and nullable count only in properties, items and
// additionalProperties, and references are not followed.
//
//	properties:
//	  replicas: {type: integer, default: 1}
//
//	d.Fill of {} is {replicas: 1}
func (c *CRD) Defaults(version string) (Defaults, error) {
	v, err := c.version(version)
	return Defaults{object: v.schema.value}, err
}

// Member returns the defaults of the member with the given name. The defaults come from the
// property with this name or, if there is none, from additionalProperties.
func (d Defaults) Member(name string) Defaults {
	if properties, _ := d.object.Get(propertiesKeyword); properties.Type() == model.Map {
		if property, ok := properties.Get(name); ok {
			return Defaults{property, true}
		}
	}
	return d.below(additionalKeyword)
}

// Element returns the defaults of the elements of a list.
func (d Defaults) Element() Defaults { return d.below(itemsKeyword) }

// below returns the defaults of the schema object under a keyword.
func (d Defaults) below(keyword string) Defaults {
	if object, _ := d.object.Get(keyword); object.Type() == model.Map {
		return Defaults{object: object}
	}
	return Defaults{}
}

// None reports whether there are no defaults for a value and everything in it. Fill
// then returns every value unchanged.
func (d Defaults) None() bool { return d.object.Type() != model.Map }

// Fill returns a value with the defaults that a server fills in. Absent properties and nulls that
// the schema does not allow are replaced by their defaults. If there is no default for such a null,
// the null is removed from a map, but stays in a list. Fill does this at all levels of the value,
// and in the defaults themselves. If v is absent, it is replaced only if d is the result of
// [Defaults.Member] for a property.
func (d Defaults) Fill(v model.Value) model.Value {
	v, _ = d.fill(v)
	return v
}

// fill implements Fill, and reports whether it changed anything. The result is at most as deep as v
// or the definition, so building it cannot fail.
func (d Defaults) fill(v model.Value) (filled model.Value, changed bool) {
	if d.None() {
		return v, false
	}
	was := v.Type()
	if was == model.Absent && d.named || was == model.Null && !d.nullable() {
		v, _ = d.object.Get(defaultKeyword)
		if v.Type() == model.Null {
			v = model.Value{}
		}
		changed = was != v.Type()
	}
	inside := false
	switch v.Type() {
	case model.Map:
		v, inside = d.fillMap(v)
	case model.List:
		v, inside = d.fillList(v)
	}
	return v, changed || inside
}

func (d Defaults) nullable() bool {
	nullable, _ := d.object.Get(nullableKeyword)
	return nullable.Bool()
}

func (d Defaults) fillMap(v model.Value) (model.Value, bool) {
	var changes []model.Member
	for name, member := range v.Members() {
		if filled, changed := d.Member(name).fill(member); changed {
			changes = append(changes, model.Member{Name: name, Value: filled})
		}
	}
	properties, _ := d.object.Get(propertiesKeyword)
	for name, property := range properties.Members() {
		if _, has := v.Get(name); has {
			continue
		}
		if filled, changed := (Defaults{property, true}).fill(model.Value{}); changed {
			changes = append(changes, model.Member{Name: name, Value: filled})
		}
	}
	if len(changes) == 0 {
		return v, false
	}
	v, _ = v.WithMembers(changes...)
	return v, true
}

func (d Defaults) fillList(v model.Value) (model.Value, bool) {
	var changes []model.Element
	inner := d.Element()
	for i, element := range v.Elements() {
		if filled, changed := inner.fill(element); changed && filled.Type() != model.Absent {
			changes = append(changes, model.Element{Index: i, Value: filled})
		}
	}
	if len(changes) == 0 {
		return v, false
	}
	v, _ = v.WithElements(changes)
	return v, true
}
