package upstream_test

import (
	"encoding/json"
	"reflect"
	"testing"

	fuzz "github.com/google/gofuzz"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// filler fills Go values of Kubernetes. Types that hide their content, or
// write their own JSON, are filled by hand.
func filler(seed int64) *fuzz.Fuzzer {
	const anything = `{"a":[1,{"b":null}]}`
	return fuzz.NewWithSeed(seed).NilChance(0.4).NumElements(1, 2).MaxDepth(14).Funcs(
		func(q *resource.Quantity, c fuzz.Continue) {
			*q = *resource.NewMilliQuantity(c.Int63n(1<<40), resource.DecimalSI)
		},
		func(v *intstr.IntOrString, c fuzz.Continue) {
			*v = intstr.FromInt32(c.Int31())
			if c.RandBool() {
				*v = intstr.FromString(c.RandString())
			}
		},
		func(e *runtime.RawExtension, c fuzz.Continue) { e.Raw = []byte(anything) },
		func(f *metav1.FieldsV1, c fuzz.Continue) { f.SetRawBytes([]byte(anything)) },
		func(v *apiextensionsv1.JSON, c fuzz.Continue) { v.Raw = []byte(anything) },
		func(v *apiextensionsv1beta1.JSON, c fuzz.Continue) { v.Raw = []byte(anything) },
	)
}

// The JSON of Kubernetes' Go types fits the table, whichever fields are set.
func TestFilledTypesFitTheirSchema(t *testing.T) {
	f := filler(1)
	written := 0
	for _, k := range table.Kinds(table.NewScheme()) {
		s, ok := kubernetes.Lookup(k.APIVersion, k.Kind.Kind)
		if !ok {
			t.Fatalf("the table has no %s", k)
		}
		for range 3 {
			object := reflect.New(k.Type)
			f.Fuzz(object.Interface())
			text, err := json.Marshal(object.Interface())
			if err != nil {
				t.Fatalf("%s: %v", k, err)
			}
			written += len(text)
			v, err := model.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v in\n%s", k, err, text)
			}
			if misfit := misfit(s, v, nil); misfit != "" {
				t.Fatalf("%s: %s in\n%s", k, misfit, text)
			}
		}
	}
	t.Logf("%d bytes of JSON for %d kinds", written, len(kubernetes.Kinds()))
}
