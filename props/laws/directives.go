package laws

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffDirectives checks that a patch has only directives that a diff needs. A name in a
// document must never be sent as a directive, and a value that is replaced as a whole must
// not contain directives. A subject may copy new values unchanged, as a cluster does. In this
// case, names of directives may appear as data in maps that do not declare their fields.
func DiffDirectives(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-directives", subject: s, in: in}).needsItsDirectives(in.Original)
}

// ThreeWayDirectives is the law DiffDirectives for three-way merges.
func ThreeWayDirectives(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-directives", subject: s, in: in}).needsItsDirectives(in.Current)
}

func (t *trial) needsItsDirectives(document model.Value) Verdict {
	patch, ok := t.result()
	if !ok || !(mentions(t.in.Original) || mentions(t.in.Modified) || mentions(t.in.Current)) {
		return t.inapplicable("no patch, or no directive in a document")
	}
	b := directiveCheck{omit: t.in.Options.Omit, marks: markedBelow(t.in.Modified), copies: t.copies()}
	b.selects = !(names(t.in.Original, patchMergeKeyName) || names(t.in.Modified, patchMergeKeyName) || names(t.in.Current, patchMergeKeyName))
	b.inMap(t.in.Schema, nil, document, patch, false)
	if b.wrong != "" {
		return t.broken("%s in the patch %s", b.wrong, patch.JSON())
	}
	return t.held()
}

// copies reports whether the subject treats a directive in a new map as data.
func (t *trial) copies() bool {
	got := run(t.subject, corpus.Input{
		Op: corpus.OpApply, Schema: smp.Schemaless, Original: newMap(),
		Patch: model.MustParse(`{"new":{"$retainKeys":["a"]}}`),
	})
	return accepted(got) && mentions(got.Result)
}

// names reports whether a document contains a field with this name at any depth.
func names(v model.Value, name string) bool {
	_, has := v.Get(name)
	for _, member := range v.Members() {
		has = has || names(member, name)
	}
	for _, element := range v.Elements() {
		has = has || names(element, name)
	}
	return has
}

// mentions reports whether a document has a name that may be a directive.
func mentions(v model.Value) bool {
	for name, member := range v.Members() {
		if strings.HasPrefix(name, "$") || mentions(member) {
			return true
		}
	}
	return has(v, mentions)
}

// markedBelow reports whether a document contains an element that looks like the marker
// {$patch: replace}.
func markedBelow(v model.Value) bool {
	for _, member := range v.Members() {
		if markedBelow(member) {
			return true
		}
	}
	return hasMarker(v) || has(v, markedBelow)
}

// A directiveCheck finds directives in a patch that no diff needs, such as names of
// directives that a document contains as data.
type directiveCheck struct {
	omit  smp.Directives
	marks bool // whether modified has an element that looks like a marker
	// selects is set if no document has a field $patchMergeKey, which some dialects
	// treat as data.
	selects bool
	copies  bool // whether names that look like directives are data in new values
	wrong   string
}

func (b *directiveCheck) found(path model.Path, what string) {
	if b.wrong == "" {
		b.wrong = what + " at " + path.String()
	}
}

// inMap checks a patch map, which may be part of a value that is replaced as a whole.
func (b *directiveCheck) inMap(s smp.Schema, path model.Path, document, patch model.Value, whole bool) {
	word, has := patch.Get(patchName)
	isData := b.isData(s, len(path) > 0 && (whole || document.Type() != model.Map || atomicMap(s)))
	switch {
	case isData:
		whole = whole || atomicMap(s)
	case has && (whole || word.Text() != "replace"):
		b.found(path, "$patch")
	case has || atomicMap(s) && len(path) > 0:
		whole = true
	}
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		here := path.Append(model.Field(name))
		was, _ := document.Get(name)
		switch {
		case name == patchName:
		case isData && isDirective(s, name, member, smp.AllDirectives):
		case isDirective(s, name, member, smp.AllDirectives):
			b.directive(s, path, name, member, document, whole)
		case member.Type() == model.Map:
			b.inMap(field, here, was, member, whole)
		default:
			b.inList(field, here, was, member, whole)
		}
	}
}

// isData reports whether names that look like directives are data in a map, which may be a
// new one.
func (b *directiveCheck) isData(s smp.Schema, isNew bool) bool {
	_, values := s.Values()
	return b.copies && isNew && (s.Type() != smp.MapType || values)
}

// directive checks a directive of a patch map: it must not order a missing list, or
// delete missing values.
func (b *directiveCheck) directive(s smp.Schema, path model.Path, name string, value, document model.Value, whole bool) {
	orders, isOrder := strings.CutPrefix(name, orderListPrefix)
	deletes, isDelete := strings.CutPrefix(name, deleteListPrefix)
	ordered, _ := document.Get(orders)
	from, _ := document.Get(deletes)
	list, _ := s.Member(orders)
	switch {
	case whole || isDirective(s, name, value, b.omit),
		isOrder && (ordered.Type() != model.List || value.Type() != model.List || value.Len() == 0 || !list.Merging()),
		isDelete && has(value, func(v model.Value) bool { return !hasValue(from, v) }):
		b.found(path.Append(model.Field(name)), "a directive")
	case isOrder && list.Keyed():
		for _, entry := range value.Elements() {
			b.selection(list, path, entry)
		}
	}
}

// selection checks the $patchMergeKey of an element or order entry, which must name all
// keys.
func (b *directiveCheck) selection(list smp.Schema, path model.Path, element model.Value) {
	_, data := list.Element().Field(patchMergeKeyName)
	named, has := element.Get(patchMergeKeyName)
	if has && !data && b.selects && (named.Type() != model.List || !sameKeys(selection(list, element, 0), allKeys(list)) || b.omit.Has(smp.PatchMergeKey)) {
		b.found(path, "$patchMergeKey")
	}
}

func (b *directiveCheck) inList(s smp.Schema, path model.Path, document, patch model.Value, whole bool) {
	whole = whole || !s.Merging() || hasMarker(patch)
	marked, isData := false, b.isData(s.Element(), whole || document.Type() != model.List)
	for i, element := range patch.Elements() {
		here := path.Append(model.Index(i))
		switch {
		case isMarker(element) && (s.Merging() || s.Type() == smp.AnyType && !b.marks) && !marked && i == patch.Len()-1:
			// Some dialects match the field by a name with other upper and lower case.
			marked = true
		case isDeletion(element) && !whole && s.Keyed() && !isData:
			if b.selection(s, here, element); !onlyKeys(s, without(element, patchName)) {
				b.found(here, "content next to a deletion")
			}
		case element.Type() == model.Map:
			if !whole && s.Keyed() {
				if _, replaces := element.Get(patchName); replaces && !isData {
					b.found(here, "$patch")
				}
				b.selection(s, here, element)
				element = without(element, patchMergeKeyName)
			}
			var was model.Value
			elements := document.AppendElements(nil)
			if first := slices.IndexFunc(elements, func(v model.Value) bool { return s.Keyed() && keysEqual(s, selection(s, patch.At(i), 0), v, element) }); first >= 0 {
				was = elements[first]
			}
			b.inMap(s.Element(), here, was, element, whole)
		default:
			b.inList(s.Element(), here, model.Value{}, element, whole)
		}
	}
}

// DiffLeavesAlone checks that the operation does not fail because of a field that is equal in
// all documents, because such a field need not be sent.
func DiffLeavesAlone(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-leaves-alone", subject: s, in: in}).leavesAlone(in.Original, in.Modified)
}

// ThreeWayLeavesAlone is the law DiffLeavesAlone for three-way merges.
func ThreeWayLeavesAlone(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-leaves-alone", subject: s, in: in}).leavesAlone(in.Original, in.Modified, in.Current)
}

func (t *trial) leavesAlone(documents ...model.Value) Verdict {
	out, ok := t.outcome()
	var e *smp.Error
	if !ok || !errors.As(out.Err, &e) || e.Code != smp.NotRepresentable {
		return t.inapplicable("nothing is refused")
	}
	var path model.Path
	schema := t.in.Schema
	for _, step := range e.Path {
		field, ok := step.(model.Field)
		if !ok || atomicMap(schema) && len(path) > 0 || inOtherCase(schema, string(field)) {
			break // a value that is sent as a whole includes equal fields
		}
		path = path.Append(field)
		schema, _ = schema.Member(string(field))
		same := true
		for i := range documents {
			documents[i], _ = documents[i].Get(string(field))
			same = same && isThere(documents[i]) && model.Equal(documents[i], documents[0])
		}
		if same {
			return t.broken("%s is equal in all documents, but the answer is %s", path, describe(out))
		}
	}
	return t.held()
}

// ConflictsEmpty checks that an empty patch has no conflicts.
func ConflictsEmpty(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-empty", subject: s, in: in}
	for _, patch := range []model.Value{in.Left, in.Right} {
		if patch.Type() != model.Map {
			return t.inapplicable("a patch that is not a map")
		}
		for _, swap := range []bool{false, true} {
			t.in.Text, t.in.Left, t.in.Right = nil, newMap(), patch
			if swap {
				t.in.Left, t.in.Right = patch, newMap()
			}
			found, ok := t.result()
			if !ok {
				return t.inapplicable("no answer")
			}
			if found.Len() > 0 {
				return t.broken("an empty patch and %s have the conflicts %s", patch.JSON(), found.JSON())
			}
		}
	}
	return t.held()
}

// sends reports whether a patch contains one of these directives at any depth.
func sends(s smp.Schema, patch model.Value, directives smp.Directives) bool {
	return !model.Equal(strip(s, patch, directives), patch)
}

// DiffOlder checks that a patch for an older server gives modified on that server, except for
// the order of elements in merging lists, or that there is no such patch.
func DiffOlder(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-older", subject: s, in: in}
	patch, ok := t.result()
	if !ok || in.Options.Omit == 0 {
		return t.inapplicable("no patch, or a full one")
	}
	if sends(in.Schema, patch, in.Options.Omit) {
		return t.broken("the patch %s has a directive that the server does not support", patch.JSON())
	}
	got := t.runApply(in.Original, patch, in.Options.Omit)
	if got.Skipped != "" {
		return t.inapplicable("the subject does not apply patches")
	}
	if !t.agree(got, corpus.Outcome{Result: in.Modified}) {
		return t.broken("the patch %s\ngives on an older server %s\ninstead of %s", patch.JSON(), describe(got), in.Modified.JSON())
	}
	return t.held()
}
