package dropin_test

import (
	"encoding/json"
	"testing"

	fuzz "github.com/google/gofuzz"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

// filled returns objects of several kinds with random content: names that need
// escapes, and numbers of any size.
func filled(t testing.TB, seed int64) []dropin.Object {
	t.Helper()
	f := fuzz.NewWithSeed(seed).NilChance(0.6).NumElements(1, 3).MaxDepth(12).Funcs(
		func(q *resource.Quantity, c fuzz.Continue) {
			*q = *resource.NewMilliQuantity(c.Int63n(1<<40), resource.DecimalSI)
		},
		func(v *intstr.IntOrString, c fuzz.Continue) { *v = intstr.FromInt32(c.Int31()) },
		func(v *metav1.FieldsV1, c fuzz.Continue) { v.SetRawBytes([]byte(`{"f:a":{}}`)) },
		func(v *apiextensionsv1.JSON, c fuzz.Continue) { v.Raw = []byte(`{"a":[1.5,null]}`) },
	)
	var all []dropin.Object
	for _, object := range []any{
		&corev1.Pod{}, &appsv1.Deployment{}, &corev1.Service{}, &corev1.Node{}, &corev1.ConfigMap{}, &batchv1.Job{},
		&apiextensionsv1.CustomResourceDefinition{},
	} {
		f.Fuzz(object)
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, dropin.Object{Name: string(text), Schema: object, Document: dropin.Decode(text)})
	}
	return all
}
