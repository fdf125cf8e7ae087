package upstream_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	theirs "gopkg.in/evanphx/json-patch.v4"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/server"
)

// The fake client of client-go, which patches Go values, has the same result as
// Patch.
func TestServerAnswersAsTheFakeClient(t *testing.T) {
	for _, test := range []struct {
		kind  types.PatchType
		patch string
	}{
		{types.StrategicMergePatchType, `{"metadata":{"labels":{"b":"2"}},"spec":{"replicas":null,"template":{"spec":{"containers":[{"$patch":"delete","name":"log"},{"name":"web","image":"web:2"}]}}}}`},
		{types.MergePatchType, `{"metadata":{"labels":{"app":null}},"spec":{"template":{"spec":{"containers":[{"name":"new","image":"x"}]}}}}`},
		{types.JSONPatchType, `[{"op":"test","path":"/spec/replicas","value":3},{"op":"add","path":"/spec/template/spec/containers/-1","value":{"name":"new"}},` +
			`{"op":"test","path":"/metadata/annotations","value":null},{"op":"add","path":"/metadata/annotations","value":{"a":"b"}}]`},
	} {
		live := deployment()
		live.Namespace = "default"
		client := fake.NewClientset(live.DeepCopy())
		want, err := client.AppsV1().Deployments("default").Patch(context.Background(), "web", test.kind, []byte(test.patch), metav1.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := server.Patch(string(test.kind), []byte(asJSON(t, live)), []byte(test.patch))
		var got appsv1.Deployment
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		got.TypeMeta, want.TypeMeta = metav1.TypeMeta{}, metav1.TypeMeta{}
		want.ManagedFields = nil
		if err != nil || !equality.Semantic.DeepEqual(&got, want) {
			t.Errorf("%s: got %s, %v, want %s", test.kind, text, err, asJSON(t, want))
		}
		if reflect.DeepEqual(want.Spec, live.Spec) {
			t.Errorf("%s: the patch does nothing", test.kind)
		}
	}
	if types.JSONPatchType != server.JSONPatch || types.MergePatchType != server.MergePatch || types.StrategicMergePatchType != server.StrategicMergePatch {
		t.Error("content types have other names")
	}
}

// Merge patches give the same result as the library of API servers.
func TestMergePatchesAreThoseOfTheLibrary(t *testing.T) {
	objects := 0
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 3))
		live, patch := randomJSON(r, 3, true), randomJSON(r, 3, true)
		if live[0] != '{' || patch[0] != '{' {
			continue
		}
		objects++
		want, fault := theirs.MergePatch([]byte(live), []byte(patch))
		got, err := server.Patch(server.MergePatch, []byte(live), []byte(patch))
		if err != nil || fault != nil || !model.Equal(model.MustParse(string(got)), model.MustParse(string(want))) {
			t.Fatalf("%s of %s: %s, %v; the library: %s, %v", patch, live, got, err, want, fault)
		}
	}
	if objects < 1000 {
		t.Errorf("%d objects", objects)
	}
}
