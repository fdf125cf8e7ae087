package kustomization

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
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
	// Failures are the operations that fail for objects in local files.
	Failures []Failure
	// Kinds are the kinds of the patch's objects. The list is empty if they are unknown.
	Kinds []kubernetes.Kind
	// Definitions are the CustomResourceDefinitions among the resources.
	Definitions []model.Value
	// OpenAPI contains the schemas of the field openapi, or is nil.
	OpenAPI *openapi.Document
	// Applied is the strategic merge patch without the fields that identify its object.
	// kustomize does not change these fields.
	Applied model.Value
	// Objects are the objects of the patch before it is applied, as far as they are in local
	// files. SchemaOf returns the schema that kustomize has for a kind.
	Objects []model.Value
	// Partial is set if the patch may be for further objects.
	Partial  bool
	SchemaOf func(kubernetes.Kind) kyaml.Schema
	// Function is set if smp-check fn applies the patch instead of kustomize.
	Function bool
}

// A Finder finds the patches of kustomizations. It passes each patch to OnPatch and each
// problem to OnProblem, once for each kustomization that includes it.
type Finder struct {
	Reader    *load.Reader
	OnPatch   func(Patch)
	OnProblem func(finding.Finding)
	// Patches are the files to which kustomizations refer as patches. The keys are results of
	// Clean.
	Patches map[string]bool

	work // of all kustomizations so far

	folders  map[string]inFolder    // the kustomizations of directories that were read
	unread   map[string]bool        // places with files that cannot be read, which are reported once
	built    map[string]built       // by the files of the kustomizations
	included map[string][]inclusion // by the files of the kustomizations that were built
	running  map[string]string      // kustomizations whose build has begun, but not ended, with their folders without links
	inside   map[string]int         // the number of running kustomizations in a folder and the folders below it
}

// A built is the output of a kustomization.
type built struct {
	resources []resource
	// complete is false if there may be further resources that are not in local files.
	complete bool
	// of is the name of the kustomization's file.
	of string
	// owned is set if resources is not shared and may be changed.
	owned bool
	// lookup is nil until it is needed.
	lookup *lookup
	// openAPI contains the schemas of all kinds, if the field openapi is set.
	openAPI *openapi.Document
}

// own makes a copy of resources, unless owned is set.
func (s *kustomizationRun) own() {
	if !s.owned {
		s.kept += len(s.resources)
		s.resources, s.owned = slices.Clone(s.resources), true
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
	f.built, f.running, f.Patches = map[string]built{}, map[string]string{}, map[string]bool{}
	f.inside = map[string]int{}
	f.folders, f.unread, f.included = map[string]inFolder{}, map[string]bool{}, map[string][]inclusion{}
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
	absolute, _ := filepath.Abs(file)
	return cmp.Or(absolute, filepath.Clean(file))
}

// flux finds the patches of a Kustomization of Flux, whose objects are in another repository,
// or in another directory. The patches are inline. Since v1, all of them are in the field patches.
func (f *Finder) flux(d load.Document) {
	spec := model.Path{model.Field("spec")}
	s := &kustomizationRun{Finder: f, document: d, at: spec, folder: filepath.Dir(d.File())}
	if strings.HasSuffix(corpus.DeclaredKind(d.Value).APIVersion, "/v1") {
		for _, field := range []string{"patchesStrategicMerge", "patchesJson6902"} {
			path := spec.Append(model.Field(field))
			if _, ok := path.Lookup(d.Value); ok {
				s.problem(path, smp.UnknownField, errors.New("no such field in v1 of Flux; move the patches to the field patches"))
			}
		}
		s.entryList("patches", false)
		return
	}
	s.mergePatches()
	s.jsonPatches()
}

// build returns the output of a kustomization. If the kustomization is a component, it
// patches the objects in from.
func (f *Finder) build(d load.Document, from built) built {
	file := Clean(d.File())
	if done, ok := f.built[file]; ok && !isComponent(d) {
		return done
	}
	_, again := f.built[file]
	if again {
		f.runs++
	}
	if f.running[file] != "" || again && f.runs > maxRuns {
		return built{of: from.of} // the kustomization includes itself, or too many components are run
	}
	f.begin(file, resolved(filepath.Dir(file)))
	defer f.end(file)
	s := &kustomizationRun{Finder: f, document: d, folder: filepath.Dir(d.File()), built: from, again: again}
	if s.of == "" {
		s.of = d.File()
	}
	s.run()
	s.owned, s.lookup = false, nil // because f.built now contains the same resources
	f.built[file], f.included[file] = s.built, s.inclusions
	if isComponent(d) {
		f.built[file] = built{} // its resources are those of the kustomization that includes it
	}
	return s.built
}

// begin records that the build of a kustomization has begun. The folder is that of its file, without
// links.
func (f *Finder) begin(file, folder string) {
	f.running[file] = folder
	for _, outer := range withParents(folder) {
		f.inside[outer]++
	}
}

// end records that the build of a kustomization has ended.
func (f *Finder) end(file string) {
	for _, outer := range withParents(f.running[file]) {
		f.inside[outer]--
	}
	delete(f.running, file)
}

// withParents returns a folder and the folders that contain it.
func withParents(folder string) []string {
	folders := []string{folder}
	for outer := filepath.Dir(folder); outer != folder; outer = filepath.Dir(folder) {
		folders = append(folders, outer)
		folder = outer
	}
	return folders
}

// A kustomizationRun is the run of one kustomization.
type kustomizationRun struct {
	*Finder
	document load.Document
	at       model.Path // path of the map that contains the patches
	folder   string
	function bool // the document configures smp-check fn
	again    bool // a component that was run before
	// inclusions are the kustomizations that this one includes, so far.
	inclusions []inclusion
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
	s.checkType()
	s.onlyFields(nil, kustomizationFields)
	s.useOpenAPI()
	s.checkFiles()
	for _, field := range []string{"resources", "bases"} {
		for i, entry := range s.list(field) {
			s.resource(model.Path{model.Field(field), model.Index(i)}, entry)
		}
	}
	for i, entry := range s.list("components") {
		s.component(model.Path{model.Field("components"), model.Index(i)}, entry)
	}
	s.doubtMetadata()
	s.generate("configMapGenerator", "ConfigMap")
	s.generate("secretGenerator", "Secret")
	s.unknownObjects("helmCharts", "helmChartInflationGenerator", "generators")
	s.mergePatches()
	s.transform()
	s.doubtFields()
	s.jsonPatches()
	s.doubtLater()
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
	return load.Documents(stream.Entries), err
}

// readAsKustomize returns the documents of a file with resources or patches.
func (f *Finder) readAsKustomize(file string) ([]load.Document, error) {
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

// generate adds the objects that a generator creates. Only their identities are known.
func (s *kustomizationRun) generate(field, kind string) {
	for _, entry := range s.list(field) {
		name, _ := entry.Get("name")
		namespace, _ := entry.Get("namespace")
		metadata := mapOf(model.Member{Name: "name", Value: name})
		if namespace.Text() != "" {
			metadata = mapOf(model.Member{Name: "name", Value: name}, model.Member{Name: "namespace", Value: namespace})
		}
		object := mapOf(model.Member{Name: "apiVersion", Value: model.NewString("v1")}, model.Member{Name: "kind", Value: model.NewString(kind)}, model.Member{Name: "metadata", Value: metadata})
		found := s.having(IDOf(object))
		if len(found) == 0 && name.Text() != "" {
			s.add(newResource(object).doubted(anyField))
		}
		s.doubt(found) // the generator may change them
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
			s.problem(path.Append(model.Field(name)), smp.UnknownField, fmt.Errorf("%s has no such field%s", s.program(), meant.Suggestion(name, fields)))
		}
	}
}

// program returns the program that reads the document.
func (s *kustomizationRun) program() string {
	if IsFlux(s.document) {
		return "Flux"
	}
	return "kustomize"
}

// problem reports an error in the kustomization.
func (s *kustomizationRun) problem(path model.Path, code smp.Code, cause error) {
	s.report(s.document, path, code, finding.Error, cause)
}

// report reports a problem at a path of a document. The problem of a file that cannot be read has its
// place in this file.
func (s *kustomizationRun) report(d load.Document, path model.Path, code smp.Code, severity finding.Severity, cause error) {
	if fault := (*finding.Finding)(nil); errors.As(cause, &fault) {
		s.OnProblem(*fault)
		return
	}
	s.OnProblem(d.Placed(finding.Finding{Path: path, Code: code, Severity: severity, Sentence: cause.Error()}))
}

var errNoText = errors.New("expected a patch as a string, or the name of a file")
