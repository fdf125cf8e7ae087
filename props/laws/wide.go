package laws

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffWide checks the reports about wide replacements. The reported places must be those that the
// patch replaces as a whole: maps with $patch: replace, and lists that are replaced although their
// own elements do not require it. With NoWide, the engine must return an error if there are such
// places. If there are none, it must return the same patch.
func DiffWide(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-wide", subject: s, in: in}).reportsWide(in.Original)
}

// ThreeWayWide is the law DiffWide for three-way merges.
func ThreeWayWide(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-wide", subject: s, in: in}).reportsWide(in.Current)
}

func (t *trial) reportsWide(document model.Value) Verdict {
	t.answer = t.runChanged(func(in *corpus.Input) { in.Options.NoWide = false })
	narrow := t.runChanged(func(in *corpus.Input) { in.Options.NoWide = true })
	if !accepted(t.answer) || t.answer.Wide == nil || unanswered(narrow) {
		return t.inapplicable("no patch, or no report of replaced places")
	}
	patch, wide := t.answer.Result, t.answer.Wide
	var e *smp.Error
	switch refused := errors.As(narrow.Err, &e) && e.Code == smp.NotRepresentable; {
	case len(wide) > 0 && !refused:
		return t.broken("the patch %s replaces %v\nbut if it must not, the answer is %s", patch.JSON(), wide, describe(narrow))
	case len(wide) == 0 && !same(narrow, t.answer):
		return t.broken("the patch %s replaces nothing\nbut if it must not, the answer is %s", patch.JSON(), describe(narrow))
	}
	got := t.runApply(document, patch, 0)
	if !accepted(got) || t.in.Options.Omit != 0 {
		return t.inapplicable("the patch is not applied, or is for an older server")
	}
	w := widths{reported: wide, unsure: mentions(document) || mentions(t.in.Modified)}
	w.inMap(t.in.Schema, nil, bare(document), bare(got.Result), patch)
	if w.wrong != "" {
		return t.broken("%s in the patch %s, which is reported to replace %v", w.wrong, patch.JSON(), wide)
	}
	for _, path := range wide {
		if !slices.ContainsFunc(w.found, path.Equal) {
			return t.broken("the patch %s is reported to replace %s", patch.JSON(), path)
		}
	}
	if len(w.found) == 0 {
		return t.inapplicable("nothing is replaced")
	}
	return t.held()
}

// widths collects the places that a patch replaces as a whole.
type widths struct {
	reported []model.Path
	unsure   bool // whether directives may be the reason for replacing
	found    []model.Path
	wrong    string
}

// replaces adds a place that is replaced. If surely is true, the place must be reported.
func (w *widths) replaces(path model.Path, surely bool) {
	w.found = append(w.found, path)
	if surely && !slices.ContainsFunc(w.reported, path.Equal) && w.wrong == "" {
		w.wrong = path.String() + " is replaced"
	}
}

func (w *widths) inMap(s smp.Schema, path model.Path, document, result, patch model.Value) {
	if said, whole := patch.Get(patchName); whole {
		if stays, _ := result.Get(patchName); said.Text() != "replace" || model.Equal(stays, said) {
			return // such data is copied by a cluster
		}
		if w.replaces(path, true); len(path) == 0 {
			w.wrong = "the document is replaced"
		}
		return
	}
	if atomicMap(s) && len(path) > 0 {
		return
	}
	for name, member := range patch.Members() {
		if isDirective(s, name, member, smp.AllDirectives) {
			continue
		}
		field, _ := s.Member(name)
		here := path.Append(model.Field(name))
		was, _ := document.Get(name)
		is, _ := result.Get(name)
		switch {
		case member.Type() == model.Map:
			w.inMap(field, here, was, is, member)
		case field.Merging() && hasMarker(member):
			w.replaces(here, field.Keyed() && !atomicMap(field.Element()) && canDirect(s, name) && !w.unsure && distinctKeys(field, was) && distinctKeys(field, is))
		case field.Keyed():
			for _, element := range member.Elements() {
				same := func(v model.Value) bool { return keysEqual(field, selection(field, element, 0), v, element) }
				if element.Type() != model.Map || isDeletion(element) {
					continue
				}
				before, after, unsure := only(was, same), only(is, same), w.unsure
				w.unsure = unsure || !isThere(before) || !isThere(after)
				w.inMap(field.Element(), here.Append(keyStep(field, element)), before, after, without(element, patchMergeKeyName))
				w.unsure = unsure
			}
		}
	}
}

// canDirect reports whether a patch can contain an order list for a list: the name of
// its field is not empty, and the directive's name is not declared as a field.
func canDirect(s smp.Schema, name string) bool {
	_, taken := s.Field(orderListPrefix + name)
	return name != "" && !taken
}

// keyStep returns the step to an element by its default key.
func keyStep(list smp.Schema, element model.Value) model.Key {
	var step model.Key
	for _, name := range list.Keys() {
		step = append(step, model.KeyField{Name: name, Value: key(list, element, name)})
	}
	return step
}

// distinctKeys reports whether a list has a single default key, which all elements
// spell out, and no duplicates.
func distinctKeys(list smp.Schema, v model.Value) bool {
	if len(list.Keys()) != 1 {
		return false
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool { return keysEqual(list, list.Keys(), element, other) }
		spelled := func(name string) bool { k, _ := element.Get(name); return k.IsScalar() }
		nested := func(name string) bool { return isNested(key(list, element, name)) }
		if !same(element) || slices.ContainsFunc(elements[:i], same) || !all(list.Keys(), spelled) || slices.ContainsFunc(allKeys(list), nested) {
			return false
		}
	}
	return true
}

func all(names []string, such func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !such(name) })
}

// DiffRefuses checks changes inside a top-level map that both documents have. The operation must
// not fail because of such a change, because the map can always be replaced. The documents must not
// have names of directives.
func DiffRefuses(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-refuses", subject: s, in: in}).refuses(in.Original)
}

// ThreeWayRefuses is the law DiffRefuses for three-way merges.
func ThreeWayRefuses(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-refuses", subject: s, in: in}).refuses(in.Current)
}

func (t *trial) refuses(document model.Value) Verdict {
	out, ok := t.outcome()
	if !ok || t.in.Options.Omit != 0 || t.in.Options.NoWide {
		return t.inapplicable("no answer, or one for an older server")
	}
	if mentions(t.in.Original) || mentions(t.in.Modified) || mentions(t.in.Current) {
		return t.inapplicable("a directive in a document")
	}
	var e *smp.Error
	if !errors.As(out.Err, &e) || e.Code != smp.NotRepresentable {
		return t.held()
	}
	if len(e.Path) == 0 {
		return t.broken("the document as a whole is refused: %s", describe(out))
	}
	name := string(e.Path[0].(model.Field))
	field, declared := t.in.Schema.Field(name)
	was, _ := document.Get(name)
	is, _ := t.in.Modified.Get(name)
	if declared && field.Type() == smp.MapType && was.Type() == model.Map && is.Type() == model.Map {
		return t.broken("%s could be replaced, but the answer is %s", name, describe(out))
	}
	return t.held()
}
