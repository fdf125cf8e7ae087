package openapi

import "github.com/strategicpatch/smp/model"

// Defaults are what a schema object of a CustomResourceDefinition says of
// defaults, its own and those of all that it describes: what an API server fills
// into custom resources that are written and read. They never change and may be
// shared between goroutines. The zero Defaults has none.
type Defaults struct {
	object model.Value
	named  bool // by properties: a server fills in what is absent
}

// Defaults returns the defaults of the custom resource in a served version. An
// *smp.Error with Code UnknownKind says that the version does not exist or is not
// served.
//
// Only what a structural schema may say of defaults counts: default and nullable
// in properties, items and additionalProperties, without references.
func (c *CRD) Defaults(version string) (Defaults, error) {
	v, err := c.version(version)
	return Defaults{object: v.schema.value}, err
}

// Member returns the defaults of the member with this name: those of the property,
// else of additionalProperties.
func (d Defaults) Member(name string) Defaults {
	if properties, _ := d.object.Get(propertiesKeyword); properties.Type() == model.Map {
		if property, ok := properties.Get(name); ok {
			return Defaults{property, true}
		}
	}
	return d.below(additionalKeyword)
}

// Element returns the defaults of a list's elements.
func (d Defaults) Element() Defaults { return d.below(itemsKeyword) }

// below returns the defaults of the schema object under a keyword.
func (d Defaults) below(keyword string) Defaults {
	if object, _ := d.object.Get(keyword); object.Type() == model.Map {
		return Defaults{object: object}
	}
	return Defaults{}
}

// None reports whether nothing is said here, neither of a value nor of what is
// inside it: Fill then returns every value as it is.
func (d Defaults) None() bool { return d.object.Type() != model.Map }

// Fill returns a value as a server stores it: properties that are absent, and
// nulls where the schema does not allow them, become their defaults, in the value,
// in what is inside it and in the defaults themselves. A null that is not allowed
// and has no default is left out of a map, and stays in a list. An absent value is
// an absent property where d is of one, and stays absent elsewhere.
func (d Defaults) Fill(v model.Value) model.Value {
	v, _ = d.fill(v)
	return v
}

// fill is Fill and reports whether it changed anything. The result is nested no
// deeper than v or the definition is, so that building it cannot fail.
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
