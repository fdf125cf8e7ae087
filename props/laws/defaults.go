package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayDefaults checks that defaults that a server has filled in do not conflict with modified.
// Current is original with the defaults of all missing fields that are not merge keys, so nobody else
// has changed it.
func ThreeWayDefaults(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-defaults", subject: s, in: in}
	if !regular(in.Schema, in.Original) {
		return t.inapplicable("original has duplicates, and a default may decide which of them modified changes")
	}
	live, filled := withDefaults(in.Schema, in.Original, nil)
	if !filled {
		return t.inapplicable("no field of original has a default and is missing")
	}
	t.answer = t.runChanged(func(in *corpus.Input) {
		in.Current, in.Options.Overwrite = live, false
	})
	switch {
	case unanswered(t.answer):
		return t.inapplicable("no answer")
	case isConflict(t.answer.Err):
		return t.broken("for current %s\nwhich is original with defaults, the answer is %s", live.JSON(), describe(t.answer))
	}
	return t.held()
}

// withDefaults returns a value with the defaults of missing fields, and reports whether there are
// any. If the value is an element of a list, keys are the merge keys of the list.
func withDefaults(s smp.Schema, v model.Value, keys []string) (filled model.Value, changed bool) {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			inner, changes := withDefaults(field, m.Value, nil)
			members[i].Value, changed = inner, changed || changes
		}
		for name, field := range s.Fields() {
			if _, ok := v.Get(name); !ok && field.Default().Type() != model.Absent && !slices.Contains(keys, name) {
				members, changed = append(members, model.Member{Name: name, Value: field.Default()}), true
			}
		}
		return newMap(members...), changed
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			inner, changes := withDefaults(s.Element(), e, allKeys(s))
			elements[i], changed = inner, changed || changes
		}
		return newList(elements...), changed
	}
	return v, false
}
