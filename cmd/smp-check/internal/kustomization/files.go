package kustomization

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Is reports whether a document is a kustomization or a component. In a file with the name of
// a kustomization, kustomize expects one even if the document has another kind.
func Is(d load.Document) bool {
	if d.IsKustomization() {
		return true
	}
	k := d.Value.Type()
	return slices.Contains(load.KustomizationFiles, filepath.Base(d.File())) && k == model.Map && !IsFlux(d)
}

// checkType reports a kind or apiVersion that kustomize rejects.
func (s *kustomizationRun) checkType() {
	const version, componentVersion = "kustomize.config.k8s.io/v1beta1", "kustomize.config.k8s.io/v1alpha1"
	kinds := []string{"Kustomization", "Component"}
	k, want := corpus.DeclaredKind(s.document.Value), version
	if k.Kind != "" && !slices.Contains(kinds, k.Kind) {
		s.problem(model.Path{model.Field("kind")}, Invalid, fmt.Errorf("kustomize expects Kustomization or Component, got %q%s", model.Shorten(k.Kind), meant.Suggestion(k.Kind, kinds)))
	}
	if isComponent(s.document) {
		want = componentVersion
	}
	if k.APIVersion != "" && k.APIVersion != want {
		s.problem(model.Path{model.Field("apiVersion")}, Invalid, fmt.Errorf("kustomize expects %s, got %q", want, model.Shorten(k.APIVersion)))
	}
}

// in returns the path of a file or directory to which the kustomization refers.
func (s *kustomizationRun) in(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.folder, name)
}

// remoteName matches the names that kustomize downloads, unless there is a file of this name.
var remoteName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(git::)?((https?|ssh|file)://|github\.com[/:]|[a-z][a-z0-9-]*@[^/]*[:/])`)
})

func (s *kustomizationRun) isRemote(name string) bool {
	if !remoteName().MatchString(name) {
		return false
	}
	_, err := os.Stat(s.in(name))
	return err != nil
}

// checkBelow warns about a file that is outside the directory of the kustomization, because
// kustomize reads it only with an option. Links are resolved first.
func (s *kustomizationRun) checkBelow(path model.Path, name string) {
	var resolved [2]string
	for i, file := range []string{s.folder, s.in(name)} {
		file, err := filepath.Abs(file)
		if err == nil {
			resolved[i], err = filepath.EvalSymlinks(file)
		}
		if err != nil {
			return
		}
	}
	if below, err := filepath.Rel(resolved[0], resolved[1]); err == nil && filepath.IsLocal(below) {
		return
	}
	s.report(s.document, path, Invalid, finding.Warning,
		fmt.Errorf("%s is outside the folder of the kustomization; move it into the folder, or run kustomize with --load-restrictor LoadRestrictionsNone", model.Shorten(name)))
}

// unreadable reports a file or directory that kustomize needs and that cannot be read. Faults
// in the file are reported at their own position.
func (s *kustomizationRun) unreadable(path model.Path, name string, err error) {
	s.cannotRead(path, name, "", err)
}

// missing reports a resource that cannot be read. The resources are then incomplete.
func (s *kustomizationRun) missing(path model.Path, name string, err error) {
	s.complete = false
	s.cannotRead(path, name, "; the targets of patches are not checked", err)
}

func (s *kustomizationRun) cannotRead(path model.Path, name, effect string, err error) {
	key := fmt.Sprintf("%s: %s: %s", s.document.Name, path, name)
	if s.unread[key] {
		return // a component may be run many times
	}
	s.unread[key] = true
	var fault *finding.Finding
	switch {
	case errors.As(err, &fault):
		s.problem(path, smp.Syntax, fault)
	case errors.Is(err, fs.ErrNotExist):
		s.problem(path, Invalid, fmt.Errorf("%s does not exist%s%s", model.Shorten(name), s.meant(name), effect))
	default:
		s.problem(path, Invalid, fmt.Errorf("%w%s", err, effect))
	}
}

// meant returns a suggestion such as "; did you mean service.yaml?", with a file or directory
// that is next to the missing one.
func (s *kustomizationRun) meant(name string) string {
	folder, base := filepath.Split(filepath.Clean(name))
	entries, err := os.ReadDir(s.in(folder))
	if err != nil {
		return ""
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if near := meant.Nearest(base, names); near != "" {
		return "; did you mean " + folder + near + "?"
	}
	return ""
}

// resource adds the objects of an element of the field resources: a file, or the directory of
// another kustomization.
func (s *kustomizationRun) resource(path model.Path, entry model.Value) {
	name := entry.Text()
	switch {
	case name == "":
		s.problem(path, Invalid, errNoFile)
		return
	case s.isRemote(name):
		s.complete = false
		return
	case load.IsFolder(s.in(name)):
		d, err := s.kustomizationIn(name)
		if err != nil {
			s.missing(path, name, err)
			return
		}
		s.checkCycle(path, name, d)
		s.include(s.Finder.build(d, built{complete: true}))
		return
	}
	docs, err := s.readAsKustomize(s.in(name))
	if err != nil {
		s.missing(path, name, err)
		return
	}
	s.checkBelow(path, name)
	if !s.canAdd(len(docs)) {
		return
	}
	for _, d := range docs {
		if r := newResource(d.Value); r.id.Kind != "" {
			s.add(r)
		}
	}
}

var errNoFile = errors.New("expected the name of a file or folder")

// include adds the output of another kustomization.
func (s *kustomizationRun) include(inner built) {
	switch {
	case s.kept > maxKept:
		s.forget()
		return
	case len(s.resources) == 0:
		s.resources, s.owned, s.lookup = inner.resources, false, nil
	case s.canAdd(len(inner.resources)):
		for _, r := range inner.resources {
			s.add(r)
		}
	default:
		return
	}
	s.complete = s.complete && inner.complete
	if s.openAPI == nil {
		s.openAPI = inner.openAPI
	}
}

// component runs an element of the field components, which is the directory of a component.
func (s *kustomizationRun) component(path model.Path, entry model.Value) {
	name := entry.Text()
	switch {
	case name == "":
		s.problem(path, Invalid, errNoFile)
	case s.isRemote(name):
		s.complete = false
	default:
		d, err := s.kustomizationIn(name)
		if err != nil {
			s.missing(path, name, err)
			return
		}
		s.checkCycle(path, name, d)
		if s.kept > maxKept {
			s.forget()
		}
		s.built = s.Finder.build(d, s.built)
	}
}

// An inclusion is a place in a kustomization that includes another kustomization.
type inclusion struct {
	run    *kustomizationRun
	path   model.Path
	name   string // of the folder, as written
	folder string // without links
	file   string // of the included kustomization, as a key of Finder.built
}

// checkCycle reports a folder that includes this kustomization, or that contains the folder of a
// kustomization that includes it, directly or through others. kustomize rejects both.
func (s *kustomizationRun) checkCycle(path model.Path, name string, included load.Document) {
	i := inclusion{s, path, name, resolved(filepath.Dir(included.File())), Clean(included.File())}
	s.inclusions = append(s.inclusions, i)
	i.check()
	if _, done := s.Finder.built[i.file]; done && !isComponent(included) {
		s.checkCyclesBelow(i.file, map[string]bool{})
	}
}

// checkCyclesBelow checks the inclusions of a kustomization that was built earlier, and of those that
// it includes. The kustomization that includes it now was not running then.
func (f *Finder) checkCyclesBelow(file string, checked map[string]bool) {
	if checked[file] {
		return
	}
	checked[file] = true
	for _, i := range f.included[file] {
		i.check()
		f.checkCyclesBelow(i.file, checked)
	}
}

// check reports the inclusion if it is a part of a cycle through a running kustomization.
func (i inclusion) check() {
	if i.run.inside[i.folder] == 0 {
		return
	}
	var inner []string // the folders in the included one that include it
	for _, outer := range i.run.running {
		if in, err := filepath.Rel(i.folder, outer); err == nil && filepath.IsLocal(in) {
			inner = append(inner, filepath.ToSlash(in))
		}
	}
	if len(inner) == 0 {
		return
	}
	cause := fmt.Errorf("kustomize fails, because the kustomization in %s includes itself", model.Shorten(i.name))
	if in := slices.Min(inner); in != "." {
		cause = fmt.Errorf("kustomize fails, because %s contains the folder %s, which includes it; move the files that both need to another folder", model.Shorten(i.name), model.Shorten(in))
	}
	i.run.unreadable(i.path, i.name, cause)
}

// resolved returns the absolute path of a file without links.
func resolved(file string) string {
	file = Clean(file)
	if target, err := filepath.EvalSymlinks(file); err == nil {
		return target
	}
	return file
}

// checkFiles reports files that kustomize needs and that patches do not depend on.
func (s *kustomizationRun) checkFiles() {
	for _, field := range []string{"crds", "configurations"} {
		for i, entry := range s.list(field) {
			s.checkFile(model.Path{model.Field(field), model.Index(i)}, entry)
		}
	}
	for i, entry := range s.list("replacements") {
		if name, ok := entry.Get("path"); ok {
			s.checkFile(model.Path{model.Field("replacements"), model.Index(i), model.Field("path")}, name)
		}
	}
	for _, field := range []string{"generators", "validators"} {
		for i, entry := range s.list(field) {
			path, name := model.Path{model.Field(field), model.Index(i)}, entry.Text()
			if load.IsFolder(s.in(name)) || s.isRemote(name) {
				continue
			}
			if _, err := s.configuration(path, name); err != nil {
				s.unreadable(path, name, err)
			}
		}
	}
}

// checkFile reports a file that does not exist, or that is outside the folder of the kustomization.
func (s *kustomizationRun) checkFile(path model.Path, entry model.Value) {
	name := entry.Text()
	if name == "" {
		s.problem(path, Invalid, errors.New("expected the name of a file"))
		return
	}
	if s.isRemote(name) {
		return
	}
	info, err := os.Stat(s.in(name))
	switch {
	case err != nil:
		s.unreadable(path, name, err)
	case info.IsDir():
		s.unreadable(path, name, fmt.Errorf("%s: expected a file, got a folder", model.Shorten(name)))
	default:
		s.checkBelow(path, name)
	}
}

// An inFolder is the kustomization in a directory, or the reason why there is none.
type inFolder struct {
	document load.Document
	err      error
}

// kustomizationIn returns the kustomization in a directory.
func (s *kustomizationRun) kustomizationIn(name string) (load.Document, error) {
	folder := s.in(name)
	found, known := s.folders[folder]
	if !known {
		found.document, found.err = s.readKustomization(folder)
		s.folders[folder] = found
	}
	if found.err == errNoKustomization || found.err == errNoFolder {
		return found.document, fmt.Errorf("%s: %w", model.Shorten(name), found.err)
	}
	return found.document, found.err
}

var (
	errNoKustomization = errors.New("the folder has no kustomization.yaml")
	errNoFolder        = errors.New("expected a folder with a kustomization.yaml, got a file")
)

func (f *Finder) readKustomization(folder string) (load.Document, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return load.Document{}, fs.ErrNotExist
	}
	if !info.IsDir() {
		return load.Document{}, errNoFolder
	}
	for _, base := range load.KustomizationFiles {
		docs, err := f.read(filepath.Join(folder, base))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return load.Document{}, err
		case len(docs) == 1 && Is(docs[0]):
			return docs[0], nil
		default:
			return load.Document{}, fmt.Errorf("%s: expected one document: a kustomization", filepath.Join(folder, base))
		}
	}
	return load.Document{}, errNoKustomization
}

// isBlank reports whether a file or a text has no document.
func isBlank(docs []load.Document) bool {
	return len(docs) == 0 || len(docs) == 1 && docs[0].CheckPresent() != nil
}

// beginsEmpty reports whether the first document of a text is empty, and other documents
// follow:
//
//	---
//	# nothing
//	---
//	kind: Deployment
func beginsEmpty(text string) bool {
	marks := 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		rest, isMark := strings.CutPrefix(line, "---")
		rest = strings.TrimSpace(rest)
		switch {
		case isMark && (rest == "" || rest[0] == '#'):
			marks++
		case line != "" && !strings.HasPrefix(line, "#"):
			return marks > 1
		}
	}
	return false
}
