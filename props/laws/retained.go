package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffRetain checks the directive $retainKeys in a patch. Maps and elements with strategy
// retainKeys must have it, with the remaining names in order, and a null for each removed name. No
// other value may have $retainKeys. In particular, a value that is replaced as a whole must not
// have it.
func DiffRetain(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-retain", subject: s, in: in}).retains(in.Original, false)
}

// ThreeWayRetain is the law DiffRetain for three-way merges. The patch of a three-way merge needs
// no $retainKeys in a map from which no name is removed.
func ThreeWayRetain(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-retain", subject: s, in: in}).retains(in.Current, false)
}

func (t *trial) retains(document model.Value, cluster bool) Verdict {
	patch, result, ok := t.fullOn(document)
	if !ok {
		return t.inapplicable("no full patch, or it is not applied")
	}
	r := retention{cluster: cluster}
	r.inMap(t.in.Schema, nil, t.in.Schema.RetainKeys() && !cluster, bare(document), bare(t.in.Modified), patch, bare(result))
	switch {
	case r.wrong != "":
		return t.broken("%s in the patch %s", r.wrong, patch.JSON())
	case r.seen == 0:
		return t.inapplicable("the patch changes no retainKeys map")
	}
	return t.held()
}

// A retention checks the $retainKeys in a patch.
type retention struct {
	// cluster is set if the patch is for a cluster and must match kubectl's. The document itself then has no
	// strategy, added values have no directives, an empty list of names is not sent, and
	// names that others added are removed without a null.
	cluster bool
	seen    int
	wrong   string
}

func (r *retention) found(path model.Path, what string) {
	if r.wrong == "" {
		r.wrong = what + " at " + path.String()
	}
}

// inMap checks a patch map, given the values of the document, modified and the result.
func (r *retention) inMap(s smp.Schema, path model.Path, retains bool, document, modified, patch, result model.Value) {
	directive, sent := directive(s, patch, retainKeysName)
	if _, whole := patch.Get(patchName); whole || atomicMap(s) && len(path) > 0 || r.cluster && document.Type() != model.Map {
		r.nowhere(s, path, patch)
		return
	}
	_, data := s.Field(retainKeysName)
	if _, said := patch.Get(retainKeysName); said && !sent {
		data = true // the name is an ordinary name here
	}
	names := newList(namesOf(result)...)
	foreign := func(name string) bool { _, ours := modified.Get(name); return !ours }
	others := slices.ContainsFunc(result.AppendMembers(nil), func(m model.Member) bool { return foreign(m.Name) })
	switch {
	case sent && !retains:
		r.found(path, "$retainKeys without strategy retainKeys")
	case sent:
		r.seen++
		if !model.Equal(directive, names) {
			r.found(path, "$retainKeys is "+directive.JSON()+" but "+names.JSON()+" is left")
		}
		for name := range document.Members() {
			if said, _ := patch.Get(name); !r.cluster && said.Type() != model.Null && !hasValue(names, model.NewString(name)) {
				r.found(path.Append(model.Field(name)), "no null for a removed field")
			}
		}
	case retains && !data && !others && patch.Len() > 0 && !(r.cluster && names.Len() == 0):
		r.found(path, "no $retainKeys")
	}
	for name, member := range patch.Members() {
		if isDirective(s, name, member, smp.AllDirectives) || r.cluster && inOtherCase(s, name) {
			continue
		}
		field, _ := s.Member(name)
		was, _ := document.Get(name)
		ours, _ := modified.Get(name)
		is, _ := result.Get(name)
		if here := path.Append(model.Field(name)); member.Type() == model.Map {
			r.inMap(field, here, retainsMap(field), was, ours, member, is)
		} else {
			r.inList(field, here, was, ours, member, is)
		}
	}
}

func (r *retention) inList(s smp.Schema, path model.Path, document, modified, patch, result model.Value) {
	for i, element := range patch.Elements() {
		here := path.Append(model.Index(i))
		if !s.Keyed() || hasMarker(patch) {
			r.nowhere(s.Element(), here, element)
			continue
		}
		keys := selection(s, element, 0)
		same := func(v model.Value) bool { return keysEqual(s, keys, v, element) }
		if is := only(result, same); !isDeletion(element) && is.Type() == model.Map && element.Type() == model.Map {
			if !isThere(only(modified, same)) || has(patch, func(v model.Value) bool { return isDeletion(v) && keysEqual(s, s.Keys(), v, element) }) {
				continue // a server filled in keys of the element, or the element is deleted and added again
			}
			if _, data := s.Element().Field(patchMergeKeyName); !data {
				element = without(element, patchMergeKeyName)
			}
			retains := retainsElements(s)
			if r.cluster {
				retains = s.RetainKeys()
			}
			r.inMap(s.Element(), here, retains, only(document, same), only(modified, same), element, is)
		}
	}
}

// nowhere checks that a value that is replaced as a whole has no $retainKeys.
func (r *retention) nowhere(s smp.Schema, path model.Path, patch model.Value) {
	if _, sent := directive(s, patch, retainKeysName); sent {
		r.found(path, "$retainKeys in a value that is replaced as a whole")
	}
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		r.nowhere(field, path.Append(model.Field(name)), member)
	}
	for i, element := range patch.Elements() {
		r.nowhere(s.Element(), path.Append(model.Index(i)), element)
	}
}

// namesOf returns the names of a map's fields, sorted.
func namesOf(v model.Value) []model.Value {
	var names []model.Value
	for name := range v.Members() {
		names = append(names, model.NewString(name))
	}
	slices.SortFunc(names, func(a, b model.Value) int { return strings.Compare(a.Text(), b.Text()) })
	return names
}

// ThreeWayClears checks that a map or element with strategy retainKeys contains only modified's
// names and merge keys in the result. This does not apply to maps that are equal in original and
// modified and do not change, except for the order of merging lists. The law does not check
// elements that lack some of their keys. It also does not check maps with a list in which modified
// has duplicates, because current may have more of them.
func ThreeWayClears(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-clears", subject: s, in: in}
	patch, result, ok := t.fullOn(in.Current)
	if !ok {
		return t.inapplicable("no full patch, or it is not applied")
	}
	c := clearing{}
	c.inMap(in.Schema, nil, nil, in.Schema.RetainKeys(), bare(in.Original), bare(in.Modified), bare(in.Current), bare(result))
	switch {
	case c.left != "":
		return t.broken("%s is not removed by the patch %s", c.left, patch.JSON())
	case c.seen == 0:
		return t.inapplicable("no retainKeys map of current has a field that modified lacks")
	}
	return t.held()
}

// A clearing looks for names that should have been removed.
type clearing struct {
	seen int
	left string
}

func (c *clearing) inMap(s smp.Schema, path model.Path, keys []string, retains bool, original, modified, current, result model.Value) {
	if modified.Type() != model.Map || atomicMap(s) && len(path) > 0 {
		return
	}
	retains = retains && regular(s, modified)
	changed := isThere(original) && !model.Equal(sortedLists(s, original), sortedLists(s, modified)) || !isThere(original) && modified.Len() > 0
	for name := range current.Members() {
		if _, ours := modified.Get(name); !retains || ours || slices.Contains(keys, name) {
			continue
		}
		c.seen++
		if _, left := result.Get(name); left && (changed || !model.Equal(sortedLists(s, current), sortedLists(s, result))) && c.left == "" {
			c.left = path.Append(model.Field(name)).String()
		}
	}
	for name, ours := range modified.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		theirs, _ := current.Get(name)
		is, _ := result.Get(name)
		here := path.Append(model.Field(name))
		if ours.Type() == model.Map {
			c.inMap(field, here, nil, retainsMap(field), was, ours, theirs, is)
		}
		for i, element := range ours.Elements() {
			same := func(v model.Value) bool { return sameElement(field, v, element) }
			if field.Keyed() && isThere(only(ours, same)) && isThere(only(theirs, same)) && has(was, same) == isThere(only(was, same)) {
				c.inMap(field.Element(), here.Append(model.Index(i)), allKeys(field), retainsElements(field), only(was, same), element, only(theirs, same), only(is, same))
			}
		}
	}
}
