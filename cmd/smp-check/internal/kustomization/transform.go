package kustomization

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The simulation of a kustomization is limited to the fields that later patches depend on:
// names, namespaces, kinds, labels and annotations.

// patched returns an object with the labels and annotations of a patch, and with its name
// and kind if they may change.
func patched(object, patch model.Value, e entry) model.Value {
	metadata, _ := patch.Get("metadata")
	labels, _ := metadata.Get("labels")
	annotations, _ := metadata.Get("annotations")
	name, _ := metadata.Get("name")
	kind, _ := patch.Get("kind")
	var inner, outer []model.Member
	inner = append(inner, model.Member{Name: "labels", Value: labels}, model.Member{Name: "annotations", Value: annotations})
	if e.newName && e.targeted && name.Text() != "" {
		inner = append(inner, model.Member{Name: "name", Value: name})
	}
	outer = append(outer, model.Member{Name: "metadata", Value: mapOf(inner...)})
	if e.newKind && e.targeted && kind.Text() != "" {
		outer = append(outer, model.Member{Name: "kind", Value: kind})
	}
	result, err := smp.Apply(smp.Schemaless, object, mapOf(outer...))
	if err != nil {
		return object
	}
	return remembering(object, result)
}

// remembering returns a changed object with annotations that contain its earlier
// identities.
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

// unprefixed are the kinds whose names get no prefix or suffix.
var unprefixed = []string{"APIService", "CustomResourceDefinition", "Namespace"}

// transform changes names, namespaces, labels and annotations.
func (s *step) transform() {
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
