package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayKeeps is the law that what only current has stays as it is: fields of
// maps that modified has too, values of sets, and elements of keyed lists whose
// default key modified and original lack. It looks at maps and lists that lie in
// no list, and at none that retain keys.
func ThreeWayKeeps(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-keeps", subject: s, in: in}
	patch, ok := t.applied()
	if !ok || in.Options.Omit != 0 {
		return t.inapplicable("no patch, or one of an older level")
	}
	out := t.applies(in.Current, patch, 0)
	if out.Err != nil || out.Skipped != "" {
		return t.inapplicable("the patch is not applied")
	}
	k := keeper{}
	k.maps(in.Schema, nil, in.Original, in.Modified, in.Current, out.Result)
	switch {
	case k.lost != "":
		return t.broken("what only current has at %s is lost by the patch %s", k.lost, patch.JSON())
	case k.seen == 0:
		return t.inapplicable("current has nothing of its own")
	}
	return t.held()
}

// A keeper looks for what only current has.
type keeper struct {
	seen int
	lost string // where the first loss is
}

// stays notes one value that must be in the result.
func (k *keeper) stays(path model.Path, kept bool) {
	if k.seen++; !kept && k.lost == "" {
		k.lost = path.String()
	}
}

func (k *keeper) maps(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	atomic := atomicMap(s) && len(path) > 0
	if current.Kind() != model.Map || modified.Kind() != model.Map || s.RetainKeys() || atomic {
		return
	}
	for name, theirs := range current.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		ours, has := modified.Get(name)
		got, kept := result.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case theirs.Kind() == model.Null:
		case !has && was.Kind() == model.Absent:
			k.stays(here, kept && model.Equal(withoutNulls(theirs), withoutNulls(got)))
		case theirs.Kind() == model.Map:
			k.maps(field, here, was, ours, theirs, got)
		case theirs.Kind() == model.List && ours.Kind() == model.List:
			k.lists(field, here, was, ours, theirs, got)
		}
	}
}

func (k *keeper) lists(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	for i, theirs := range current.Elements() {
		same := func(v model.Value) bool { return model.Equal(v, theirs) }
		if s.Keyed() {
			same = func(v model.Value) bool { return keysEqual(s, s.Keys(), v, theirs) }
		}
		if !s.Merging() || has(original, same) || has(modified, same) || s.Keyed() && !keysEqual(s, s.Keys(), theirs, theirs) {
			continue
		}
		k.stays(path.Append(model.Index(i)), has(result, func(v model.Value) bool {
			return model.Equal(withoutNulls(v), withoutNulls(theirs))
		}))
	}
}

// has reports whether a list has such an element.
func has(list model.Value, such func(model.Value) bool) bool {
	for _, v := range list.Elements() {
		if such(v) {
			return true
		}
	}
	return false
}
