package strategicpatch_test

import (
	"fmt"

	"k8s.io/kube-openapi/pkg/util/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	strategicpatch "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi"
)

// The schema comes from an OpenAPI v3 document, in the form that the discovery client returns.
// Containers merge by name.
func ExamplePatchMetaFromOpenAPIV3() {
	container := new(spec.Schema).Typed("object", "").
		SetProperty("name", *spec.StringProperty()).SetProperty("image", *spec.StringProperty())
	containers := spec.ArrayProperty(container)
	containers.Extensions = spec.Extensions{"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"}
	pod := new(spec.Schema).Typed("object", "").SetProperty("containers", *containers)

	result, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(
		[]byte(`{"containers":[{"name":"app","image":"app:1"},{"name":"proxy"}]}`),
		[]byte(`{"containers":[{"name":"app","image":"app:2"}]}`),
		strategicpatch.PatchMetaFromOpenAPIV3{Schema: pod})
	fmt.Println(string(result), err)
	// Output:
	// {"containers":[{"image":"app:2","name":"app"},{"name":"proxy"}]} <nil>
}

// The schema comes from an OpenAPI v2 document. Such schemas are types of package proto.
func ExampleNewPatchMetaFromOpenAPI() {
	text := &proto.Primitive{Type: "string"}
	pod := &proto.Kind{Fields: map[string]proto.Schema{"containers": &proto.Array{
		BaseSchema: proto.BaseSchema{Extensions: map[string]any{
			"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name",
		}},
		SubType: &proto.Kind{Fields: map[string]proto.Schema{"name": text, "image": text}},
	}}}

	patch, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(
		[]byte(`{"containers":[{"name":"app","image":"app:1"},{"name":"proxy"}]}`),
		[]byte(`{"containers":[{"name":"app","image":"app:2"},{"name":"proxy"}]}`),
		strategicpatch.NewPatchMetaFromOpenAPI(pod))
	fmt.Println(string(patch), err)
	// Output:
	// {"$setElementOrder/containers":[{"name":"app"},{"name":"proxy"}],"containers":[{"image":"app:2","name":"app"}]} <nil>
}
