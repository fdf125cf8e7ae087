package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// listPatch checks the elements of a patch list.
func (l *linter) listPatch(p *listpatch.Patch, againstEmpty bool) {
	p.ReadFor(l.Dialect, true)
	for _, f := range p.Found {
		l.fault(f)
	}
	switch p.Kind {
	case listpatch.Atomic, listpatch.Replacing:
		l.evaluated(p)
	case listpatch.Set:
		l.set(p)
	case listpatch.Keyed:
		l.keyedList(p, againstEmpty)
	}
}

// evaluated checks a list that is evaluated against an empty list. This is an atomic list, or a
// merging list that {$patch: replace} replaces.
func (l *linter) evaluated(p *listpatch.Patch) {
	u, replaced := p.Node, p.Kind == listpatch.Replacing
	at := context{againstEmpty: true, retainKeys: u.RetainKeys && u.Shape.Type == schema.List}
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
func (l *linter) element(u *schema.Node, e model.Value, at context) {
	switch e.Type() {
	case model.Map:
		l.mapPatch(u, e, at)
	case model.List:
		p := listpatch.New(u, syntax.Field{Value: e})
		l.listPatch(&p, at.againstEmpty)
	}
}

// set checks the values of a patch list for a set.
func (l *linter) set(p *listpatch.Patch) {
	seen := identity.NewIndex(1, len(p.Elements))
	for _, e := range p.Elements {
		if count := seen.Len(); seen.Add(e.Keys) < count {
			l.hint(faults.New(faults.RepeatedKey, rule.Lint, "duplicate value").Under(model.Index(e.Index)))
		}
	}
}

// keyedList checks a patch list for a keyed list. It first compares the keys of the elements, and
// then checks each element.
func (l *linter) keyedList(p *listpatch.Patch, againstEmpty bool) {
	u, elements := p.Node, p.Elements
	repeated := l.repeatedKeys(u, elements)
	l.mixedKeys(u, elements)
	firsts := firstElements(u, elements)
	for i := range elements {
		if k := &elements[i]; !repeated[k.Index] && !(againstEmpty && firsts[k.Index]) {
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
			l.mapPatch(u.Shape.Element, e, context{list: u, againstEmpty: againstEmpty && firsts[i], retainKeys: u.RetainKeys})
		}
		l.leave()
	}
}

// firstElements returns the indexes of the elements whose default key no earlier element of the
// patch list has. All selections contain the default key.
func firstElements(u *schema.Node, elements []listpatch.Element) map[int]bool {
	firsts := map[int]bool{}
	for _, group := range groupsBy(u.ByDefaultKey, elements) {
		firsts[group[0].Index] = true
	}
	return firsts
}

// elementDeletion checks the deletion of an element.
func (l *linter) elementDeletion(u *schema.Node, e model.Value, againstEmpty bool) {
	if againstEmpty {
		l.noEffect(syntax.Patch, "there is nothing to delete here")
	}
	keys := u.Keys
	reader := listpatch.NewReader(l.Dialect, u)
	if selected, f := reader.Selected(e); f == nil && selected != nil {
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

// repeatedKeys reports elements that merge into the same element as an earlier element of the patch
// list. This is so if one of the two has the keys that the other one selects by. It returns the
// indexes of the reported elements.
func (l *linter) repeatedKeys(u *schema.Node, elements []listpatch.Element) map[int]bool {
	var all []*identity.Selection
	for i := range elements {
		if by := elements[i].FinalSelection(); elements[i].Op != syntax.Delete && !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	// finds maps each element to the element that it matches, and finders maps each element to the
	// first element that matches it. If an element is in both maps, the message names its element
	// in finds.
	finds, finders := map[*listpatch.Element]*listpatch.Element{}, map[*listpatch.Element]*listpatch.Element{}
	for _, by := range all {
		for _, group := range groupsBy(by, elements) {
			var earlier *listpatch.Element // first element of the group with this selection
			for i, k := range group {
				switch first := finders[k]; {
				case k.FinalSelection() == by:
					if i > 0 {
						finds[k] = group[0]
					}
					earlier = cmp.Or(earlier, k)
				case earlier != nil && (first == nil || earlier.Index < first.Index):
					finders[k] = earlier
				}
			}
		}
	}
	reported := map[int]bool{}
	for i := range elements {
		k := &elements[i]
		if earlier := finds[k]; earlier != nil {
			l.repeatedKey(u, k.FinalSelection(), earlier, k)
		} else if earlier := finders[k]; earlier != nil {
			l.repeatedKey(u, earlier.FinalSelection(), earlier, k)
		}
		reported[k.Index] = finds[k] != nil || finders[k] != nil
	}
	return reported
}

// unselectedKey reports an element that contains or removes a recommended key that it does not
// select by. Such an element may change the identity of the element that it matches.
func (l *linter) unselectedKey(u *schema.Node, k *listpatch.Element) {
	if k.Op == syntax.Delete {
		return
	}
	patch := k.Value
	if l.Unions {
		patch = u.Shape.Element.WithDiscriminator(patch)
	}
	element := u.Shape.Element
	for _, name := range u.Recommended {
		_, named := patch.Get(name)
		if k.By.Selects(name) || !named && !element.AtomicMap() && !l.Map(element, patch, true).Clears(name) {
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
		l.hint(faults.New(faults.AmbiguousMergeKey, rule.Lint, "the element matches by %s alone, and %s is %s%s", strings.Join(k.By.Names, ", "), name, does, advice).Under(model.Index(k.Index)))
		return
	}
}

// groupsBy returns the elements in groups with the same identity under a selection.
func groupsBy(by *identity.Selection, elements []listpatch.Element) [][]*listpatch.Element {
	groups := identity.NewTable[[]*listpatch.Element](by, len(elements))
	for i := range elements {
		k := &elements[i]
		keys, ok := k.Keys, true
		if k.FinalSelection() != by {
			keys, ok = by.KeysOf(nil, k.Value)
		}
		if !ok || k.Op == syntax.Delete {
			continue
		}
		group, _ := groups.GetOrAdd(keys)
		*group = append(*group, k)
	}
	return groups.ByID
}

// repeatedKey reports the element k, which has the same keys as an earlier element.
func (l *linter) repeatedKey(u *schema.Node, by *identity.Selection, earlier, k *listpatch.Element) {
	f := faults.New(faults.RepeatedKey, rule.Lint, "an earlier element of the list has the same %s", strings.Join(by.Names, ", "))
	keys := u.ListKeys()
	for _, name := range u.Recommended {
		selected := earlier.By.Selects(name) && k.By.Selects(name)
		if !selected && !model.Equal(keys.In(earlier.Value, name), keys.In(k.Value, name)) {
			advice := ", and the two are merged"
			if !l.Ignored(syntax.MergeKeyRole) {
				advice = fmt.Sprintf("; use %s with %s to distinguish the two", syntax.PatchMergeKey, name)
			}
			f = faults.New(faults.AmbiguousMergeKey, rule.Lint, "an earlier element of the list has the same %s%s", strings.Join(by.Names, ", "), advice)
			break
		}
	}
	l.hint(f.Under(model.Index(k.Index)))
}

// mixedKeys reports elements that do not select by the keys of the first element.
func (l *linter) mixedKeys(u *schema.Node, elements []listpatch.Element) {
	for i := range elements {
		if k := &elements[i]; !k.SelectsAs(u, &elements[0]) {
			l.hint(mixedFault(k).Under(model.Index(k.Index)))
		}
	}
}

// mixedFault returns the fault of an element that does not select by the keys of the first element.
func mixedFault(k *listpatch.Element) *faults.Fault {
	f := faults.New(faults.MixedMergeKeys, rule.Lint, "matched by different merge keys than the first element or entry of the list")
	if k.HasPatchMergeKey {
		f = f.Under(model.Field(syntax.PatchMergeKey))
	}
	return f
}
