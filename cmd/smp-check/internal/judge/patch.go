package judge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Target describes the objects of a patch. Their schema is a parameter of its own.
type Target struct {
	// BuiltIn is set for a built-in kind, for which servers reject some combinations of fields.
	BuiltIn bool
	// Cluster is set if a cluster applies the patch, with the same schema.
	Cluster bool
}

// Patch returns what a patch shows without its object: everything that the library finds, with severities
// and remedies, strings and fractions that a cluster cannot read, names in free-form maps that look like
// directives and, depending on the target, fields that a server rejects together, and effects that differ on
// a cluster. Placeholders such as ${replicas} have any type.
func Patch(s smp.Schema, e engine.Engine, d load.Document, of Target) []finding.Finding {
	if e.Cluster {
		e.Ignore, e.Unions = e.Ignore|smp.PatchMergeKey, false // clusters do not support these
	}
	found := findings(s, d, e.Specification().Lint(s, d.Value))
	found = directiveNames(s, d.Value, nil, found)
	found = nulls(s, d, d.Value, nil, found)
	found = incomplete(s, placesOf(corpus.DeclaredKind(d.Value)), d.Value, nil, false, found)
	if of.BuiltIn {
		found = append(found, excluded(s, d.Value, false)...)
	}
	if of.Cluster && d.Value.Type() == model.Map {
		found = append(found, problemsOnCluster(s, d.Value, e.Cluster)...)
	}
	return found
}

// InPatch returns the findings of Patch for a patch whose object is known: without those that depend on the object,
// which the engine and InResult report, and without those for which the engine rejects the patch. It does not
// depend on the settings of the engine.
func InPatch(s smp.Schema, d load.Document) []finding.Finding {
	return slices.DeleteFunc(Patch(s, engine.Engine{}, d, Target{}), func(f finding.Finding) bool {
		return f.Rejected || f.Code == ClusterDiffers || f.Code == smp.UnionSiblings || f.Code == MissingField || f.Code == smp.AmbiguousMergeKey && f.Severity == finding.Note
	})
}

// Document returns the problems of a whole object: unknown fields, values of the wrong type, two members of
// a union, duplicate elements and, for a built-in kind, fields that a server rejects together.
func Document(s smp.Schema, d load.Document, of Target) []finding.Finding {
	problems := slices.Concat(smp.LintDocument(s, d.Value), duplicates(s, d.Value))
	for _, p := range smp.Lint(s, d.Value) {
		if p.Code == smp.UnknownField || p.Code == smp.WrongType {
			problems = append(problems, p)
		}
	}
	found := findings(s, d, problems)
	if of.BuiltIn {
		found = append(found, excluded(s, d.Value, true)...)
	}
	return found
}

// Value returns the unknown fields of a value that is not a text of its own, such as a part of a JSON Patch,
// and its values that a cluster cannot read.
func Value(s smp.Schema, v model.Value) []finding.Finding {
	var problems []smp.Problem
	for _, p := range smp.Lint(s, v) {
		if p.Code == smp.UnknownField || p.Code == smp.WrongType {
			problems = append(problems, p)
		}
	}
	return directiveNames(s, v, nil, findings(s, load.Document{Value: v}, problems))
}

// maxHints is the number of unknown names in a document for which the schema is searched for a similar
// name, and for a place with this name.
const maxHints = 50

// findings returns the findings for problems of a patch or document, and its strings and fractions that a
// cluster cannot read.
func findings(s smp.Schema, d load.Document, problems []smp.Problem) []finding.Finding {
	var found []finding.Finding
	hints, repeats := maxHints, repeating{}
	for _, p := range problems {
		f := finding.Of(p, severityOf(s, d.Value, repeats, p))
		switch p.Code {
		case smp.UnknownField:
			if hints--; hints >= 0 {
				f.Sentence, f.Remedy = unknownName(s, d, p.Path)
			}
		case smp.WrongType:
			if !p.Rejected && isPlaceholder(s, d.Value, p.Path) {
				continue
			}
			if v, _ := p.Path.Lookup(d.Value); !finding.Suggests(f.Sentence) && p.Rule == smp.RuleValueType {
				f.Remedy = typeFix(schemaAt(s, p.Path), v)
			}
		case smp.UnionSiblings:
			if isPlaceholder(s, d.Value, p.Path) || withEmptyList(s, d.Value, p.Path) {
				continue
			}
		case smp.AmbiguousMergeKey:
			if !p.Rejected {
				f = unambiguous(f)
			}
		case smp.NoEffect:
			if isKeyOfDeletion(s, d.Value, p.Path) {
				f.Sentence, _, _ = strings.Cut(f.Sentence, ", because ")
				f.Remedy = Unambiguous
			}
		}
		found = append(found, f)
	}
	return append(found, unreadable(s, d.Value)...)
}

// unknownName describes an unknown field, or a name that looks like a directive and is none.
func unknownName(s smp.Schema, d load.Document, path model.Path) (sentence, remedy string) {
	name, _ := path[len(path)-1].(model.Field)
	around := schemaAt(s, path[:len(path)-1])
	switch {
	case isDirective(string(name)):
		return unknownField + "; this name is not a directive here", ""
	case strings.HasPrefix(string(name), "$"):
		return unknownDirective, finding.DidYouMean(meant.Nearest(string(name), directives))
	}
	if word := d.Word(path); word != "" {
		return unknownField, fmt.Sprintf("YAML reads the name %s as %s; put it in quotes", word, name)
	}
	return unknownField, finding.DidYouMean(schemas.FieldMeant(s, around, path))
}

// EmptyValue is the code of a field without a value, which deletes the field like null.
const EmptyValue smp.Code = "empty-value"

// nulls returns the nulls of a patch that are probably mistakes: those that are not written as null, and those
// that delete a field that a server requires.
func nulls(s smp.Schema, d load.Document, v model.Value, path model.Path, found []finding.Finding) []finding.Finding {
	for name, member := range v.Members() {
		switch member.Type() {
		case model.Map, model.List:
			inner, _ := s.Member(name)
			found = nulls(inner, d, member, append(path, model.Field(name)), found)
		case model.Null:
			at := append(path, model.Field(name))
			field, declared := s.Field(name)
			if d.IsEmpty(at) {
				found = append(found, finding.Finding{
					Path: slices.Clone(at), Code: EmptyValue, Rule: smp.RuleNullDeletes, Severity: finding.Warning,
					Sentence: "an empty value deletes this field", Remedy: "write null if this is intended",
				})
			}
			if declared && field.Marks().Required {
				found = append(found, finding.Finding{
					Path: slices.Clone(at), Code: MissingField, Rule: smp.RuleNullDeletes, Severity: finding.Warning,
					Sentence: deletesRequired,
				})
			}
		}
	}
	for i, e := range v.Elements() {
		if e.Type() == model.Map || e.Type() == model.List {
			found = nulls(s.Element(), d, e, append(path, model.Index(i)), found)
		}
	}
	return found
}

// incomplete returns the maps and elements of a patch that replace others as a whole, and lack a field that a server
// requires. whole is set if v replaces another value.
func incomplete(s smp.Schema, p *kindPlaces, v model.Value, path model.Path, whole bool, found []finding.Finding) []finding.Finding {
	switch op := operation(v); {
	case op == "delete":
		return found
	case v.Type() == model.List:
		whole = whole || !s.Merging() || slices.ContainsFunc(v.AppendElements(nil), isMarker)
		for i, e := range v.Elements() {
			if !isMarker(e) && (e.Type() == model.Map || e.Type() == model.List) {
				found = incomplete(s.Element(), p, e, append(path, model.Index(i)), whole, found)
			}
		}
		return found
	case v.Type() == model.Map:
		whole = whole || op == replaceOperator || isAtomicMap(s)
	}
	if whole && len(path) > 1 {
		var missing []string
		for _, a := range p.lacks(s, v, path) {
			if member, _ := v.Get(a[0]); member.Type() != model.Null { // nulls reports a null
				missing = append(missing, a.String())
			}
		}
		if len(missing) > 0 {
			found = append(found, missingIn(path, missing, ""))
		}
	}
	for name, member := range v.Members() {
		if inner, known := s.Member(name); known && (member.Type() == model.Map || member.Type() == model.List) {
			found = incomplete(inner, p, member, append(path, model.Field(name)), whole, found)
		}
	}
	return found
}

// directiveNames returns the names in free-form maps of a patch that look like directives. They are data.
func directiveNames(s smp.Schema, patch model.Value, path model.Path, found []finding.Finding) []finding.Finding {
	for name, member := range patch.Members() {
		inner, known := s.Member(name)
		_, isField := s.Field(name)
		switch {
		case !strings.HasPrefix(name, "$") || isField:
			if (known || !s.Declared()) && (member.Type() == model.Map || member.Type() == model.List) {
				found = directiveNames(inner, member, append(path, model.Field(name)), found)
			}
		case !s.Declared() && !isDirective(name):
			if near := meant.Nearest(name, directives); near != "" {
				found = append(found, finding.Finding{
					Path: path.Append(model.Field(name)), Code: smp.DirectiveAsData, Rule: smp.RuleUnknownDirective, Severity: finding.Warning,
					Sentence: "unknown directive, which is kept as data", Remedy: finding.DidYouMean(near),
				})
			}
		}
	}
	for i, e := range patch.Elements() {
		if e.Type() == model.Map || e.Type() == model.List {
			found = directiveNames(s.Element(), e, append(path, model.Index(i)), found)
		}
	}
	return found
}

// Suggesting adds advice to an error. For an unknown field or a value of the wrong type, this
// is the remedy of the finding at its path. For an ambiguous key, it is Unambiguous.
func Suggesting(err error, found []finding.Finding) error {
	var e *smp.Error
	if errors.As(err, &e) && e.Code == smp.AmbiguousMergeKey && e.Rule == smp.RuleKeysRecommended {
		advising := *e
		advising.Cause = errors.New(Ambiguous(e.Path, e.Cause).Text())
		return &advising
	}
	if !errors.As(err, &e) || e.Code != smp.UnknownField && e.Code != smp.WrongType {
		return err
	}
	for _, f := range found {
		if f.Code == e.Code && f.Path.Equal(e.Path) && f.Remedy != "" {
			suggesting := *e
			suggesting.Cause = fmt.Errorf("%w; %s", e.Cause, f.Remedy)
			return &suggesting
		}
	}
	return err
}

// Unambiguous is the advice for an element that a patch finds by a key that several elements
// may have, such as port 53 of 53/UDP and 53/TCP. The advice is correct by the specification
// and on clusters.
const Unambiguous = "to be unambiguous, write the whole list with $patch: replace, as diff does"

// unambiguous replaces the advice of package smp to use $patchMergeKey, which clusters do not support, by the
// remedy Unambiguous.
func unambiguous(f finding.Finding) finding.Finding {
	f.Sentence, _, _ = strings.Cut(f.Sentence, "; use $patchMergeKey")
	f.Remedy = Unambiguous
	return f
}

// Ambiguous returns the finding for an element that a patch finds by an ambiguous key, with the cause as in
// an event of the engine.
func Ambiguous(path model.Path, cause error) finding.Finding {
	return unambiguous(finding.Finding{Path: path, Code: smp.AmbiguousMergeKey, Rule: smp.RuleKeysRecommended, Severity: finding.Warning, Sentence: cause.Error()})
}

// repeating is a cache for has. It records which elements of a patch's lists have the same
// merge keys as an earlier element, so that both change one element.
type repeating map[model.Value][]bool

// has reports whether the element at a path of a patch has the default key of an earlier
// element.
func (r repeating) has(s smp.Schema, patch model.Value, path model.Path) bool {
	n := len(path) - 1
	index, ok := path[n].(model.Index)
	if !ok {
		return true
	}
	list, _ := path[:n].Lookup(patch)
	if _, known := r[list]; !known {
		r[list] = repeatedIn(schemaAt(s, path[:n]).Keys(), list)
	}
	return r[list][index]
}

// repeatedIn reports for each element of a list whether an earlier one has the same keys.
func repeatedIn(keys []string, list model.Value) []bool {
	repeats := make([]bool, list.Len())
	first := map[uint64][]model.Value{} // the first elements with their keys, by the hash of the keys
	for i, e := range list.Elements() {
		var hash uint64
		for _, key := range keys {
			v, _ := e.Get(key)
			hash = hash*31 + v.Hash()
		}
		for _, earlier := range first[hash] {
			repeats[i] = repeats[i] || sameKeys(keys, earlier, e)
		}
		if !repeats[i] {
			first[hash] = append(first[hash], e)
		}
	}
	return repeats
}

// isKeyOfDeletion reports whether a path of a patch leads to a recommended key in the deletion
// of an element.
func isKeyOfDeletion(s smp.Schema, patch model.Value, path model.Path) bool {
	n := len(path) - 1
	if n < 1 {
		return false
	}
	name, isField := path[n].(model.Field)
	_, inElement := path[n-1].(model.Index)
	deletion, _ := path[:n].Lookup(patch)
	operation, _ := deletion.Get("$patch")
	return isField && inElement && operation.Text() == "delete" && slices.Contains(schemaAt(s, path[:n-1]).Recommended(), string(name))
}

// schemaAt returns the schema at a path of a patch.
func schemaAt(s smp.Schema, path model.Path) smp.Schema {
	for _, step := range path {
		if field, isField := step.(model.Field); isField {
			s, _ = s.Member(string(field))
		} else {
			s = s.Element()
		}
	}
	return s
}

func sameKeys(keys []string, a, b model.Value) bool {
	for _, key := range keys {
		left, _ := a.Get(key)
		right, _ := b.Get(key)
		if !model.Equal(left, right) {
			return false
		}
	}
	return true
}

// isTyped reports whether a field of the root is apiVersion or kind, which every schema
// accepts.
func isTyped(name string) bool { return name == "apiVersion" || name == "kind" }

const (
	unknownField     = "unknown field"
	unknownDirective = "unknown directive, which is dropped"
)

// directives lists the names of the directives. The last two are followed by /FIELD.
var directives = []string{"$patch", "$retainKeys", "$patchMergeKey", "$setElementOrder", "$deleteFromPrimitiveList"}

func isDirective(name string) bool {
	base, _, _ := strings.Cut(name, "/")
	return slices.Contains(directives, base)
}
