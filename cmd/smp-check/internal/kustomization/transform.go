package kustomization

import (
	"path/filepath"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// patched returns the object that results from a patch in kustomize. If kustomize fails, the
// object does not change. smp-check fn merges by other rules, but the fields on which later
// patches depend are equal.
func (s *kustomizationRun) patched(object, patch model.Value, e entry) model.Value {
	result, err := kyaml.Merge(s.schemaOf(corpus.DeclaredKind(object)), object, e.applied(patch))
	if err != nil || result.Type() == model.Absent {
		return object
	}
	return remembering(object, result)
}

// applied returns a patch without the fields that kustomize does not change in an object.
// These are its namespace and, unless an option allows the change, its name and kind.
func (e entry) applied(patch model.Value) model.Value {
	if !e.newKind || !e.targeted {
		patch = without(patch, "kind")
	}
	metadata, ok := patch.Get("metadata")
	if !ok || metadata.Type() != model.Map {
		return patch
	}
	metadata = without(metadata, "namespace")
	if name, _ := metadata.Get("name"); !e.newName || !e.targeted || name.Text() == "" {
		metadata = without(metadata, "name")
	}
	if changed, err := patch.WithMembers(model.Member{Name: "metadata", Value: metadata}); err == nil {
		return changed
	}
	return patch
}

// without returns a map without a field.
func without(v model.Value, name string) model.Value {
	members := slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Name == name })
	return mapOf(members...)
}

// schemaOf returns the schema that kustomize has for a kind. It is the definition in the
// document of the field openapi or, without this field, that of a built-in kind.
func (s *kustomizationRun) schemaOf(k kubernetes.Kind) kyaml.Schema {
	if s.openAPI != nil {
		schema, err := s.openAPI.Kind(k.APIVersion, k.Kind)
		if err != nil {
			return kyaml.Schema{}
		}
		return kyaml.Defined(schema)
	}
	schema, known := kubernetes.Lookup(k.APIVersion, k.Kind)
	if !known {
		return kyaml.Schema{}
	}
	return kyaml.BuiltIn(schema, k)
}

// useOpenAPI reads the document of the field openapi. This document replaces all schemas,
// also for the kustomizations that include this one.
func (s *kustomizationRun) useOpenAPI() {
	field, _ := s.document.Value.Get("openapi")
	name, _ := field.Get("path")
	if name.Text() == "" {
		return
	}
	docs, err := s.read(filepath.Join(s.folder, name.Text()))
	if err != nil || len(docs) != 1 {
		return
	}
	if document, err := openapi.Read(docs[0].Value); err == nil {
		s.openAPI = document
	}
}

// remembering returns a changed object with annotations for its earlier identities.
func remembering(before, after model.Value) model.Value {
	was := IDOf(before)
	var notes []model.Member
	for _, note := range [][2]string{
		{previousNames, was.Name}, {previousNamespaces, was.effectiveNamespace()}, {previousKinds, was.Kind},
	} {
		text := annotation(before, note[0])
		switch {
		case was == IDOf(after) && text == annotation(after, note[0]):
			continue
		case was == IDOf(after):
		case text == "":
			text = note[1]
		default:
			text += "," + note[1]
		}
		notes = append(notes, model.Member{Name: note[0], Value: model.NewString(text)})
	}
	if len(notes) == 0 {
		return after
	}
	noted, err := withMembers(after, []string{"metadata", "annotations"}, notes)
	if err != nil {
		return after
	}
	return noted
}

// unprefixed lists the kinds whose names get no prefix or suffix.
var unprefixed = []string{"APIService", "CustomResourceDefinition", "Namespace"}

// transform changes names, namespaces, labels and annotations.
func (s *kustomizationRun) transform() {
	value := func(name string) model.Value {
		v, _ := s.document.Value.Get(name)
		return v
	}
	prefix, suffix, namespace := value("namePrefix").Text(), value("nameSuffix").Text(), value("namespace").Text()
	labels := []model.Value{value("commonLabels")}
	for _, entry := range s.list("labels") {
		pairs, _ := entry.Get("pairs")
		labels = append(labels, pairs)
	}
	changes := []string{"namePrefix", "nameSuffix", "namespace", "commonLabels", "labels", "commonAnnotations"}
	if !slices.ContainsFunc(changes, func(name string) bool { return value(name).Type() != model.Absent }) {
		return
	}
	s.own()
	for i, object := range s.objects {
		id := IDOf(object)
		change := func(path []string, members ...model.Member) {
			if changed, err := withMembers(s.objects[i], path, members); err == nil {
				s.objects[i] = changed
			}
		}
		for _, pairs := range labels {
			change([]string{"metadata", "labels"}, pairs.AppendMembers(nil)...)
		}
		change([]string{"metadata", "annotations"}, value("commonAnnotations").AppendMembers(nil)...)
		labelled := s.objects[i]
		name := id.Name
		if !slices.Contains(unprefixed, id.Kind) {
			name = prefix + name + suffix
		}
		isNamespace := id.Kind == "Namespace" && id.Group == ""
		switch {
		case namespace == "":
		case isNamespace:
			name = namespace
		case id.effectiveNamespace() != nowhere:
			change([]string{"metadata"}, model.Member{Name: "namespace", Value: model.NewString(namespace)})
		}
		change([]string{"metadata"}, model.Member{Name: "name", Value: model.NewString(name)})
		s.objects[i] = remembering(labelled, s.objects[i])
	}
}
