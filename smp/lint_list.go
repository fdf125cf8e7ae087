package smp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// listPatch checks the elements of a patch list.
func (l *linter) listPatch(p *listPatch, againstEmpty bool) {
	p.readFor(l.Dialect, true)
	for _, f := range p.found {
		l.fault(f)
	}
	switch p.kind {
	case atomicList, replacingList:
		l.evaluated(p)
	case mergingSet:
		l.set(p)
	case mergingKeyed:
		l.keyedList(p, againstEmpty)
	}
}

// evaluated checks a list that is evaluated against an empty list. This is an atomic list, or a
// merging list that {$patch: replace} replaces.
func (l *linter) evaluated(p *listPatch) {
	u, replaced := p.node, p.kind == replacingList
	at := surroundings{againstEmpty: true, retainKeys: u.RetainKeys && u.Shape.Type == schema.List}
	if replaced {
		at.list, at.keysUnused = u, !p.HasOrderList()
	}
	marked := !replaced
	for i, e := range p.Value.Elements() {
		l.enter(model.Index(i))
		switch {
		case syntax.IsMarker(e) && marked:
			l.noEffect(syntax.Patch, "the list is replaced even without this directive")
		case syntax.IsMarker(e):
			marked = true
		case syntax.Delete.In(e) && replaced:
			l.noEffect(syntax.Patch, "there is nothing to delete in a list that is replaced")
		case syntax.Delete.In(e): // a fault
		default:
			l.element(u.OfElement(), e, at)
		}
		l.leave()
	}
}

// element checks the content of an element of a list.
func (l *linter) element(u *schema.Node, e model.Value, at surroundings) {
	switch e.Type() {
	case model.Map:
		l.mapPatch(u, e, at)
	case model.List:
		p := newListPatch(u, syntax.Field{Value: e})
		l.listPatch(&p, at.againstEmpty)
	}
}

// set checks the values of a patch list for a set.
func (l *linter) set(p *listPatch) {
	seen := identity.NewIndex(1, len(p.elements))
	for _, e := range p.elements {
		if count := seen.Len(); seen.Add(e.keys) < count {
			l.fault(faults.New(faults.RepeatedKey, rule.Lint, "duplicate value").Under(model.Index(e.index)))
		}
	}
}

// keyedList checks a patch list for a keyed list. It first compares the keys of the elements, and
// then checks each element.
func (l *linter) keyedList(p *listPatch, againstEmpty bool) {
	u, elements := p.node, p.elements
	repeated := l.repeatedKeys(u, elements)
	l.mixedKeys(u, elements)
	firsts := firstElements(u, elements)
	for i := range elements {
		if k := &elements[i]; !repeated[k.index] && !(againstEmpty && firsts[k.index]) {
			l.unselectedKey(u, k)
		}
	}
	for i, e := range p.Value.Elements() {
		if e.Type() != model.Map {
			continue
		}
		l.enter(model.Index(i))
		if syntax.Delete.In(e) {
			l.elementDeletion(u, e, againstEmpty)
		} else {
			l.mapPatch(u.Shape.Element, e, surroundings{list: u, againstEmpty: againstEmpty && firsts[i], retainKeys: u.RetainKeys})
		}
		l.leave()
	}
}

// firstElements returns the indexes of the elements whose default key no earlier element of the
// patch list has. All selections contain the default key.
func firstElements(u *schema.Node, elements []patchElement) map[int]bool {
	firsts := map[int]bool{}
	for _, group := range groupsBy(u.ByDefaultKey, elements) {
		firsts[group[0].index] = true
	}
	return firsts
}

// elementDeletion checks the deletion of an element.
func (l *linter) elementDeletion(u *schema.Node, e model.Value, againstEmpty bool) {
	if againstEmpty {
		l.noEffect(syntax.Patch, "there is nothing to delete here")
	}
	keys := u.Keys
	reader := newKeyReader(l.Dialect, u)
	if selected, f := reader.mergeKey(e); f == nil && selected != nil {
		keys = selected
	}
	for name, value := range e.Members() {
		switch r := l.Map(u.Shape.Element, model.Value{}, true).Meaning(name, value).Role; {
		case r == syntax.PatchRole || r == syntax.MergeKeyRole || slices.Contains(keys, name):
		case slices.Contains(u.Recommended, name):
			l.noEffect(name, "the deletion removes all elements with the same %s, because %s does not list this key", strings.Join(keys, ", "), syntax.PatchMergeKey)
		default:
			l.noEffect(name, "ignored next to %s: %s", syntax.Patch, syntax.Delete)
		}
	}
}

// finalSelection returns the selection by which a merge of the element makes its last attempt to
// find a match.
func (k *patchElement) finalSelection() *identity.Selection { return cmp.Or(k.fallback, k.by) }

// repeatedKeys reports elements that merge into the same element as an earlier element of the patch
// list. This is so if one of the two has the keys that the other one selects by. It returns the
// indexes of the reported elements.
func (l *linter) repeatedKeys(u *schema.Node, elements []patchElement) map[int]bool {
	var all []*identity.Selection
	for i := range elements {
		if by := elements[i].finalSelection(); elements[i].op != syntax.Delete && !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	// finds maps each element to the element that it matches, and finders maps each element to the
	// first element that matches it. If an element is in both maps, the message names its element
	// in finds.
	finds, finders := map[*patchElement]*patchElement{}, map[*patchElement]*patchElement{}
	for _, by := range all {
		for _, group := range groupsBy(by, elements) {
			var earlier *patchElement // first element of the group with this selection
			for i, k := range group {
				switch first := finders[k]; {
				case k.finalSelection() == by:
					if i > 0 {
						finds[k] = group[0]
					}
					earlier = cmp.Or(earlier, k)
				case earlier != nil && (first == nil || earlier.index < first.index):
					finders[k] = earlier
				}
			}
		}
	}
	reported := map[int]bool{}
	for i := range elements {
		k := &elements[i]
		if earlier := finds[k]; earlier != nil {
			l.repeatedKey(u, k.finalSelection(), earlier, k)
		} else if earlier := finders[k]; earlier != nil {
			l.repeatedKey(u, earlier.finalSelection(), earlier, k)
		}
		reported[k.index] = finds[k] != nil || finders[k] != nil
	}
	return reported
}

// unselectedKey reports an element that contains or removes a recommended key that it does not
// select by. Such an element may change the identity of the element that it matches.
func (l *linter) unselectedKey(u *schema.Node, k *patchElement) {
	if k.op == syntax.Delete {
		return
	}
	patch := k.value
	if l.knowsUnions {
		patch = u.Shape.Element.WithDiscriminator(patch)
	}
	element := u.Shape.Element
	for _, name := range u.Recommended {
		_, named := patch.Get(name)
		if k.by.Selects(name) || !named && !element.AtomicMap() && !l.Map(element, patch, true).Clears(name) {
			continue
		}
		does := "changed if it differs"
		if !named {
			does = "removed if it is set"
		}
		advice := ""
		if !l.Ignored(syntax.MergeKeyRole) {
			advice = fmt.Sprintf("; use %s to match by both, or, for a cluster, write the whole list with %s: %s", syntax.PatchMergeKey, syntax.Patch, syntax.Replace)
		}
		l.fault(faults.New(faults.AmbiguousMergeKey, rule.Lint, "the element matches by %s alone, and %s is %s%s", strings.Join(k.by.Names, ", "), name, does, advice).Under(model.Index(k.index)))
		return
	}
}

// groupsBy returns the elements in groups with the same identity under a selection.
func groupsBy(by *identity.Selection, elements []patchElement) [][]*patchElement {
	groups := identity.NewTable[[]*patchElement](by, len(elements))
	for i := range elements {
		k := &elements[i]
		keys, ok := k.keys, true
		if k.finalSelection() != by {
			keys, ok = by.KeysOf(nil, k.value)
		}
		if !ok || k.op == syntax.Delete {
			continue
		}
		group, _ := groups.GetOrAdd(keys)
		*group = append(*group, k)
	}
	return groups.ByID
}

// repeatedKey reports the element k, which has the same keys as an earlier element.
func (l *linter) repeatedKey(u *schema.Node, by *identity.Selection, earlier, k *patchElement) {
	f := faults.New(faults.RepeatedKey, rule.Lint, "an earlier element of the list has the same %s", strings.Join(by.Names, ", "))
	keys := u.ListKeys()
	for _, name := range u.Recommended {
		selected := earlier.by.Selects(name) && k.by.Selects(name)
		if !selected && !model.Equal(keys.In(earlier.value, name), keys.In(k.value, name)) {
			advice := ", and the two are merged"
			if !l.Ignored(syntax.MergeKeyRole) {
				advice = fmt.Sprintf("; use %s with %s to distinguish the two", syntax.PatchMergeKey, name)
			}
			f = faults.New(faults.AmbiguousMergeKey, rule.Lint, "an earlier element of the list has the same %s%s", strings.Join(by.Names, ", "), advice)
			break
		}
	}
	l.fault(f.Under(model.Index(k.index)))
}

// mixedKeys reports elements that do not select by the keys of the first element.
func (l *linter) mixedKeys(u *schema.Node, elements []patchElement) {
	for i := range elements {
		if k := &elements[i]; !k.selectsAs(u, &elements[0]) {
			l.fault(mixedFault(k).Under(model.Index(k.index)))
		}
	}
}

// mixedFault returns the fault of an element that does not select by the keys of the first element.
func mixedFault(k *patchElement) *faults.Fault {
	f := faults.New(faults.MixedMergeKeys, rule.Lint, "matched by different merge keys than the first element or entry of the list")
	if k.hasPatchMergeKey {
		f = f.Under(model.Field(syntax.PatchMergeKey))
	}
	return f
}

// selectsAs reports whether two elements select by the same keys, including null keys.
func (k *patchElement) selectsAs(u *schema.Node, other *patchElement) bool {
	return !slices.ContainsFunc(u.AllKeys(), func(name string) bool { return k.by.Selects(name) != other.by.Selects(name) })
}
