package kustomization

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// patches finds the patches of a kustomization, in the order in which kustomize applies them.
func (f *Finder) patches(s *kustomizationRun) {
	for i, v := range s.entries("patchesStrategicMerge") {
		s.strategic(s.at.Append(model.Field("patchesStrategicMerge"), model.Index(i)), v)
	}
	for i := range s.entries("patches") {
		s.entry(s.at.Append(model.Field("patches"), model.Index(i)), "target", "patch", "path", "options")
	}
	for i := range s.entries("patchesJson6902") {
		s.entry(s.at.Append(model.Field("patchesJson6902"), model.Index(i)), "target", "patch", "path")
	}
}

// transformer finds the patches of a transformer, which may be a file or inline. It supports
// kustomize's PatchTransformer and smp-check fn.
func (s *kustomizationRun) transformer(path model.Path, name string) {
	docs, err := s.read(filepath.Join(s.folder, name))
	if err != nil {
		docs, err = s.document.Inside(path)
	}
	if err != nil || len(docs) == 0 {
		s.complete = false
		return
	}
	for _, d := range docs {
		inner := &kustomizationRun{Finder: s.Finder, document: d, folder: s.folder, built: s.built}
		k := corpus.DeclaredKind(d.Value)
		switch {
		case k.APIVersion == "builtin" && k.Kind == "PatchTransformer":
			inner.entry(nil, "apiVersion", "kind", "metadata", "target", "patch", "path", "options")
		case strings.Contains(annotation(d.Value, "config.kubernetes.io/function"), "smp-check"):
			inner.function = true
			for i := range inner.entries("patches") {
				inner.entry(model.Path{model.Field("patches"), model.Index(i)}, "target", "patch", "path", "options", "mergeKeys")
			}
		default:
			inner.complete = false
		}
		s.built = inner.built
	}
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
	targeted bool
	target   Target
	newName  bool
	newKind  bool
}

// strategic finds the patches of an element of patchesStrategicMerge. The element is a file,
// a text or, for Flux, a map.
func (s *kustomizationRun) strategic(path model.Path, v model.Value) {
	e := entry{path: path}
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
func (s *kustomizationRun) entry(path model.Path, fields ...string) {
	v, _ := path.Lookup(s.document.Value)
	if k := v.Type(); k != model.Map {
		s.problem(path, Invalid, fmt.Errorf("expected a map with the field patch or path, got %s", k.Noun()))
		return
	}
	s.onlyFields(path, fields)
	e := entry{path: path}
	target, ok := v.Get("target")
	e.targeted = ok && target.Type() != model.Null
	s.onlyFields(path.Append(model.Field("target")), TargetFields)
	options, _ := v.Get("options")
	s.onlyFields(path.Append(model.Field("options")), []string{"allowNameChange", "allowKindChange"})
	newName, _ := options.Get("allowNameChange")
	newKind, _ := options.Get("allowKindChange")
	e.newName, e.newKind = newName.Type() == model.Bool && newName.Bool(), newKind.Type() == model.Bool && newKind.Bool()
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
	_, inPlace := v.Get("patch")
	_, inFile := v.Get("path")
	switch {
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
	docs, err := s.document.Inside(path)
	if v.Type() == model.String {
		docs = asKustomize(docs)
	}
	if err == nil && len(docs) == 0 {
		s.problem(path, Invalid, errors.New("the patch is empty"))
		return
	}
	s.found(e, path, docs, err)
}

// inFile finds the patches in a file to which the kustomization refers.
func (s *kustomizationRun) inFile(e entry, path model.Path) {
	v, _ := path.Lookup(s.document.Value)
	if v.Type() != model.String {
		s.problem(path, Invalid, fmt.Errorf("expected the name of a file, got %s", v.Type().Noun()))
		return
	}
	file := filepath.Join(s.folder, v.Text())
	s.Patches[Clean(file)] = true
	docs, err := s.resources(file)
	if fault := (*load.Fault)(nil); err != nil && !errors.As(err, &fault) {
		s.problem(path, Invalid, fmt.Errorf("%s cannot be read: %w", v.Text(), err))
		return
	}
	s.found(e, path, docs, err)
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
	p := Patch{Document: d, Definitions: s.definitions(), Function: s.function, Applied: e.applied(d.Value), SchemaOf: s.schemaOf}
	var selected []int
	if e.targeted {
		selected = s.selected(e)
		if p.Kinds = s.kindsOf(selected); len(p.Kinds) == 0 {
			p.Kinds = e.target.kinds(corpus.DeclaredKind(d.Value))
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
	s.merged += len(selected)
	for _, i := range selected {
		if s.merged <= maxMerged {
			p.Objects = append(p.Objects, s.objects[i])
		}
	}
	s.OnPatch(p)
	s.own()
	directive, _ := d.Value.Get("$patch")
	for _, i := range selected {
		if directive.Text() == "delete" {
			s.objects[i] = model.Value{}
			continue
		}
		if s.merged <= maxMerged {
			s.objects[i] = s.patched(s.objects[i], d.Value, e)
		}
	}
	if directive.Text() == "delete" {
		s.objects = slices.DeleteFunc(s.objects, func(v model.Value) bool { return v.Type() == model.Absent })
	}
}

// named returns the indexes of the objects that a patch without a target names. It reports an
// error if there are none.
func (s *kustomizationRun) named(d load.Document, id ID) []int {
	at := model.Path{model.Field("metadata"), model.Field("name")}
	if s.compare() {
		return nil
	}
	found := s.exactly(id)
	if len(found) > 0 || !s.complete {
		return found
	}
	hint := ""
	if nearly := NamedBy(id, s.objects); len(nearly) > 0 {
		hint = fmt.Sprintf("; there is %s", inFull(s.objects[nearly[0]]))
	} else if near := s.nearest(id); near != "" {
		hint = "; did you mean " + near + "?"
	}
	s.OnProblem(Problem{Document: d, Path: at, Code: MissingTarget,
		Cause: fmt.Errorf("%s has no resource %s%s", s.of, inFull(d.Value), hint)})
	return nil
}

// inFull returns apiVersion, kind, namespace and name, as in "apps/v1 Deployment shop/web".
func inFull(v model.Value) string { return corpus.DeclaredKind(v).APIVersion + " " + IDOf(v).String() }

// nearest returns the object with the most similar identity: one with the same kind and a
// similar name, or with the same name and a similar kind. The result is empty if there is no
// such object.
func (s *kustomizationRun) nearest(id ID) string {
	var names, kinds []string
	objects := map[string]string{}
	for _, v := range s.objects {
		switch of := IDOf(v); {
		case of.Kind == id.Kind:
			names = append(names, of.Name)
			objects["name "+of.Name] = inFull(v)
		case of.Name == id.Name:
			kinds = append(kinds, of.Kind)
			objects["kind "+of.Kind] = inFull(v)
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
	if s.compare() {
		return nil
	}
	var found []int
	for i, v := range s.objects {
		if e.target.Selects(v) {
			found = append(found, i)
		}
	}
	if len(found) == 0 && s.complete {
		s.OnProblem(Problem{Document: s.document, Path: e.path.Append(model.Field("target")), Code: MissingTarget, Warning: true,
			Cause: errors.New("the target selects none of the resources, so the patch has no effect")})
	}
	return found
}

// operations reports a JSON Patch and applies it.
func (s *kustomizationRun) operations(e entry, path model.Path, d load.Document) {
	if !e.targeted {
		s.problem(path, Invalid, errors.New("a JSON Patch does not name its object; add a target"))
		s.OnPatch(Patch{Document: d, Operations: true})
		return
	}
	selected := s.selected(e)
	p := Patch{Document: d, Operations: true, Kinds: s.kindsOf(selected), Definitions: s.definitions(), Function: s.function}
	if len(p.Kinds) == 0 {
		p.Kinds = e.target.kinds(kubernetes.Kind{})
	}
	s.OnPatch(p)
	operations, err := jsonpatch.FromValueAsServer(d.Value)
	if err != nil {
		return // the linter reports the error
	}
	s.own()
	for _, i := range selected {
		if v, err := operations.ApplyAsServer(s.objects[i]); err == nil {
			s.objects[i] = remembering(s.objects[i], v)
		}
	}
}

// definitions returns the CustomResourceDefinitions among the objects.
func (s *kustomizationRun) definitions() []model.Value {
	var found []model.Value
	for _, v := range s.objects {
		if IDOf(v).Kind == "CustomResourceDefinition" {
			found = append(found, v)
		}
	}
	return found
}

// kindsOf returns the kinds of objects, each of them once.
func (s *kustomizationRun) kindsOf(places []int) []kubernetes.Kind {
	var kinds []kubernetes.Kind
	for _, i := range places {
		if k := corpus.DeclaredKind(s.objects[i]); load.Complete(k) && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// kinds returns the kinds that a target may select if the resources are unknown. This is the
// kind declared by the patch, if the target selects this kind. If not, these are built-in
// kinds in their most stable versions.
func (t Target) kinds(declared kubernetes.Kind) []kubernetes.Kind {
	selects := func(k kubernetes.Kind) bool {
		group, version, grouped := strings.Cut(k.APIVersion, "/")
		if !grouped {
			group, version = "", k.APIVersion
		}
		for field, text := range map[string]string{"group": group, "version": version, "kind": k.Kind} {
			if expression := t.expressions[field]; expression != nil && !expression.MatchString(text) {
				return false
			}
		}
		return true
	}
	if load.Complete(declared) && selects(declared) {
		return []kubernetes.Kind{declared}
	}
	if t.expressions["kind"] == nil {
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
