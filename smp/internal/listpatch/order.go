package listpatch

import (
	"iter"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// An Order is a parsed $setElementOrder (rule order-directive). An element belongs to the first
// entry that has its keys. If several entries have the same keys, each of them is for one of the
// duplicates.
type Order struct {
	trace          *trace.Tracer // may be nil
	directive      string        // name of the directive
	Length         int
	views          identity.Tables[int32] // first entry of each identity
	furtherEntries map[int32][]int32      // further entries with the same keys, by the first one, in order
	keys           []model.Value
	reader         Reader
	room           [8]model.Value // memory for the keys of one entry and of one element
}

// unlisted is the place of elements that the order list does not contain.
const unlisted = -1

// ReadOrder reads the order list of a merging list. The path of a fault ends with the
// directive, or with the index of an entry that lacks a key.
func ReadOrder(d syntax.Dialect, u *schema.Node, t syntax.Field, trace *trace.Tracer) (*Order, *faults.Fault) {
	name := syntax.OrderListPrefix + t.Name
	malformed := func(format string, args ...any) (*Order, *faults.Fault) {
		return nil, faults.New(faults.InvalidDirective, rule.OrderDirective, format, args...).UnderDirective(name)
	}
	if t.Name == "" {
		return nil, syntax.NoField(rule.OrderDirective, name)
	}
	if t.Order.Type() != model.List {
		return malformed("expected a list, got %s", t.Order.Type().Noun())
	}
	trace.Note(rule.OrderDirective)
	o := &Order{trace: trace, directive: name, Length: t.Order.Len(), reader: NewReader(d, u)}
	o.keys, o.reader.Arena = o.room[:0:4], o.room[4:4]
	isSet := len(u.Keys) == 0
	for i, entry := range t.Order.Elements() {
		switch {
		case isSet && entry.IsScalar():
			o.keys = append(o.keys[:0], entry)
			o.add(o.reader.ByDefaultKey, o.keys, i)
			continue
		case isSet:
			return malformed("expected scalars as entries, got %s", entry.Type().Noun())
		case entry.Type() != model.Map:
			return malformed("expected maps as entries, got %s", entry.Type().Noun())
		}
		o.reader.Arena = o.reader.Arena[:0] // only the keys of one entry are needed at a time
		k, found := o.reader.OrderEntry(entry, i)
		if f := found.First(); f != nil {
			return nil, f.Under(model.Index(i)).UnderDirective(name)
		}
		if k.HasPatchMergeKey {
			trace.Note(rule.OrderRecommended)
		}
		if trace.On() {
			k.NoteOwnKeys(trace)
			if len(u.Keys) > 1 {
				trace.Note(rule.KeysMulti)
			}
		}
		o.add(k.By, k.Keys, i)
	}
	return o, nil
}

func (o *Order) add(by *identity.Selection, keys []model.Value, entry int) {
	first, isNew := o.views.Table(by, o.Length).GetOrAdd(keys)
	if isNew {
		*first = int32(entry)
		return
	}
	if o.furtherEntries == nil {
		o.furtherEntries = map[int32][]int32{}
	}
	o.furtherEntries[*first] = append(o.furtherEntries[*first], int32(entry))
}

// entryFor returns the first entry of the order list that has the keys of the element and is not
// used up, or unlisted. An entry is used up by one element, except for the last entry of a key.
// taken counts the used entries by the first entry of their key. If taken is nil, no entry is used
// up.
func (o *Order) entryFor(e model.Value, taken map[int32]int) int32 {
	best, first := int32(unlisted), int32(unlisted)
	for _, v := range o.views {
		var ok bool
		if o.keys, ok = v.By.KeysOf(o.keys[:0], e); !ok {
			continue
		}
		id := v.FindNear(o.keys)
		if id < 0 {
			continue
		}
		if o.trace.On() {
			for n, key := range o.keys {
				o.trace.NoteSpelling(key, v.Identity(id)[n])
			}
		}
		entry := v.ByID[id]
		if n := taken[entry]; n > 0 {
			more := o.furtherEntries[entry]
			entry = more[min(n, len(more))-1]
		}
		if best < 0 || entry < best {
			best, first = entry, v.ByID[id]
		}
	}
	if taken != nil && o.furtherEntries[first] != nil {
		taken[first]++
	}
	return best
}

// Places returns the place of each element in the order list. If the order list contains a key
// several times, each of its entries gives a place to one element, and the last entry to all
// further elements. n is about the number of the elements.
func (o *Order) Places(elements iter.Seq2[model.Value, int32], n int) []int32 {
	var taken map[int32]int
	if o.furtherEntries != nil {
		taken = map[int32]int{}
	}
	places := make([]int32, 0, n)
	for e := range elements {
		places = append(places, o.entryFor(e, taken))
	}
	return places
}

// NewCheck returns a check of the elements of a patch list.
func (o *Order) NewCheck() Check { return Check{list: o} }

// checkPatchList checks the elements of the patch list against the order list. Each element must
// have an entry, and the elements must have the order of their first entries. Elements with equal
// keys must be next to each other, even if they have separate entries that select by other keys.
func (o *Order) checkPatchList(elements []Element) *faults.Fault {
	check := o.NewCheck()
	// If all entries select by the default key alone, duplicates have the same first entry.
	check.skipDuplicates = len(o.views) == 1 && o.views[0].By == o.reader.ByDefaultKey
	for i := range elements {
		check.skipDuplicates = check.skipDuplicates && !elements[i].Value.HasOwnDollar()
	}
	for i := range elements {
		if f := check.Next(&elements[i]); f != nil {
			return f
		}
	}
	return nil
}

// A Check checks the elements of a patch list, one by one, against the order list.
type Check struct {
	list           *Order
	skipDuplicates bool                 // duplicates have the same entry and need no check
	last           int32                // entry of the last element that was in order
	n              int                  // number of elements so far
	seen           identity.Tables[int] // last element with each identity
}

// Next returns the fault of the next element, or nil if the element is in order. After a fault, the
// next element is compared with the last one that was in order.
func (c *Check) Next(e *Element) *faults.Fault {
	if e.Op == syntax.Delete {
		return nil
	}
	fault := func(what string) *faults.Fault {
		return faults.New(faults.OrderMismatch, rule.OrderDirective, what, c.list.directive).Under(model.Index(e.Index))
	}
	separated := !c.skipDuplicates && c.separated(e)
	switch entry := c.list.entryFor(e.Value, nil); {
	case entry == unlisted:
		return fault("this element is not in %s; add it there")
	case entry < c.last:
		return fault("this element has a different place in %s; put the elements of the patch in the order of this directive")
	case separated:
		return fault("elements with the same keys are not next to each other; move them together, as %s requires")
	default:
		c.last = entry
		return nil
	}
}

// separated reports whether an earlier element has the same keys and other elements are
// between the two.
func (c *Check) separated(e *Element) bool {
	c.n++
	reader := &c.list.reader
	by := reader.ByDefaultKey
	if names, f := reader.Selected(e.Value); f == nil && names != nil {
		by = reader.selection(names, nil)
	}
	last, isNew := c.seen.Table(by, 0).GetOrAddElement(e.Value)
	if last == nil {
		return false
	}
	separated := !isNew && *last != c.n-1
	*last = c.n
	return separated
}

// NoteOwnKeys traces the keys that the element does not contain, but selects by: keys with a
// default, and keys that must be absent.
func (e *Element) NoteOwnKeys(t *trace.Tracer, steps ...model.Step) {
	for i, name := range e.By.Names {
		own, _ := e.Value.Get(name)
		switch {
		case own.Type() != model.Absent:
		case e.Keys[i].Type() != model.Absent:
			t.Note(rule.KeysDefault, steps...)
		default:
			t.Note(rule.KeysAbsent, steps...)
		}
	}
}
