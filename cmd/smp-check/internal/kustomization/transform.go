package kustomization

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// patched returns the object that results from a patch in kustomize. If kustomize fails, the
// object does not change. exact is false if the object of kustomize may be different. smp-check fn
// merges by other rules, but the fields by which later patches select objects are equal.
func (s *kustomizationRun) patched(object, patch model.Value, e entry) (_ model.Value, exact bool) {
	result, err := kyaml.Merge(s.schemaOf(corpus.DeclaredKind(object)), object, e.applied(patch))
	if err != nil || result.Type() == model.Absent {
		return object, false
	}
	return result, !s.function
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
	schema, isBuiltIn := kubernetes.Lookup(k.APIVersion, k.Kind)
	var found kyaml.Schema
	if s.openAPI != nil {
		if defined, err := s.openAPI.Kind(k.APIVersion, k.Kind); err == nil {
			found = kyaml.Defined(defined)
		}
	} else if isBuiltIn {
		found = kyaml.BuiltIn(schema, k)
	}
	if !isBuiltIn {
		found = found.Custom()
	}
	return found
}

// useOpenAPI reads the document of the field openapi. This document replaces all schemas,
// also for the kustomizations that include this one.
func (s *kustomizationRun) useOpenAPI() {
	field, _ := s.document.Value.Get("openapi")
	value, _ := field.Get("path")
	name := value.Text()
	if name == "" || s.isRemote(name) {
		return
	}
	path := model.Path{model.Field("openapi"), model.Field("path")}
	docs, err := s.read(s.in(name))
	if err == nil {
		s.checkBelow(path, name)
	}
	if err == nil && len(docs) != 1 {
		err = fmt.Errorf("%s: expected one OpenAPI document, got %d documents", name, len(docs))
	}
	if err != nil {
		s.unreadable(path, name, err)
		return
	}
	document, err := openapi.Read(docs[0].Value)
	if err != nil {
		s.problem(path, Invalid, fmt.Errorf("%s: %w", name, err))
		return
	}
	s.openAPI = document
}

// isUnprefixed reports whether the names of a kind get no prefix or suffix.
func (id ID) isUnprefixed() bool {
	switch id.Kind {
	case "CustomResourceDefinition", "Namespace":
		return true
	}
	return id.Kind == "APIService" && id.Group == "apiregistration.k8s.io"
}

// transform changes namespaces, names, labels and annotations, in the order of kustomize. The
// namespace, prefix and suffix each create a new identity.
func (s *kustomizationRun) transform() {
	value := func(name string) model.Value {
		v, _ := s.document.Value.Get(name)
		return v
	}
	prefix, suffix, namespace := value("namePrefix").Text(), value("nameSuffix").Text(), value("namespace").Text()
	var labels []model.Value
	for _, entry := range s.list("labels") {
		pairs, _ := entry.Get("pairs")
		labels = append(labels, pairs)
	}
	labels = append(labels, value("commonLabels"))
	pairs := membersOf(labels)
	changes := []string{"namePrefix", "nameSuffix", "namespace", "commonLabels", "labels", "commonAnnotations"}
	if !slices.ContainsFunc(changes, func(name string) bool { return value(name).Type() != model.Absent }) {
		return
	}
	if s.tooMuch(len(s.resources)) {
		s.forget()
		return
	}
	s.own()
	for i, r := range s.resources {
		isNamespace := r.id.Kind == "Namespace" && r.id.Group == ""
		if namespace != "" {
			r = r.remembered()
		}
		switch {
		case namespace == "":
		case isNamespace:
			r = r.changed([]string{"metadata"}, model.Member{Name: "name", Value: model.NewString(namespace)})
		case r.id.effectiveNamespace() != nowhere:
			r = r.changed([]string{"metadata"}, model.Member{Name: "namespace", Value: model.NewString(namespace)})
		}
		if !r.first().isUnprefixed() {
			for _, affix := range [][2]string{{prefix, ""}, {"", suffix}} {
				if affix[0]+affix[1] != "" {
					name := affix[0] + r.id.Name + affix[1]
					r = r.remembered().changed([]string{"metadata"}, model.Member{Name: "name", Value: model.NewString(name)})
				}
			}
		}
		r = r.changed([]string{"metadata", "labels"}, pairs...)
		r = r.changed([]string{"metadata", "annotations"}, value("commonAnnotations").AppendMembers(nil)...)
		if len(r.earlier) >= maxEarlier {
			s.forget()
			return
		}
		s.set(i, r)
	}
}

// doubtMetadata marks the annotations as doubtful that kustomize adds to all objects it reads.
func (s *kustomizationRun) doubtMetadata() {
	if len(s.list("buildMetadata")) > 0 {
		s.doubtAll("annotations")
	}
}

// doubtFields marks the fields as doubtful that kustomize changes but transform does not.
func (s *kustomizationRun) doubtFields() {
	has := func(of model.Value, name string) bool {
		v, _ := of.Get(name)
		return v.Len() > 0 || v.Text() != "" || v.Bool()
	}
	var names []string
	if has(s.document.Value, "namespace") {
		names = append(names, "namespace")
	}
	if has(s.document.Value, "commonLabels") {
		names = append(names, labelFields...)
	}
	for _, entry := range s.list("labels") {
		switch {
		case has(entry, "fields"):
			names = append(names, anyField)
		case has(entry, "includeSelectors"), has(entry, "includeTemplates"):
			names = append(names, labelFields...)
		}
	}
	if has(s.document.Value, "commonAnnotations") {
		names = append(names, "annotations", "template/metadata", "jobTemplate/metadata")
	}
	if has(s.document.Value, "configurations") {
		names = append(names, anyField)
	}
	s.doubtAll(names...)
}

// labelFields are the fields to which kustomize adds labels, and those that it creates for them.
var labelFields = []string{"labels", "matchLabels", "selector", "template/metadata", "jobTemplate/metadata"}

// doubtLater makes the fields doubtful that kustomize changes after all patches.
func (s *kustomizationRun) doubtLater() {
	for field, name := range map[string]string{"replicas": "replicas", "images": "image", "replacements": anyField} {
		if len(s.list(field)) > 0 {
			s.doubtAll(name)
		}
	}
}

// membersOf returns the members of maps. If several maps have a member with the same name, the last value
// is used.
func membersOf(maps []model.Value) []model.Member {
	var members []model.Member
	places := map[string]int{}
	for _, v := range maps {
		for name, value := range v.Members() {
			if i, ok := places[name]; ok {
				members[i].Value = value
				continue
			}
			places[name] = len(members)
			members = append(members, model.Member{Name: name, Value: value})
		}
	}
	return members
}

// changed returns the resource with members set in the map at a path. Without members, it
// returns the resource unchanged.
func (r resource) changed(path []string, members ...model.Member) resource {
	if len(members) == 0 {
		return r
	}
	if v, err := withMembers(r.value, path, members); err == nil {
		return r.with(v)
	}
	return r
}
