package kustomization

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
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
		s.report(s.document, path, Invalid, finding.Warning,
			errors.New("the first document of the patch is empty, and older releases of kustomize, such as 5.5, fail; remove the first ---"))
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
		severity := finding.Error
		if e.isMerge && len(s.list("patchesStrategicMerge")) > 1 {
			severity = finding.Warning // some releases of kustomize accept it
		}
		s.report(s.document, path, Invalid, severity, fmt.Errorf("%s is empty; expected a patch", name))
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
	if err != nil {
		s.problem(path, smp.Syntax, err)
		return
	}
	if e.targeted && len(docs) > 1 && !s.function {
		s.problem(path, Invalid, fmt.Errorf("kustomize accepts one patch for a target, got %d; add an entry for each", len(docs)))
	}
	for _, d := range docs {
		switch k := d.Value.Type(); k {
		case model.Map:
			s.mergePatch(e, d)
		case model.List:
			s.jsonPatch(e, path, d)
		default:
			s.report(d, nil, Invalid, finding.Error, fmt.Errorf("expected a patch, got %s", k.Noun()))
		}
	}
}
