package judge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the codes of findings about the effect of a patch on its object.
const (
	MissingField   smp.Code = "missing-field"   // an added map lacks a required field, or a required field is deleted
	ImmutableField smp.Code = "immutable-field" // a server rejects any change of the field
)

// Effect returns the findings about what patches do to an object: required fields that they delete, or that
// maps and elements that they add lack, and changes of fields that a server never changes. The marks of
// the schema and a table of kinds name the required fields. Paths are those of the result, or of the original
// if the result lacks the place.
func Effect(s smp.Schema, original, result model.Value) []finding.Finding {
	w := effectWalk{original: original, result: result, places: placesOf(corpus.DeclaredKind(original))}
	uid, _ := model.Path{model.Field("metadata"), model.Field("uid")}.Lookup(original)
	w.isLive = uid.Type() == model.String
	w.value(s, original, result, nil)
	for _, f := range w.places.frozen {
		w.unchanged(s, f, "", original, result, nil)
	}
	w.keepsData(s, original, result)
	return w.found
}

// An effectWalk compares an object before and after patches.
type effectWalk struct {
	original, result model.Value
	isLive           bool // a server has stored the original
	places           *kindPlaces
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
	lacking := w.places.lacks(s, after, path)
	var lacked []alternatives
	if len(lacking) > 0 {
		lacked = w.places.lacks(s, before, path)
	}
	had := func(a alternatives) bool {
		return before.Type() == model.Map && !slices.ContainsFunc(lacked, func(l alternatives) bool { return slices.Equal(l, a) })
	}
	for _, a := range lacking {
		switch {
		case s.Marks().NotStored && onlyZeros(after): // a server drops the map
		case before.Type() != model.Map, added && had(a):
			missing = append(missing, a.String())
		case had(a) && len(a) == 1:
			w.add(MissingField, path.Append(model.Field(a[0])), deletesRequired, "")
		case had(a):
			w.add(MissingField, path, "the patch deletes the only one of "+strings.Join(a, ", ")+", and a server requires one", "")
		}
	}
	if len(missing) > 0 && len(path) > 1 { // an object that lacks a whole part, such as spec, is only a fragment
		f := missingIn(path, missing, meant)
		w.add(f.Code, f.Path, f.Sentence, f.Remedy)
	}
	for name, member := range after.Members() {
		old, _ := before.Get(name)
		if inner, known := s.Member(name); known && (member.Type() == model.Map || member.Type() == model.List) && !model.Same(old, member) {
			w.value(inner, old, member, append(path, model.Field(name)))
		}
	}
}

// onlyZeros reports whether all fields of a map have no value.
func onlyZeros(v model.Value) bool {
	for _, member := range v.Members() {
		if !isEmpty(member) {
			return false
		}
	}
	return true
}

const deletesRequired = "the patch deletes a field that a server requires"

// missingIn returns the finding for a map or an element that lacks required fields.
func missingIn(path model.Path, missing []string, meant string) finding.Finding {
	slices.Sort(missing)
	what := "field"
	if _, isField := path[len(path)-1].(model.Field); !isField {
		what = "element"
	}
	return finding.Finding{
		Path: slices.Clone(path), Code: MissingField, Severity: finding.Warning, Remedy: meant,
		Sentence: fmt.Sprintf("the added %s lacks %s, which a server requires", what, strings.Join(missing, " and ")),
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
	return finding.DidYouMean(meant.Nearest(key.Text(), others))
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
