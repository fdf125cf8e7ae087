package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// HasPatchValues checks that the result contains all values that the patch sets without directives:
// scalars, the values of sets, and the fields of elements. It does not check elements with
// the default key of another element of the patch list.
func HasPatchValues(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "says", subject: s, in: in}
	result, ok := t.result()
	if !ok || in.Patch.Len() == 0 {
		return t.inapplicable("no result, or an empty patch")
	}
	if path := lacks(in.Schema, in.Patch, result, true); path != nil {
		return t.broken("the result lacks the patch's value at %s: %s", path, result.JSON())
	}
	return t.held()
}

// HasModifiedValues checks that after the patch is applied, current contains all values of
// modified.
func HasModifiedValues(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-says", subject: s, in: in}
	patch, result, ok := t.fullOn(in.Current)
	if !ok || in.Modified.Type() != model.Map {
		return t.inapplicable("no full patch, or a modified document that is not a map")
	}
	if hasUnstoredKeys(in.Schema, in.Modified) {
		return t.inapplicable("an element without keys, which is matched by its value without zeros")
	}
	if path := lacks(in.Schema, bare(in.Modified), bare(result), false); path != nil {
		return t.broken("the patch %s\ngives %s\nwithout modified's value at %s", patch.JSON(), result.JSON(), path)
	}
	return t.held()
}

// lacks returns the path of a value that the document said contains and the document has does
// not, or nil if there is none. If isPatch is true, said may contain directives.
func lacks(s smp.Schema, said, has model.Value, isPatch bool) model.Path {
	switch said.Type() {
	case model.Map:
		return lacksMember(s, said, has, isPatch)
	case model.List:
		return lacksElement(s, said, has, isPatch)
	}
	if !model.Equal(said, has) {
		return model.Path{}
	}
	return nil
}

func lacksMember(s smp.Schema, said, has model.Value, isPatch bool) model.Path {
	if isPatch && isDeletion(said) {
		return nil
	}
	if has.Type() != model.Map {
		return model.Path{}
	}
	for name, member := range said.Members() {
		_, declared := s.Field(name)
		if member.Type() == model.Null || isPatch && (name == patchName || !declared && strings.HasPrefix(name, "$")) {
			continue
		}
		field, _ := s.Member(name)
		now, _ := has.Get(name)
		if mark := field.Marks(); !isPatch && (mark.NotStored || mark.FilledIn) && member.Type() == model.String && member.Text() == "" {
			continue // as a key, it may count as absent
		}
		if path := lacks(field, member, now, isPatch); path != nil {
			return slices.Concat(model.Path{model.Field(name)}, path)
		}
	}
	return nil
}

func lacksElement(s smp.Schema, said, has model.Value, isPatch bool) model.Path {
	if !s.Merging() {
		if isPatch && slices.ContainsFunc(said.AppendElements(nil), isNested) || model.Equal(said, has) {
			return nil
		}
		return model.Path{}
	}
	for i, element := range said.Elements() {
		if isPatch && (isDeletion(element) || isMarker(element) || repeatsDefaultKey(s, said, i)) {
			continue
		}
		if !slices.ContainsFunc(has.AppendElements(nil), func(now model.Value) bool {
			return lacks(s.Element(), element, now, isPatch) == nil
		}) {
			return model.Path{model.Index(i)}
		}
	}
	return nil
}

// repeatsDefaultKey reports whether another element of a keyed patch list has the default key of
// element i. The two may refer to the same element.
func repeatsDefaultKey(s smp.Schema, patch model.Value, i int) bool {
	for j, other := range patch.Elements() {
		if s.Keyed() && i != j && keysEqual(s, s.Keys(), patch.At(i), other) {
			return true
		}
	}
	return false
}
