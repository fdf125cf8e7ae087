package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// A triple consists of original, modified and current. Each of these changes by others must
// occur in enough triples. Without them, a three-way merge that is correct only most of the
// time would not be detected.
func TestOtherHandsAreThere(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds = 4000
	count := map[string]int{}
	for seed := range uint64(seeds) {
		in := gen.ThreeWay(gen.FromSeed(seed)).Input()
		found := map[string]bool{}
		note := func(what string) { found[what] = true }
		observe(in.Schema, in.Schema.RetainKeys(), false, in.Original, in.Modified, in.Current, note)
		for what := range found {
			count[what]++
		}
		if directives(in.Modified) > 0 {
			count["directive as data"]++
		}
		if directives(in.Modified) > 0 && directives(in.Original) == 0 {
			count["directive in modified only"]++
		}
		if d := directives(in.Modified); d > 0 && d == directives(in.Original) {
			count["directive in both"]++
		}
	}
	for what, floor := range map[string]int{
		"drift in a map": 50, "drift in an element": 10, "element twice in current only": 80, "another element of one default key": 80,
		"null against an addition": 80, "value twice in current only": 60,
		"directive as data": 150, "directive in modified only": 40, "directive in both": 30,
	} {
		if count[what] < floor {
			t.Errorf("%s: %d of %d, want at least %d", what, count[what], seeds, floor)
		}
	}
	t.Log(count)
}

// observe records the changes by others in three values of one place.
func observe(s smp.Schema, retains, inList bool, o, m, c model.Value, note func(string)) {
	if retains && o.Len() > 0 && model.Equal(o, m) && c.Type() == model.Map && drifts(m, c) {
		note(map[bool]string{false: "drift in a map", true: "drift in an element"}[inList])
	}
	for name, ours := range m.Members() {
		field, _ := s.Member(name)
		was, had := o.Get(name)
		theirs, has := c.Get(name)
		if ours.Type() == model.Null && !had && has && theirs.Type() != model.Null {
			note("null against an addition")
		}
		observe(field, field.Type() != smp.ListType && field.RetainKeys(), false, was, ours, theirs, note)
	}
	if m.Type() != model.List || c.Type() != model.List || !s.Merging() {
		return
	}
	all := s.Recommended()
	if all == nil {
		all = s.Keys()
	}
	for _, theirs := range c.Elements() {
		same := func(keys []string) func(model.Value) bool {
			return func(v model.Value) bool {
				return !s.Keyed() && model.Equal(v, theirs) || s.Keyed() && !slices.ContainsFunc(keys, func(key string) bool {
					a, _ := v.Get(key)
					b, _ := theirs.Get(key)
					return !model.Equal(a, b)
				})
			}
		}
		is := same(all)
		number := func(v model.Value, such func(model.Value) bool) int {
			return len(slices.DeleteFunc(v.AppendElements(nil), func(e model.Value) bool { return !such(e) }))
		}
		switch {
		case number(c, is) > 1 && number(m, is) < 2 && number(o, is) < 2:
			note(map[bool]string{false: "value twice in current only", true: "element twice in current only"}[s.Keyed()])
		case s.Keyed() && number(o, is)+number(m, is) == 0 && number(m, same(s.Keys())) > 0:
			note("another element of one default key")
		}
		for _, ours := range m.Elements() {
			for _, was := range o.Elements() {
				if s.Keyed() && is(ours) && is(was) {
					observe(s.Element(), s.RetainKeys() || s.Element().RetainKeys(), true, was, ours, theirs, note)
				}
			}
		}
	}
}

// drifts reports whether current has a name that modified lacks, and does not contain all
// values of modified.
func drifts(m, c model.Value) bool {
	other, lost := false, false
	for name := range c.Members() {
		_, ours := m.Get(name)
		other = other || !ours
	}
	for name, ours := range m.Members() {
		theirs, _ := c.Get(name)
		lost = lost || !model.Equal(ours, theirs)
	}
	return other && lost
}

// directives returns the number of members of a document that a patch would treat as
// directives.
func directives(v model.Value) int {
	n := 0
	for name, member := range v.Members() {
		word := name == "$patch" && (member.Text() == "delete" || member.Text() == "replace")
		if word || strings.HasPrefix(name, "$") && member.Type() == model.List {
			n++
		}
		n += directives(member)
	}
	for _, element := range v.Elements() {
		n += directives(element)
	}
	return n
}

// Some patches must have order lists whose entries select by different keys, and in which a
// key is listed again after another entry.
func TestMixedOrderListsAreThere(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds, floor = 20_000, 30
	mixed := 0
	for seed := range uint64(seeds) {
		in := gen.For(corpus.OpApply, gen.FromSeed(seed)).Input()
		for name, list := range in.Patch.Members() {
			selects, plain := 0, 0
			for _, entry := range list.Elements() {
				if _, ok := entry.Get("$patchMergeKey"); ok {
					selects++
				} else if selects > 0 {
					plain++
				}
			}
			if strings.HasPrefix(name, "$setElementOrder/") && selects > 0 && plain > 0 {
				mixed++
			}
		}
	}
	if t.Logf("%d of %d", mixed, seeds); mixed < floor {
		t.Errorf("%d of %d order lists are mixed, want at least %d", mixed, seeds, floor)
	}
}
