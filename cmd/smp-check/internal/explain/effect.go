package explain

import (
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// An Explanation lists the effects of a patch on a document, place by place.
type Explanation struct {
	schema           smp.Schema
	original, result model.Value
	patched          model.Value // the result without kept places
	patch            model.Value
	place            model.Path // the place to which About limits the explanation; empty for all
	effects          []*effect
	byPath           map[string]*effect
	elements         map[model.Value]map[string]elementPosition // by list: an index of its elements by idOf
	keyed            map[keyedBy]map[uint64][]int               // by list and key: an index of its elements by hash
	unclear          ambiguousElements
	// cluster contains the differences on a cluster.
	cluster []finding.Finding
	differs bool // whether a cluster's answer is different
	// Instead is advice on how to get a cluster's answer. It may be empty.
	Instead string
	found   []finding.Finding // those that SetFindings lists
	// matched are the likely mistakes in elements that the patch finds by their keys.
	matched []finding.Finding
	secret  bool // whether MaskSecrets was called
}

// An effect describes the change at one place.
type effect struct {
	path          model.Path // names elements of lists by their keys or values
	before, after model.Value
	moved         bool          // the patch changes the order of the list's elements
	folded        bool          // the change is inside the place, and has no effect of its own there
	fewer         bool          // the result has fewer duplicates; before and after are the first duplicates
	others        []model.Value // further elements with the same keys that are removed or added, too
	events        []cluster.Event
	reasons       []Reason
	keptBy        string      // the flag that keeps the place as it is in the original; empty if there is none
	instead       model.Value // the value after the patch, if keptBy is set
	secret        bool        // the object is a Secret, whose values are not shown
	// same caches whether the values before and after are equal, because they would be
	// compared again for each element of a long list.
	same struct {
		before, after model.Value
		is            bool
	}
}

// unchanged reports whether the values before and after are equal.
func (c *effect) unchanged() bool {
	if s := &c.same; !model.Same(s.before, c.before) || !model.Same(s.after, c.after) {
		s.before, s.after, s.is = c.before, c.after, model.Equal(c.before, c.after)
	}
	return c.same.is
}

// These are the signs of effects. Explanations as text show the sign before the place.
const (
	effectAdded   = "+"
	effectRemoved = "-"
	effectChanged = "~"
	effectNone    = "="
)

// words maps signs to their names in JSON, which are also the classes of a page.
var words = map[string]string{
	effectAdded: "added", effectRemoved: "removed", effectChanged: "changed", effectNone: "same",
}

// sign returns the sign of the effect.
func (c *effect) sign() string {
	switch {
	case c.isAbsent():
		return effectNone
	case c.before.Type() == model.Absent:
		return effectAdded
	case c.after.Type() == model.Absent:
		return effectRemoved
	case !c.fewer && c.unchanged():
		return effectNone
	}
	return effectChanged
}

// New applies a patch and explains its effects. The error is that of Apply.
func New(e engine.Engine, s smp.Schema, original, patch model.Value) (*Explanation, error) {
	return NewKeeping(e, s, original, patch, nil)
}

// NewKeeping is New for a patch after which some places are kept. keep returns the result in
// which these places are as they are in the original. It may be nil. The error is that of
// Apply or of keep.
func NewKeeping(e engine.Engine, s smp.Schema, original, patch model.Value, keep func(result model.Value) (Kept, error)) (*Explanation, error) {
	var events []cluster.Event
	e.Trace = func(event cluster.Event) { events = append(events, event) }
	result, err := e.Apply(s, original, patch)
	if err != nil {
		return nil, err
	}
	patched, kept := result, Kept{Result: result}
	if keep != nil {
		if kept, err = keep(result); err != nil {
			return nil, err
		}
		result = kept.Result
	}
	x := &Explanation{schema: s, original: original, result: result, patched: patched, patch: patch, byPath: map[string]*effect{}, elements: map[model.Value]map[string]elementPosition{}, keyed: map[keyedBy]map[uint64][]int{}}
	var selected selections
	var matches Matches
	for i, e := range events {
		matches.Record(e)
		if list, key, ok := elementAt(e.Path); ok {
			list = x.canonical(list)
			selected.add(list.String(), key, e)
			if e.Ambiguous != nil {
				x.unclear.add(list, key, e)
			}
		}
		events[i].Path = x.canonical(e.Path)
	}
	all := decisionsOf(events)
	for _, event := range events {
		if event.Rule != smp.RuleMapMerge && len(all.covering(event.Path)) == len(event.Path) {
			x.at(event.Path).decide(event)
		}
	}
	for _, d := range x.differences() {
		whole, atomic := x.covering(all, d.Path)
		c := x.at(whole)
		c.folded = c.folded || len(d.Path) > len(whole)
		c.fewer = c.fewer || x.hasFewer(c.path)
		c.moved = c.moved || IsOrder(d)
		if !slices.ContainsFunc(c.events, c.causedBy) {
			e, ok := atomic, atomic.Rule != ""
			if !ok {
				e, ok = all.cleared(c)
			}
			if !ok {
				e, ok = selected.gone(c)
			}
			if !ok {
				e = all.cause(c)
			}
			c.decide(e)
		}
	}
	if keep != nil {
		x.keep(kept)
	}
	x.dropInWholes()
	x.missDeletedValues(s, patch, nil)
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool { return c.isAbsent() && !x.missed(c) && c.keptBy == "" })
	x.effects = slices.DeleteFunc(x.effects, x.isKey)
	for _, c := range x.effects {
		c.reasons = x.reasonsOf(c)
		c.others = x.othersOf(c)
	}
	x.matched = matches.in(x)
	x.SetFindings(judge.InPatch(s, load.Document{Value: patch}))
	x.cluster = x.differencesOnCluster(e)
	return x, nil
}

// SetFindings sets the likely mistakes to those in the patch, those in the result, and those of elements
// that the patch finds by their keys.
func (x *Explanation) SetFindings(inPatch []finding.Finding) {
	x.found = slices.Concat(inPatch, judge.InResult(x.schema, x.original, x.result, judge.AtKeys(x.schema, x.patch, inPatch)), x.matched)
}

// at returns the effect at a place. It adds an effect if there is none.
func (x *Explanation) at(path model.Path) *effect {
	if c, ok := x.byPath[path.String()]; ok {
		return c
	}
	c := &effect{path: path}
	x.byPath[path.String()] = c
	c.before, c.after = x.beforeAndAfter(path)
	x.effects = append(x.effects, c)
	return c
}

// decide adds a decision, unless the effect already has one by the same rule.
func (c *effect) decide(e cluster.Event) {
	if !slices.ContainsFunc(c.events, func(other cluster.Event) bool { return other.Rule == e.Rule }) {
		c.events = append(c.events, e)
	}
}

// isKey reports whether the only effect of the patch at a place is to repeat an identifying
// field: a key of an element, or the kind or name of the object.
func (x *Explanation) isKey(c *effect) bool {
	n := len(c.path) - 1
	if n < 0 || c.sign() != effectNone {
		return false
	}
	field, _ := c.path[n].(model.Field)
	if n == 0 {
		return field == "apiVersion" || field == "kind"
	}
	if in, _ := c.path[0].(model.Field); n == 1 && in == "metadata" && (field == "name" || field == "namespace") {
		return true
	}
	list := x.schemaOf(c.path[:n-1])
	return slices.Contains(slices.Concat(list.Keys(), list.Recommended()), string(field))
}

// plainRules lists the rules that are not mentioned inside an added value.
var plainRules = []smp.Rule{
	smp.RuleScalar, smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge, smp.RuleOrderDefault,
	smp.RuleListAtomic, smp.RuleMapValues, smp.RuleUnknownField, smp.RuleKeyEquality,
}

// dropInWholes removes the effects inside an added or removed map or list, unless they
// have a reason of their own.
func (x *Explanation) dropInWholes() {
	inWhole := func(c *effect) bool {
		return slices.ContainsFunc(around(c.path), func(place string) bool {
			outer := x.byPath[place]
			return outer != nil && (outer.sign() == effectAdded || outer.sign() == effectRemoved)
		})
	}
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool {
		special := slices.ContainsFunc(c.events, func(e cluster.Event) bool { return !slices.Contains(plainRules, e.Rule) })
		return !special && inWhole(c)
	})
}
