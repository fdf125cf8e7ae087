package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// refused is the fault of a change that no patch for the dialect makes.
func (d *differ) refused(why string) *fault {
	around := "nothing around it but the document itself could be replaced"
	if d.noWide {
		around = "replacing a map or list around it is excluded"
	}
	return newFault(NotRepresentable, RuleNotRepresentable, "%s; %s; a JSON merge patch can say it", why, around)
}

// reason says why the engine of the dialect does not make a change: which elements
// are in its way, or else what it does.
func (d *differ) reason(u *use, have, want model.Value, does string) string {
	if !u.merging() {
		return does
	}
	for _, list := range []model.Value{want, have} {
		if list.Kind() != model.List {
			continue
		}
		if what := d.irregular(u, list); what != "" {
			return what
		}
	}
	return does
}

// irregular says which elements of a list the engine of the dialect cannot tell
// apart, or cannot identify; empty where all have identities of their own.
func (d *differ) irregular(u *use, list model.Value) string {
	l := newListDiff(d, u)
	defer l.done()
	x := l.identify(list)
	set := len(u.keys) == 0
	for i, id := range x.ids {
		again := id >= 0 && int(x.first[id]) != i
		switch {
		case id < 0 && set:
			return "an element of this set is no scalar"
		case id < 0:
			return fmt.Sprintf("an element lacks the merge key %q", strings.Join(l.by.names, ","))
		case again && set:
			return "a value stands in this set twice, and Kubernetes' engine drops duplicates"
		case again:
			return fmt.Sprintf("several elements are %s, and Kubernetes' engine puts duplicates side by side", model.Path{(&keyed{by: l.by, keys: x.identity(i)}).step()})
		}
	}
	return ""
}
