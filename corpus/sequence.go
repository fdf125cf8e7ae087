package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// certifyComposed checks a composed patch: on every document to which the patches can be
// applied, it must have the effect of the patches applied in order, except for the order of
// elements in merging lists.
func (r *run) certifyComposed(form Form, in Input, composed model.Value) {
	for _, document := range r.documentsFor(in, in.Patches) {
		if want, ok := r.inTurn(in, document, in.Patches); ok {
			r.sameUnordered(form, "composed and applied to "+document.Canonical(), in.Schema, want, r.subject.Run(in.applying(document, composed)))
		}
	}
}

// certifyCommuting checks two patches without conflicts: both orders must give the same
// result.
func (r *run) certifyCommuting(form Form, in Input) {
	for _, document := range r.documentsFor(in, []model.Value{in.Left, in.Right}) {
		want, ok := r.inTurn(in, document, []model.Value{in.Left, in.Right})
		got, too := r.inTurn(in, document, []model.Value{in.Right, in.Left})
		if ok && too {
			r.sameUnordered(form, "in the other order, applied to "+document.Canonical(), in.Schema, want, Outcome{Result: got})
		}
	}
}

func (r *run) sameUnordered(form Form, what string, s smp.Schema, want model.Value, got Outcome) {
	if got.Skipped == "" && (got.Err != nil || !model.Equal(unordered(s, want), unordered(s, got.Result))) {
		r.fail(form, what, want.Canonical(), got.String())
	}
}

// inTurn applies patches in order. It returns false if the subject rejects or skips one of
// them.
func (r *run) inTurn(in Input, document model.Value, patches []model.Value) (model.Value, bool) {
	for _, p := range patches {
		out := r.subject.Run(in.applying(document, p))
		if out.Err != nil || out.Skipped != "" {
			return model.Value{}, false
		}
		document = out.Result
	}
	return document, true
}

// documentsFor returns documents for trying patches: an empty document, one document for each
// patch with all fields that the patch names, and one document with the fields of all
// patches.
func (r *run) documentsFor(in Input, patches []model.Value) []model.Value {
	documents := []model.Value{model.MustParse(`{}`)}
	for _, p := range patches {
		documents = append(documents, documentWithFieldsOf(p))
	}
	if all, ok := r.inTurn(in, documents[0], documents[1:]); ok {
		documents = append(documents, all)
	}
	return documents
}

// documentWithFieldsOf returns a document with all fields and elements that a patch contains, including
// deleted ones, but without directives:
//
//	{"a": 1, "b": null, "$retainKeys": ["a"]}  gives  {"a": 1, "b": "was here"}
func documentWithFieldsOf(patch model.Value) model.Value {
	const deleteList = "$deleteFromPrimitiveList/"
	document := Rebuilt(patch, func(name string, inner model.Value) (string, model.Value) {
		switch {
		case patch.Type() == model.List:
		case strings.HasPrefix(name, "$"):
			return name, model.Value{}
		case inner.Type() == model.Null:
			return name, model.NewString("was here")
		case inner.Type() == model.List:
			deleted, _ := patch.Get(deleteList + name)
			return name, joined(documentWithFieldsOf(inner), deleted)
		}
		return name, documentWithFieldsOf(inner)
	})
	for name, list := range patch.Members() {
		field, ok := strings.CutPrefix(name, deleteList)
		if _, there := patch.Get(field); ok && !there {
			if with, err := document.WithMembers(model.Member{Name: field, Value: list}); err == nil {
				document = with
			}
		}
	}
	return document
}

// joined returns the elements of two lists. It leaves out empty maps, which remain from
// directives.
func joined(lists ...model.Value) model.Value {
	var all []model.Value
	for _, list := range lists {
		for _, e := range list.Elements() {
			if e.Type() != model.Map || e.Len() > 0 {
				all = append(all, e)
			}
		}
	}
	out, err := model.NewList(all...)
	if err != nil {
		return model.Value{} // cannot happen: no list is deeper than before
	}
	return out
}

// unordered returns a document with the elements of its merging lists sorted.
func unordered(s smp.Schema, v model.Value) model.Value {
	out := Rebuilt(v, func(name string, inner model.Value) (string, model.Value) {
		schema := s.Element()
		if v.Type() == model.Map {
			schema, _ = s.Member(name)
		}
		return name, unordered(schema, inner)
	})
	if !s.Merging() || out.Type() != model.List {
		return out
	}
	elements := out.AppendElements(nil)
	slices.SortFunc(elements, func(a, b model.Value) int { return strings.Compare(a.Canonical(), b.Canonical()) })
	sorted, err := model.NewList(elements...)
	if err != nil {
		return out // cannot happen: sorting does not make the document deeper
	}
	return sorted
}
