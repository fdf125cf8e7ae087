package differential

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// A Triple contains the documents of a three-way merge.
type Triple struct{ Original, Modified, Current model.Value }

// asRead returns the documents as apimachinery reads them. The result is false if
// apimachinery cannot read one of them.
func (t Triple) asRead() (Triple, bool) {
	read := Triple{asRead(t.Original), asRead(t.Modified), asRead(t.Current)}
	ok := read.Original.Type() != model.Absent && read.Modified.Type() != model.Absent && read.Current.Type() != model.Absent
	return read, ok
}

// ThreeWay compares the patches of a three-way merge that overwrites conflicts. Our patch is
// judged by the result that apimachinery gives for it: the result must be the target by the
// specification, except for the order of merging lists, and a second merge must give {}.
func (s Subject) ThreeWay(t Triple) (DiffVerdict, string) {
	t, ok := t.asRead()
	if !ok {
		return UnreadDiff, ""
	}
	want, err := reference.Target(s.Schema, t.Original, t.Modified, t.Current)
	if err != nil {
		return UnreadDiff, ""
	}
	ours, ourErr := s.ourThreeWay(t)
	theirs, theirErr := s.theirThreeWay(t)
	right := theirErr == nil && s.reaches(t, theirs, want, s.theirThreeWay)
	explain := func(what string) (DiffVerdict, string) {
		return Wrong, fmt.Sprintf("%s\noriginal %s\nmodified %s\ncurrent %s\ntarget %s\nours %s, %v\ntheirs %s, %v, right: %v", what,
			t.Original.Canonical(), t.Modified.Canonical(), t.Current.Canonical(), want.Canonical(),
			ours.Canonical(), ourErr, theirs.Canonical(), theirErr, right)
	}
	switch {
	case right && (ourErr != nil || !model.Equal(ours, theirs)) && (posing(t.Original) || posing(t.Modified) || posing(t.Current)):
		return Posing, ""
	case ourErr != nil && right && s.documented(t.Current, theirs, want):
		return explain("ours is refused, theirs is right")
	case ourErr != nil:
		return Refused, ""
	case !s.reaches(t, ours, want, s.ourThreeWay):
		return explain(fmt.Sprintf("ours gives %v", s.ask(t.Current, ours)))
	case right && model.Equal(withoutCleared(ours), withoutCleared(theirs)):
		return SamePatch, "" // a null next to $retainKeys is redundant
	case right && deletesWhatItKeeps(theirs):
		return ByChance, ""
	case right && s.documented(t.Current, theirs, want) && s.least(t, theirs, want):
		return explain("theirs is right and minimal")
	default:
		return OnlyOurs, ""
	}
}

func (s Subject) ourThreeWay(t Triple) (model.Value, error) {
	return s.engine().ThreeWay(s.Schema, t.Original, t.Modified, t.Current, smp.ThreeWayOptions{Overwrite: true, Resend: true})
}

// theirThreeWay calls apimachinery's three-way merge.
func (s Subject) theirThreeWay(t Triple) (patch model.Value, err error) {
	defer recoverPanic(&err)
	text, err := strategicpatch.CreateThreeWayMergePatch(
		[]byte(t.Original.Canonical()), []byte(t.Modified.Canonical()), []byte(t.Current.Canonical()), s.Lookup, true)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text, model.MaxDepth(model.HardMaxDepth))
}

// reaches reports whether apimachinery changes the live document to the target with a patch,
// in every call, and whether a second merge of the client and of our engine then gives {}.
// The second merge also checks the order of modified's elements.
func (s Subject) reaches(t Triple, patch, want model.Value, again func(Triple) (model.Value, error)) bool {
	live, ok := s.gives(t.Current, patch, want)
	if !ok {
		return false
	}
	for _, client := range []func(Triple) (model.Value, error){again, s.ourThreeWay} {
		more, err := client(Triple{t.Original, t.Modified, live})
		if err != nil || more.Len() > 0 && s.settled(t, live) {
			return false
		}
	}
	return true
}

// settled reports whether a further merge changes nothing by the specification. It may change
// something if current has an element of original twice, once with keys that the server
// filled in.
func (s Subject) settled(t Triple, live model.Value) bool {
	again, err := reference.Target(s.Schema, t.Original, t.Modified, live)
	return err != nil || model.Equal(sorted(s.Schema, bare(again)), sorted(s.Schema, bare(live)))
}

// gives returns the live document after apimachinery applies the patch, and whether it is the
// target in every call.
func (s Subject) gives(current, patch, want model.Value) (live model.Value, ok bool) {
	for range 3 {
		a := s.ask(current, patch)
		if a.err != nil || a.panicked != nil || a.unread {
			return live, false
		}
		got, err := model.FromAny(a.result)
		if err != nil || !model.Equal(sorted(s.Schema, bare(got)), sorted(s.Schema, bare(want))) {
			return live, false
		}
		if live = got; !model.Equal(got, bare(got)) {
			continue
		}
	}
	return live, true
}

// least reports whether every part of a correct patch is necessary.
func (s Subject) least(t Triple, patch, want model.Value) bool {
	for smaller := range withoutAPart(patch) {
		if s.reaches(t, smaller, want, s.ourThreeWay) {
			return false
		}
	}
	return true
}

// sorted returns a value with the elements of merging lists sorted by value.
func sorted(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			field, _ := s.Member(name)
			changes = append(changes, model.Member{Name: name, Value: sorted(field, member)})
		}
		return must(v.WithMembers(changes...))
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, sorted(s.Element(), e))
		}
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}

// withoutCleared returns a patch without the nulls next to $retainKeys for fields that
// $retainKeys clears anyway.
func withoutCleared(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		_, retains := v.Get("$retainKeys")
		var changes []model.Member
		for name, member := range v.Members() {
			if retains && member.Type() == model.Null {
				changes = append(changes, model.Member{Name: name})
			} else {
				changes = append(changes, model.Member{Name: name, Value: withoutCleared(member)})
			}
		}
		return must(v.WithMembers(changes...))
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, withoutCleared(e))
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}
