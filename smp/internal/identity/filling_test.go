package identity_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// A triple is the three keys of an element. A key that is 0 is absent.
type triple [3]int

func (t triple) value() model.Value {
	var members []model.Member
	for i, name := range []string{"a", "b", "c"} {
		if t[i] > 0 {
			members = append(members, model.Member{Name: name, Value: model.NewInt(int64(t[i]))})
		}
	}
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

func numbered(list []triple) *identity.Numbered {
	by := &identity.Selection{Names: []string{"a", "b", "c"}, Defaults: make([]model.Value, 3), Required: 1}
	var values []model.Value
	for _, t := range list {
		values = append(values, t.value())
	}
	v, err := model.NewList(values...)
	if err != nil {
		panic(err)
	}
	return by.Numbered(v)
}

// mayBecome reports whether a server may make the form of t by filling in keys.
func (t triple) mayBecome(form triple) bool {
	for i, key := range t {
		if key > 0 && key != form[i] {
			return false
		}
	}
	return t != form
}

func count(list []triple, t triple) (n int) {
	for _, x := range list {
		if x == t {
			n++
		}
	}
	return n
}

// formsOf returns the forms of t in live, as section 11.1 of the specification defines them.
func formsOf(t triple, live, original []triple, excluded func(triple) bool) (forms []triple) {
	for _, form := range live {
		known := count(original, form)
		if t.mayBecome(form) && count(live, form) > known && !excluded(form) {
			if forms = append(forms, form); known > 0 {
				forms = append(forms, form) // it is unknown which of them are original's
			}
		}
	}
	return forms
}

// sought returns the elements of a list that lack keys and that live lacks, in order.
func sought(list, live []triple, isSought func(triple) bool) (elements []triple) {
	for _, t := range list {
		if t[0] > 0 && slices.Contains(t[:], 0) && count(live, t) == 0 && !slices.Contains(elements, t) && isSought(t) {
			elements = append(elements, t)
		}
	}
	return elements
}

// Elements take forms as the numbered steps of section 11.1 of the specification say.
func TestFilling(t *testing.T) {
	paired, unknown, dropped := 0, 0, 0
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 3))
		list := func() (list []triple) {
			for range r.IntN(5) {
				list = append(list, triple{1, r.IntN(3), r.IntN(3)})
			}
			return list
		}
		modified, live, original := list(), list(), list()
		whole := list() // excluded after the first pairs are found
		want := map[triple]triple{}
		taken := map[triple]bool{}
		seekers := sought(modified, live, func(e triple) bool { return count(modified, e) == 1 })
		forms := func(e triple) []triple {
			return formsOf(e, live, original, func(form triple) bool { return count(modified, form) > 0 || taken[form] })
		}
		eliminate := func() {
			for i := 0; i < len(seekers); i++ {
				if _, known := want[seekers[i]]; known {
					continue
				}
				if left := forms(seekers[i]); len(left) == 1 {
					want[seekers[i]], taken[left[0]] = left[0], true
					i = -1 // from the first one again
				}
			}
		}
		eliminate()
		n, m, o := numbered(live), numbered(modified), numbered(original)
		f := identity.FillIn(m, n, o)
		check := func() {
			t.Helper()
			for id, first := range m.First {
				got, made := triple{}, f.Of(id)
				if made >= 0 {
					got = live[n.First[made]]
					paired++
				}
				if e := modified[first]; got != want[e] {
					t.Fatalf("seed %d: modified %v, current %v, original %v, excluded %v: a server made %v of %v, want %v", seed, modified, live, original, whole, got, e, want[e])
				}
			}
		}
		check()
		var excluded []int
		for _, e := range whole {
			if i := n.Find(e.value()); i >= 0 {
				excluded, taken[e] = append(excluded, int(n.IDs[i])), true
			}
		}
		f.Exclude(excluded)
		eliminate()
		check()

		gone := identity.FillInDropped(o, m, n)
		seekers = sought(original, live, func(e triple) bool { return count(modified, e) == 0 })
		never := func(triple) bool { return false }
		for id, first := range o.First {
			e := original[first]
			var want triple
			left := formsOf(e, live, original, never)
			isSought := slices.Contains(seekers, e)
			if isSought && len(left) == 1 && !slices.ContainsFunc(seekers, func(other triple) bool { return other != e && other.mayBecome(left[0]) }) {
				want = left[0]
				dropped++
			}
			got := triple{}
			if made := gone.Of(id); made >= 0 {
				got = live[n.First[made]]
			}
			isUnknown := isSought && len(left) > 0 && want == triple{}
			if got != want || gone.Unknown(id) != isUnknown {
				t.Fatalf("seed %d: original %v, modified %v, current %v: a server made %v of %v, unknown %t, want %v", seed, original, modified, live, got, e, gone.Unknown(id), want)
			}
			if isUnknown {
				unknown++
			}
		}
	}
	if paired < 1000 || dropped < 1000 || unknown < 1000 {
		t.Errorf("%d pairs, %d dropped elements found, %d unknown", paired, dropped, unknown)
	}
}
