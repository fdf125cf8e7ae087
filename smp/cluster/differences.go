package cluster

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Differences returns the divergences that make a server's result different from that of
// smp.Apply. It is Engine{}.Differences with the zero smp.Engine.
func Differences(s smp.Schema, original, patch model.Value) []Divergence {
	return Engine{}.Differences(smp.Engine{}, s, original, patch)
}

// Differences compares the result of this engine with that of an engine of package smp. It
// returns the divergences that act at a place where the two results differ, or where one
// engine rejects the patch, in the order in which they first act:
//
//	{"containers": [{"name": "a"}]}   original
//	{"containers": [{"name": "b"}]}   patch
//	[new-elements-first]              because a server adds b before a
//
// It is nil if both give the same result, or both reject the patch. Strict of either engine
// is ignored, because servers are not strict. Trace is called for the decisions of the
// server. If a divergence acts in many elements of a list, it may be returned although only
// another one changes the list.
func (e Engine) Differences(specification smp.Engine, s smp.Schema, original, patch model.Value) []Divergence {
	var rejected error // the errors of both engines
	defer schemaError(&rejected)
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
	both := &results{ours: ours, theirs: theirs, alike: map[Divergence]int{}}
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
	if len(there) > 1 && both.list == nil { // decoding may drop names that another divergence stored
		there = slices.DeleteFunc(there, func(v Divergence) bool { return v == DecodingDropsDirectives })
	}
	return there
}

// distinct returns the divergences at some places, without duplicates.
func distinct(decided []Event, at func(Divergence, model.Path) bool) []Divergence {
	var all []Divergence
	for _, event := range decided {
		if !slices.Contains(all, event.Divergence) && at(event.Divergence, event.Path) {
			all = append(all, event.Divergence)
		}
	}
	return all
}

// fewPlaces is the number of places without a difference after which lists are compared as
// a whole.
const fewPlaces = 32

// results are two results of one patch.
type results struct {
	ours, theirs model.Value
	alike        map[Divergence]int // places of each divergence where they do not differ
	list         model.Path         // the last list that was compared as a whole
	differs      bool               // whether that list differs
}

// differ reports whether the results differ at a place where a divergence acts. Finding an
// element requires a walk of its list. After many elements that do not differ, the list is
// compared as a whole instead, so that the time is linear.
func (a *results) differ(v Divergence, at model.Path) bool {
	n := slices.IndexFunc(at, func(s model.Step) bool { _, field := s.(model.Field); return !field })
	if n < 0 || a.alike[v] < fewPlaces {
		differs := a.differAt(at)
		if !differs {
			a.alike[v]++
		}
		return differs
	}
	if list := at[:n]; a.list == nil || !slices.Equal(list, a.list) {
		a.list, a.differs = list, a.differAt(list)
	}
	return a.differs
}

func (a *results) differAt(at model.Path) bool {
	ours, _ := at.Lookup(a.ours)
	theirs, _ := at.Lookup(a.theirs)
	return !model.Equal(ours, theirs)
}

// leadsTo reports whether a place in the result is that of an error, or contains it. All
// elements count as equal, because errors address elements by index, and places by key.
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
	for _, prefix := range []string{deletePrefix, orderPrefix} {
		if field, ok := strings.CutPrefix(string(name), prefix); ok {
			return model.Field(field)
		}
	}
	return name
}
