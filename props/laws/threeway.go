package laws

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayConverges checks that after the patch is applied, a second merge gives an empty
// patch. The last applied document of the second merge may be original or modified.
//
// It requires that no list of current contains both an element and the same element with keys
// filled in by a server, that no element of original matches several elements of current, and
// that current has no duplicates of an element of which modified leaves out a key. With
// original, it also requires that nobody else has added an element that could be mistaken for
// a deleted one, and that no union has added a field that original has and modified may lack.
func ThreeWayConverges(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-converges", subject: s, in: in}).converges()
}

func (t *trial) converges() Verdict {
	in := t.in
	patch, ok := t.full()
	if !ok {
		return t.inapplicable("no patch, or one for an older server")
	}
	if besideFilledIn(in.Schema, in.Current) || severalFilledIn(in.Schema, in.Original, in.Current) {
		return t.inapplicable("an element that could be mistaken for another one after a removal")
	}
	if defaultsDropped(in.Schema, in.Modified, in.Current) {
		return t.inapplicable("an element that is deleted and added again next to its duplicates")
	}
	got := t.runApply(in.Current, patch, 0)
	if got.Skipped != "" {
		return t.inapplicable("the subject does not apply patches")
	}
	if got.Err != nil {
		return t.broken("current rejects the patch %s: %s", patch.JSON(), describe(got))
	}
	emptyKeys := hasEmptyKeys(in.Schema, in.Original) || hasEmptyKeys(in.Schema, in.Modified)
	for i, last := range []model.Value{in.Original, in.Modified} {
		if i == 0 && (leavesAnother(in.Schema, in.Original, in.Modified, got.Result) || emptyKeys || t.derives(patch, got.Result)) {
			continue
		}
		again := t.runChanged(func(in *corpus.Input) {
			in.Original, in.Current, in.Options.Overwrite = last, got.Result, true
		})
		if again.Err != nil || again.Result.Len() > 0 {
			return t.broken("the patch %s\ngives %s\nfrom which, after %s, the next patch is %s", patch.JSON(), got.Result.JSON(), last.JSON(), describe(again))
		}
	}
	return t.held()
}

// derives reports whether the result of a patch for current contains values that only the unions of
// the engine have set: the discriminators of members that others have set.
func (t *trial) derives(patch, result model.Value) bool {
	if !t.in.Options.Unions {
		return false
	}
	plain := *t
	plain.in.Options.Unions = false
	got := plain.runApply(t.in.Current, patch, 0)
	return got.Err == nil && !model.Equal(got.Result, result)
}

// leavesAnother reports whether somebody else's element could be mistaken for an element of
// original: the target has more elements with the same default key than modified, or more
// elements without keys but with the same value.
func leavesAnother(s smp.Schema, original, modified, target model.Value) bool {
	for name, now := range target.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		want, _ := modified.Get(name)
		if leavesAnother(field, was, want, now) {
			return true
		}
	}
	if !s.Merging() {
		return false
	}
	for _, element := range original.Elements() {
		alike := func(list model.Value) (all []model.Value) {
			for _, other := range list.Elements() {
				if sameElement(s, element, other) || s.Keyed() && keysEqual(s, s.Keys(), element, other) {
					all = append(all, other)
				}
			}
			return all
		}
		wanted, now := alike(modified), alike(target)
		if len(now) > len(wanted) {
			return true
		}
		for i := range now {
			if leavesAnother(s.Element(), element, wanted[i], now[i]) {
				return true
			}
		}
	}
	return false
}

// besideFilledIn reports whether a list of a document contains both an element that lacks a
// recommended key without a default and an element that differs only by having this key. If
// one of them is removed, the other could be mistaken for it.
func besideFilledIn(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); besideFilledIn(field, member) {
			return true
		}
	}
	for i, element := range v.Elements() {
		if besideFilledIn(s.Element(), element) {
			return true
		}
		for j, other := range v.Elements() {
			if i != j && fillsIn(s, element, other) {
				return true
			}
		}
	}
	return false
}

// severalFilledIn reports whether a list of a document contains an element without a
// recommended key, and current has several elements that differ only by having this key. If
// there are several, none of them matches.
func severalFilledIn(s smp.Schema, v, current model.Value) bool {
	for name, member := range v.Members() {
		field, _ := s.Member(name)
		if now, _ := current.Get(name); severalFilledIn(field, member, now) {
			return true
		}
	}
	for _, element := range v.Elements() {
		several := 0
		for _, other := range current.Elements() {
			if severalFilledIn(s.Element(), element, other) {
				return true
			}
			if fillsIn(s, element, other) {
				several++
			}
		}
		if several > 1 {
			return true
		}
	}
	return false
}

// defaultsDropped reports whether modified leaves out a key of an element that current has
// more than once. The element is deleted and added again, so another duplicate becomes the
// first one.
func defaultsDropped(s smp.Schema, modified, current model.Value) bool {
	for name, member := range modified.Members() {
		field, _ := s.Member(name)
		if now, _ := current.Get(name); defaultsDropped(field, member, now) {
			return true
		}
	}
	for _, element := range modified.Elements() {
		same := func(other model.Value) bool { return sameElement(s, element, other) }
		dropped := func(other model.Value) bool { return same(other) && dropsDefault(s, element, other) }
		if s.Keyed() && count(current, same) > 1 && has(current, dropped) ||
			has(current, func(other model.Value) bool { return defaultsDropped(s.Element(), element, other) }) {
			return true
		}
	}
	return false
}

// dropsDefault reports whether an element lacks a merge key that the other element has.
func dropsDefault(list smp.Schema, element, other model.Value) bool {
	return slices.ContainsFunc(allKeys(list), func(name string) bool {
		ours, _ := element.Get(name)
		theirs, _ := other.Get(name)
		return !isThere(ours) && isThere(theirs)
	})
}

// fillsIn reports whether other may be the same element with keys filled in by a server:
// element lacks merge keys, and other has all keys that element has.
func fillsIn(list smp.Schema, element, other model.Value) bool {
	lacks := false
	for _, name := range list.Recommended() {
		ours, theirs := key(list, element, name), key(list, other, name)
		if ours.IsScalar() && !model.Equal(ours, theirs) || isNested(theirs) {
			return false
		}
		lacks = lacks || !ours.IsScalar()
	}
	return lacks
}

// ThreeWayDiff checks that the patch is the same as that of Diff if current equals original,
// except for $setElementOrder. It requires that original and modified have no null fields,
// because Diff has to repeat them, and that no element of modified lacks an optional key,
// because such an element keeps the key of current (section 11.5). If the two patches do not replace the same lists, they are
// not compared: Diff has to replace a list whose order it cannot express, for example because
// its name is empty.
func ThreeWayDiff(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-diff", subject: s, in: in}
	if in.Original.HasNull() || in.Modified.HasNull() || hasEmptyKeys(in.Schema, in.Modified) || hasEmptyKeys(in.Schema, in.Original) {
		return t.inapplicable("nulls, or empty keys that may count as absent")
	}
	if lacksOptionalKey(in.Schema, in.Modified) {
		return t.inapplicable("an element of modified keeps a key of current")
	}
	t.answer = t.runChanged(func(in *corpus.Input) { in.Current = in.Original })
	diff := t.runChanged(func(in *corpus.Input) { in.Op, in.Options.Overwrite = corpus.OpDiff, false })
	if t.answer.Err != nil || t.answer.Skipped != "" || diff.Err != nil || diff.Skipped != "" {
		return t.inapplicable("no patch")
	}
	if !slices.EqualFunc(replaced(nil, t.answer.Result), replaced(nil, diff.Result), pathsEqual) {
		return t.inapplicable("diff replaces a list whose order it cannot express")
	}
	a := emptied(in.Schema, strip(in.Schema, t.answer.Result, smp.SetElementOrder), model.Value{})
	b := emptied(in.Schema, strip(in.Schema, diff.Result, smp.SetElementOrder), model.Value{})
	if !model.Equal(a, b) {
		return t.broken("if current equals original, the patch is %s\nthat of diff is %s", t.answer.Result.JSON(), diff.Result.JSON())
	}
	return t.held()
}

// replaced returns the places at which a patch replaces a list, or the map around it.
func replaced(path model.Path, patch model.Value) []model.Path {
	var places []model.Path
	if word, _ := patch.Get(patchName); word.Text() == "replace" || hasMarker(patch) {
		places = append(places, path)
	}
	for name, member := range patch.Members() {
		places = append(places, replaced(path.Append(model.Field(name)), member)...)
	}
	for i, element := range patch.Elements() {
		places = append(places, replaced(path.Append(model.Index(i)), element)...)
	}
	return places
}

func pathsEqual(a, b model.Path) bool { return slices.Equal(a, b) }

// ThreeWayConflict checks that the answer without overwrite is either a list of conflicts or
// the answer with overwrite.
func ThreeWayConflict(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-conflict", subject: s, in: in}
	t.answer = t.runChanged(func(in *corpus.Input) { in.Options.Overwrite = false })
	over := t.runChanged(func(in *corpus.Input) { in.Options.Overwrite = true })
	switch {
	case unanswered(t.answer) || isConflict(t.answer.Err):
		return t.inapplicable("no answer, or a conflict")
	case isConflict(over.Err):
		return t.broken("with overwrite there is a conflict: %v", over.Err)
	case !same(t.answer, over):
		return t.broken("without overwrite the answer is %s\nwith it %s", describe(t.answer), describe(over))
	}
	return t.held()
}

// isConflict reports whether an error is a conflict.
func isConflict(err error) bool {
	var e *smp.Error
	return conflictsIn(err) != nil || errors.As(err, &e) && e.Code == "conflict"
}
