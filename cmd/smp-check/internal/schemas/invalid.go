package schemas

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The keywords of a schema that contain schemas.
const (
	propertiesKeyword = "properties"
	itemsKeyword      = "items"
	valuesKeyword     = "additionalProperties"
)

// maxFaults limits the number of faults that are reported for a version of a definition. The
// definition is read again for each of them.
const maxFaults = 100

// faults returns the faults in the schema of a version. Their paths are places in the definition. A
// reader stops at the first fault. faults therefore removes the other keywords of the faulty schema
// object, and reads the schema again. If the object still has a fault, a string takes its place.
func (crd crdFile) faults(version string) []*smp.Error {
	var found []*smp.Error
	definition, v := crd.CRD, crd.document.Value
	tried := map[string]int{}
	for len(found) < maxFaults {
		_, err := definition.Schema(version)
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.InvalidSchema {
			break
		}
		if n := len(found); n == 0 || found[n-1].Error() != e.Error() {
			found = append(found, e)
		}
		place := schemaPlace(e.Path)
		times := tried[place.String()]
		tried[place.String()]++
		if len(place) == 0 || times == 2 {
			break
		}
		if v, err = repaired(v, place, times == 0); err != nil {
			break
		}
		if definition, err = openapi.ReadCRD(v); err != nil {
			break
		}
	}
	return found
}

// repaired returns a definition without the fault of the schema object at a place. If keep is set,
// the object keeps its type and its fields or elements.
func repaired(definition model.Value, place model.Path, keep bool) (model.Value, error) {
	v, _ := place.Lookup(definition)
	better, err := reduced(v)
	if !keep || v.Type() != model.Map {
		better, err = model.NewMap(model.Member{Name: "type", Value: model.NewString("string")})
	}
	if err == nil {
		definition, err = place.Set(definition, better)
	}
	if n := len(place) - 1; err == nil && !keep && place[n] == model.Field(itemsKeyword) {
		return repaired(definition, place[:n], true) // the list may have keys
	}
	return definition, err
}

// reduced returns a schema object with only its type, its fields and its elements.
func reduced(object model.Value) (model.Value, error) {
	kept := []string{"type", propertiesKeyword, itemsKeyword, valuesKeyword}
	var members []model.Member
	for name, member := range object.Members() {
		if slices.Contains(kept, name) {
			members = append(members, model.Member{Name: name, Value: member})
		}
	}
	return model.NewMap(members...)
}

// schemaPlace returns the beginning of a path in a definition that leads to a schema object. It is
// empty if the path does not lead into a schema.
func schemaPlace(path model.Path) model.Path {
	n := slices.Index(path, model.Step(model.Field(schemaField))) + 1
	if n == 0 {
		return nil
	}
	for n < len(path) {
		switch path[n] {
		case model.Field(propertiesKeyword):
			if n+1 == len(path) {
				return path[:n]
			}
			n += 2
		case model.Field(itemsKeyword), model.Field(valuesKeyword):
			n++
		default:
			return path[:n]
		}
	}
	return path[:n]
}

// placeOf returns the place in the definition that describes a field of a version. The path of the
// field has no steps for the elements of lists.
func (crd crdFile) placeOf(version string, field model.Path) model.Path {
	spec, _ := crd.document.Value.Get("spec")
	versions, _ := spec.Get("versions")
	place := model.Path{model.Field("spec"), model.Field("validation"), model.Field(schemaField)}
	for i, v := range versions.Elements() {
		name, _ := v.Get("name")
		if schema, _ := v.Get("schema"); name.Text() == version && hasOne(schema, schemaField) {
			place = model.Path{model.Field("spec"), model.Field("versions"), model.Index(i), model.Field("schema"), model.Field(schemaField)}
		}
	}
	v, _ := place.Lookup(crd.document.Value)
	for _, step := range field {
		for items, ok := v.Get(itemsKeyword); ok; items, ok = v.Get(itemsKeyword) {
			place, v = append(place, model.Field(itemsKeyword)), items
		}
		properties, _ := v.Get(propertiesKeyword)
		name, _ := step.(model.Field)
		inner, ok := properties.Get(string(name))
		if ok {
			place = append(place, model.Field(propertiesKeyword), step)
		} else {
			inner, _ = v.Get(valuesKeyword)
			place = append(place, model.Field(valuesKeyword))
		}
		v = inner
	}
	return place
}

// setsOfMaps returns the paths of the lists of a version that have list type set and maps as
// elements. Server-side apply merges such a list by value, which a schema cannot describe. The paths
// have no steps for the elements of lists. A list is left out if it is inside an atomic map, or inside
// another list that does not merge by keys.
func (crd crdFile) setsOfMaps(version string) []model.Path {
	var found []model.Path
	var search func(v model.Value, path model.Path)
	search = func(v model.Value, path model.Path) {
		listType, _ := v.Get("x-kubernetes-list-type")
		mapType, _ := v.Get("x-kubernetes-map-type")
		items, isList := v.Get(itemsKeyword)
		itemType, _ := items.Get("type")
		switch {
		case isList && listType.Text() == "set" && itemType.Text() == "object":
			found = append(found, path)
		case isList && listType.Text() == "map":
			search(items, path)
		case isList, mapType.Text() == "atomic":
			return
		}
		properties, _ := v.Get(propertiesKeyword)
		for name, member := range properties.SortedMembers() {
			search(member, path.Append(model.Field(name)))
		}
		if values, _ := v.Get(valuesKeyword); values.Type() == model.Map {
			search(values, path.Append(model.Field("*")))
		}
	}
	root, _ := crd.placeOf(version, nil).Lookup(crd.document.Value)
	search(root, nil)
	return found
}
