package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/shipped"
)

// An orderStep sorts a merged list by an order list as the shipped engine does
// (divergence order-interleaved).
type orderStep struct {
	*cluster
	node     *node
	patch    fieldPatch
	numbers  shipped.Numbering
	original model.Value // the list as it was, absent for none
	server   []int32     // the numbers of the original, as the merge has left it
}

// checkOrdered rejects an order list that the shipped engine does not take for
// its field.
func (c *cluster) checkOrdered(u *node, original model.Value, t fieldPatch) *fault {
	fail := func(format string, args ...any) *fault {
		return newFault(InvalidDirective, RuleOrderDirective, format, args...).underDirective(orderListPrefix + t.name)
	}
	if !u.merging() {
		c.trace.noteDivergence(OrderOnAtomic)
	}
	if k := t.order.Type(); k != model.List {
		return fail("expected a list, got %s", describe(k))
	}
	if k := original.Type(); k != model.Absent && k != model.List {
		c.trace.noteDivergence(OrderNullRejected)
		return fail("expected a list in the original, got %s", describe(k))
	}
	something := original.Type() != model.Absent || t.value.Type() != model.Absent
	if something && original.Len()+t.value.Len() == 0 {
		c.trace.noteDivergence(OrderNullRejected)
		return fail("there is nothing to sort")
	}
	return nil
}

// sort sorts the merged list.
func (o *orderStep) sort(values []model.Value) ([]model.Value, *fault) {
	o.noteNumbers()
	f := o.check(values)
	o.noteLoose(f == nil)
	if f != nil {
		return nil, f
	}
	o.trace.noteDivergence(OrderInterleaved)
	values, f = o.arranged(o.numbers, values, o.numbers.All(o.patch.order.AppendElements(nil)), o.server)
	if f != nil {
		return nil, f.underDirective(orderListPrefix + o.patch.name)
	}
	return values, nil
}

// noteNumbers notes that in the lists of the field keys differ which are equal by value.
func (o *orderStep) noteNumbers() {
	if !o.trace.on() {
		return
	}
	apart, equal := o.numbers.Like(true), o.numbers.Like(false)
	for _, list := range [...]model.Value{o.original, o.patch.value, o.patch.order} {
		values := list.AppendElements(nil)
		apart.All(values)
		equal.All(values)
	}
	if apart.Len() != equal.Len() {
		o.trace.noteDivergence(IntegerFloatDistinct)
	}
}

// check rejects what the shipped engine does not sort.
func (o *orderStep) check(values []model.Value) *fault {
	name := orderListPrefix + o.patch.name
	if f := o.admits(); f != nil {
		return f.underDirective(name)
	}
	typ, f := o.elementType(o.original, o.patch.value)
	if f != nil {
		return f.underDirective(o.patch.memberName())
	}
	if f = o.checkElements(values, typ); f != nil {
		return f.underDirective(name)
	}
	return nil
}

// admits checks the elements of the patch list against the order list
// (divergence order-check-loose): walking along the order list once, each is
// found. Elements with $patch are passed over as long as there are entries.
func (o *orderStep) admits() *fault {
	entries := o.patch.order.AppendElements(nil)
	elements := o.patch.value.AppendElements(nil)
	if len(entries) == 0 || len(elements) == 0 {
		return nil
	}
	keyed := o.numbers.Keyed()
	n := 0
	for i := 0; i < len(elements); {
		e := elements[i]
		if keyed && e.Type() != model.Map {
			return newFault(WrongType, RuleOrderDirective, "expected maps in the patch list, got %s", describe(e.Type()))
		}
		if keyed && deleteOperation.in(e) {
			i++
			continue
		}
		if n == len(entries) {
			return newFault(OrderMismatch, RuleOrderDirective, "the patch list has other elements, or the same in a different order")
		}
		if _, marked := e.Get(patchField); marked {
			i++
			continue
		}
		ours, theirs := o.numbers.Of(e), o.numbers.Of(entries[n])
		if keyed && (ours == shipped.Keyless || theirs == shipped.Keyless) {
			return newFault(MissingMergeKey, RuleOrderDirective, "missing merge key in an element or entry")
		}
		if ours < 0 && ours == theirs {
			return newFault(InvalidMergeKey, RuleOrderDirective, "a merge key or entry is not a scalar")
		}
		if ours == theirs {
			i++
		}
		n++
	}
	return nil
}

// noteLoose notes that the documented check of the order list says otherwise.
func (o *orderStep) noteLoose(admitted bool) {
	if !o.trace.on() || !o.node.merging() {
		return
	}
	quiet := applier{reading: reading{ignore: o.ignore}}
	if admitted != (quiet.checkOrder(o.node, o.patch) == nil) {
		o.trace.noteDivergence(OrderCheckLoose)
	}
}

// checkElements rejects elements and entries that the shipped engine cannot
// sort. typ is that of the elements.
func (o *orderStep) checkElements(values []model.Value, typ identity.DecodedType) *fault {
	keyed := o.numbers.Keyed()
	sortable := func(v model.Value) bool {
		id := o.numbers.Of(v)
		return id >= 0 || keyed && id != shipped.Keyless
	}
	for _, v := range values {
		if !sortable(v) {
			return newFault(MissingMergeKey, RuleOrderDirective, "an element of the list cannot be sorted")
		}
	}
	for i, e := range o.patch.order.Elements() {
		if !sortable(e) || !keyed && typ == identity.DecodedMap {
			return newFault(InvalidDirective, RuleOrderDirective, "an entry cannot be compared").under(model.Index(i))
		}
	}
	if typ != identity.DecodedMap {
		return nil
	}
	for _, e := range o.original.Elements() {
		missing := o.numbers.Of(e) == shipped.Keyless
		if !keyed {
			_, has := e.Get("")
			missing = !has
		}
		if missing {
			return newFault(MissingMergeKey, RuleKeyedOriginal, "missing merge key in an element of the original")
		}
	}
	return nil
}
