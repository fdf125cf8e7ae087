package identity

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/heap"
)

// A Filling pairs elements of a list with the elements of a live list that a server has made of them
// by filling in keys that they lack, as in {port: 53} and {port: 53, protocol: TCP} (section 11.1 of the
// specification). The lists are represented by the numbers of their identities. A form of an
// identity is an element of the live list that the server may have made of it: the element has all
// of its keys, and further ones.
type Filling struct {
	live     *Numbered
	original *Numbered    // the list that was applied last, or nil
	free     []uint8      // for each identity of the live list, the number of its elements that may be forms, 2 if there are more
	made     []int32      // for each identity of the other list, the identity of the live list that was made of it, or -1; nil if no keys are missing
	forms    []*formCount // for each identity of the other list, its forms; nil if it is not sought
	views    []*fillingView
	next     heap.Numbers // identities of the other list that had a single form when they were added
}

// A formCount describes the forms of the identities that have the same keys. The number of forms and the
// sum of their identities are sufficient, because only the last remaining one is needed.
type formCount struct {
	count, sum int
	waiting    []int32 // identities of the other list with these forms
}

// A fillingView finds forms by the keys that an identity has.
type fillingView struct {
	places []int // the indexes of these keys
	table  *Table[formCount]
	keys   []model.Value // memory for the keys of one identity
}

// FillIn returns what a server made of the elements of a list. Original is the list that was applied
// last, or nil. The forms are the elements that neither the list nor original has. If the live list
// has more elements with some keys than original, they are several forms, because it is not known
// which of them are original's. Elements with the same keys are not sought.
//
// Pairs are found by elimination: the first identity that has a single form left takes this form,
// which is then not a form of others. This is repeated until no identity has a single form.
func FillIn(list, live, original *Numbered) *Filling {
	f := &Filling{live: live, original: original}
	f.seek(list, func(id int) bool { return list.Copies(int(list.First[id])) == 1 }, func(form []model.Value) bool {
		return list.Index.Find(form) < 0
	})
	for id, found := range f.forms {
		if found != nil && found.count == 1 {
			f.next.Push(int32(id))
		}
	}
	f.eliminate()
	return f
}

// FillInDropped returns what a server made of the elements of original that modified lacks. It
// pairs an identity only if it has a single form that is not a form of another one, because the
// element is then removed. Elements of modified may be forms.
func FillInDropped(original, modified, live *Numbered) *Filling {
	f := &Filling{live: live, original: original}
	lacks := func(id int) bool { return modified.Index.Find(original.Index.Identity(id)) < 0 }
	f.seek(original, lacks, func([]model.Value) bool { return true })
	for id, found := range f.forms {
		if found != nil && found.count == 1 && f.seekers(found.sum) == 1 {
			f.made[id] = int32(found.sum)
		}
	}
	return f
}

// countFree counts the elements that may be forms.
func (f *Filling) countFree(isForm func([]model.Value) bool) {
	f.free = make([]uint8, len(f.live.First))
	for id, first := range f.live.First {
		keys := f.live.Index.Identity(id)
		if !isForm(keys) {
			continue
		}
		copies, known := f.live.Copies(int(first)), int32(0)
		if f.original != nil {
			if at := f.original.Index.Find(keys); at >= 0 {
				known = f.original.Copies(int(f.original.First[at]))
			}
		}
		switch {
		case copies <= known:
		case copies == 1:
			f.free[id] = 1
		default:
			f.free[id] = 2
		}
	}
}

// seek finds the forms of the identities of a list that lack keys. wanted reports whether an
// identity is sought, and isForm whether an identity of the live list may be a form.
func (f *Filling) seek(list *Numbered, wanted func(id int) bool, isForm func([]model.Value) bool) {
	for id := range list.First {
		keys := list.Index.Identity(id)
		if !slices.ContainsFunc(keys, isMissing) || !wanted(id) || f.live.Index.Find(keys) >= 0 {
			continue
		}
		if f.made == nil {
			f.made, f.forms = slices.Repeat([]int32{-1}, len(list.First)), make([]*formCount, len(list.First))
			f.countFree(isForm)
		}
		v := f.view(keys)
		if found := v.table.Get(v.of(keys)); found != nil {
			found.waiting = append(found.waiting, int32(id))
			f.forms[id] = found
		}
	}
}

func isMissing(key model.Value) bool { return key.Type() == model.Absent }

// view returns the view by the keys that are not missing.
func (f *Filling) view(keys []model.Value) *fillingView {
	var places []int
	for i, k := range keys {
		if !isMissing(k) {
			places = append(places, i)
		}
	}
	for _, v := range f.views {
		if slices.Equal(v.places, places) {
			return v
		}
	}
	by := &Selection{Names: make([]string, len(places)), Decoded: f.live.Index.Decoded}
	v := &fillingView{places: places, table: NewTable[formCount](by, len(f.free))}
	f.views = append(f.views, v)
	for form, count := range f.free {
		if count > 0 {
			found, _ := v.table.GetOrAdd(v.of(f.live.Index.Identity(form)))
			found.count, found.sum = found.count+int(count), found.sum+form
		}
	}
	return v
}

// of returns the keys of the view. They are valid until the next call.
func (v *fillingView) of(keys []model.Value) []model.Value {
	v.keys = v.keys[:0]
	for _, i := range v.places {
		v.keys = append(v.keys, keys[i])
	}
	return v.keys
}

// eliminate pairs each identity that has a single form.
func (f *Filling) eliminate() {
	for len(f.next) > 0 {
		id := f.next[0]
		f.next.Pop()
		if found := f.forms[id]; found.count == 1 {
			f.made[id] = int32(found.sum)
			f.remove(found.sum)
		}
	}
}

// remove removes an identity of the live list from the forms.
func (f *Filling) remove(form int) {
	count := int(f.free[form])
	f.free[form] = 0
	for _, v := range f.views {
		found := v.table.Get(v.of(f.live.Index.Identity(form)))
		if found.count, found.sum = found.count-count, found.sum-form; found.count == 1 {
			for _, id := range found.waiting {
				f.next.Push(id)
			}
		}
	}
}

// seekers returns the number of identities that have a form.
func (f *Filling) seekers(form int) (n int) {
	for _, v := range f.views {
		n += len(v.table.Get(v.of(f.live.Index.Identity(form))).waiting)
	}
	return n
}

// Exclude removes identities of the live list from the forms. If this leaves single forms, further
// pairs are found. Identities that are paired stay so.
func (f *Filling) Exclude(excluded []int) {
	if f.forms == nil {
		return
	}
	for _, form := range excluded {
		if f.free[form] > 0 {
			f.remove(form)
		}
	}
	f.eliminate()
}

// Of returns the identity of the live list that the server made of the one with number id, or -1.
func (f *Filling) Of(id int) int {
	if f.made == nil {
		return -1
	}
	return int(f.made[id])
}

// Unknown reports whether an element of original with the identity id has forms, and it is not known
// which of them was made of it. It is only for the result of FillInDropped.
func (f *Filling) Unknown(id int) bool {
	return f.made != nil && f.made[id] < 0 && f.forms[id] != nil
}
