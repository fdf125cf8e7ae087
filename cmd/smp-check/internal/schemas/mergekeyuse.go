package schemas

import (
	"fmt"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
)

// mergeKeyUse records which paths of --merge-key lead to a field of a document. The zero value
// is ready to use.
type mergeKeyUse struct{ places map[string]*mergeKeyPlace }

// A mergeKeyPlace is the place of a --merge-key in the documents.
type mergeKeyPlace struct {
	found bool            // a document has the path
	depth int             // the number of steps of the path that a document has
	names map[string]bool // the fields next to the first missing one
}

// see looks for the paths of the flags in a document.
func (u *mergeKeyUse) see(keys MergeKeys, document model.Value) {
	for _, k := range keys {
		if u.places == nil {
			u.places = map[string]*mergeKeyPlace{}
		}
		p := u.places[k.text]
		if p == nil {
			p = &mergeKeyPlace{names: map[string]bool{}}
			u.places[k.text] = p
		}
		p.find(document, k.path, 0)
	}
}

// find looks for the rest of a path, after depth steps, in a value. List elements have no step.
func (p *mergeKeyPlace) find(v model.Value, path model.Path, depth int) {
	if p.found = p.found || depth == len(path); p.found {
		return
	}
	for _, e := range v.Elements() {
		p.find(e, path, depth)
	}
	if v.Type() != model.Map {
		return
	}
	inner, ok := v.Get(string(path[depth].(model.Field)))
	switch {
	case ok:
		p.find(inner, path, depth+1)
	case depth > p.depth:
		p.depth = depth
		clear(p.names)
		fallthrough
	case depth == p.depth:
		for name := range v.Members() {
			p.names[name] = true
		}
	}
}

// UnusedKeys returns a text for each --merge-key whose path is in none of the documents for which Choose
// found a schema, if there were any. The text may suggest a field.
func (c *Choice) UnusedKeys() []string {
	var texts []string
	for _, k := range c.MergeKeys {
		if p := c.used.places[k.text]; p != nil && !p.found {
			missing := k.path[:p.depth+1]
			name := string(k.path[p.depth].(model.Field))
			texts = append(texts, fmt.Sprintf("--merge-key %s matches nothing: no document has %s%s", k.text, missing, meant.Suggestion(name, slices.Sorted(maps.Keys(p.names)))))
		}
	}
	return texts
}
