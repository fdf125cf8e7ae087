package smp

import "github.com/strategicpatch/smp/model"

// An orderStep sorts a merged list by an order list as the shipped engine does
// (divergence order-interleaved).
type orderStep struct {
	*applier
	use       *use
	turn      fieldPatch
	sequencer *sequencer
	original  model.Value // the list as it was, absent for none
	server    []int32     // the numbers of the original, as the merge has left it
}

// orderedInDialect reports whether an order list is obeyed as the shipped engine
// does it.
func (a *applier) orderedInDialect(u *use, t fieldPatch) bool {
	if t.order.Kind() == model.Absent {
		return false
	}
	if u.merging() {
		return a.dialect.Has(OrderInterleaved)
	}
	return a.dialect.Has(OrderOnAtomic)
}

// checkOrdered rejects an order list that the shipped engine does not take for
// its field.
func (a *applier) checkOrdered(u *use, original model.Value, t fieldPatch) *fault {
	fail := func(format string, args ...any) *fault {
		return newFault(InvalidDirective, RuleOrderDirective, format, args...).underDirective(orderListPrefix + t.name)
	}
	if k := t.order.Kind(); k != model.List {
		return fail("a list is needed, this is a %s", k)
	}
	if k := original.Kind(); k != model.Absent && k != model.List && a.diverges(OrderNullRejected) {
		return fail("the original has a %s, not a list", k)
	}
	if original.Kind()+t.value.Kind() != model.Absent && original.Len()+t.value.Len() == 0 && a.diverges(OrderNullRejected) {
		return fail("there is nothing to sort")
	}
	if !u.merging() {
		a.trace.noteDivergence(OrderOnAtomic)
	}
	return nil
}

// sort sorts the merged list.
func (o *orderStep) sort(values []model.Value) ([]model.Value, *fault) {
	name := orderListPrefix + o.turn.name
	if o.use.merging() && !o.dialect.Has(OrderCheckLoose) {
		if f := o.documentedCheck(o.applier); f != nil {
			return nil, f
		}
	}
	f := o.check(values)
	o.noteLoose(f == nil)
	if f != nil {
		return nil, f
	}
	p := arrangement{
		applier:   o.applier,
		sequencer: o.sequencer,
		values:    values,
		ids:       o.sequencer.of(values),
		by:        o.sequencer.of(o.turn.order.AppendElements(nil)),
		server:    o.server,
	}
	o.diverges(OrderInterleaved)
	if values, f = p.result(); f != nil {
		return nil, f.underDirective(name)
	}
	return values, nil
}

// check rejects what the shipped engine does not sort.
func (o *orderStep) check(values []model.Value) *fault {
	name := orderListPrefix + o.turn.name
	if f := o.admits(); f != nil {
		return f.underDirective(name)
	}
	kind, f := o.elementKind(o.original, o.turn.value)
	if f != nil {
		return f.underDirective(o.turn.place())
	}
	if f = o.checkElements(values, kind); f != nil {
		return f.underDirective(name)
	}
	return nil
}

// admits checks the elements of the patch list against the order list
// (divergence order-check-loose): walking along the order list once, each is
// found. Elements with $patch are passed over as long as there are entries.
func (o *orderStep) admits() *fault {
	entries := o.turn.order.AppendElements(nil)
	elements := o.turn.value.AppendElements(nil)
	if len(entries) == 0 || len(elements) == 0 {
		return nil
	}
	keyed := o.sequencer.by.names != nil
	n := 0
	for i := 0; i < len(elements); {
		e := elements[i]
		if keyed && e.Kind() != model.Map {
			return newFault(WrongKind, RuleOrderDirective, "an element of the patch list is a %s, not a map", e.Kind())
		}
		if keyed && holdsDelete(e) {
			i++
			continue
		}
		if n == len(entries) {
			return newFault(OrderMismatch, RuleOrderDirective, "the patch list has elements in another order, or others")
		}
		if _, marked := e.Get(patchField); marked {
			i++
			continue
		}
		ours, theirs := o.sequencer.number(e), o.sequencer.number(entries[n])
		if keyed && (ours == keyless || theirs == keyless) {
			return newFault(MissingMergeKey, RuleOrderDirective, "an element or entry lacks the merge key")
		}
		if ours < 0 && ours == theirs {
			return newFault(InvalidMergeKey, RuleOrderDirective, "a merge key or entry is no scalar")
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
	if !o.trace.on() || !o.use.merging() || !o.dialect.Has(OrderCheckLoose) {
		return
	}
	quiet := applier{reading: o.reading}
	if admitted != (o.documentedCheck(&quiet) == nil) {
		o.trace.noteDivergence(OrderCheckLoose)
	}
}

// documentedCheck checks the order list and the patch list as the documented
// rules do.
func (o *orderStep) documentedCheck(a *applier) *fault {
	order, f := a.readOrder(o.use, o.turn)
	if f != nil {
		return f
	}
	var elements []keyed
	if hasMarker(o.turn.value) {
		elements, f = a.checkElements(o.use, o.turn.value, RuleListReplace)
	} else {
		elements, f = newListMerge(a, o.use, o.original).readPatch(o.turn.value)
	}
	if f != nil {
		return f
	}
	return order.admits(elements)
}

// checkElements rejects elements and entries that the shipped engine cannot
// sort. kind is that of the elements.
func (o *orderStep) checkElements(values []model.Value, kind decodedKind) *fault {
	entries := o.turn.order.AppendElements(nil)
	keyed := o.sequencer.by.names != nil
	for _, v := range values {
		if id := o.sequencer.number(v); keyed && id == keyless || !keyed && id < 0 {
			return newFault(MissingMergeKey, RuleOrderDirective, "an element of the list cannot be sorted")
		}
	}
	for i, e := range entries {
		id := o.sequencer.number(e)
		if keyed && id == keyless || !keyed && (id < 0 || kind == decodedMap) {
			return newFault(InvalidDirective, RuleOrderDirective, "an entry cannot be compared").under(model.Index(i))
		}
	}
	if kind != decodedMap {
		return nil
	}
	for _, e := range o.original.Elements() {
		missing := o.sequencer.number(e) == keyless
		if !keyed {
			_, has := e.Get("")
			missing = !has
		}
		if missing {
			return newFault(MissingMergeKey, RuleKeyedOriginal, "an element of the original lacks the merge key")
		}
	}
	return nil
}
