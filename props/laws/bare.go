package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// bare returns a document without its null fields. A document that is absent or null becomes
// {}.
func bare(document model.Value) model.Value {
	switch document.Type() {
	case model.Absent, model.Null:
		return newMap()
	default:
		return withoutNulls(document)
	}
}

func withoutNulls(v model.Value) model.Value {
	switch {
	case !v.HasNull():
		return v
	case v.Type() == model.Map:
		members := slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Value.Type() == model.Null })
		for i := range members {
			members[i].Value = withoutNulls(members[i].Value)
		}
		return newMap(members...)
	default:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = withoutNulls(elements[i])
		}
		return newList(elements...)
	}
}

// unordered returns a document without null fields and with the elements of merging lists
// sorted.
func unordered(s smp.Schema, document model.Value) model.Value {
	return sortedLists(s, bare(document))
}

func sortedLists(s smp.Schema, v model.Value) model.Value {
	return withLists(s, v, func(s smp.Schema, elements []model.Value) []model.Value {
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		return elements
	})
}

// distinctSets returns a document without duplicates in its sets.
func distinctSets(s smp.Schema, v model.Value) model.Value {
	return withLists(s, v, func(s smp.Schema, elements []model.Value) []model.Value {
		if s.Set() {
			slices.SortFunc(elements, model.Compare)
			elements = slices.CompactFunc(elements, model.Equal)
		}
		return elements
	})
}

// withLists replaces the elements of each list of a document by the elements that the
// function change returns for them, beginning with the innermost lists.
func withLists(s smp.Schema, v model.Value, change func(smp.Schema, []model.Value) []model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = withLists(field, m.Value, change)
		}
		return newMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = withLists(s.Element(), elements[i], change)
		}
		return newList(change(s, elements)...)
	default:
		return v
	}
}

// newMap returns a map of parts of documents. Such a map is never too deep.
func newMap(members ...model.Member) model.Value { return mustBuild(model.NewMap(members...)) }

// newList returns a list of parts of documents. Such a list is never too deep.
func newList(elements ...model.Value) model.Value { return mustBuild(model.NewList(elements...)) }

func mustBuild(v model.Value, err error) model.Value {
	if err != nil {
		panic(err) // cannot happen: the value is only as deep as an existing one
	}
	return v
}

// runApply lets the subject apply a patch to a document like a server that ignores some
// directives.
func (t *trial) runApply(document, patch model.Value, ignore smp.Directives) corpus.Outcome {
	return run(t.subject, corpus.Input{
		Op: corpus.OpApply, Schema: t.in.Schema, Options: corpus.Options{Ignore: ignore, Unions: t.in.Options.Unions}, Original: document, Patch: patch,
	})
}

// runChanged runs the subject on a changed copy of the trial's input, with documents as
// values.
func (t *trial) runChanged(change func(*corpus.Input)) corpus.Outcome {
	in := t.in
	in.Text = nil
	change(&in)
	return t.answered(in)
}
