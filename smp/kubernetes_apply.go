package smp

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A cluster is one call of Apply in a dialect of Kubernetes: the engine that
// clusters run. What that does as the documented engine does, it has of that: how
// maps and lists are walked, how elements are found. What it takes for a field or
// an element is its own.
type cluster struct {
	applier
	steady bool // whether the answer varies is to be found out
	varied bool // it does
	moved  bool // it does in the order of a set
	// other is what the list that was merged last may be as well, nil for nothing
	// else.
	other *answer
}

func newCluster(r reading) *cluster {
	c := &cluster{applier: applier{reading: r}}
	c.cluster = c
	return c
}

// Clusters are kept for the memory of their lists, and of what they make and drop.
var clusters = sync.Pool{New: func() any { return &cluster{applier: applier{ownBuilder: new(model.Builder)}} }}

// done ends the call. What it made in the memory of c itself is dropped, or that memory
// is forgotten before.
func (c *cluster) done() {
	*c = cluster{applier: applier{freeMerges: c.freeMerges[:min(len(c.freeMerges), keptLists)], ownBuilder: c.ownBuilder}}
	clusters.Put(c)
}

// aside returns a cluster that tells nobody what it does.
func (c *cluster) aside() *cluster {
	quiet := *c
	quiet.trace, quiet.inMadeValue, quiet.freeMerges, quiet.steady, quiet.other = tracer{}, true, nil, false, nil
	quiet.cluster = &quiet
	return &quiet
}

// applyAsCluster is apply in a dialect of Kubernetes.
func (e Engine) applyAsCluster(b *model.Builder, s Schema, original, patch model.Value) (model.Value, *fault) {
	c := clusters.Get().(*cluster)
	c.dialect, c.ignore, c.build, c.cluster = e.Dialect, e.Ignore, cmp.Or(b, c.ownBuilder), c
	c.strict, c.noFastPaths, c.trace.report = e.Strict, true, e.Trace
	defer func() { *c.ownBuilder = model.Builder{}; c.done() }()
	original = orEmpty(original) // for the shipped engine they are the same
	if !nulls.Present(patch) {
		c.trace.noteDivergence(NullPatchAccepted)
		patch = emptyMap
	}
	c.original = original
	if f := c.checkRoots(s.must(), patch); f != nil {
		return model.Value{}, f
	}
	result, f := c.mergeMap(s.must(), original, patch, false)
	if f == nil && e.Dialect == Kubernetes {
		return c.decode(s.must(), result)
	}
	return result, f
}

// mergeMap returns original as changed by patch, which is a map; absent when it is
// dropped. element says that the patch is an element of a keyed list.
func (c *cluster) mergeMap(u *node, original, patch model.Value, element bool) (model.Value, *fault) {
	if original.Type() != model.Map {
		return c.copyOf(u, patch, cleaned)
	}
	switch op, f := patchOperation(patch); {
	case f != nil:
		return model.Value{}, f
	case op == deleteOperation && !element:
		c.trace.noteDivergence(MapDeleteLeavesEmpty)
		return emptyMap, nil
	case op == replaceOperation:
		if !element {
			c.trace.note(RuleMapReplace)
		}
		if patch, f = built(patch.WithMembers(model.Member{Name: patchField})); f != nil {
			return patch, f
		}
		return c.copyOf(u, patch, verbatim)
	}
	m := mapMerge{applier: &c.applier, node: u, original: original, patch: patch}
	return m.merged(element)
}

// mapValue merges a map that stands in a field.
func (c *cluster) mapValue(u *node, original, patch model.Value) (model.Value, *fault) {
	if u.atomicMap() {
		c.trace.note(RuleMapAtomic)
		if original.Type() == model.Map {
			return c.copyOf(u, patch, verbatim)
		}
	}
	return c.mergeMap(u, original, patch, false)
}

// element merges an element of a keyed list, or takes one that is new.
func (c *cluster) element(u *node, original, patch model.Value) (model.Value, *fault) {
	if u.atomicMap() {
		c.trace.noteDivergence(ElementStrategyIgnored)
	}
	if original.Type() == model.Absent {
		return c.copyOf(u, patch, verbatim)
	}
	return c.mergeMap(u, original, patch, true)
}

// copyOf is copy for a value of which the schema is known.
func (c *cluster) copyOf(u *node, v model.Value, how copyMode) (model.Value, *fault) {
	if c.trace.on() {
		c.noteUnmerged(u, v)
	}
	return c.copy(v, how)
}

// noteUnmerged notes the merging lists in a value that is copied (divergence
// new-list-unmerged).
func (c *cluster) noteUnmerged(u *node, v model.Value) {
	if v.Type() == model.List && u.merging() {
		c.trace.noteDivergence(NewListUnmerged)
	}
	for name, member := range v.Members() {
		c.trace.enter(model.Field(name))
		c.noteUnmerged(u.member(name), member)
		c.trace.leave()
	}
	for i, e := range v.Elements() {
		c.trace.enter(model.Index(i))
		c.noteUnmerged(elementNode(u), e)
		c.trace.leave()
	}
}

// A copyMode is what the shipped engine does to a patch value for which there
// is nothing to merge with: it copies it (divergence directives-kept).
type copyMode uint8

const (
	// cleaned is a value new to its map: nulls and maps with $patch go.
	cleaned copyMode = iota
	// pruned is a list new to its map that has an order list: maps with $patch
	// go, nulls stay.
	pruned
	// verbatim is what replaces a value, or is added to a keyed list.
	verbatim
)

// copy returns a patch value as the shipped engine copies it; absent when it is
// dropped. Null is for the caller to keep or drop, by where it stands.
func (c *cluster) copy(v model.Value, how copyMode) (model.Value, *fault) {
	switch {
	case !v.HasNull() && !v.HasDollar():
		return v, nil
	case v.Type() == model.Map:
		return c.copyMap(v, how)
	default: // a list, or null, which has no elements
		return editedElements(v, func(_ int, e model.Value) (model.Value, *fault) { return c.copy(e, how) })
	}
}

func (c *cluster) copyMap(v model.Value, how copyMode) (model.Value, *fault) {
	if c.drops(v, how) {
		return model.Value{}, nil
	}
	if v.HasOwnDollar() {
		c.trace.noteDivergence(DirectivesKept)
	}
	return editedMembers(v, func(_ string, member model.Value) (model.Value, *fault) {
		if member.Type() != model.Null {
			return c.copy(member, how)
		}
		if how == cleaned {
			return model.Value{}, nil
		}
		c.trace.noteDivergence(NullsKept)
		return member, nil
	})
}

// drops reports whether a map that the patch brings in is dropped for its
// $patch (divergence directive-map-dropped).
func (c *cluster) drops(v model.Value, how copyMode) bool {
	op, ok := v.Get(patchField)
	if !ok || how == verbatim || how == cleaned && op.Type() == model.Null {
		return false
	}
	c.trace.noteDivergence(DirectiveMapDropped)
	return true
}

// decode returns a result as a server reads it: without the "$" names for which
// declared maps have no field (divergence decoding-drops-directives).
func (c *cluster) decode(u *node, v model.Value) (model.Value, *fault) {
	switch {
	case !v.HasDollar():
		return v, nil
	case v.Type() == model.List:
		return editedElements(v, func(_ int, e model.Value) (model.Value, *fault) { return c.decode(elementNode(u), e) })
	}
	return editedMembers(v, func(name string, member model.Value) (model.Value, *fault) {
		_, known := u.shape.field(name)
		if !known && u.declares() {
			if strings.HasPrefix(name, "$") {
				c.trace.noteDivergence(DecodingDropsDirectives)
				return model.Value{}, nil
			}
			return member, nil
		}
		return c.decode(u.member(name), member)
	})
}

// Differences returns the divergences by which a cluster answers a patch otherwise
// than the documented rules: Engine{}.Differences.
func Differences(s Schema, original, patch model.Value) []Divergence {
	return Engine{}.Differences(s, original, patch)
}

// Differences returns the divergences by which a cluster answers a patch
// otherwise than this engine does: those that decide at a place where the two
// results differ, or where one of the two rejects the patch; in the order in
// which they decide first. It is nil where both give the same result, in the same
// order, or both reject the patch. Of a divergence that decides in many elements of
// lists without effect, the lists are compared as wholes in the end: it may be named then
// beside the one that has the effect. A cluster is this engine in dialect Kubernetes;
// Strict, which no cluster is, does not count. Trace is called for a cluster's decisions.
func (e Engine) Differences(s Schema, original, patch model.Value) []Divergence {
	var rejected error // by both
	defer schemaError(&rejected)
	var decided []Event
	e.Strict = false
	cluster := e
	cluster.Dialect = Kubernetes
	cluster.Trace = func(event Event) {
		if event.Divergence != 0 {
			decided = append(decided, event)
		}
		if e.Trace != nil {
			e.Trace(event)
		}
	}
	theirs, theirErr := cluster.Apply(s, original, patch)
	if decided == nil {
		return nil
	}
	e.Trace = nil
	ours, ourErr := e.Apply(s, original, patch)
	both := &answers{ours: ours, theirs: theirs}
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
	if len(there) > 1 && both.list == nil { // what decoding drops is there by another divergence
		there = slices.DeleteFunc(there, func(v Divergence) bool { return v == DecodingDropsDirectives })
	}
	return there
}

// distinct returns the divergences that decide at some places, each once.
func distinct(decided []Event, at func(Divergence, model.Path) bool) []Divergence {
	var all []Divergence
	for _, event := range decided {
		if !slices.Contains(all, event.Divergence) && at(event.Divergence, event.Path) {
			all = append(all, event.Divergence)
		}
	}
	return all
}

// fewPlaces is in how many elements a divergence is looked for that decides at many.
const fewPlaces = 32

// answers are two results of one patch.
type answers struct {
	ours, theirs model.Value
	alike        [len(departures)]int // places of each divergence where they do not differ
	list         model.Path           // the last that was compared as a whole
	differs      bool                 // that did
}

// differ reports whether the results differ at a place where a divergence decides. To
// find an element takes a walk of its list: where that was in vain for many elements, the
// list as a whole stands for those that are left.
func (a *answers) differ(v Divergence, at model.Path) bool {
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

func (a *answers) differAt(at model.Path) bool {
	ours, _ := at.Lookup(a.ours)
	theirs, _ := at.Lookup(a.theirs)
	return !model.Equal(ours, theirs)
}

// leadsTo reports whether a place in the result is that of an error, or around it.
// Elements, which are addressed otherwise in the two, are taken for the same.
func leadsTo(at model.Path, err error) bool {
	var e *Error
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

// ofField returns the field that a member of a patch speaks of.
func ofField(name model.Field) model.Field {
	for _, prefix := range []string{deleteListPrefix, orderListPrefix} {
		if field, ok := strings.CutPrefix(string(name), prefix); ok {
			return model.Field(field)
		}
	}
	return name
}
