package kustomization

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// mergePatches finds the patches that kustomize applies before it changes names, namespaces,
// labels and annotations.
func (s *kustomizationRun) mergePatches() {
	for i, v := range s.entries("patchesStrategicMerge") {
		s.strategic(s.at.Append(model.Field("patchesStrategicMerge"), model.Index(i)), v)
	}
	s.entryList("patches", false)
}

// entryList finds the patches of a list whose elements are maps. In Flux, these have no files and no
// options.
func (s *kustomizationRun) entryList(field string, isJSON bool) {
	fields := []string{"target", "patch", "path", "options"}
	switch {
	case IsFlux(s.document):
		fields = fields[:2]
	case isJSON:
		fields = fields[:3]
	}
	for i := range s.entries(field) {
		s.entry(entry{path: s.at.Append(model.Field(field), model.Index(i)), isJSON: isJSON}, fields...)
	}
}

// jsonPatches finds the patches that kustomize applies after it has changed names, namespaces,
// labels and annotations.
func (s *kustomizationRun) jsonPatches() {
	s.entryList("patchesJson6902", true)
}

// transformer finds the patches of a transformer, which may be a file or inline. It supports
// kustomize's PatchTransformer and smp-check fn.
func (s *kustomizationRun) transformer(path model.Path, name string) {
	if load.IsFolder(s.in(name)) || s.isRemote(name) {
		s.complete = false
		s.doubtAll(anyField)
		return
	}
	docs, err := s.configuration(path, name)
	if err != nil {
		s.doubtAll(anyField)
		s.missing(path, name, err)
		return
	}
	for _, d := range docs {
		inner := &kustomizationRun{Finder: s.Finder, document: d, folder: s.folder, built: s.built, again: s.again}
		k := corpus.DeclaredKind(d.Value)
		switch {
		case k.APIVersion == "builtin" && k.Kind == "PatchTransformer":
			inner.entry(entry{}, "apiVersion", "kind", "metadata", "target", "patch", "path", "options")
		case strings.Contains(annotation(d.Value, "config.kubernetes.io/function"), "smp-check"):
			inner.function = true
			for i := range inner.entries("patches") {
				inner.entry(entry{path: model.Path{model.Field("patches"), model.Index(i)}}, "target", "patch", "path", "options", "mergeKeys")
			}
		default:
			inner.complete = false
			inner.doubtAll(anyField)
		}
		s.built = inner.built
	}
}

// configuration returns the configuration of a generator, transformer or validator. The text at path
// is the name of a file, or the configuration itself.
func (s *kustomizationRun) configuration(path model.Path, text string) ([]load.Document, error) {
	docs, err := s.read(s.in(text))
	if inline, _ := s.document.Inside(path); errors.Is(err, fs.ErrNotExist) && len(inline) > 0 && inline[0].Value.Type() == model.Map {
		return inline, nil
	}
	return docs, err
}

// entries returns the elements of the list of patches in a field.
func (s *kustomizationRun) entries(field string) []model.Value {
	path := s.at.Append(model.Field(field))
	v, _ := path.Lookup(s.document.Value)
	switch k := v.Type(); k {
	case model.List:
		return v.AppendElements(nil)
	case model.Absent, model.Null:
	default:
		s.problem(path, Invalid, fmt.Errorf("expected a list of patches, got %s", k.Noun()))
	}
	return nil
}

// An entry is an element of a list of patches, with its options.
type entry struct {
	path     model.Path // of the element
	isMerge  bool       // the element is in patchesStrategicMerge
	isJSON   bool       // the element is in patchesJson6902
	targeted bool
	target   Target
	newName  bool
	newKind  bool
}

// strategic finds the patches of an element of patchesStrategicMerge. The element is a file,
// a text or, for Flux, a map.
func (s *kustomizationRun) strategic(path model.Path, v model.Value) {
	e := entry{path: path, isMerge: true}
	switch k := v.Type(); {
	case k == model.Map || k == model.String && strings.Contains(strings.TrimSpace(v.Text()), "\n"):
		s.inPlace(e, path)
	case k == model.String:
		s.inFile(e, path)
	default:
		s.problem(path, Invalid, fmt.Errorf("%w, got %s", errNoText, k.Noun()))
	}
}

// entry finds the patches of an element that is a map.
func (s *kustomizationRun) entry(e entry, fields ...string) {
	path := e.path
	v, _ := path.Lookup(s.document.Value)
	if k := v.Type(); k != model.Map {
		s.problem(path, Invalid, fmt.Errorf("expected a map with the field patch or path, got %s", k.Noun()))
		return
	}
	s.onlyFields(path, fields)
	target, ok := v.Get("target")
	e.targeted = ok && target.Type() != model.Null
	s.onlyFields(path.Append(model.Field("target")), TargetFields)
	options, _ := v.Get("options")
	s.onlyFields(path.Append(model.Field("options")), []string{"allowNameChange", "allowKindChange"})
	newName, _ := options.Get("allowNameChange")
	newKind, _ := options.Get("allowKindChange")
	e.newName, e.newKind = newName.Bool(), newKind.Bool()
	var err error
	if e.target, err = ReadTarget(target); err != nil {
		at, fault := path.Append(model.Field("target")), (*TargetError)(nil)
		if errors.As(err, &fault) {
			if err = fault.Cause; fault.Field != "" {
				at = at.Append(model.Field(fault.Field))
			}
		}
		s.problem(at, Invalid, err)
		return
	}
	for i, selector := range []selector{e.target.labels, e.target.annotations} {
		if err := selector.checkForKustomize(); err != nil && !s.function {
			field := []string{"labelSelector", "annotationSelector"}[i]
			s.problem(path.Append(model.Field("target"), model.Field(field)), Invalid, err)
		}
	}
	inText, inPlace := v.Get("patch")
	ofFile, inFile := v.Get("path")
	if inPlace && inFile {
		inPlace, inFile = !isUnset(inText), !isUnset(ofFile)
	}
	switch {
	case IsFlux(s.document) && inPlace:
		s.inPlace(e, path.Append(model.Field("patch")))
	case IsFlux(s.document):
		if !inFile { // onlyFields has reported the field path
			s.problem(path, Invalid, errors.New("missing field patch"))
		}
	case inPlace && inFile:
		s.problem(path, Invalid, errors.New("expected patch or path, got both"))
	case inPlace:
		s.inPlace(e, path.Append(model.Field("patch")))
	case inFile:
		s.inFile(e, path.Append(model.Field("path")))
	default:
		s.problem(path, Invalid, errors.New("expected patch or path, got neither"))
	}
}

// isUnset reports whether kustomize treats the value of a field for a text as if the field were missing.
func isUnset(v model.Value) bool {
	return v.Type() == model.Null || v.Type() == model.String && v.Text() == ""
}

// inPlace finds the patches in a text of the kustomization.
func (s *kustomizationRun) inPlace(e entry, path model.Path) {
	v, _ := path.Lookup(s.document.Value)
	if k := v.Type(); k != model.String && k != model.Map && k != model.List {
		s.problem(path, Invalid, fmt.Errorf("expected the text of a patch, got %s", k.Noun()))
		return
	}
	if text := strings.TrimSpace(v.Text()); strings.HasPrefix(text, "[") && !json.Valid([]byte(text)) && !s.function {
		s.problem(path, Invalid, errors.New("kustomize reads a patch that begins with [ as JSON, and this is not JSON; write - before each operation"))
		return
	}
	if k := v.Type(); k != model.String && !s.function && !(IsFlux(s.document) && (e.isMerge || e.isJSON)) {
		s.problem(path, Invalid, fmt.Errorf("expected the text of a patch, got %s; write |- before the patch", k.Noun()))
		return
	}
	docs, err := s.document.Inside(path)
	if v.Type() == model.String {
		docs = asKustomize(docs)
	}
	if err == nil && isBlank(docs) {
		s.problem(path, Invalid, errors.New("the patch is empty"))
		return
	}
	s.checkBeginning(e, path, v.Text())
	s.found(e, path, docs, err)
}

// checkBeginning reports a text whose first document is empty.
func (s *kustomizationRun) checkBeginning(e entry, path model.Path, text string) {
	if !e.isMerge && !s.function && beginsEmpty(text) {
		s.OnProblem(Problem{Document: s.document, Path: path, Code: Invalid, Warning: true,
			Cause: errors.New("the first document of the patch is empty, and older releases of kustomize, such as 5.5, fail; remove the first ---")})
	}
}

// inFile finds the patches in a file to which the kustomization refers.
func (s *kustomizationRun) inFile(e entry, path model.Path) {
	v, _ := path.Lookup(s.document.Value)
	if v.Type() != model.String {
		s.problem(path, Invalid, fmt.Errorf("expected the name of a file, got %s", v.Type().Noun()))
		return
	}
	name := v.Text()
	if !s.function && s.isRemote(name) {
		return
	}
	file := s.in(name)
	s.Patches[Clean(file)] = true
	docs, err := s.readAsKustomize(file)
	if err == nil && !s.function {
		s.checkBelow(path, name)
	}
	switch {
	case err != nil:
		s.unreadable(path, name, err)
		return
	case isBlank(docs):
		s.OnProblem(Problem{Document: s.document, Path: path, Code: Invalid, Warning: e.isMerge && len(s.list("patchesStrategicMerge")) > 1,
			Cause: fmt.Errorf("%s is empty; expected a patch", name)})
		return
	}
	if line, _ := docs[0].Position(nil); line > 1 {
		if text, err := s.Reader.Read(file); err == nil {
			s.checkBeginning(e, path, string(text))
		}
	}
	s.found(e, path, docs, nil)
}

// found reports the patches of an element at a path. If they cannot be parsed, it reports the
// error.
func (s *kustomizationRun) found(e entry, path model.Path, docs []load.Document, err error) {
	if fault := (*load.Fault)(nil); errors.As(err, &fault) {
		s.OnProblem(Problem{Document: s.document, Path: path, Code: smp.Syntax, Cause: fault})
		return
	}
	if e.targeted && len(docs) > 1 && !s.function {
		s.problem(path, Invalid, fmt.Errorf("kustomize accepts one patch for a target, got %d; add an entry for each", len(docs)))
	}
	for _, d := range docs {
		switch k := d.Value.Type(); k {
		case model.Map:
			s.one(e, d)
		case model.List:
			s.operations(e, path, d)
		default:
			s.OnProblem(Problem{Document: d, Code: Invalid, Cause: fmt.Errorf("expected a patch, got %s", k.Noun())})
		}
	}
}

// one reports a strategic merge patch. It also applies the patch to the objects, because
// later patches may depend on it.
func (s *kustomizationRun) one(e entry, d load.Document) {
	id := IDOf(d.Value)
	p := Patch{Document: d, Definitions: s.find().definitions, OpenAPI: s.openAPI, Function: s.function, Applied: e.applied(d.Value), SchemaOf: s.schemaOf}
	var selected []int
	if e.targeted {
		selected = s.selected(e)
		if p.Kinds = s.kindsOf(selected); len(p.Kinds) == 0 {
			p.Kinds = e.target.kinds(corpus.DeclaredKind(d.Value), &s.matches)
		}
		if lacks := lacking(id); len(lacks) > 0 && !s.function {
			s.OnProblem(Problem{Document: d, Code: Invalid, Cause: fmt.Errorf(
				"kustomize requires kind and metadata.name in every patch, although the target selects the objects; add %s", strings.Join(lacks, " and "))})
		}
	} else {
		k := corpus.DeclaredKind(d.Value)
		if !load.Complete(k) || id.Name == "" {
			s.OnProblem(Problem{Document: d, Code: Invalid,
				Cause: errors.New("without a target, a patch requires apiVersion, kind and metadata.name")})
			if p.Kinds = []kubernetes.Kind{k}; load.Complete(k) {
				s.OnPatch(p)
			}
			return
		}
		p.Kinds, selected = []kubernetes.Kind{k}, s.named(d, id)
	}
	s.countRun(p)
	s.merged += len(selected)
	for _, i := range selected {
		if s.merged <= maxMerged && !s.resources[i].isDoubtful(anyField) {
			p.Objects = append(p.Objects, s.resources[i].value)
		}
	}
	p.Partial = len(p.Objects) < len(selected) || e.targeted && !s.complete
	s.OnPatch(p)
	s.own()
	if directive, _ := d.Value.Get("$patch"); directive.Text() == "delete" {
		s.remove(selected)
		return
	}
	if s.merged > maxMerged {
		s.doubt(selected, anyField)
		return
	}
	for _, i := range selected {
		r := s.resources[i]
		if e.newName || e.newKind {
			r = r.remembered()
		}
		v, exact := s.patched(r.value, d.Value, e)
		if r = r.with(v); !exact {
			r = r.doubted(anyField)
		}
		s.set(i, r)
	}
}

// countRun counts the check of a patch of a component that was run before.
func (s *kustomizationRun) countRun(p Patch) {
	if s.again {
		s.runs += max(len(p.Kinds), 1)
	}
}

// lacking returns the fields that a patch with a target lacks. A List needs no name.
func lacking(id ID) []string {
	var lacks []string
	if id.Kind == "" {
		lacks = append(lacks, "kind")
	}
	if id.Name == "" && !strings.HasSuffix(id.Kind, "List") {
		lacks = append(lacks, "metadata.name")
	}
	return lacks
}

// remove removes the resources with some indexes.
func (s *kustomizationRun) remove(indexes []int) {
	for _, i := range indexes {
		s.resources[i] = resource{}
	}
	s.resources = slices.DeleteFunc(s.resources, func(r resource) bool { return r.value.Type() == model.Absent })
	s.lookup = nil
}

// named returns the index of the resource that a patch without a target names. It reports an
// error if there is none, or if there are several.
func (s *kustomizationRun) named(d load.Document, id ID) []int {
	at := model.Path{model.Field("metadata"), model.Field("name")}
	found := s.having(id)
	if s.function {
		found = s.present(id, found)
	}
	switch {
	case len(found) > 1 && !s.function:
		s.OnProblem(Problem{Document: d, Path: at, Code: Invalid, Cause: s.ambiguous(s.resources[found[0]], s.resources[found[1]])})
		return nil
	case len(found) > 0 || !s.complete:
		return found
	}
	s.OnProblem(Problem{Document: d, Path: at, Code: MissingTarget,
		Cause: fmt.Errorf("%s has no resource %s%s", s.of, InFull(d.Value), s.hint(id))})
	return nil
}

// ambiguous returns the error for a patch that two resources match.
func (s *kustomizationRun) ambiguous(one, other resource) error {
	if one.id == other.id {
		return fmt.Errorf("kustomize fails, because %s appears twice in the resources", one.inFull())
	}
	return fmt.Errorf("kustomize fails because both %s and %s have or had this name; select one with a target", one.inFull(), other.inFull())
}

// present returns the indexes in found whose resources still have the identity. If there are none,
// it returns found.
func (s *kustomizationRun) present(id ID, found []int) []int {
	isPresent := func(i int) bool { return id.same(s.resources[i].id) }
	if !slices.ContainsFunc(found, isPresent) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(i int) bool { return !isPresent(i) })
}

// hint returns a suffix for the error about a missing resource. It names a resource that
// differs only in fields that the patch lacks, or the most similar one.
func (s *kustomizationRun) hint(id ID) string {
	if s.hints++; s.hints > maxHints || s.tooMuch(len(s.resources)) {
		return ""
	}
	nearly := func(r resource) bool { return id.names(r.id) || slices.ContainsFunc(r.earlier, id.names) }
	if i := slices.IndexFunc(s.resources, nearly); i >= 0 {
		return "; there is " + s.resources[i].inFull()
	}
	if near := s.nearest(id); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// nearest returns the object with the most similar identity: one with the same kind and a
// similar name, or with the same name and a similar kind. The result is empty if there is no
// such object.
func (s *kustomizationRun) nearest(id ID) string {
	var names, kinds []string
	objects := map[string]string{}
	for _, r := range s.resources {
		switch of := r.id; {
		case of.Kind == id.Kind:
			names = append(names, of.Name)
			objects["name "+of.Name] = r.inFull()
		case of.Name == id.Name:
			kinds = append(kinds, of.Kind)
			objects["kind "+of.Kind] = r.inFull()
		}
	}
	if near := load.Nearest(id.Name, names); near != "" {
		return objects["name "+near]
	}
	return objects["kind "+load.Nearest(id.Kind, kinds)]
}

// selected returns the indexes of the objects that a target selects. It reports a warning if
// there are none.
func (s *kustomizationRun) selected(e entry) []int {
	if s.tooMuch(len(s.resources)) {
		s.forget()
		return nil
	}
	var found []int
	for i, r := range s.resources {
		if e.target.selects(r, &s.matches) {
			found = append(found, i)
		}
	}
	if s.matches.TooMany() {
		s.forget()
		return nil
	}
	if len(found) == 0 && s.complete {
		s.OnProblem(Problem{Document: s.document, Path: e.path.Append(model.Field("target")), Code: MissingTarget, Warning: true,
			Cause: errors.New("the target selects none of the resources, so the patch has no effect")})
	}
	return found
}

// operations reports a JSON Patch and applies it.
func (s *kustomizationRun) operations(e entry, path model.Path, d load.Document) {
	s.checkOperations(e, path, d)
	if !e.targeted {
		s.problem(path, Invalid, errors.New("a JSON Patch does not name its object; add a target"))
		s.OnPatch(Patch{Document: d, Operations: true})
		return
	}
	definitions := s.find().definitions // before selected, because find may forget the resources
	selected := s.selected(e)
	p := Patch{Document: d, Operations: true, Kinds: s.kindsOf(selected), Definitions: definitions, OpenAPI: s.openAPI, Function: s.function}
	if len(p.Kinds) == 0 {
		p.Kinds = e.target.kinds(kubernetes.Kind{}, &s.matches)
	}
	p.Failures = s.applyOperations(e, d, selected)
	s.countRun(p)
	s.OnPatch(p)
}

// annotated returns a resource with the map metadata.annotations. In kustomize, a resource has
// this map if it has earlier identities, so that a JSON Patch can add annotations.
func annotated(r resource) resource {
	if len(r.earlier) > 0 {
		if v, err := withMembers(r.value, []string{"metadata", "annotations"}, nil); err == nil {
			r.value = v
		}
	}
	return r
}

// maxKinds is the maximal number of kinds for which a patch is checked.
const maxKinds = 200

// kindsOf returns the kinds of resources, each of them once.
func (s *kustomizationRun) kindsOf(places []int) []kubernetes.Kind {
	var kinds []kubernetes.Kind
	seen := map[kubernetes.Kind]bool{}
	for _, i := range places {
		if k := corpus.DeclaredKind(s.resources[i].value); load.Complete(k) && !seen[k] && len(kinds) < maxKinds {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// kinds returns the kinds that a target may select if the resources are unknown. This is the
// kind declared by the patch, if the target selects this kind. If not, these are built-in
// kinds in their most stable versions.
func (t Target) kinds(declared kubernetes.Kind, m *Matches) []kubernetes.Kind {
	selects := func(k kubernetes.Kind) bool {
		group, version, grouped := strings.Cut(k.APIVersion, "/")
		if !grouped {
			group, version = "", k.APIVersion
		}
		for field, text := range map[string]string{"group": group, "version": version, "kind": k.Kind} {
			if e, ok := t.expressions[field]; ok && !m.matches(e, text) {
				return false
			}
		}
		return true
	}
	if load.Complete(declared) && selects(declared) {
		return []kubernetes.Kind{declared}
	}
	if _, ok := t.expressions["kind"]; !ok {
		return nil
	}
	var found []kubernetes.Kind
	for _, k := range kubernetes.Kinds() {
		if selects(k) && !strings.HasSuffix(k.Kind, "List") {
			found = append(found, k)
		}
	}
	stable := map[string]bool{}
	isStable := func(k kubernetes.Kind) bool {
		return !strings.Contains(k.APIVersion, "alpha") && !strings.Contains(k.APIVersion, "beta")
	}
	for _, k := range found {
		stable[k.Kind] = stable[k.Kind] || isStable(k)
	}
	return slices.DeleteFunc(found, func(k kubernetes.Kind) bool { return stable[k.Kind] && !isStable(k) })
}
