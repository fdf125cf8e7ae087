package trial

import (
	"slices"

	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/model"
)

// wrongs returns the worst type of difference between an object and the wanted object.
func wrongs(found []judge.Place) string {
	worst := len(sorts)
	for _, p := range found {
		worst = min(worst, slices.IndexFunc(sorts, func(s sort) bool { return s.is(p.Ours, p.Theirs) }))
	}
	return sorts[worst].name
}

// A sort is a type of difference at one place.
type sort struct {
	name string
	is   func(wanted, got model.Value) bool
}

// sorts are the types of difference, beginning with the worst.
var sorts = []sort{
	{"something is lost", func(wanted, got model.Value) bool {
		return got.Type() == model.Absent || bothLists(wanted, got) && got.Len() < wanted.Len()
	}},
	{"something stays or is there twice", func(wanted, got model.Value) bool {
		return wanted.Type() == model.Absent || bothLists(wanted, got) && got.Len() > wanted.Len()
	}},
	{"a list has another order", func(wanted, got model.Value) bool {
		return bothLists(wanted, got) && !missing(wanted, got) && !missing(got, wanted)
	}},
	{"a value is another", func(_, _ model.Value) bool { return true }},
}

func bothLists(a, b model.Value) bool { return a.Type() == model.List && b.Type() == model.List }

// missing reports whether a list contains an element more often than another list does.
func missing(from, in model.Value) bool {
	rest := in.AppendElements(nil)
	for _, v := range from.Elements() {
		i := slices.IndexFunc(rest, func(other model.Value) bool { return model.Equal(v, other) })
		if i < 0 {
			return true
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return false
}
