package report

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The bounds of the search for a field: how many maps up and down it may be, and how many
// maps are looked at. Schemas may be recursive.
const (
	misplacedSteps = 4
	misplacedMaps  = 2000
)

// misplaced returns where an unknown field of a patch belongs, as a path of field names, or
// an empty text: the nearest place, below the map that it is in or below one around that,
// where the schema has a field of its name. Of several that are equally near none is meant.
func misplaced(s smp.Schema, path model.Path) string {
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
	nearest, found, up := misplacedSteps+1, []model.Path(nil), 0
	for n, outer := range slices.Backward(around) {
		if outer.Type() == smp.ListType {
			continue
		}
		places, down := placesBelow(outer, fieldsIn(path[:n]), string(name), nearest-up)
		switch distance := up + down; {
		case len(places) == 0:
		case distance < nearest:
			nearest, found = distance, places
		default:
			found = append(found, places...)
		}
		up++
	}
	if len(found) != 1 {
		return ""
	}
	return found[0].String()
}

// placesBelow returns the places with a field of a name that are nearest to a map, and how
// many maps below it they are, which is at most a number.
func placesBelow(s smp.Schema, path model.Path, name string, most int) (found []model.Path, depth int) {
	type place struct {
		schema smp.Schema
		path   model.Path
	}
	level, seen := []place{{s, path}}, 0
	for depth = 0; depth <= most; depth++ {
		var next []place
		for _, p := range level {
			if _, ok := p.schema.Field(name); ok {
				found = append(found, p.path.Append(model.Field(name)))
			}
			for field, inner := range p.schema.Fields() {
				if len(p.path) == 0 && field == "status" {
					continue // which servers fill in
				}
				if inner = members(inner); inner.Type() == smp.MapType && seen < misplacedMaps {
					next = append(next, place{inner, p.path.Append(model.Field(field))})
					seen++
				}
			}
		}
		if len(found) > 0 {
			return found, depth
		}
		level = next
	}
	return nil, 0
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
