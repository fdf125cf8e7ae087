package smp

import "github.com/strategicpatch/smp/model"

// An orderList is a $setElementOrder, read (rule order-directive). An element
// belongs to the first entry that identifies it; entries that say the same are
// listings of one element and its twins.
type orderList struct {
	*applier
	length int
	views  []orderView
	more   map[int32][]int32 // for a first entry: its further listings, in order
	keys   []model.Value
	reader keyReader
	room   struct {
		view [1]orderView
		keys [8]model.Value // read, and those of one element
	}
}

// An orderView is the entries that select by the same keys.
type orderView struct {
	by    *selection
	index identIndex
	entry []int32 // for each identity: its first entry
	last  int     // the identity found last
}

// unlisted is the entry of elements that no entry identifies.
const unlisted = -1

// readOrder reads the order list of a merging list. The fault of the directive
// ends in its own field; an entry without a key is named by its index.
func (a *applier) readOrder(u *use, t turn) (*orderList, *fault) {
	name := orderListPrefix + t.name
	malformed := func(format string, args ...any) (*orderList, *fault) {
		return nil, newFault(InvalidDirective, RuleOrderDirective, format, args...).underDirective(name)
	}
	if t.name == "" {
		return nil, nameless(RuleOrderDirective, name)
	}
	if t.order.Kind() != model.List {
		return malformed("a list is needed, this is a %s", t.order.Kind())
	}
	a.trace.note(RuleOrderDirective)
	o := &orderList{applier: a, length: t.order.Len(), reader: a.keyReader(u)}
	o.views, o.keys = o.room.view[:0], o.room.keys[:0:4]
	o.reader.arena = o.room.keys[4:4]
	isSet := len(u.keys) == 0
	for i, entry := range t.order.Elements() {
		if isSet && !entry.IsScalar() {
			return malformed("an entry is a scalar, not a %s", entry.Kind())
		}
		if !isSet && entry.Kind() != model.Map {
			return malformed("an entry is a map, not a %s", entry.Kind())
		}
		if isSet {
			o.keys = append(o.keys[:0], entry)
			o.add(o.reader.standard, o.keys, i)
			continue
		}
		o.reader.reset()
		k, f := o.reader.read(entry, i, RuleOrderDirective)
		if f != nil {
			return nil, f.under(model.Index(i)).underDirective(name)
		}
		if k.selected {
			a.trace.note(RuleOrderRecommended)
		}
		if a.trace.on() {
			a.noteOwnKeys(&k)
			if len(u.keys) > 1 {
				a.trace.note(RuleKeysMulti)
			}
		}
		o.add(k.by, k.keys, i)
	}
	return o, nil
}

// ordersAlike is the short way for the usual order list, which has all elements
// as they stand, as a client sends it that changed some of them: it reports
// whether the order list is right and has nothing to do. Elements that are added
// are for the long way; so is what is to be told.
func (m *listMerge) ordersAlike(t turn, elements []keyed) bool {
	by := m.reader.standard
	if m.verbose || m.dialect != Documented || len(by.names) != 1 || len(m.items) > m.found {
		return false
	}
	if t.order.HasDollar() || !model.SameColumn(m.base, t.order, by.names[0]) {
		return false
	}
	for p := range elements {
		if e := &elements[p]; e.op != deleteOperation && e.by != by {
			return false
		}
	}
	// What an element is listed as, the first of its twins is.
	last := int32(0)
	for p := range elements {
		if elements[p].op == deleteOperation {
			continue
		}
		which, _ := m.fixed.match(p)
		at := m.items[which].at
		if at < last {
			return false
		}
		last = at
	}
	return true
}

func (o *orderList) add(by *selection, keys []model.Value, entry int) {
	v := o.view(by)
	id := v.index.add(keys)
	if id == len(v.entry) {
		v.entry = append(v.entry, int32(entry))
		return
	}
	if o.more == nil {
		o.more = map[int32][]int32{}
	}
	first := v.entry[id]
	o.more[first] = append(o.more[first], int32(entry))
}

func (o *orderList) view(by *selection) *orderView {
	for i := range o.views {
		if o.views[i].by == by {
			return &o.views[i]
		}
	}
	o.views = append(o.views, orderView{
		by:    by,
		index: by.indexIn(nil, o.length),
		entry: make([]int32, 0, o.length),
		last:  -1,
	})
	return &o.views[len(o.views)-1]
}

// entryOf returns the first entry that identifies the element, or unlisted.
func (o *orderList) entryOf(e model.Value) int32 {
	best := int32(unlisted)
	for i := range o.views {
		v := &o.views[i]
		var ok bool
		if o.keys, ok = v.by.keysOf(o.keys[:0], e); !ok {
			continue
		}
		id := v.index.findNear(v.last, o.keys)
		if id < 0 {
			continue
		}
		v.last = id
		if o.trace.on() {
			for n, key := range o.keys {
				o.noteSpelling(key, v.index.identity(id)[n])
			}
		}
		if best < 0 || v.entry[id] < best {
			best = v.entry[id]
		}
	}
	return best
}

// admits checks the elements of the patch list, as written, against the order
// list: each must be in it, and they must stand in the order of their first
// entries, so that twins stand side by side.
func (o *orderList) admits(elements []keyed) *fault {
	last := int32(0)
	for i := range elements {
		e := &elements[i]
		if e.op == deleteOperation {
			continue
		}
		entry := o.entryOf(e.value)
		if entry < last {
			return newFault(OrderMismatch, RuleOrderDirective, "the element is not where %s… lists it", orderListPrefix).under(model.Index(e.index))
		}
		last = entry
	}
	return nil
}

// places returns for each element of the list, in order, its place in the order
// list: a key listed several times places its elements one by one, and the last
// listing takes the rest.
func (o *orderList) places(m *listMerge) []int32 {
	placed := map[int32]int{}
	places := make([]int32, 0, m.base.Len()+len(m.items)-m.found)
	for e := range m.all() {
		entry := o.entryOf(e)
		place := entry
		if more := o.more[entry]; more != nil {
			if n := placed[entry]; n > 0 {
				place = more[min(n, len(more))-1]
			}
			placed[entry]++
		}
		places = append(places, place)
	}
	return places
}
