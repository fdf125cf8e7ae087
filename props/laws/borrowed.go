package laws

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffDirectives is the law that a patch has no directives but those that a diff
// has a use for: what stands in a document is never sent as one. What is
// replaced whole has none. A subject that copies what is new to a document, as clusters
// do, may find such names there, in maps that do not declare their fields: they are data.
func DiffDirectives(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-directives", subject: s, in: in}).sendsOwn(in.Original)
}

// ThreeWayDirectives is DiffDirectives for three-way merges.
func ThreeWayDirectives(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-directives", subject: s, in: in}).sendsOwn(in.Current)
}

func (t *trial) sendsOwn(document model.Value) Verdict {
	patch, ok := t.applied()
	if !ok || !(mentions(t.in.Original) || mentions(t.in.Modified) || mentions(t.in.Current)) {
		return t.inapplicable("no patch, or no directive in a document")
	}
	b := borrowing{omit: t.in.Options.Omit, marks: markedBelow(t.in.Modified), copies: t.copies()}
	b.selects = !(names(t.in.Original, patchMergeKeyName) || names(t.in.Modified, patchMergeKeyName) || names(t.in.Current, patchMergeKeyName))
	b.inMap(t.in.Schema, nil, document, patch, false)
	if b.wrong != "" {
		return t.broken("%s in the patch %s", b.wrong, patch.JSON())
	}
	return t.held()
}

// copies reports whether the subject takes a directive in a map that is new to a document
// for data.
func (t *trial) copies() bool {
	got := run(t.subject, corpus.Input{
		Op: corpus.OpApply, Schema: smp.Schemaless, Original: newMap(),
		Patch: model.MustParse(`{"new":{"$retainKeys":["a"]}}`),
	})
	return accepted(got) && mentions(got.Result)
}

// names reports whether a document has a member of a name.
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

// markedBelow reports whether a document has what would be a marker.
func markedBelow(v model.Value) bool {
	for _, member := range v.Members() {
		if markedBelow(member) {
			return true
		}
	}
	return hasMarker(v) || has(v, markedBelow)
}

// A borrowing looks for directives in a patch that no diff makes.
type borrowing struct {
	omit  smp.Directives
	marks bool // modified has a marker as data
	// selects says that no document has $patchMergeKey, which is no directive by
	// some rules.
	selects bool
	copies  bool // what is new to a document is data, whatever its names are
	wrong   string
}

func (b *borrowing) found(path model.Path, what string) {
	if b.wrong == "" {
		b.wrong = what + " at " + path.String()
	}
}

// inMap looks at a patch map, which may lie in what is replaced whole.
func (b *borrowing) inMap(s smp.Schema, path model.Path, document, patch model.Value, whole bool) {
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

// isData reports whether a name that looks like a directive is data in a map which is new
// to the document, or not.
func (b *borrowing) isData(s smp.Schema, isNew bool) bool {
	_, values := s.Values()
	return b.copies && isNew && (s.Type() != smp.MapType || values)
}

// directive looks at a directive of a patch map: no list is ordered that is not
// there, and no value removed.
func (b *borrowing) directive(s smp.Schema, path model.Path, name string, value, document model.Value, whole bool) {
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

// selection looks at $patchMergeKey of an element or order entry, which names all
// keys.
func (b *borrowing) selection(list smp.Schema, path model.Path, element model.Value) {
	_, data := list.Element().Field(patchMergeKeyName)
	named, has := element.Get(patchMergeKeyName)
	if has && !data && b.selects && (named.Type() != model.List || !sameKeys(selection(list, element, 0), allKeys(list)) || b.omit.Has(smp.PatchMergeKey)) {
		b.found(path, "$patchMergeKey")
	}
}

func (b *borrowing) inList(s smp.Schema, path model.Path, document, patch model.Value, whole bool) {
	whole = whole || !s.Merging() || hasMarker(patch)
	marked, isData := false, b.isData(s.Element(), whole || document.Type() != model.List)
	for i, element := range patch.Elements() {
		here := path.Append(model.Index(i))
		switch {
		case isMarker(element) && (s.Merging() || s.Type() == smp.AnyType && !b.marks) && !marked && i == patch.Len()-1:
			// Some rules find the field by a name in other letters.
			marked = true
		case isDeletion(element) && !whole && s.Keyed() && !isData:
			if b.selection(s, here, element); !onlyKeys(s, without(element, patchName)) {
				b.found(here, "content beside a deletion")
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

// DiffLeavesAlone is the law that nothing is refused for what stands in a field
// that is the same in all documents: nothing of it has to be sent.
func DiffLeavesAlone(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "diff-leaves-alone", subject: s, in: in}).leavesAlone(in.Original, in.Modified)
}

// ThreeWayLeavesAlone is DiffLeavesAlone for three-way merges.
func ThreeWayLeavesAlone(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-leaves-alone", subject: s, in: in}).leavesAlone(in.Original, in.Modified, in.Current)
}

func (t *trial) leavesAlone(documents ...model.Value) Verdict {
	out, ok := t.ran()
	var e *smp.Error
	if !ok || !errors.As(out.Err, &e) || e.Code != smp.NotRepresentable {
		return t.inapplicable("nothing is refused")
	}
	var path model.Path
	schema := t.in.Schema
	for _, step := range e.Path {
		field, ok := step.(model.Field)
		if !ok || atomicMap(schema) && len(path) > 0 || inOtherCase(schema, string(field)) {
			break // what is sent whole, or may be by some rules, is sent with what is the same
		}
		path = path.Append(field)
		schema, _ = schema.Member(string(field))
		same := true
		for i := range documents {
			documents[i], _ = documents[i].Get(string(field))
			same = same && isThere(documents[i]) && model.Equal(documents[i], documents[0])
		}
		if same {
			return t.broken("%s is the same in all documents, and the answer is %s", path, describe(out))
		}
	}
	return t.held()
}

// ConflictsEmpty is the law that an empty patch conflicts with nothing.
func ConflictsEmpty(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-empty", subject: s, in: in}
	for _, patch := range []model.Value{in.Left, in.Right} {
		if patch.Type() != model.Map {
			return t.inapplicable("what is no map is no patch")
		}
		for _, swap := range []bool{false, true} {
			t.in.Text, t.in.Left, t.in.Right = nil, newMap(), patch
			if swap {
				t.in.Left, t.in.Right = patch, newMap()
			}
			found, ok := t.applied()
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

// sends reports whether a patch has such a directive somewhere.
func sends(s smp.Schema, patch model.Value, directives smp.Directives) bool {
	return !model.Equal(strip(s, patch, directives), patch)
}

// DiffOlder is the law that a patch of an older level makes modified on a server
// of that level, the order of elements in merging lists aside, or is refused.
func DiffOlder(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-older", subject: s, in: in}
	patch, ok := t.applied()
	if !ok || in.Options.Omit == 0 {
		return t.inapplicable("no patch, or the full one")
	}
	if sends(in.Schema, patch, in.Options.Omit) {
		return t.broken("the patch %s has a directive that is to be left out", patch.JSON())
	}
	got := t.applies(in.Original, patch, in.Options.Omit)
	if got.Skipped != "" {
		return t.inapplicable("it does not apply patches")
	}
	if !t.agree(got, corpus.Outcome{Result: in.Modified}) {
		return t.broken("the patch %s\ngives on an older server %s\ninstead of %s", patch.JSON(), describe(got), in.Modified.JSON())
	}
	return t.held()
}
