package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/lint"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A linting is one run of lint.
type linting struct {
	*lintCommand
	report lint.Report
	notes  note.Notes
	// patches are the documents of files. kustomizations refer to further patches.
	patches        []*load.Entry
	kustomizations []load.Document
	faults         []*finding.Finding
	unread         map[string]bool // names of unreadable files and documents
	// folders are the directories with kustomizations. Some of their files may not be patches.
	folders []kustomizedFolder
	// inKustomization is set while a patch of a kustomization is checked. definitions are then
	// the CustomResourceDefinitions among the resources, openAPI is the document of the field
	// openapi or nil, and kustomize is set if kustomize applies the patch itself.
	inKustomization bool
	definitions     []model.Value
	openAPI         *openapi.Document
	kustomize       *lint.KustomizeTarget
}

// isSingle reports whether the input is one file with one patch or an error, and the output is
// text. An error about the whole patch is then returned. Otherwise it becomes a problem in the
// report, so that other patches are still checked, and programs find it in the output.
func (l *linting) isSingle() bool {
	return l.Form.Name == output.FormText && len(l.patches)+len(l.kustomizations)+len(l.faults) < 2
}

// A kustomizedFolder is a directory with kustomizations.
type kustomizedFolder struct {
	stream load.Stream
	faults []*finding.Finding
}

// read reads a file or a directory.
func (l *linting) read(name string) error {
	l.Input.GoOn, l.Input.Kindless, l.Input.Faults = true, kinds.Complete(l.Schema.Kind.Kind), nil
	l.Input.Encrypted = true
	info, err := os.Stat(name)
	isFolder := name != output.Stream && err == nil && info.IsDir()
	var found []load.Document
	if isFolder {
		for _, file := range kustomization.Below(name) {
			stream, err := l.Input.Stream(file)
			if err != nil {
				continue // reported later, with the faults
			}
			for _, d := range load.Documents(stream.Entries) {
				if kustomization.Is(d) {
					found = append(found, d)
				}
			}
		}
	}
	inKustomizations := l.Input.Faults
	l.Input.Faults = nil
	stream, err := l.Input.Stream(name)
	if err != nil && len(found)+len(inKustomizations) == 0 {
		return err
	}
	stream.Entries = slices.DeleteFunc(stream.Entries, func(e *load.Entry) bool {
		switch d := e.Document(); {
		case kustomization.Is(d) && isFolder:
			return true // the file was found through its directory
		case kustomization.Is(d), kustomization.IsFlux(d) && !l.document:
			found = append(found, d)
			return true
		}
		return false
	})
	l.kustomizations = append(l.kustomizations, found...)
	if isFolder && !l.document && len(found)+len(inKustomizations) > 0 {
		l.folders = append(l.folders, kustomizedFolder{stream, l.Input.Faults})
		l.faults = append(l.faults, inKustomizations...)
		return nil
	}
	if isFolder && len(found) > 0 {
		stream.Passed.Kustomizations = nil
	}
	l.notes.Passed(stream)
	for _, file := range stream.Passed.Kindless {
		l.notes.Say("%s: a document without apiVersion and kind was not checked; --kind checks it as a patch of that kind", file)
	}
	l.patches, l.faults = append(l.patches, stream.Entries...), append(l.faults, l.Input.Faults...)
	return nil
}

// lint checks all patches, or all objects.
func (l *linting) lint() error {
	several := len(l.patches)+len(l.faults) > 1 || l.Form.Name != output.FormText
	finder := kustomization.Finder{Reader: &l.Input, OnPatch: func(kustomization.Patch) {}, OnProblem: func(finding.Finding) {}}
	var failed error
	if !l.document {
		finder.OnPatch = func(p kustomization.Patch) { failed = cmp.Or(failed, l.kustomized(p)) }
		finder.OnProblem = l.problem
	}
	finder.Find(l.kustomizations)
	if failed != nil {
		return failed
	}
	for _, f := range l.folders {
		l.passOver(f, finder.Patches)
	}
	for _, e := range l.patches {
		patch := e.Document()
		if l.document && finder.Names(patch) {
			continue
		}
		if l.isEncrypted(patch) {
			continue
		}
		if !l.document && load.IsJSONPatch(patch.Value) {
			if err := l.jsonPatch(patch); err != nil {
				return err
			}
			continue
		}
		if err := l.patch(patch, kubernetes.Kind{}, several); err != nil {
			return err
		}
	}
	return nil
}

// isEncrypted reports whether SOPS has encrypted a patch or an object, and notes that it is then not
// checked.
func (l *linting) isEncrypted(d load.Document) bool {
	encrypted := load.IsEncrypted(d.Value)
	if encrypted {
		l.notes.About = ""
		l.notes.Say("%s: encrypted with SOPS, so it was not checked", d.Name)
	}
	return encrypted
}

// jsonPatch checks a JSON Patch that is not in a kustomization. It does not contain the kind of
// its object, so its fields are checked only if a flag determines their schema.
func (l *linting) jsonPatch(patch load.Document) error {
	schema := smp.Schemaless
	if kinds.Complete(l.Schema.Kind.Kind) || l.Schema.File != "" {
		object := patch
		object.Value, _ = model.NewMap()
		chosen, err := l.schemaOf(object, kubernetes.Kind{})
		if err != nil {
			return err
		}
		schema = chosen.Schema
	} else if !l.Schema.Schemaless {
		l.notes.Say("%s: a JSON Patch does not contain the kind of its object, so its fields were not checked; pass the kind with --kind, or lint the kustomization that uses the patch", patch.Name)
	}
	l.report.AddOperations(patch, schema, false)
	return nil
}

// passOver reports the unchecked files of a directory with kustomizations.
func (l *linting) passOver(f kustomizedFolder, patches map[string]bool) {
	passed := f.stream
	passed.Passed.Kustomizations, passed.Passed.Kindless = nil, nil
	l.notes.Passed(passed)
	others := map[string]bool{}
	for _, d := range f.stream.Entries {
		others[d.File()] = true
	}
	for _, file := range f.stream.Passed.Kindless {
		others[file] = true
	}
	for _, fault := range f.faults {
		others[fault.File] = true
	}
	n := 0
	for file := range others {
		if !patches[kustomization.Clean(file)] && !slices.Contains(load.KustomizationFiles, filepath.Base(file)) {
			n++
		}
	}
	if n > 0 {
		l.notes.Say("%s: skipped %s that no kustomization uses as a patch", f.stream.Name, cli.Counted(n, "file"))
	}
}

// problem adds a problem of a kustomization, or of a file that it names.
func (l *linting) problem(f finding.Finding) {
	if f.Cause != nil { // the file cannot be read
		l.unread[f.File] = true
	}
	l.report.AddPlaced(f)
}

// kustomized checks a patch of a kustomization against each kind that its target may select.
func (l *linting) kustomized(p kustomization.Patch) error {
	if l.isEncrypted(p.Document) {
		return nil
	}
	kinds := p.Kinds
	if len(kinds) == 0 {
		kinds = []kubernetes.Kind{{}}
	}
	var names []string
	var reports []lint.Report
	whole := l.report
	for _, k := range kinds {
		l.report = lint.Report{}
		err := l.patchOf(p, k)
		names, reports = append(names, k.String()), append(reports, l.report)
		if err != nil {
			return err
		}
	}
	l.report = whole
	l.report.AddEach(p.Document, names, reports)
	for _, f := range p.Failures {
		l.report.AddFailure(p.Document, f.Operation, f.Cause, reports)
	}
	return nil
}

// patchOf checks a patch of a kustomization against one kind.
func (l *linting) patchOf(p kustomization.Patch, k kubernetes.Kind) error {
	l.inKustomization, l.definitions, l.openAPI = true, p.Definitions, p.OpenAPI
	defer func() { l.inKustomization, l.definitions, l.openAPI, l.kustomize = false, nil, nil, nil }()
	if !p.Operations {
		if !p.Function {
			l.kustomize = kustomizeTarget(p, k)
		}
		return l.patch(p.Document, k, true)
	}
	schema := smp.Schemaless // operations can be checked without a schema, too
	if kinds.Complete(k) {
		if chosen, err := l.schemaOf(p.Document, k); err == nil {
			schema = chosen.Schema
		}
	}
	l.report.AddOperations(p.Document, schema, !p.Function)
	return nil
}

// kustomizeTarget returns the objects of a patch that have a kind.
func kustomizeTarget(p kustomization.Patch, k kubernetes.Kind) *lint.KustomizeTarget {
	if !kinds.Complete(k) {
		k = load.IdentityOf(p.Document.Value).Kind
	}
	target := &lint.KustomizeTarget{Schema: p.SchemaOf(k), Patch: p.Applied, Partial: p.Partial}
	for _, object := range p.Objects {
		if corpus.DeclaredKind(object) == k {
			target.Objects = append(target.Objects, object)
			target.Names = append(target.Names, kustomization.IDOf(object).String())
		}
	}
	return target
}

// schemaOf returns the schema of a patch for a kind, or of the patch's own kind if k is
// empty.
func (l *linting) schemaOf(patch load.Document, k kubernetes.Kind) (schemas.Chosen, error) {
	if kinds.Complete(k) {
		value, err := model.NewMap(
			model.Member{Name: "apiVersion", Value: model.NewString(k.APIVersion)}, model.Member{Name: "kind", Value: model.NewString(k.Kind)},
		)
		if err != nil {
			return schemas.Chosen{}, err
		}
		patch.Value = value
	}
	chosen, err := l.Schema.Choose(patch)
	if err != nil || !chosen.Undefined {
		return chosen, err
	}
	if l.openAPI != nil {
		if defined, err := l.openAPI.Kind(k.APIVersion, k.Kind); err == nil {
			chosen.Undefined = false
			chosen.Schema, err = l.Schema.MergeKeys.Apply(defined)
			return chosen, err
		}
	}
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for _, definition := range l.definitions {
		crd, err := openapi.ReadCRD(definition)
		if err != nil || crd.Group() != group || crd.Kind() != k.Kind {
			continue // the patch may be for this faulty definition
		}
		if defined, err := crd.Schema(version); err == nil {
			chosen.Undefined = false
			chosen.Schema, err = l.Schema.MergeKeys.Apply(defined)
			return chosen, err
		}
	}
	return chosen, nil
}

// patch checks a patch or an object against a kind, or against its own kind if k is empty. If
// there are several patches, an error about a whole patch becomes a problem in the report, so
// that the others are still checked.
func (l *linting) patch(patch load.Document, k kubernetes.Kind, several bool) error {
	chosen, err := l.schemaOf(patch, k)
	s := chosen.Schema
	if !kinds.Complete(k) {
		k = load.IdentityOf(patch.Value).Kind
	}
	var rejected *smp.Error
	isRejected := errors.As(err, &rejected)
	isUnknown := isRejected && rejected.Code == smp.UnknownKind && !kinds.Complete(l.Schema.Kind.Kind)
	switch {
	case chosen.Undefined, isUnknown && !kinds.Complete(k) && several:
		l.report.AddUnknown(patch, k, l.kustomize)
		return nil
	case isUnknown && kinds.Complete(k):
		l.report.AddMistaken(patch, cmp.Or(kinds.CheckUndefined(k, l.Schema.Custom()), fmt.Errorf("no schema is known for %s", kinds.Text(k))))
		return nil
	case isRejected && several && rejected.Document == patch.Name:
		l.report.AddRejected(patch, rejected)
		l.unread[patch.Name] = true
		return nil
	case err != nil:
		return err
	}
	if l.kustomize != nil {
		l.kustomize.Schema = l.kustomize.Schema.Beside(s)
	}
	l.report.Add(patch, l.Settings(), s, judge.Target{BuiltIn: chosen.OfTable, Cluster: chosen.BuiltIn && !l.inKustomization}, l.kustomize)
	if chosen.Custom && !definesFields(s) && l.kustomize == nil {
		l.notes.Say("%s: the CustomResourceDefinition defines no fields for %s, so its fields were not checked, and all its lists are atomic", patch.Name, kinds.Text(k))
	}
	if l.document || l.kustomize != nil {
		return nil // an object is not merged, and kustomize does not read list types
	}
	return l.notes.For(patch, len(l.patches) > 1 || len(l.kustomizations) > 0).ListTypes(chosen, patch.Value)
}

// definesFields reports whether the schema of a custom resource has fields other than those
// that every object has.
func definesFields(s smp.Schema) bool {
	for name := range s.Fields() {
		if name != "apiVersion" && name != "kind" && name != "metadata" {
			return true
		}
	}
	return false
}
