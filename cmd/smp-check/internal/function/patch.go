package function

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// patch applies a patch to the items that the patch selects.
func (r *run) patch(p patch, items []model.Value) ([]model.Value, error) {
	if r.compared += len(items); r.compared > maxCompared {
		return nil, fmt.Errorf("%s: the patches and the items make more than %d million pairs; split the list, or use fewer patches", p.name, maxCompared/1_000_000)
	}
	found, err := p.find(items, &r.matches)
	if err != nil {
		return nil, err
	}
	if r.applied += len(found); r.applied > maxApplied {
		return nil, fmt.Errorf("%s: patches are applied to items more than %d times; split the list, or use fewer patches or narrower targets", p.name, maxApplied)
	}
	if len(found) == 0 {
		r.say("warning", p.name+": no item matches the target", model.Value{}, nil)
		return items, nil
	}
	if p.deletes() {
		r.warnOfDeletion(p, items, found)
		r.checks = without(r.checks, found)
		return without(items, found), nil
	}
	items = slices.Clone(items)
	p.slips = map[kubernetes.Kind][]finding.Finding{}
	for _, i := range found {
		if items[i], err = r.apply(p, items[i], &r.checks[i]); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// These are limits on the work of all patches: the number of items that patches are compared with, and
// of items to which patches are applied.
const (
	maxCompared = 10_000_000
	maxApplied  = 500_000
)

// without returns a list without the elements at these indexes, which are in order.
func without[T any](list []T, indexes []int) []T {
	var kept []T
	for i, e := range list {
		if len(indexes) > 0 && indexes[0] == i {
			indexes = indexes[1:]
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// find returns the indexes of the items that the patch selects.
func (p *patch) find(items []model.Value, m *kustomization.Matches) ([]int, error) {
	if p.inline {
		found := kustomization.NamedBy(p.named, items)
		switch len(found) {
		case 0:
			return nil, fmt.Errorf("%s: no item is called %s", p.name, p.named)
		case 1:
			return found, nil
		}
		if same := kustomization.NamedBy(kustomization.IDOf(items[found[0]]), items); slices.Contains(same, found[1]) {
			return nil, fmt.Errorf("%s: %s appears twice among the items, as items[%d] and items[%d]; remove one of them, or add a target to patch both",
				p.name, kustomization.InFull(items[found[0]]), found[0], found[1])
		}
		return nil, fmt.Errorf("%s: the patch may be for %s or for %s; add metadata.namespace and apiVersion, or a target",
			p.name, kustomization.InFull(items[found[0]]), kustomization.InFull(items[found[1]]))
	}
	var found []int
	for i, item := range items {
		if item.Type() == model.Map && p.target.Selects(item, m) {
			found = append(found, i)
		}
	}
	if err := m.Err(); err != nil {
		return nil, fmt.Errorf("%s.target: %w", p.name, err)
	}
	return found, nil
}

// deletes reports whether the patch removes items.
func (p *patch) deletes() bool {
	directive, _ := p.value.Get("$patch")
	return directive.Text() == "delete"
}

// warnOfDeletion warns about a target that may delete more items than intended: all items, or
// other items than the one that the patch names.
func (r *run) warnOfDeletion(p patch, items []model.Value, found []int) {
	if p.inline {
		return
	}
	many := fmt.Sprintf("%d items", len(found))
	if len(found) == 1 {
		many = "1 item"
	}
	named := kustomization.NamedBy(p.named, items)
	others := len(named) == 1 && (len(found) > 1 || found[0] != named[0])
	advice := ""
	if others {
		advice = fmt.Sprintf("; the patch names %s, but this name is ignored next to a target; to remove only that item, leave out the target", p.named)
	}
	switch {
	case p.target.Unlimited():
		r.say("warning", fmt.Sprintf("%s: the target has no condition, so it selects every item, and the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	case len(found) == len(items) && len(items) > 1:
		r.say("warning", fmt.Sprintf("%s: the target selects every item, and the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	case others:
		r.say("warning", fmt.Sprintf("%s: the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	}
}
