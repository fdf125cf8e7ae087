package cluster

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// Differences returns the divergences that make a server's result different from the result of
// smp.Apply. It is shorthand for Engine{}.Differences with the zero smp.Engine.
func Differences(s smp.Schema, original, patch model.Value) []Divergence {
	return Engine{}.Differences(smp.Engine{}, s, original, patch)
}

// Differences compares the result of this engine with that of an engine of package smp. It returns
// the divergences that act at a place where the two results differ or, if only one engine accepts
// the patch, at the place of the error. If no divergence acts at such a place, it returns all
// divergences that act. The divergences have the order in which they first act:
//
//	{"containers": [{"name": "a"}]}   original
//	{"containers": [{"name": "b"}]}   patch
//	[new-elements-first]              because a server adds b before a
//
// The result is nil if both engines give the same result, or both reject the patch. Strict is
// ignored in both engines, because servers are not strict. Trace is called for the decisions of the
// server. A divergence that acts in many elements of a list may be returned although only another
// divergence changes the list.
func (e Engine) Differences(specification smp.Engine, s smp.Schema, original, patch model.Value) []Divergence {
	var rejected error // the errors of both engines
	defer faults.RecoverSchema(&rejected)
	var decided []Event
	report := e.Trace
	e.Strict, specification.Strict, specification.Trace = false, false, nil
	e.Trace = func(event Event) {
		if event.Divergence != 0 {
			decided = append(decided, event)
		}
		if report != nil {
			report(event)
		}
	}
	theirs, theirErr := e.Apply(s, original, patch)
	if decided == nil {
		return nil
	}
	ours, ourErr := specification.Apply(s, original, patch)
	both := &comparison{ours: ours, theirs: theirs, alike: map[Divergence]int{}}
	var differ func(v Divergence, at model.Path) bool
	switch {
	case ourErr != nil && theirErr != nil, ourErr == nil && theirErr == nil && model.Equal(ours, theirs):
		return nil
	case ourErr != nil || theirErr != nil:
		differ = func(_ Divergence, at model.Path) bool { return leadsTo(at, cmp.Or(ourErr, theirErr)) }
	default:
		differ = both.differ
	}
	all := distinct(decided, func(Divergence, model.Path) bool { return true })
	there := distinct(decided, differ)
	if there == nil {
		there = all
	}
	if len(there) > 1 && both.list == nil { // decoding may drop names that the other divergence has kept
		there = slices.DeleteFunc(there, func(v Divergence) bool { return v == DecodingDropsDirectives })
	}
	return there
}

// distinct returns the divergences for which at returns true, without duplicates.
func distinct(decided []Event, at func(Divergence, model.Path) bool) []Divergence {
	var all []Divergence
	for _, event := range decided {
		if !slices.Contains(all, event.Divergence) && at(event.Divergence, event.Path) {
			all = append(all, event.Divergence)
		}
	}
	return all
}

// fewPlaces is the number of equal places after which lists are compared as a whole.
const fewPlaces = 32

// A comparison holds the results of two engines for the same patch.
type comparison struct {
	ours, theirs model.Value
	alike        map[Divergence]int // for each divergence, the number of places where the results are equal
	list         model.Path         // last list that was compared as a whole
	differs      bool               // whether that list differs
}

// differ reports whether the results differ at a place where a divergence acts. Finding an element
// takes time that is linear in its list. After many equal elements, differ compares the list as a
// whole, so that the total time is linear.
func (c *comparison) differ(v Divergence, at model.Path) bool {
	n := slices.IndexFunc(at, func(s model.Step) bool { _, field := s.(model.Field); return !field })
	if n < 0 || c.alike[v] < fewPlaces {
		differs := c.differAt(at)
		if !differs {
			c.alike[v]++
		}
		return differs
	}
	if list := at[:n]; c.list == nil || !slices.Equal(list, c.list) {
		c.list, c.differs = list, c.differAt(list)
	}
	return c.differs
}

func (c *comparison) differAt(at model.Path) bool {
	ours, _ := at.Lookup(c.ours)
	theirs, _ := at.Lookup(c.theirs)
	return !model.Equal(ours, theirs)
}

// leadsTo reports whether the place of an error is the given place in the result, or is below it.
// All elements of a list count as the same place, because errors name them by index, and the trace
// names them by key.
func leadsTo(at model.Path, err error) bool {
	var e *smp.Error
	if !errors.As(err, &e) || len(at) > len(e.Path) {
		return false
	}
	for i, step := range at {
		field, isField := step.(model.Field)
		other, isOther := e.Path[i].(model.Field)
		if isField != isOther || isField && ofField(field) != ofField(other) {
			return false
		}
	}
	return true
}

// ofField returns the field that a member of a patch is for.
func ofField(name model.Field) model.Field {
	for _, prefix := range []string{syntax.DeleteListPrefix, syntax.OrderListPrefix} {
		if field, ok := strings.CutPrefix(string(name), prefix); ok {
			return model.Field(field)
		}
	}
	return name
}
