package differential

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A DiffVerdict is how one comparison of diffs ends.
type DiffVerdict uint8

const (
	// SamePatch: both engines make the same patch, and it is right.
	SamePatch DiffVerdict = iota
	// OnlyOurs: ours is right, theirs is not, or says more than it need, or is not right
	// by the documented rules, by which ours is right too.
	OnlyOurs
	// ByChance: ours and theirs are right, but theirs deletes an element that it
	// keeps, which is so only because it says all of it again.
	ByChance
	// Posing: theirs is right, although a member of the documents is called like a
	// delete or order list, which it takes for one or not as the order of maps
	// will have it; ours does not count on that.
	Posing
	// Refused: ours is refused as not representable, and theirs is not right, or not by
	// the documented rules.
	Refused
	// UnreadDiff: the shipped engine cannot read a document.
	UnreadDiff
	// Wrong: ours is not right, or refused or other where theirs is right.
	Wrong
)

// String names the verdict.
func (v DiffVerdict) String() string {
	return [...]string{"same patch", "only ours right or least", "theirs right by chance", "names of directives", "refused", "unread", "wrong"}[v]
}

// Summary says how many comparisons ended how.
func Summary(counts map[DiffVerdict]int) string {
	var parts []string
	for v := SamePatch; v <= Wrong; v++ {
		parts = append(parts, fmt.Sprintf("%s %d", v, counts[v]))
	}
	return strings.Join(parts, ", ")
}

// Diff compares the patches between two documents. Ours is judged by the
// shipped engine, which applies it.
func (s Subject) Diff(original, modified model.Value) (DiffVerdict, string) {
	if original, modified = asRead(original), asRead(modified); original.Type() == model.Absent || modified.Type() == model.Absent {
		return UnreadDiff, ""
	}
	ours, ourErr := s.engine().Diff(s.Schema, original, modified, smp.DiffOptions{})
	theirs, theirErr := s.theirDiff(original, modified)
	right := theirErr == nil && s.takes(original, theirs, modified, few)
	explain := func(what string) (DiffVerdict, string) {
		return Wrong, fmt.Sprintf("%s\noriginal %s\nmodified %s\nours %s, %v\ntheirs %s, %v, right: %v", what,
			original.Canonical(), modified.Canonical(), ours.Canonical(), ourErr, theirs.Canonical(), theirErr, right)
	}
	switch {
	case right && (ourErr != nil || !model.Equal(ours, theirs)) && (posing(original) || posing(modified)):
		return Posing, ""
	case ourErr != nil && right && s.documented(original, theirs, modified) && s.takes(original, theirs, modified, answers):
		return explain("ours is refused, theirs is right")
	case ourErr != nil:
		return Refused, ""
	case !s.takes(original, ours, modified, few):
		return explain(fmt.Sprintf("ours gives %v", s.ask(original, ours)))
	case right && model.Equal(ours, theirs):
		return SamePatch, ""
	case right && model.Equal(inOrder(ours), inOrder(theirs)):
		return SamePatch, "" // theirs sorts a delete list wrongly where a set has duplicates
	case right && deletesWhatItKeeps(theirs):
		return ByChance, ""
	case right && s.documented(original, theirs, modified) && s.minimal(original, theirs, modified) && s.takes(original, theirs, modified, answers):
		return explain("theirs is right and minimal")
	default:
		return OnlyOurs, ""
	}
}

// asRead returns a document as the shipped engine reads it; absent where it does
// not.
func asRead(v model.Value) model.Value {
	m, err := document(v)
	if err != nil {
		return model.Value{}
	}
	read, err := model.FromAny(map[string]any(orEmpty(m)))
	if err != nil {
		return model.Value{}
	}
	return read
}

// theirDiff has the shipped engine make a patch from documents of its own.
func (s Subject) theirDiff(original, modified model.Value) (patch model.Value, err error) {
	defer recoverPanic(&err)
	from, _ := document(original)
	to, _ := document(modified)
	m, err := strategicpatch.CreateTwoWayMergeMapPatchUsingLookupPatchMeta(orEmpty(from), orEmpty(to), s.Lookup)
	if err != nil {
		return model.Value{}, err
	}
	return model.FromAny(map[string]any(m))
}

func orEmpty(m strategicpatch.JSONMap) strategicpatch.JSONMap {
	if m == nil {
		return strategicpatch.JSONMap{}
	}
	return m
}

func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the shipped engine panics: %v", p)
	}
}

// few is how often the shipped engine is asked to apply a patch; answers where
// much depends on it.
const few = 3

// takes reports whether the shipped engine makes one document of another by a
// patch, every time of so many; null map members aside.
func (s Subject) takes(original, patch, modified model.Value, times int) bool {
	for range times {
		a := s.ask(original, patch)
		if a.err != nil || a.panicked != nil || a.unread {
			return false
		}
		got, err := model.FromAny(a.result)
		if err != nil || !model.Equal(bare(got), bare(modified)) {
			return false
		}
	}
	return true
}

// documented reports whether the documented rules make one document of another by a patch,
// too; null map members and the order of merging lists aside.
func (s Subject) documented(original, patch, modified model.Value) bool {
	got, err := smp.Engine{Limits: smp.Limits{Depth: model.HardMaxDepth}}.Apply(s.Schema, original, patch)
	return err == nil && model.Equal(sorted(s.Schema, bare(got)), sorted(s.Schema, bare(modified)))
}

// bare returns a value without null map members.
func bare(v model.Value) model.Value {
	if !v.HasNull() {
		return v
	}
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			if member.Type() == model.Null {
				member = model.Value{}
			}
			changes = append(changes, model.Member{Name: name, Value: bare(member)})
		}
		return must(v.WithMembers(changes...))
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, bare(e))
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err) // no document gets deeper
	}
	return v
}

// minimal reports whether no part of a right patch can be left out: no member
// of a map and no element of a list that is not replaced. The keys of elements
// go with the elements, order lists and $retainKeys with what stands beside them.
func (s Subject) minimal(original, patch, modified model.Value) bool {
	for smaller := range withoutAPart(patch) {
		if s.takes(original, smaller, modified, few) {
			return false
		}
	}
	return true
}
