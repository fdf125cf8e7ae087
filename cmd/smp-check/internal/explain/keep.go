package explain

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// Kept is the result of a patch in which some places are as they are in the original.
type Kept struct {
	Result model.Value
	// By contains the result for each flag, with only the places that this flag keeps. The
	// first flag that keeps a place is named as the reason.
	By []KeptBy
}

// A KeptBy is the result with the places that one flag keeps.
type KeptBy struct {
	Flag   string // the flag and its path, as in --keep spec.replicas
	Result model.Value
}

// A keptPlace is a kept place that the patch would change.
type keptPlace struct {
	path model.Path
	flag string
}

// keptPlaces returns the places in which the result of the patch alone differs from the kept
// result.
func (x *Explanation) keptPlaces(k Kept) []keptPlace {
	flags := map[string]string{} // flags, by the paths of places
	for _, by := range k.By {
		for _, path := range x.keptIn(by.Result) {
			if text := path.String(); flags[text] == "" {
				flags[text] = by.Flag
			}
		}
	}
	var places []keptPlace
	for _, path := range x.keptIn(k.Result) {
		places = append(places, keptPlace{path, flags[path.String()]})
	}
	return places
}

// keptIn returns the places that are kept in a result, and that the patch would change.
func (x *Explanation) keptIn(result model.Value) []model.Path {
	var places []model.Path
	var inside func(path model.Path, v, original model.Value)
	inside = func(path model.Path, v, original model.Value) {
		if v.Type() != model.Map || model.Equal(v, original) {
			places = append(places, path)
			return
		}
		// The patch deletes a map, and only some of its fields are kept.
		for name, member := range v.Members() {
			was, _ := original.Get(name)
			inside(path.Append(model.Field(name)), member, was)
		}
	}
	for _, d := range corpus.Differences(x.schema, x.patched, result) {
		if !IsOrder(d) {
			inside(d.Path, x.lookup(result, d.Path), x.lookup(x.original, d.Path))
		}
	}
	return places
}

// keep adds an effect for each kept place. These effects replace those of the patch in the
// place and below it.
func (x *Explanation) keep(kept Kept) {
	places := x.keptPlaces(kept)
	isKept := map[string]bool{}
	for _, p := range places {
		isKept[p.path.String()] = true
	}
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool {
		below := isKept[c.path.String()]
		for _, place := range around(c.path) {
			below = below || isKept[place]
		}
		if below {
			delete(x.byPath, c.path.String())
		}
		return below
	})
	for _, p := range places {
		c := x.at(p.path)
		c.keptBy, c.instead = p.flag, x.lookup(x.patched, p.path)
		if c.keptBy == "" {
			c.keptBy = "the paths to keep together"
		}
	}
}

// keptSentence describes an effect that the patch would have in a kept place.
func (c *effect) keptSentence() string {
	does := "the patch would change it"
	switch {
	case c.instead.Type() == model.Absent:
		does = "the patch would delete it"
	case c.before.Type() == model.Absent:
		does = "the patch would add it"
	case c.instead.IsScalar():
		does = "the patch would set " + c.brief(c.path, c.instead)
	}
	return "kept by " + c.keptBy + "; " + does
}

// word returns the name of an effect in JSON, which is also its class in a page.
func (c *effect) word() string {
	if c.keptBy != "" {
		return kept
	}
	return words[c.sign()]
}
