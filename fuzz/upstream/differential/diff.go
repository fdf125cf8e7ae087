package differential

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A DiffVerdict is the result of one comparison of diffs.
type DiffVerdict uint8

const (
	// SamePatch means that both engines write the same patch, and that it is correct.
	SamePatch DiffVerdict = iota
	// OnlyOurs means that their patch is worse: it is incorrect on a cluster, contains
	// unnecessary parts, or is incorrect by the specification, and our patch is not.
	OnlyOurs
	// ByChance means that both patches are correct, but theirs deletes an element that it
	// should keep. It is only correct because it also sends the whole element.
	ByChance
	// Posing means that their patch is correct, but the documents have a member with the name
	// of a delete or order list. apimachinery may treat this member as a directive, depending
	// on the order of a map. Our engine does not rely on that.
	Posing
	// Refused means that our engine returns NotRepresentable, and that their patch is
	// incorrect on a cluster or by the specification.
	Refused
	// UnreadDiff means that apimachinery cannot read a document.
	UnreadDiff
	// Wrong means that our patch is incorrect, or that theirs is correct and ours is missing
	// or different without a reason.
	Wrong
)

// String names the verdict.
func (v DiffVerdict) String() string {
	return [...]string{"same patch", "only ours right or least", "theirs right by chance", "names of directives", "refused", "unread", "wrong"}[v]
}

// Summary returns the number of comparisons for each verdict.
func Summary(counts map[DiffVerdict]int) string {
	var parts []string
	for v := SamePatch; v <= Wrong; v++ {
		parts = append(parts, fmt.Sprintf("%s %d", v, counts[v]))
	}
	return strings.Join(parts, ", ")
}

// Diff compares the patches between two documents. Our patch is judged by the result that
// apimachinery gives for it.
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
		return SamePatch, "" // with duplicates in a set, apimachinery sorts a delete list incorrectly
	case right && deletesWhatItKeeps(theirs):
		return ByChance, ""
	case right && s.documented(original, theirs, modified) && s.minimal(original, theirs, modified) && s.takes(original, theirs, modified, answers):
		return explain("theirs is right and minimal")
	default:
		return OnlyOurs, ""
	}
}

// asRead returns a document as apimachinery reads it. The result is absent if apimachinery
// cannot read the document.
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

// theirDiff calls apimachinery with fresh copies of the documents.
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
		*err = fmt.Errorf("apimachinery panics: %v", p)
	}
}

// few is the number of times that apimachinery is called to check a patch. Where more depends
// on the check, it is called answers times.
const few = 3

// takes reports whether apimachinery turns original into modified with a patch, in each of
// several calls. Null map members are ignored.
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

// documented reports whether the patch also turns original into modified when it is applied
// by the specification. Null map members and the order of merging lists are ignored.
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
		panic(err) // cannot happen: the value is no deeper than before
	}
	return v
}

// minimal reports whether every part of a correct patch is necessary: each member of a map,
// and each element of a list that is not replaced. The keys of an element count as part of
// the element, and order lists and $retainKeys count as part of the values next to them.
func (s Subject) minimal(original, patch, modified model.Value) bool {
	for smaller := range withoutAPart(patch) {
		if s.takes(original, smaller, modified, few) {
			return false
		}
	}
	return true
}
