package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A pair is an element of modified or original and the element of current in
// which a server filled in the recommended keys that it lacks.
type pair struct {
	modified int // -1 when only original has it
	original int // -1 when modified has it
}

// paired finds the pairs, by their index in current. An element that equals
// one of current by all keys, or has a duplicate in modified, is not looked for.
func (x *listTarget) paired() map[int]pair {
	if x.node.identity == x.node.standard {
		return nil
	}
	f := filler{listTarget: x, views: map[string]*filledView{}}
	pairs := map[int]pair{}
	duplicates := duplicatesOf(x.m)
	for i, e := range x.m.values {
		if id := x.m.ids[i]; id < 0 || len(duplicates[id]) > 1 {
			continue
		}
		if at := f.find(e); at >= 0 {
			if _, taken := pairs[at]; !taken {
				pairs[at] = pair{modified: i, original: -1}
			}
		}
	}
	for i, e := range x.o.values {
		if x.m.find(e) >= 0 {
			continue
		}
		if at := f.find(e); at >= 0 {
			if _, taken := pairs[at]; !taken {
				pairs[at] = pair{modified: -1, original: i}
			}
		}
	}
	return pairs
}

// A filler finds the elements of current that others may have become. It keeps
// one view for each set of keys that elements have.
type filler struct {
	*listTarget
	candidates []int // elements of current that neither modified nor original has
	views      map[string]*filledView
}

// A filledView is the candidates by some of their keys.
type filledView struct {
	by      *selection
	index   *identIndex
	first   []int
	several []bool
}

// find returns the only candidate whose keys equal all those that e has, or -1.
func (f *filler) find(e model.Value) int {
	keys, ok := f.by.keysOf(nil, e)
	if !ok || f.c.index.find(keys) >= 0 {
		return -1
	}
	var names []string
	var has []model.Value
	for i, v := range keys {
		if v.Kind() != model.Absent {
			names, has = append(names, f.by.names[i]), append(has, v)
		}
	}
	if len(names) == len(keys) {
		return -1
	}
	v := f.view(names)
	id := v.index.find(has)
	if id < 0 || v.several[id] {
		return -1
	}
	return v.first[id]
}

func (f *filler) view(names []string) *filledView {
	id := strings.Join(names, ",")
	if v, ok := f.views[id]; ok {
		return v
	}
	if f.candidates == nil {
		f.candidates = []int{}
		for i, e := range f.c.values {
			if f.c.ids[i] >= 0 && f.m.find(e) < 0 && f.o.find(e) < 0 {
				f.candidates = append(f.candidates, i)
			}
		}
	}
	v := &filledView{by: f.node.selection(names, nil)}
	v.index = newIdentIndex(v.by.width(), len(f.candidates))
	f.views[id] = v
	for _, i := range f.candidates {
		keys, ok := v.by.keysOf(nil, f.c.values[i])
		if !ok {
			continue
		}
		if id := v.index.add(keys); id == len(v.first) {
			v.first, v.several = append(v.first, i), append(v.several, false)
		} else {
			v.several[id] = true
		}
	}
	return v
}
