package differential

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Pair consists of two patches, and objects to which apimachinery applies them.
type Pair struct {
	First, Then model.Value
	Objects     []model.Value
}

// A PairVerdict contains the answers of Compose and Conflicts for a pair, compared with
// apimachinery's results. An object is not counted if it lacks a place that the answer
// requires.
type PairVerdict struct {
	Refused      bool // Compose rejects the pair
	Conditional  bool // the composed patch is correct only for objects with certain places
	Conflicts    bool // Conflicts reports conflicts
	Order        bool // the order of the patches matters for at least one object
	Counted      int  // the number of objects that are counted for Compose
	Wrong        string
	FalseReports string // Conflicts reports conflicts, but the order matters for no object
	Missed       string // Conflicts reports no conflict, but the order matters for an object
}

// Pair composes the patches of a pair, and compares the results of applying them in both
// orders. Objects are compared as a server decodes them: without directives and nulls. The
// order of elements in merging lists is ignored.
func (s Subject) Pair(p Pair) (PairVerdict, error) {
	var v PairVerdict
	var required []model.Path
	engine := cluster.Engine{Requires: func(at model.Path) { required = append(required, at) }}
	composed, err := engine.Compose(s.Schema, p.First, p.Then)
	var e *smp.Error
	if v.Refused = errors.As(err, &e) && e.Code == smp.NotComposable; err != nil && !v.Refused {
		return v, err
	}
	forCompose := required
	v.Conditional, required = len(required) > 0, nil
	conflicts, err := engine.Conflicts(s.Schema, p.First, p.Then)
	if err != nil {
		return v, err
	}
	v.Conflicts = len(conflicts) > 0
	commuted := 0
	for _, object := range p.Objects {
		one, oneErr := s.inTurn(object, p.First, p.Then)
		if oneErr == nil && !v.Refused && hasAll(object, forCompose) {
			v.Counted++
			got, err := s.inTurn(object, composed)
			if err != nil || !model.Equal(got, one) {
				v.Wrong = p.describe(object, composed, forCompose, got, one, err)
			}
		}
		if _, err := s.inTurn(object, p.First); err != nil {
			continue
		}
		if _, err := s.inTurn(object, p.Then); err != nil || !hasAll(object, required) {
			continue
		}
		two, twoErr := s.inTurn(object, p.Then, p.First)
		switch {
		case oneErr != nil && twoErr != nil:
		case oneErr == nil && twoErr == nil && model.Equal(one, two):
			commuted++
		default:
			v.Order = true
			if !v.Conflicts {
				v.Missed = p.describe(object, model.Value{}, required, one, two, errors.Join(oneErr, twoErr))
			}
		}
	}
	if v.Conflicts && !v.Order && commuted > 0 {
		v.FalseReports = fmt.Sprintf("first %s\nthen  %s\nconflicts %v", p.First.Canonical(), p.Then.Canonical(), conflicts)
	}
	return v, nil
}

func (p Pair) describe(object, composed model.Value, required []model.Path, got, want model.Value, err error) string {
	return fmt.Sprintf("object   %s\nfirst    %s\nthen     %s\ncomposed %s\nrequires %v\ngives    %s, %v\nwant     %s",
		object.Canonical(), p.First.Canonical(), p.Then.Canonical(), composed.Canonical(), required, got.Canonical(), err, want.Canonical())
}

// inTurn applies patches in order, as a server does.
func (s Subject) inTurn(object model.Value, patches ...model.Value) (model.Value, error) {
	for _, patch := range patches {
		a := s.ask(object, patch)
		if a.err != nil || a.panicked != nil || a.unread {
			return model.Value{}, fmt.Errorf("%v", a)
		}
		var err error
		if object, err = model.FromAny(a.result); err != nil {
			return model.Value{}, err
		}
		object = stored(object)
	}
	return sorted(s.Schema, object), nil
}

// stored returns an object as a server decodes it: without directives and nulls.
func stored(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			if member.Type() == model.Null || strings.HasPrefix(name, "$") {
				changes = append(changes, model.Member{Name: name})
			} else {
				changes = append(changes, model.Member{Name: name, Value: stored(member)})
			}
		}
		return must(v.WithMembers(changes...))
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = stored(elements[i])
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}

// hasAll reports whether an object has all places, as maps, lists, or elements without
// duplicates.
func hasAll(object model.Value, places []model.Path) bool {
	for _, place := range places {
		for i := range place {
			v, ok := place[:i+1].Lookup(object)
			if !ok || v.Type() != model.Map && v.Type() != model.List {
				return false
			}
			if key, isKey := place[i].(model.Key); isKey && count(place[:i], object, key) != 1 {
				return false
			}
		}
	}
	return true
}

// count counts the elements with a key in a list of an object.
func count(list model.Path, object model.Value, key model.Key) (n int) {
	v, _ := list.Lookup(object)
	for _, e := range v.Elements() {
		if _, ok := (model.Path{key}).Lookup(must(model.NewList(e))); ok {
			n++
		}
	}
	return n
}
