package kubernetes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/secret"
	"github.com/strategicpatch/smp/smp/internal/version"
)

// Apply returns the object that a cluster stores for original and a strategic merge patch. All
// documents are JSON. An empty original counts as {}. Apply does not check the types of values. For
// example, it accepts a string in a number field, which a server rejects.
//
// A cluster puts a new element of a list directly after the element before it in the patch, or first
// if there is none. The elements of the patch keep their order. For a result that is used locally, such
// as a manifest or a template, call smp.ApplyJSON with the schema that Lookup returns. It follows the
// specification, which puts a new element before the next element of the patch that the list has, or last if
// there is none. Call ApplyJSON of smp.Engine{Unions: true} if
// the patch may switch to another member of a union, such as another source of a volume. Apply and
// smp.ApplyJSON keep the old source next to the new one, and a server rejects the object.
//
// The apiVersion and kind of original determine the schema. If original does not have both, the
// apiVersion and kind of the patch determine it.
//
// Errors are *smp.Errors. The Code UnknownKind means that no document has a kind, or that the kind
// is not built in. For such a kind, the message names the function to call instead. DifferentKind
// means that the documents have different kinds. All other errors are those of
// [cluster.Engine.ApplyJSON]. Call [cluster.Differences] to learn where a cluster departs from the
// specification.
func Apply(original, patch []byte) ([]byte, error) {
	c := call{generic: "smp.ApplyJSON"}
	documents := [...]desk.Document{{Name: "original", Text: original, Optional: true}, {Name: "patch", Text: patch, Near: true}}
	return desk.Call{OnlyText: true, Error: inDocument}.Append(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		schema, err := c.schema(documents[:], v)
		if err != nil {
			return model.Value{}, err
		}
		return cluster.Engine{}.Apply(schema, v[0], v[1])
	})
}

// Diff returns a strategic merge patch with which a cluster turns original into modified, including
// the order of lists. If there is nothing to change, the patch is {}. All documents are JSON. An
// empty document counts as {}.
//
// The patch contains no $patchMergeKey, because clusters treat this directive as data. If a cluster
// cannot merge a change of a list, the patch deletes an element and adds it again, or replaces the list
// or, if this is not possible, the map, list or element around it as a whole. Such a patch contains the
// metadata.resourceVersion of original, so that a server rejects it with status 409 if others have changed
// the object. To get the places around a list that are replaced, or to reject such patches, call
// [cluster.Engine.DiffJSON] with [smp.DiffOptions].
//
// If the metadata of modified has no resourceVersion, that of original counts, and the patch does not
// remove it. A server would accept a patch with a null for any version.
//
// Errors with Code UnknownKind and DifferentKind are those of [Apply]. All other errors are those
// of smp.DiffJSON.
func Diff(original, modified []byte) ([]byte, error) {
	c := call{generic: "smp.DiffJSON"}
	documents := [...]desk.Document{{Name: "original", Text: original, Optional: true}, {Name: "modified", Text: modified, Optional: true, Near: true}}
	return desk.Call{OnlyText: true, Error: inDocument}.Append(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		schema, err := c.schema(documents[:], v)
		if err != nil {
			return model.Value{}, err
		}
		to, err := version.Keep(v[1], v[0])
		if err != nil {
			return model.Value{}, err
		}
		var wide []model.Path
		patch, err := cluster.Engine{}.Diff(schema, v[0], to, smp.DiffOptions{Wide: &wide})
		if err != nil {
			return model.Value{}, err
		}
		return version.Pin(patch, v[0], wide)
	})
}

// ThreeWay returns the strategic merge patch that brings the live object in line with a manifest, as
// kubectl apply does. It sets the fields of modified, deletes the fields of lastApplied that
// modified lacks, and keeps the fields that others added to the live object. If there is nothing to
// change, the patch is {}. All documents are JSON. An empty document counts as {}. An empty modified
// therefore deletes all fields of lastApplied.
//
//	patch, err := kubernetes.ThreeWay(lastApplied, modified, live, smp.ThreeWayOptions{Overwrite: true})
//
// kubectl apply stores the last applied manifest in an annotation of the object, and updates it.
// ThreeWay itself does not read or write the annotation. To store the manifest in this annotation, or in
// one of your own, add the annotation to both manifests, here as values of package model. Its value in
// lastApplied is that of live, because its new value in modified would be a conflict otherwise:
//
//	annotation := model.Path{model.Field("metadata"), model.Field("annotations"), model.Field(name)}
//	stored, _ := annotation.Lookup(live) // the JSON of lastApplied
//	lastApplied, err = annotation.Set(lastApplied, stored)
//	modified, err = annotation.Set(manifest, model.NewString(manifest.JSON())) // manifest lacks the annotation
//
// If modified and live have changed the same value of lastApplied in different ways, the error is a
// *[smp.ConflictError]. With Overwrite, modified wins, as with kubectl apply. The option Keep leaves
// places to others (see [ManagedPaths]). Pass the places in every call. If you store modified as the
// last applied manifest, a later call without them sets the places again, without a conflict. To get the
// conflict again, store modified with the values of lastApplied at the places (see [smp.Keep]).
//
// In a document, null is a value. A null in modified deletes the field of the live object, even if
// lastApplied lacks the field. The JSON of a Go value has such a null for each nil slice, map or
// pointer without omitempty. Package typed treats these fields as missing.
//
// The patch omits values that an API server does not store, such as paused: false, and the zeros that
// it replaces if lastApplied also has them. For example, the JSON of a Go Service without a targetPort
// contains "targetPort": 0. Zeros in status, such as the replicas of a Go StatefulSet, are sent in every
// patch, although servers ignore them. To leave them out, add status to Keep.
//
// In a Secret, the values of stringData count as values of data (see [StoredSecret]), because a live
// object has no stringData. If modified lacks a value that lastApplied has in stringData, the patch
// removes it from data.
//
// If the patch has to replace a map, list or element as a whole, or to delete an element and add it again,
// it could overwrite changes that others have made since live was read. Such a patch contains the
// metadata.resourceVersion of live, so that a server rejects it with status 409 in this case. If the
// metadata of modified has no resourceVersion, that of live counts, so a version in lastApplied is neither removed nor a conflict.
//
// Errors are those of [Diff] and of [cluster.Engine.ThreeWayJSON]. As in smp.ThreeWayJSON, their
// Document is original for lastApplied, and current for live.
func ThreeWay(lastApplied, modified, live []byte, opts smp.ThreeWayOptions) ([]byte, error) {
	c := call{generic: "smp.ThreeWayJSON"}
	documents := [...]desk.Document{
		{Name: "original", Text: lastApplied, Optional: true},
		{Name: "modified", Text: modified, Optional: true, Near: true},
		{Name: "current", Text: live, Optional: true, Near: true},
	}
	return desk.Call{OnlyText: opts.OnlyText(desk.Pass{}), Error: inDocument}.Append(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		schema, err := c.schema(documents[:], v)
		if err != nil {
			return model.Value{}, err
		}
		from, to, current := v[0], v[1], v[2]
		if secret.Is(v[withKind(v)]) {
			if err := secret.Store(&from, &to, &current); err != nil {
				return model.Value{}, err
			}
		}
		if to, err = version.Keep(to, current); err != nil {
			return model.Value{}, err
		}
		opts, wide := opts, []model.Path(nil)
		if opts.Wide == nil {
			opts.Wide = &wide
		}
		patch, err := cluster.Engine{}.ThreeWay(schema, from, to, current, opts)
		if err != nil {
			return model.Value{}, err
		}
		return version.Pin(patch, current, *opts.Wide)
	})
}

// A call is a call of Apply, Diff or ThreeWay.
type call struct {
	generic string // function to call for kinds that are not built in
}

// schema returns the schema of the kind of the documents. v holds their values.
func (c call) schema(documents []desk.Document, v []model.Value) (smp.Schema, error) {
	of := withKind(v)
	if of < 0 {
		return smp.Schema{}, c.noKind(documents, v)
	}
	kind := kindOf(v[of])
	for i := range v {
		switch is := kindOf(v[i]); {
		case is.Kind != "" && is.Kind != kind.Kind:
			return smp.Schema{}, different(documents[i].Name, "kind", is.Kind, kind.Kind, documents[of].Name)
		case is.APIVersion != "" && is.APIVersion != kind.APIVersion:
			return smp.Schema{}, different(documents[i].Name, "apiVersion", is.APIVersion, kind.APIVersion, documents[of].Name)
		}
	}
	schema, ok := Lookup(kind.APIVersion, kind.Kind)
	if !ok {
		return smp.Schema{}, c.unknown(documents[of].Name, kind)
	}
	return schema, nil
}

// withKind returns the index of the first document that has an apiVersion and a kind, or -1.
func withKind(v []model.Value) int {
	return slices.IndexFunc(v, func(d model.Value) bool {
		k := kindOf(d)
		return k.APIVersion != "" && k.Kind != ""
	})
}

// kindOf returns the kind of a document. If a field is missing or not a string, it is empty in the
// result.
func kindOf(v model.Value) Kind {
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	return Kind{apiVersion.Text(), kind.Text()}
}

// inDocument returns a fault as an smp.Error. Both names are those of the document.
func inDocument(f *faults.Fault, document, _ string) error {
	_, path := f.In(document, document)
	return &smp.Error{Code: smp.Code(f.Code), Document: document, Path: path, Rule: smp.Rule(f.Rule), Cause: f.Cause}
}

func different(document, field, here, there, from string) error {
	cause := faults.Errorf("%s here, %s in %s", here, there, from)
	return &smp.Error{Code: smp.DifferentKind, Document: document, Path: model.Path{model.Field(field)}, Cause: cause}
}

// noKind returns the error for documents without a kind. If a document is not a map, it
// cannot have a kind, and the error reports that instead.
func (c call) noKind(documents []desk.Document, v []model.Value) error {
	for i, d := range v {
		switch is := d.Type(); is {
		case model.Map, model.Null, model.Absent:
		default:
			return &smp.Error{Code: smp.WrongType, Document: documents[i].Name, Rule: smp.RuleRoot, Cause: fmt.Errorf("expected a map, got %s", is.Noun())}
		}
	}
	return &smp.Error{
		Code:  smp.UnknownKind,
		Cause: fmt.Errorf("no document has an apiVersion and a kind; add them, or pass a schema, such as that of kubernetes.Lookup, to %s", c.generic),
	}
}

// unknown returns the error for a kind that is not built in.
func (c call) unknown(document string, k Kind) error {
	similar := ""
	if near := Nearest(k.APIVersion, k.Kind); len(near) > 0 {
		names := make([]string, len(near))
		for i, n := range near {
			names[i] = n.String()
		}
		similar = "; similar kinds: " + strings.Join(names, ", ")
	}
	return &smp.Error{
		Code: smp.UnknownKind, Document: document, Path: model.Path{model.Field("kind")},
		Cause: fmt.Errorf("%s is not a built-in kind%s; for a custom resource, whose patches must be JSON Merge Patches on servers (smp.AsMergePatch), pass the schema of its definition (openapi.ReadCRD), or smp.Schemaless, to %s", model.Shorten(k.String()), similar, c.generic),
	}
}
