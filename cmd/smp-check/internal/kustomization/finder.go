package kustomization

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// These are the codes of problems of kustomizations.
const (
	// Invalid means that kustomize rejects the kustomization.
	Invalid smp.Code = "invalid-kustomization"
	// MissingTarget means that the object of a patch is not among the resources.
	MissingTarget smp.Code = "missing-target"
)

// A Patch is a patch that a kustomization applies.
type Patch struct {
	Document   load.Document // a map, or the list of operations of a JSON Patch
	Operations bool          // Document is a JSON Patch
	// Kinds are the kinds of the patch's objects. The list is empty if they are unknown.
	Kinds []kubernetes.Kind
	// Definitions are the CustomResourceDefinitions among the resources.
	Definitions []model.Value
	// Applied is the strategic merge patch without the fields that identify its object.
	// kustomize does not change these fields.
	Applied model.Value
	// Objects are the objects of the patch before it is applied, as far as they are in local
	// files. SchemaOf returns the schema that kustomize has for a kind.
	Objects  []model.Value
	SchemaOf func(kubernetes.Kind) kyaml.Schema
	// Function is set if smp-check fn applies the patch instead of kustomize.
	Function bool
}

// A Problem is an error in a kustomization, or in its use of a patch.
type Problem struct {
	Document load.Document
	Path     model.Path
	Code     smp.Code
	Warning  bool // kustomize accepts the place, but it has no effect
	Cause    error
}

// A Finder finds the patches of kustomizations. It passes each patch to OnPatch and each
// problem to OnProblem, once for each kustomization that includes it.
type Finder struct {
	Reader    *load.Reader
	OnPatch   func(Patch)
	OnProblem func(Problem)
	// Patches are the files to which kustomizations refer as patches. The keys are results of
	// Clean.
	Patches map[string]bool

	runs     int // number of component runs
	compared int
	merged   int
	folders  map[string][]load.Document // the kustomization of each directory; empty if there is none
	built    map[string]built           // by the files of the kustomizations
	running  map[string]bool            // kustomizations whose build has begun, but not ended
}

// A built is the output of a kustomization.
type built struct {
	objects []model.Value
	// complete is false if there may be further objects that are not in local files.
	complete bool
	// of is the name of the kustomization's file.
	of string
	// owned is set if objects is not shared and may be changed.
	owned bool
	// openAPI contains the schemas of all kinds, if the field openapi is set.
	openAPI *openapi.Document
}

// own makes a copy of objects, unless owned is set.
func (b *built) own() {
	if !b.owned {
		b.objects, b.owned = slices.Clone(b.objects), true
	}
}

// IsFlux reports whether a document is a Kustomization of Flux, which may also have patches.
func IsFlux(d load.Document) bool {
	k := d.Identity().Kind
	return k.Kind == "Kustomization" && strings.HasPrefix(k.APIVersion, "kustomize.toolkit.fluxcd.io/")
}

// isComponent reports whether a kustomization is a component. Its patches are for the objects
// of the kustomization that includes it.
func isComponent(d load.Document) bool { return corpus.DeclaredKind(d.Value).Kind == "Component" }

// Below returns the files of the kustomizations in a directory and its subdirectories, sorted.
// Hidden and unreadable directories are skipped.
func Below(folder string) []string {
	var files []string
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case !entry.IsDir() && slices.Contains(load.KustomizationFiles, entry.Name()):
			files = append(files, path)
		}
		return nil
	})
	return files
}

// Find finds the patches of kustomizations, and of those that they include. A component is
// checked as a part of the kustomizations that include it, or alone if there are none.
func (f *Finder) Find(kustomizations []load.Document) {
	f.built, f.running, f.Patches, f.folders = map[string]built{}, map[string]bool{}, map[string]bool{}, map[string][]load.Document{}
	var alone []load.Document
	for _, d := range kustomizations {
		switch {
		case IsFlux(d):
			f.flux(d)
		case isComponent(d):
			alone = append(alone, d)
		default:
			f.build(d, built{complete: true})
		}
	}
	for _, d := range alone {
		if _, included := f.built[Clean(d.File())]; !included {
			f.build(d, built{})
		}
	}
}

// Names reports whether a kustomization refers to the document's file as a patch.
func (f *Finder) Names(d load.Document) bool { return f.Patches[Clean(d.File())] }

// Clean returns the absolute path of a file, which is its key in Patches.
func Clean(file string) string {
	if absolute, err := filepath.Abs(file); err == nil {
		return absolute
	}
	return filepath.Clean(file)
}

// flux finds the patches of a Kustomization of Flux, whose objects are in another repository,
// or in another directory.
func (f *Finder) flux(d load.Document) {
	spec := model.Path{model.Field("spec")}
	f.patches(&kustomizationRun{Finder: f, document: d, at: spec, folder: filepath.Dir(d.File())})
}

// build returns the output of a kustomization. If the kustomization is a component, it
// patches the objects in from.
func (f *Finder) build(d load.Document, from built) built {
	file := Clean(d.File())
	if done, ok := f.built[file]; ok && !isComponent(d) {
		return done
	}
	if isComponent(d) {
		f.runs++
	}
	if f.running[file] || f.runs > maxRuns {
		return built{of: from.of} // the kustomization includes itself, or too many components are run
	}
	f.running[file] = true
	defer delete(f.running, file)
	s := &kustomizationRun{Finder: f, document: d, folder: filepath.Dir(d.File()), built: from}
	if s.of == "" {
		s.of = d.File()
	}
	s.run()
	s.owned = false // because f.built now contains the same objects
	f.built[file] = s.built
	return s.built
}

// These are limits on the number of component runs, of objects in a kustomization, of comparisons
// of objects with patches, and of merges. They keep files that include each other from using too
// much time. After the last merge, the objects of patches are unknown.
const (
	maxRuns     = 10_000
	maxObjects  = 50_000
	maxCompared = 20_000_000
	maxMerged   = 4_000
)

// compare counts the comparison of a patch with all objects. It returns true if there were
// too many comparisons, and the objects are then unknown.
func (s *kustomizationRun) compare() bool {
	s.compared += len(s.objects)
	if s.compared > maxCompared {
		s.objects, s.complete = nil, false
	}
	return s.compared > maxCompared
}

// A kustomizationRun is the run of one kustomization.
type kustomizationRun struct {
	*Finder
	document load.Document
	at       model.Path // path of the map that contains the patches
	folder   string
	function bool // the document configures smp-check fn
	built
}

// kustomizationFields are the fields of kustomizations.
var kustomizationFields = []string{
	"apiVersion", "kind", "metadata", "openapi", "namePrefix", "nameSuffix", "namespace", "commonLabels", "labels",
	"commonAnnotations", "patches", "patchesStrategicMerge", "patchesJson6902", "images", "imageTags", "replacements", "replicas",
	"vars", "sortOptions", "resources", "components", "crds", "bases", "configMapGenerator", "secretGenerator", "helmGlobals",
	"helmCharts", "helmChartInflationGenerator", "generatorOptions", "configurations", "generators", "transformers",
	"validators", "buildMetadata", "inventory",
}

func (s *kustomizationRun) run() {
	s.onlyFields(nil, kustomizationFields)
	s.useOpenAPI()
	for _, field := range []string{"resources", "bases"} {
		for _, entry := range s.list(field) {
			s.resource(entry.Text())
		}
	}
	for _, entry := range s.list("components") {
		if d, ok := s.kustomizationIn(entry.Text()); ok {
			s.built = s.Finder.build(d, s.built)
		} else {
			s.complete = false
		}
	}
	s.generate("configMapGenerator", "ConfigMap")
	s.generate("secretGenerator", "Secret")
	s.unknownObjects("helmCharts", "helmChartInflationGenerator", "generators")
	s.patches(s)
	s.transform()
	for i, entry := range s.list("transformers") {
		s.transformer(model.Path{model.Field("transformers"), model.Index(i)}, entry.Text())
	}
}

// unknownObjects sets complete to false if one of the fields is set.
func (s *kustomizationRun) unknownObjects(fields ...string) {
	for _, field := range fields {
		if v, _ := s.document.Value.Get(field); v.Len() > 0 {
			s.complete = false
		}
	}
}

// list returns the elements of a list in the kustomization.
func (s *kustomizationRun) list(field string) []model.Value {
	v, _ := s.document.Value.Get(field)
	if v.Type() != model.List {
		return nil
	}
	return v.AppendElements(nil)
}

// resource adds the objects of a file or of another kustomization.
func (s *kustomizationRun) resource(name string) {
	if d, ok := s.kustomizationIn(name); ok {
		inner := s.Finder.build(d, built{complete: true})
		if len(s.objects)+len(inner.objects) > maxObjects {
			s.complete = false
			return
		}
		s.objects = append(s.objects, inner.objects...)
		s.complete = s.complete && inner.complete
		if s.openAPI == nil {
			s.openAPI = inner.openAPI
		}
		return
	}
	docs, err := s.resources(filepath.Join(s.folder, name))
	if err != nil {
		s.complete = false
		return
	}
	for _, d := range docs {
		if IDOf(d.Value).Kind != "" {
			s.objects = append(s.objects, d.Value)
		}
	}
}

// kustomizationIn returns the kustomization in the directory of an entry.
func (s *kustomizationRun) kustomizationIn(name string) (load.Document, bool) {
	folder := filepath.Join(s.folder, name)
	docs, known := s.folders[folder]
	if !known {
		docs = s.kustomizationsIn(folder)
		s.folders[folder] = docs
	}
	if name == "" || len(docs) == 0 {
		return load.Document{}, false
	}
	return docs[0], true
}

func (f *Finder) kustomizationsIn(folder string) []load.Document {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil
	}
	for _, base := range load.KustomizationFiles {
		docs, err := f.read(filepath.Join(folder, base))
		if err == nil && len(docs) == 1 && docs[0].IsKustomization() {
			return docs
		}
	}
	return nil
}

// read returns the documents of a file. Errors in the file are not added to the faults of the
// reader.
func (f *Finder) read(file string) ([]load.Document, error) {
	if info, err := os.Stat(file); err != nil || info.IsDir() {
		return nil, fs.ErrNotExist
	}
	goOn := f.Reader.GoOn
	f.Reader.GoOn = false
	defer func() { f.Reader.GoOn = goOn }()
	stream, err := f.Reader.Stream(file)
	for i := range stream.Docs {
		if err == nil {
			stream.Docs[i], err = stream.Docs[i].Loaded()
		}
	}
	return stream.Docs, err
}

// resources returns the documents of a file with resources or patches.
func (f *Finder) resources(file string) ([]load.Document, error) {
	docs, err := f.read(file)
	return asKustomize(docs), err
}

// asKustomize returns the documents in the form in which kustomize reads them.
func asKustomize(docs []load.Document) []load.Document {
	docs = slices.Clone(docs)
	for i := range docs {
		docs[i] = docs[i].AsKustomize()
	}
	return docs
}

// generate adds the objects that a generator creates.
func (s *kustomizationRun) generate(field, kind string) {
	for _, entry := range s.list(field) {
		name, _ := entry.Get("name")
		namespace, _ := entry.Get("namespace")
		metadata := mapOf(model.Member{Name: "name", Value: name})
		if namespace.Text() != "" {
			metadata = mapOf(model.Member{Name: "name", Value: name}, model.Member{Name: "namespace", Value: namespace})
		}
		object := mapOf(model.Member{Name: "apiVersion", Value: model.NewString("v1")}, model.Member{Name: "kind", Value: model.NewString(kind)}, model.Member{Name: "metadata", Value: metadata})
		if len(s.exactly(IDOf(object))) == 0 && name.Text() != "" {
			s.objects = append(s.objects, object)
		}
	}
}

// mapOf returns a map of members with different names. It leaves out absent members.
func mapOf(members ...model.Member) model.Value {
	members = slices.DeleteFunc(members, func(m model.Member) bool { return m.Value.Type() == model.Absent })
	v, err := model.NewMap(members...)
	if err != nil {
		return model.Value{}
	}
	return v
}

// onlyFields reports the fields of a map that are not in a list of fields.
func (s *kustomizationRun) onlyFields(path model.Path, fields []string) {
	v, _ := path.Lookup(s.document.Value)
	for name := range v.Members() {
		if !slices.Contains(fields, name) {
			s.problem(path.Append(model.Field(name)), smp.UnknownField, fmt.Errorf("kustomize has no such field%s", load.Meant(name, fields)))
		}
	}
}

// problem reports an error in the kustomization.
func (s *kustomizationRun) problem(path model.Path, code smp.Code, cause error) {
	s.OnProblem(Problem{Document: s.document, Path: path, Code: code, Cause: cause})
}

// exactly returns the indexes of the objects that kustomize finds by an identity.
func (b *built) exactly(id ID) []int {
	var present, earlier []int
	for i, v := range b.objects {
		of := IDOf(v)
		switch {
		case id.same(of):
			present = append(present, i)
		case slices.ContainsFunc(previousIDs(v, of), id.same):
			earlier = append(earlier, i)
		}
	}
	if len(present) > 0 {
		return present
	}
	return earlier
}

var errNoText = errors.New("expected a patch as a string, or the name of a file")
