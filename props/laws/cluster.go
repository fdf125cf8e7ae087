package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The names of the laws about the patches of a cluster's own client.
const (
	// ClusterRetained is the law of ClusterRetains.
	ClusterRetained = "cluster-retain"
	// ClusterSorted is the law of ClusterSorts.
	ClusterSorted = "cluster-deletions"
)

// ClusterRetains checks that the patch for a cluster has $retainKeys exactly where kubectl's
// patch has it: in every map with strategy retainKeys that the patch changes, and in every
// changed element of a list with this strategy. The strategy in the schema of the elements
// does not count.
func ClusterRetains(s corpus.Subject, in corpus.Input) Verdict {
	document := in.Original
	if in.Op == corpus.OpThreeWay {
		document = in.Current
	}
	t := &trial{law: ClusterRetained, subject: s, in: in}
	if names(in.Original, retainKeysName) || names(in.Modified, retainKeysName) || names(in.Current, retainKeysName) {
		return t.inapplicable("$retainKeys in a document")
	}
	return t.retains(document, true)
}

// ClusterSorts checks that the deletions in the patch for a cluster are in kubectl's order: after
// the other elements of a list, sorted by the text of their default key. Values to delete from a
// set are sorted, too. Numbers that kubectl prints in another spelling may be anywhere in the list.
func ClusterSorts(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: ClusterSorted, subject: s, in: in}
	patch, ok := t.full()
	if !ok || mentions(in.Original) || mentions(in.Modified) || mentions(in.Current) {
		return t.inapplicable("no full patch, or a directive in a document")
	}
	d := deletions{}
	d.inMap(in.Schema, nil, patch)
	switch {
	case d.wrong != nil:
		return t.broken("the deletions at %s are not in order in the patch %s", d.wrong, patch.JSON())
	case d.seen == 0:
		return t.inapplicable("nothing is deleted")
	}
	return t.held()
}

// deletions finds deletions that are not in order.
type deletions struct {
	seen  int
	wrong model.Path
}

func (d *deletions) inMap(s smp.Schema, path model.Path, patch model.Value) {
	for name, member := range patch.Members() {
		here := path.Append(model.Field(name))
		if strings.HasPrefix(name, deleteListPrefix) {
			d.sorted(here, member.AppendElements(nil))
			continue
		}
		field, _ := s.Member(name)
		d.inMap(field, here, member)
		var keys []model.Value
		for i, element := range member.Elements() {
			d.inMap(field.Element(), here.Append(model.Index(i)), element)
			if field.Keyed() && isDeletion(element) {
				key, _ := element.Get(field.Keys()[0])
				keys = append(keys, key)
			} else if len(keys) > 0 && d.wrong == nil {
				d.wrong = here.Append(model.Index(i))
			}
		}
		d.sorted(here, keys)
	}
}

func (d *deletions) sorted(path model.Path, keys []model.Value) {
	if len(keys) > 1 {
		d.seen++
	}
	if !slices.ContainsFunc(keys, func(k model.Value) bool { return !k.IsScalar() || strings.ContainsAny(k.NumberText(), ".eE") }) &&
		!slices.IsSortedFunc(keys, func(a, b model.Value) int { return strings.Compare(printed(a), printed(b)) }) && d.wrong == nil {
		d.wrong = path
	}
}

// printed returns the text of a scalar. A string has no quotes.
func printed(v model.Value) string {
	if v.Type() == model.String {
		return v.Text()
	}
	return v.JSON()
}

// DeletionsAnywhere checks that a deletion may be anywhere in its list: the result is
// the same if all deletions come last.
func DeletionsAnywhere(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "deletions-anywhere", subject: s, in: in}
	result, ok := t.result()
	moved := deletionsLast(in.Schema, in.Patch)
	if !ok || model.Same(moved, in.Patch) {
		return t.inapplicable("no result, or every deletion comes last")
	}
	got := t.runChanged(func(in *corpus.Input) { in.Patch = moved })
	alike := func() bool { // data that a cluster copies may look like deletions, too
		return model.Equal(deletionsLast(in.Schema, result), deletionsLast(in.Schema, got.Result))
	}
	if got.Skipped == "" && (got.Err != nil || !alike()) {
		return t.broken("the patch gives %s\nwith deletions at the end it gives %s", result.Canonical(), describe(got))
	}
	return t.held()
}

// deletionsLast returns a patch with the deletions at the end of their lists.
func deletionsLast(s smp.Schema, patch model.Value) model.Value {
	changed := false
	switch patch.Type() {
	case model.Map:
		members := patch.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = deletionsLast(field, m.Value)
			changed = changed || !model.Same(m.Value, members[i].Value)
		}
		if changed {
			return newMap(members...)
		}
	case model.List:
		elements := patch.AppendElements(nil)
		for i, e := range elements {
			elements[i] = deletionsLast(s.Element(), e)
			changed = changed || !model.Same(e, elements[i])
		}
		rank := func(e model.Value) int {
			if isDeletion(e) {
				return 1
			}
			return 0
		}
		byRank := func(a, b model.Value) int { return rank(a) - rank(b) }
		if s.Keyed() && !slices.IsSortedFunc(elements, byRank) {
			slices.SortStableFunc(elements, byRank)
			changed = true
		}
		if changed {
			return newList(elements...)
		}
	}
	return patch
}
