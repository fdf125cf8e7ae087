package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// asData returns a value that is sent as it stands. It rejects one that holds a
// directive, which is never copied from a document into a patch (rule
// not-representable); one that is null says nothing and goes. element says that
// the value is an element of a merging list.
func (d *differ) asData(u *use, v model.Value, element bool) (model.Value, *fault) {
	if !v.HasDollar() {
		return v, nil
	}
	if v.Kind() == model.List {
		return d.addedElements(v, func(e model.Value) (model.Value, *fault) {
			return d.asData(elementUse(u), e, u.merging())
		})
	}
	if u.shape.kind != MapType {
		u = anyUse
	}
	documented := applier{}
	var changes []model.Member
	for name, have := range v.SortedMembers() {
		r, _, _ := documented.roleOf(u, name, have, element)
		switch {
		case r == dataRole:
			now, f := d.asData(d.member(u, name), have, false)
			if f != nil {
				return model.Value{}, f.under(model.Field(name))
			}
			if now != have {
				changes = append(changes, model.Member{Name: name, Value: now})
			}
		case have.Kind() == model.Null:
			changes = append(changes, model.Member{Name: name})
		default:
			return model.Value{}, notData(name)
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	return built(v.WithMembers(changes...))
}

// refused is the fault of a change that no patch for the dialect makes.
func (d *differ) refused(u *use, have, want model.Value) *fault {
	around := "nothing around it but the document itself could be replaced"
	if d.noWide {
		around = "replacing a map or list around it is excluded"
	}
	return newFault(NotRepresentable, RuleNotRepresentable, "%s, and %s; a JSON merge patch can say it", d.reason(u, have, want), around)
}

// reason says why the engine of the dialect does not make a change.
func (d *differ) reason(u *use, have, want model.Value) string {
	if u.merging() {
		for _, list := range []model.Value{want, have} {
			if list.Kind() != model.List {
				continue
			}
			if what := d.irregular(u, list); what != "" {
				return what
			}
		}
	}
	return "Kubernetes' engine does not make this change"
}

// irregular says which elements of a list the engine of the dialect cannot tell
// apart, or cannot identify; empty where all have identities of their own.
func (d *differ) irregular(u *use, list model.Value) string {
	l := newListDiff(d, u)
	defer l.done()
	x := l.identify(list)
	first := map[int32]int{}
	for i, id := range x.ids {
		before, again := first[id]
		switch {
		case id < 0 && len(u.keys) == 0:
			return fmt.Sprintf("element %d of this set is no scalar", i)
		case id < 0:
			return fmt.Sprintf("element %d lacks the merge key %q", i, strings.Join(l.by.names, ","))
		case again && len(u.keys) == 0:
			return fmt.Sprintf("elements %d and %d of this set are equal, and Kubernetes' engine drops duplicates", before, i)
		case again:
			return fmt.Sprintf("elements %d and %d have the same merge key %q, and Kubernetes' engine puts duplicates side by side", before, i, strings.Join(l.by.names, ","))
		}
		first[id] = i
	}
	return ""
}
