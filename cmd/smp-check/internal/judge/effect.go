package judge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// These are the codes of findings about the effect of a patch on its object.
const (
	MissingField   smp.Code = "missing-field"   // an added map lacks a required field, or a required field is deleted
	ImmutableField smp.Code = "immutable-field" // a server rejects any change of the field
)

// Effect returns the findings about what patches do to an object: required fields that they delete, or that
// maps and elements that they add lack, and changes of fields that a server never changes. The marks of
// the schema name the required fields. Paths are those of the result, or of the original if the result
// lacks the place.
func Effect(s smp.Schema, original, result model.Value) []finding.Finding {
	w := effectWalk{original: original, result: result}
	uid, _ := model.Path{model.Field("metadata"), model.Field("uid")}.Lookup(original)
	w.isLive = uid.Type() == model.String
	w.value(s, original, result, nil)
	w.immutable(s, original, result)
	return w.found
}

// An effectWalk compares an object before and after patches.
type effectWalk struct {
	original, result model.Value
	isLive           bool // a server has stored the original
	found            []finding.Finding
}

func (w *effectWalk) add(code smp.Code, path model.Path, sentence, remedy string) {
	f := finding.Finding{Path: slices.Clone(path), Code: code, Severity: finding.Warning, Sentence: sentence, Remedy: remedy, InResult: true}
	if code == ImmutableField && !w.isLive {
		f.Severity = finding.Note // the object of a manifest may not exist yet
	}
	w.found = append(w.found, f)
}

// value compares two values at a path. before is absent if patches add the value.
func (w *effectWalk) value(s smp.Schema, before, after model.Value, path model.Path) {
	switch after.Type() {
	case model.Map:
		w.mapping(s, before, after, path, before.Type() != model.Map, "")
	case model.List:
		w.list(s, before, after, path)
	}
}

// mapping compares two maps. added is set if the patch adds the map, or replaces it as a part of a list. meant is the
// remedy for an added element that lacks fields.
func (w *effectWalk) mapping(s smp.Schema, before, after model.Value, path model.Path, added bool, meant string) {
	var missing []string
	for name, field := range s.Fields() {
		if !field.Marks().Required || has(after, name) {
			continue
		}
		switch {
		case before.Type() != model.Map, added && has(before, name):
			missing = append(missing, name)
		case has(before, name):
			w.add(MissingField, path.Append(model.Field(name)), "the patch deletes a field that a server requires", "")
		}
	}
	if len(missing) > 0 && len(path) > 1 { // an object that lacks a whole part, such as spec, is only a fragment
		slices.Sort(missing)
		what := "field"
		if _, isField := path[len(path)-1].(model.Field); !isField {
			what = "element"
		}
		w.add(MissingField, path, fmt.Sprintf("the added %s lacks %s, which a server requires", what, strings.Join(missing, " and ")), meant)
	}
	for name, member := range after.Members() {
		old, _ := before.Get(name)
		if inner, known := s.Member(name); known && (member.Type() == model.Map || member.Type() == model.List) && !model.Same(old, member) {
			w.value(inner, old, member, append(path, model.Field(name)))
		}
	}
}

// list compares the elements of two lists. Those of a keyed list are paired by their keys. An element of another
// list that is in both has not changed, and the others are paired by their positions.
func (w *effectWalk) list(s smp.Schema, before, after model.Value, path model.Path) {
	old := map[string][]model.Value{}
	for i, e := range before.Elements() {
		step := corpus.ElementStep(s, before, i).String()
		old[step] = append(old[step], e)
	}
	for i, e := range after.Elements() {
		if e.Type() != model.Map {
			continue
		}
		step := corpus.ElementStep(s, after, i)
		found := model.Value{}
		if same := old[step.String()]; len(same) > 0 {
			found, old[step.String()] = same[0], same[1:]
		}
		meant := ""
		if found.Type() == model.Absent {
			meant = nearElement(s, before, e)
		}
		w.mapping(s.Element(), found, e, append(path, step), !s.Merging() || found.Type() == model.Absent, meant)
	}
}

// nearElement returns the remedy for an added element whose key is nearly that of another one.
func nearElement(s smp.Schema, list, element model.Value) string {
	keys := s.Keys()
	if !s.Keyed() || len(keys) != 1 {
		return ""
	}
	key, _ := element.Get(keys[0])
	if key.Type() != model.String {
		return ""
	}
	var others []string
	for _, e := range list.Elements() {
		if other, _ := e.Get(keys[0]); other.Type() == model.String {
			others = append(others, other.Text())
		}
	}
	if slices.Contains(others, key.Text()) {
		return ""
	}
	return finding.DidYouMean(load.Nearest(key.Text(), others))
}

// has reports whether a map has a field that a server does not take for a missing one, as it does null, "" and [].
func has(v model.Value, name string) bool {
	member, _ := v.Get(name)
	switch member.Type() {
	case model.Absent, model.Null:
		return false
	case model.String, model.List:
		return member.Type() == model.List && member.Len() > 0 || member.Text() != ""
	}
	return true
}

//go:embed immutable.txt
var immutableText string

// immutablePaths are the places of fields that a server never changes, by kind. Elements of lists are left out.
var immutablePaths = sync.OnceValue(func() map[kubernetes.Kind][][]string {
	paths := map[kubernetes.Kind][][]string{}
	for _, line := range strings.Split(immutableText, "\n") {
		kind, places, ok := strings.Cut(strings.TrimSpace(line), ":")
		apiVersion, name, isKind := strings.Cut(kind, " ")
		if !ok || !isKind || strings.HasPrefix(line, "#") {
			continue
		}
		k := kubernetes.Kind{APIVersion: apiVersion, Kind: name}
		for _, place := range strings.Fields(places) {
			paths[k] = append(paths[k], strings.Split(place, "."))
		}
	}
	return paths
})

// immutable compares the fields that a server does not change. An object with immutable: true cannot
// change its data, either.
func (w *effectWalk) immutable(s smp.Schema, before, after model.Value) {
	kind := corpus.DeclaredKind(before)
	for _, names := range immutablePaths()[kind] {
		w.unchanged(s, before, after, names, nil, "a server rejects a change of this field in an object that exists")
	}
	if fixed, _ := before.Get("immutable"); fixed.Type() == model.Bool && fixed.Bool() && defines(s, []string{"data", "immutable"}) {
		for _, name := range []string{"immutable", "data", "binaryData", "stringData"} {
			w.unchanged(s, before, after, []string{name}, nil, "a server rejects this change of an object with immutable: true")
		}
	}
}

// unchanged compares the fields with these names in two values. The sentence describes a change of them.
func (w *effectWalk) unchanged(s smp.Schema, before, after model.Value, names []string, path model.Path, sentence string) {
	if before.Type() == model.List && after.Type() == model.List {
		old := map[string]model.Value{}
		for i, e := range before.Elements() {
			if step := corpus.ElementStep(s, before, i).String(); old[step].Type() == model.Absent {
				old[step] = e
			}
		}
		for i, e := range after.Elements() {
			step := corpus.ElementStep(s, after, i)
			if other, found := old[step.String()]; found {
				w.unchanged(s.Element(), other, e, names, path.Append(step), sentence)
			}
		}
		return
	}
	had, _ := before.Get(names[0])
	now, _ := after.Get(names[0])
	inner, known := s.Member(names[0])
	path = path.Append(model.Field(names[0]))
	switch {
	case !known || now.IsScalar() && !has(before, names[0]): // a server may accept a scalar for a field that has none
	case len(names) > 1:
		w.unchanged(inner, had, now, names[1:], path, sentence)
	case !storedAlike(inner, had, now):
		w.add(ImmutableField, path, sentence, "create a new object instead")
	}
}
