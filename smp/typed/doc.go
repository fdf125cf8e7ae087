// Package typed applies and creates strategic merge patches of Go values, as a cluster does. Apply
// returns the result of an API server. Diff and ThreeWay create patches that an API server applies
// correctly.
//
//	deployment, err = typed.Apply(deployment, patch)
//
// In this example, an operator has a pod template and lets users override parts of the template:
//
//	template := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
//		Containers: []corev1.Container{{Name: "app", Image: "app:1"}, {Name: "proxy", Image: "proxy:7"}},
//	}}
//	override := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
//		Containers: []corev1.Container{{Name: "app", Image: "app:2"}},
//	}}
//	template, reports, err := typed.Overlay(template, typed.Values("user", override))
//	// reports[0].Changes is [spec.containers[name=app].image changed]
//
// The package supports the API types of Kubernetes and your own types, if encoding/json can
// write and read them. The struct tags of a type define how its lists and maps merge (see
// package structtag). [Overlay] applies several patches in order, and reports the changes of
// each.
//
// To follow the specification instead of clusters, set Specification:
//
//	deployment, err = typed.Engine[*appsv1.Deployment]{Specification: true}.Apply(deployment, patch)
//
// The results differ in the order of new elements. A cluster puts a new element directly after the
// element before it in the patch, or first if there is none. The specification puts it directly before
// the next element of the patch that the list has, or last if there is none. In both results, the
// elements of the patch keep their order. If the list is [log, app], the patch [sidecar] makes
// [sidecar, log, app] of it on a cluster and [log, app, sidecar] by the specification, and the patch
// [sidecar, app] makes [sidecar, log, app] and [log, sidecar, app]. A cluster also rejects
// some patches that the specification accepts. For example, it rejects a patch that changes a field of
// a struct in a map (map[string]Struct), and every patch that merges into a list whose tag patchMergeKey
// names several fields. The text of such an error mentions the field Specification.
//
// Both match the ports of a container by containerPort alone. A layer with {containerPort: 53, protocol:
// UDP} therefore changes the protocol of an existing port 53, unless the element contains
// $patchMergeKey: [containerPort, protocol], which only the specification supports. With Strict in the
// field Engine, such a layer is an error. A Go value cannot contain the directive: call [Patch], add
// $patchMergeKey to the ports in its JSON, and pass the JSON to [Raw]. If Schema.With makes both fields
// the merge key instead, each port must have a protocol, because the schema then has no default for it.
// In your own types, the tag recommendedPatchMergeKey defines such keys.
//
// # Values
//
// Values are written and read by encoding/json. Embedded and inlined fields, pointers, omitempty
// and types with their own JSON are supported. Fields that are not exported or have the name "-"
// are missing in a result. Arguments are not changed, and results share no memory with them. If T
// is a pointer, or an interface that contains a pointer, the result is a new pointer.
//
// A map[string]any has no tags. The type unstructured.Unstructured of apimachinery has no tags,
// either, nor have other types with the methods UnstructuredContent and SetUnstructuredContent. For
// these types, set Engine.Schema to the schema of a kind or a definition, or to smp.Schemaless. The
// maps are not converted to text, and only the parts that the patch changes are read.
//
// If encoding/json decodes a map[string]any, its numbers are float64. In a cluster, such a number is
// another merge key than an integer (divergence integer-float-distinct of package cluster): a patch
// with the port 53 adds a second port 53 to the map. Decode JSON with [model.Parse] and
// [model.Value.ToAny], or with the decoder of an unstructured.Unstructured. Both return int64. With
// Specification, the numbers are equal.
//
// Typed clients return objects without apiVersion and kind. A patch cannot change the type of an
// object, so Diff and ThreeWay give such an object the apiVersion and kind of another argument. An
// object is a value with apiVersion, kind and metadata. In a value without metadata, such as an
// ObjectReference, a patch can change both fields.
//
// # Nil and null
//
// A nil slice, map, pointer or interface in a struct counts as a missing field, whether or not its
// tag has omitempty. So does a zero that is written as null, such as that of metav1.Time. The table
// shows the effect of missing fields and of nulls:
//
//	argument                nil or missing field              null
//	original of Apply       missing                           missing
//	patch of Apply          keeps the field                   deletes the field
//	original of Diff        missing                           missing
//	modified of Diff        deletes the field                 deletes the field
//	original of ThreeWay    missing                           missing
//	modified of ThreeWay    deletes the values of original    deletes the field
//	current of ThreeWay     missing                           missing
//
// For example, ThreeWay removes the elements of original from a merging list that is nil in modified,
// and keeps the elements that others have added. A null deletes the whole list. A value that does not
// merge, such as a scalar or an atomic list, and a struct are deleted as a whole. A patch and a layer of
// [Raw] can contain null. So can a map[string]any, an unstructured.Unstructured, an entry of another
// Go map, and a type with its own JSON. Packages kubernetes and strategicpatch read JSON, and there
// the same table holds. The JSON of a struct contains null for nil fields without omitempty, so these
// packages delete such fields.
//
// The table has one exception, because Apply does what a server does: in an object with a nil list
// without omitempty, such as the drivers of a CSINode, a server stores null. It then rejects a patch
// with $setElementOrder for this list. Diff and ThreeWay do not write such patches.
//
// # Changes of others
//
// ThreeWay keeps fields and elements that others have added to the live object, such as an injected
// sidecar. For changes of the same place by two actors, it has these options:
//
//   - If modified and current have changed the same value of original in different ways, the error
//     is an *smp.ConflictError. With Overwrite, modified wins, as with kubectl apply.
//   - Keep leaves places to others, such as spec.replicas to an autoscaler. kubernetes.ManagedPaths
//     returns the places of a field manager. The patch does not set a kept place that current lacks, so
//     create new objects without Keep. Pass the places in every call. If you store modified as the last
//     applied value, a later call without them sets the places again, without a conflict. To get the
//     conflict again, store modified with the values of original at the places (see smp.Keep).
//     Keep status, too, if its Go type has fields without omitempty, such as the replicas of a
//     StatefulSet. If you do not, every patch sets their zeros, which servers ignore.
//   - If a change can be expressed only by replacing a whole map, list or element, the patch could
//     overwrite changes that others make in the meantime. Such a patch of an object contains the
//     metadata.resourceVersion of current, so that a server rejects it with status 409 if the object
//     has changed. Diff does the same with the version of original. If the patch replaces more than
//     the list that has changed, it is wide: Wide receives the places, and with NoWide, such a change
//     is an error.
//
// Other patches contain no resourceVersion, so a server applies them to any version of the object. To
// have a server reject every patch if the object has changed, set the version in the patch:
//
//	version := model.Path{model.Field("metadata"), model.Field("resourceVersion")}
//	guarded, err := model.Parse(patch)
//	guarded, err = version.Set(guarded, model.NewString(current.ResourceVersion))
//	patch = []byte(guarded.JSON())
//
// For example, this leaves the replicas to an autoscaler, and overwrites changes of other fields:
//
//	opts := smp.ThreeWayOptions{Overwrite: true}
//	opts.Keep = []smp.KeepPath{smp.KeepAt(model.Path{model.Field("spec"), model.Field("replicas")})}
//	patch, err := engine.ThreeWay(original, modified, current, opts)
//
// If an annotation of the object stores the last applied value, as with kubectl apply, set the annotation of
// original to its value in current. Its new value in modified is a conflict without that:
//
//	stored := current.Annotations[name] // the JSON of original
//	metav1.SetMetaDataAnnotation(&original.ObjectMeta, name, stored)
//	metav1.SetMetaDataAnnotation(&modified.ObjectMeta, name, string(text)) // the JSON of modified without it
//
// kubernetes.ThreeWay has the same options and results. Package strategicpatch behaves like the
// package that it replaces: without overwrite, it is also a conflict if only current has changed a
// value.
//
// A live Secret has no stringData. ThreeWay, here and in package kubernetes, therefore compares
// Secrets as kubernetes.StoredSecret returns them, and its patch contains data. A value is a Secret if
// it has this kind, or is a Secret of k8s.io/api/core/v1. Diff does not convert Secrets.
//
// # Zero values
//
// A Go value does not record which of its fields have been set. If Replicas has no omitempty,
// the JSON of
//
//	Settings{Image: "app:2"}
//
// contains "replicas": 0. As a patch, this JSON would scale down to zero replicas. [Values]
// therefore makes a layer for [Overlay] that contains only the struct fields that are not zero, at
// any depth, also in lists and maps. Merge keys, elements of lists and values of maps are kept,
// even if they are zero. To set a field to zero, use a pointer field, or make a layer from JSON
// with [Raw]. JSON can also contain null and directives. For example, a layer that changes from one
// field of a union to another can contain $retainKeys. If users write a pod template in a custom
// resource, declare its field as a runtime.RawExtension and pass its JSON to Raw, so that zeros such as
// value: "" are kept.
//
// Diff and ThreeWay compare whole values. If a field is zero in modified but not in original, the
// patch sets it to zero.
//
// # Unions
//
// Some fields exclude each other, such as configMap and emptyDir of a volume. The tags of
// k8s.io/api do not define these unions, but the schemas of package kubernetes do. With such a
// schema, Diff and ThreeWay write an explicit null for the other fields. With Unions, a layer that
// sets one of the fields clears the others:
//
//	schema, ok := kubernetes.LookupType(reflect.TypeFor[corev1.PodTemplateSpec]())
//	engine := typed.Engine[corev1.PodTemplateSpec]{
//		Specification: true, Engine: smp.Engine{Unions: true}, Schema: schema,
//	}
//
// # Custom resources
//
// The Go types of custom resources usually have markers, such as +listType=map, but no patch tags.
// Without patch tags, a patch replaces lists as a whole. Set Schema to the schema of the
// CustomResourceDefinition to merge the lists:
//
//	definition, err := yaml.Parse(text) // package yaml of this module
//	crd, err := openapi.ReadCRD(definition)
//	schema, err := crd.Schema("v1")
//	engine := typed.Engine[*v1.Gateway]{Specification: true, Schema: schema}
//
// API servers answer 415 (unsupported media type) to a strategic merge patch of a custom resource.
// Apply the patch to the live object instead, and send the difference as a merge patch, with the
// content type application/merge-patch+json:
//
//	patch, err := engine.ThreeWay(original, modified, live, smp.ThreeWayOptions{})
//	result, err := engine.Apply(live, patch)
//	mergePatch, err := smp.AsMergePatch(before, after) // live and result as model.Values
//
// model.FromAny converts a map to a model.Value, and model.Parse converts the JSON of a struct. A
// merge patch replaces lists as a whole. If the Go type lacks fields of the elements, such a list
// loses these fields, so use map[string]any as the type then. A list in the patch may also overwrite a
// change that others have made since the live object was read. To prevent this, add
// metadata.resourceVersion of the live object to the merge patch. The server then answers 409
// (conflict) if the object has changed:
//
//	version := model.Path{model.Field("metadata"), model.Field("resourceVersion")}
//	mergePatch, err = version.Set(mergePatch, model.NewString(live.ResourceVersion))
//
// # Two Go types
//
// All values of a call must have the same Go type. If the live object is an
// unstructured.Unstructured and the others are structs, convert one of them, or use package
// kubernetes with the JSON of all of them.
package typed
