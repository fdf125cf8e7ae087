package trial

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A stage is the object of a scenario in its own namespace.
type stage struct {
	Subject
	namespace          string
	original, modified model.Value
	// first is the live object before the changes of others.
	first model.Value
}

// told describes the changes to the object as JSON Merge Patches.
func (s stage) told() string {
	var b strings.Builder
	tell := func(what string, from, to model.Value) {
		patch, err := smp.AsMergePatch(from, to)
		if err == nil && patch.Len() > 0 {
			fmt.Fprintf(&b, ", %s `%s`", what, patch.Canonical())
		}
	}
	tell("others", unmanaged(s.first), unmanaged(s.Live))
	tell("then", s.original, s.modified)
	return b.String()
}

// unmanaged returns an object without the fields that every write changes.
func unmanaged(v model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	for _, name := range []string{"managedFields", "generation", "resourceVersion"} {
		metadata = with(metadata, of(name, model.Value{}))
	}
	return with(v, of("metadata", metadata))
}

// set applies the original manifest with kubectl, and then makes the changes of others.
func (w *World) set(ctx context.Context, k Kubectl, story scenarios.Scenario, name string) (stage, error) {
	o, err := objects.Of(story.Original)
	if err != nil {
		return stage{}, err
	}
	resource, ok := w.resource(o.Kind)
	if !ok {
		return stage{}, fmt.Errorf("the server has no %s", o.Kind)
	}
	s := stage{namespace: name}
	if resource.Namespaced {
		if err := w.newNamespace(ctx, name); err != nil {
			return s, err
		}
	}
	if s.original, err = named(story.Original, resource, name); err != nil {
		return s, err
	}
	if s.modified, err = named(story.Modified, resource, name); err != nil {
		return s, err
	}
	schema, _ := w.schema(o.Kind)
	_, custom := w.custom[o.Kind]
	object := objects.Object{Kind: o.Kind, Value: s.original}
	s.Subject = Subject{Kind: o.Kind, Schema: schema, Path: resource.Path(name, object.Name()), Custom: custom}
	if text, err := k.run(ctx, name, s.original); err != nil {
		return s, fmt.Errorf("the first manifest: %w: %s", err, text)
	}
	if s.first, err = w.get(ctx, s.Path); err != nil {
		return s, err
	}
	return s, w.drift(ctx, &s, story)
}

// drift makes the changes of others to the live object.
func (w *World) drift(ctx context.Context, s *stage, story scenarios.Scenario) error {
	for _, p := range []struct {
		format string
		patch  model.Value
	}{{client.Strategic, story.Strategic}, {client.Merge, story.Merge}} {
		if p.patch.Type() == model.Absent {
			continue
		}
		if _, err := w.Must(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: p.format, Body: p.patch.Canonical()}); err != nil {
			return err
		}
	}
	var err error
	if s.Live, err = w.get(ctx, s.Path); err == nil && story.Seed != 0 {
		err = w.invent(ctx, s, newEditor(story.Seed))
	}
	return err
}

// named returns a manifest with its own namespace. A cluster-scoped object gets its own name
// instead.
func named(manifest model.Value, r client.Resource, name string) (model.Value, error) {
	metadata, _ := manifest.Get("metadata")
	if r.Namespaced {
		metadata = with(metadata, of("namespace", model.NewString(name)))
	} else {
		old, _ := metadata.Get("name")
		metadata = with(metadata, of("name", model.NewString(old.Text()+"-"+name)))
	}
	return manifest.WithMembers(of("metadata", metadata))
}

// annotated returns a manifest as kubectl sends it, with the manifest itself in an
// annotation.
func annotated(manifest model.Value) model.Value {
	metadata, _ := manifest.Get("metadata")
	annotations, ok := metadata.Get("annotations")
	if !ok {
		annotations = emptyMap
	}
	plain := with(manifest, of("metadata", with(metadata, of("annotations", annotations))))
	annotations = with(annotations, of(lastApplied, model.NewString(plain.Canonical()+"\n")))
	return with(manifest, of("metadata", with(metadata, of("annotations", annotations))))
}

// applied returns the manifest in the annotation of a live object.
func applied(live model.Value) (model.Value, error) {
	v, _ := model.Path{model.Field("metadata"), model.Field("annotations"), model.Field(lastApplied)}.Lookup(live)
	return model.ParseString(v.Text())
}
