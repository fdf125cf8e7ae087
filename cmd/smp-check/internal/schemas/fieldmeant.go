package schemas

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The bounds of the search for a field, as schemas may be recursive: the number of levels
// up and down, the number of maps of each level, and the number of fields.
const (
	mostSteps  = 4
	mostMaps   = 2000
	mostFields = 20_000
)

// placeMeant returns the path of field names where an unknown field of a patch probably
// belongs. The path is the nearest place, below the field's map or below one of its parents,
// where the schema defines a field with this name. It is empty if there is no such place, or
// if several are equally near.
func placeMeant(s smp.Schema, path model.Path) string {
	name, ok := path[len(path)-1].(model.Field)
	if !ok {
		return ""
	}
	around := []smp.Schema{s}
	for _, step := range path[:len(path)-1] {
		if field, isField := step.(model.Field); isField {
			s, _ = s.Member(string(field))
		} else {
			s = s.Element()
		}
		around = append(around, s)
	}
	nearest, found, up := mostSteps, []model.Path(nil), 0
	for n, outer := range slices.Backward(around) {
		if outer.Type() == smp.ListType {
			continue
		}
		places, down := placesBelow(outer, fieldsIn(path[:n]), string(name), nearest-up)
		if distance := up + down; distance < nearest {
			nearest, found = distance, nil
		}
		found = append(found, places...)
		up++
	}
	if len(found) != 1 {
		return ""
	}
	return found[0].String()
}

// placesBelow returns the nearest places below a map that have a field with this name, and
// their depth below the map. It searches down to the depth most. If there is no such place, the depth is
// greater than most.
func placesBelow(s smp.Schema, path model.Path, name string, most int) (found []model.Path, depth int) {
	type place struct {
		schema smp.Schema
		path   model.Path
	}
	level, fields := []place{{s, path}}, 0
	for depth = 0; depth <= most; depth++ {
		var next []place
		for _, p := range level {
			if _, ok := p.schema.Field(name); ok {
				found = append(found, p.path.Append(model.Field(name)))
			}
			for field, inner := range p.schema.Fields() {
				if fields++; fields > mostFields || len(next) >= mostMaps {
					break
				}
				if len(p.path) == 0 && field == "status" {
					continue // filled in by servers
				}
				if inner = inMap(inner); inner.Type() == smp.MapType {
					next = append(next, place{inner, p.path.Append(model.Field(field))})
				}
			}
		}
		if len(found) > 0 {
			return found, depth
		}
		level = next
	}
	return nil, depth
}

// fieldsIn returns the field names of a path.
func fieldsIn(path model.Path) model.Path {
	var fields model.Path
	for _, step := range path {
		if _, ok := step.(model.Field); ok {
			fields = append(fields, step)
		}
	}
	return fields
}

// FieldNames returns the fields that a schema defines.
func FieldNames(s smp.Schema) []string {
	var names []string
	for name := range s.Fields() {
		names = append(names, name)
	}
	return names
}

// inMap returns the schema of the maps at a place: that of the value, or of the elements of a list.
func inMap(s smp.Schema) smp.Schema {
	if s.Type() == smp.ListType {
		return s.Element()
	}
	return s
}

// FieldMeant returns what the last field of a path probably means: a similar name in around, the schema of
// the map that should have the field, or the path of the nearest other place in s with a field of this
// name. It returns an empty string if there is neither.
func FieldMeant(s, around smp.Schema, path model.Path) string {
	name, ok := path[len(path)-1].(model.Field)
	if !ok {
		return ""
	}
	return cmp.Or(meant.Nearest(string(name), FieldNames(around)), placeMeant(s, path))
}
