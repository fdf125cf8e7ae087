package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// This is how results that vary are found.
//
// Some results of a server vary from run to run. There are two reasons:
//
//   - A server visits the fields of a patch in random order. This matters for a field and its
//     delete list. For example, {"f": ["a"], "$deleteFromPrimitiveList/f": ["a"]} may add a first
//     and then remove it, or remove it first and then add it.
//   - The Go slice of a list may have capacity for new values. This affects the order of a set from
//     which duplicates are removed (see mergeSet).
//
// Because of the first reason, noteEitherFirst tries both orders. Because of the second reason,
// mergeSet also computes the other possible result, and noteAlternative compares the two after the
// last step of the field.

// An answer is the result of a merge.
type answer struct {
	result model.Value
	f      *fault
}

// equal reports whether two answers are equal. All rejections count as equal.
func (a answer) equal(b answer) bool {
	if a.f != nil || b.f != nil {
		return a.f != nil && b.f != nil
	}
	return model.Equal(a.result, b.result)
}

// variance is the state of a call that determines whether its result varies.
type variance struct {
	detect                bool // the caller wants to know whether the result varies, without a trace
	varies, variesInOrder bool
	// alternative is the other possible result for the set that was merged last. It is nil if there
	// is no other result.
	alternative *answer
}

// silentCopy returns a copy of the call without a trace, for trying an alternative.
func (c *call) silentCopy() *call {
	quiet := *c
	quiet.trace, quiet.inMadeValue, quiet.variance = tracer{}, true, variance{}
	return &quiet
}

// looksForVariance reports whether the caller wants to know whether the result varies.
func (c *call) looksForVariance() bool { return c.trace.on() || c.detect }

// noteVaries traces that servers give several answers at this place. inOrder is set if the answers
// are the same set in different orders.
func (c *call) noteVaries(r smp.Rule, inOrder bool) {
	c.variesInOrder, c.varies = c.variesInOrder || inOrder, c.varies || !inOrder
	if c.trace.on() {
		c.trace.report(Event{Event: c.trace.event(r, nil), Varies: true})
	}
}

// noteAlternative traces that a set may have two orders, if the alternative differs from the given
// answer.
func (c *call) noteAlternative(is answer) {
	if c.alternative != nil && !c.alternative.equal(is) {
		c.noteVaries(smp.RuleSetMerge, true)
	}
	c.alternative = nil
}

// noteEitherFirst compares the results of applying a field before and after its delete list. If
// they differ, it traces that the result varies.
func (c *call) noteEitherFirst(u patchedField, original model.Value, t syntax.Field) {
	values, deletions := t, t
	values.Delete, values.Nameless, deletions.Value = model.Value{}, model.Value{}, model.Value{}
	inTurn := func(steps ...syntax.Field) answer {
		quiet := c.silentCopy()
		result := original
		for _, step := range steps {
			f := quiet.findsSchema(u, result, step)
			switch {
			case f != nil:
			case step.Value.Type() != model.Absent:
				result, f = quiet.value(u.schema, result, step)
			default:
				result, f = quiet.deleteLists(u.schema, result, step)
			}
			if f != nil {
				return answer{f: f}
			}
		}
		return answer{result: result}
	}
	if !inTurn(deletions, values).equal(inTurn(values, deletions)) {
		c.noteVaries(smp.RuleSetDelete, false)
	}
}
