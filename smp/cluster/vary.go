package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Results that vary
//
// Some results of a server vary from run to run. There are two reasons:
//
//   - It visits the fields of a patch in random order. This matters for a field and its
//     delete list: {"f": ["a"], "$deleteFromPrimitiveList/f": ["a"]} adds or removes a last.
//   - The memory of a list may have room for new values. This affects the order of a set from
//     which duplicates are removed (see mergeSet).
//
// For the first reason, both orders are tried. For the second one, mergeSet also computes the
// alternative, and the field compares it with the result after its last step.

// An answer is the result of a merge.
type answer struct {
	result model.Value
	f      *fault
}

// equal compares answers; rejections are all alike.
func (a answer) equal(b answer) bool {
	if a.f != nil || b.f != nil {
		return a.f != nil && b.f != nil
	}
	return model.Equal(a.result, b.result)
}

// detectVariance is the state of a call that determines whether its result varies.
type detectVariance struct {
	detect                bool // the caller wants to detect variance, without a trace
	varies, variesInOrder bool
	// alternative is the other possible result for the set that was merged last. It is nil if
	// there is none.
	alternative *answer
}

// silentCopy returns a call without trace, to try an alternative.
func (c *call) silentCopy() *call {
	quiet := *c
	quiet.trace, quiet.inMadeValue, quiet.detectVariance = tracer{}, true, detectVariance{}
	return &quiet
}

// looksForVariance reports whether the caller wants to detect variance.
func (c *call) looksForVariance() bool { return c.trace.on() || c.detect }

// noteVaries notes that the answer at this place is one of several. inOrder is set if these
// are one set in several orders.
func (c *call) noteVaries(r smp.Rule, inOrder bool) {
	c.variesInOrder, c.varies = c.variesInOrder || inOrder, c.varies || !inOrder
	if c.trace.on() {
		c.trace.report(Event{Event: c.trace.event(r, nil), Varies: true})
	}
}

// noteAlternative notes that a set may have one of two orders, if they differ.
func (c *call) noteAlternative(is answer) {
	if c.alternative != nil && !c.alternative.equal(is) {
		c.noteVaries(smp.RuleSetMerge, true)
	}
	c.alternative = nil
}

// noteEitherFirst notes that the result depends on whether a server applies a field or its
// delete list first. It compares the results of both orders.
func (c *call) noteEitherFirst(u target, original model.Value, t fieldPatch) {
	values, deletions := t, t
	values.del, values.nameless, deletions.value = model.Value{}, model.Value{}, model.Value{}
	inTurn := func(steps ...fieldPatch) answer {
		quiet := c.silentCopy()
		result := original
		for _, step := range steps {
			f := quiet.findsSchema(u, result, step)
			switch {
			case f != nil:
			case step.value.Type() != model.Absent:
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
