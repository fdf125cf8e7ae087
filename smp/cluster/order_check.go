package cluster

import (
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// errNothingToSort is the cause of a fault that depends on the original.
var errNothingToSort = errors.New("there is nothing to sort")

// checkOrdered rejects an order list that apimachinery does not accept for its field.
func (c *call) checkOrdered(s smp.Schema, original model.Value, t syntax.Field) *fault {
	fail := func(format string, args ...any) *fault {
		return newFault(smp.InvalidDirective, smp.RuleOrderDirective, format, args...).UnderDirective(syntax.OrderListPrefix + t.Name)
	}
	if !s.Merging() {
		c.trace.diverges(OrderOnAtomic)
	}
	if k := t.Order.Type(); k != model.List {
		return fail("expected a list, got %s", k.Noun())
	}
	if k := original.Type(); k != model.Absent && k != model.List {
		c.trace.diverges(OrderNullRejected)
		return fail("expected a list in the original, got %s", k.Noun())
	}
	something := original.Type() != model.Absent || t.Value.Type() != model.Absent
	if something && original.Len()+t.Value.Len() == 0 {
		c.trace.diverges(OrderNullRejected)
		return fail("%w", errNothingToSort)
	}
	return nil
}

// noteOrderCheck traces that the check of the order list would have another result by the
// specification. admitted is the result of the server.
func (c *call) noteOrderCheck(s smp.Schema, t syntax.Field, admitted bool) {
	if c.trace.on() && s.Merging() && admitted != (t.Name != "" && smp.CheckOrder(s, t.Value, t.Order, c.Ignore) == nil) {
		c.trace.diverges(OrderCheckLoose)
	}
}

// check rejects lists that apimachinery cannot sort.
func (s *sorter) check(values []model.Value) *fault {
	name := syntax.OrderListPrefix + s.patch.Name
	if f := s.checkPatchList(); f != nil {
		return f.UnderDirective(name)
	}
	typ, f := s.elementType(s.original, s.patch.Value)
	if f != nil {
		return f.UnderDirective(s.patch.MemberName())
	}
	if f := s.checkElements(values, typ); f != nil {
		return f.UnderDirective(name)
	}
	return nil
}

// checkPatchList checks the elements of the patch list against the order list
// (validatePatchWithSetOrderList, divergence order-check-loose). A single walk along the order list
// must find all elements. Elements with $patch are skipped as long as there are entries.
func (s *sorter) checkPatchList() *fault {
	entries := s.patch.Order.AppendElements(nil)
	elements := s.patch.Value.AppendElements(nil)
	if len(entries) == 0 || len(elements) == 0 {
		return nil
	}
	keyed := s.numbers.Keyed()
	n := 0
	for i := 0; i < len(elements); {
		e := elements[i]
		if keyed && e.Type() != model.Map {
			return newFault(smp.WrongType, smp.RuleOrderDirective, "expected maps in the patch list, got %s", e.Type().Noun())
		}
		if keyed && syntax.Delete.In(e) {
			i++
			continue
		}
		if n == len(entries) {
			return newFault(smp.OrderMismatch, smp.RuleOrderDirective, "the order does not list all elements of the patch list, or lists them in a different order")
		}
		if _, marked := e.Get(syntax.Patch); marked {
			i++
			continue
		}
		ours, theirs := s.numbers.Of(e), s.numbers.Of(entries[n])
		if keyed && (ours == apimachinery.Keyless || theirs == apimachinery.Keyless) {
			return newFault(smp.MissingMergeKey, smp.RuleOrderDirective, "missing merge key in an element or entry")
		}
		if ours < 0 && ours == theirs {
			return newFault(smp.InvalidMergeKey, smp.RuleOrderDirective, "expected only scalars as merge keys and entries")
		}
		if ours == theirs {
			i++
		}
		n++
	}
	return nil
}

// checkElements rejects elements and entries that apimachinery cannot sort. typ is the type of the
// elements.
func (s *sorter) checkElements(values []model.Value, typ identity.DecodedType) *fault {
	keyed := s.numbers.Keyed()
	sortable := func(v model.Value) bool {
		id := s.numbers.Of(v)
		return id >= 0 || keyed && id != apimachinery.Keyless
	}
	for _, v := range values {
		if !sortable(v) {
			return newFault(smp.MissingMergeKey, smp.RuleOrderDirective, "a cluster cannot sort an element of this list; expected scalars, or maps with the merge key")
		}
	}
	for i, e := range s.patch.Order.Elements() {
		if !sortable(e) || !keyed && typ == identity.DecodedMap {
			return newFault(smp.InvalidDirective, smp.RuleOrderDirective, "a cluster cannot sort by this entry; expected a scalar, or a map with the merge key").Under(model.Index(i))
		}
	}
	if typ != identity.DecodedMap {
		return nil
	}
	for _, e := range s.original.Elements() {
		missing := s.numbers.Of(e) == apimachinery.Keyless
		if !keyed {
			_, has := e.Get("")
			missing = !has
		}
		if missing {
			return newFault(smp.MissingMergeKey, smp.RuleKeyedOriginal, "missing merge key in an element of the original")
		}
	}
	return nil
}
