package differential_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	fuzz "github.com/google/gofuzz"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
)

// filled lists the types that are filled with random content.
var filled = []reflect.Type{
	reflect.TypeFor[corev1.Pod](),
	reflect.TypeFor[appsv1.Deployment](),
	reflect.TypeFor[corev1.Service](),
	reflect.TypeFor[corev1.Node](),
	reflect.TypeFor[corev1.ConfigMap](),
	reflect.TypeFor[batchv1.Job](),
	reflect.TypeFor[apiextensionsv1.CustomResourceDefinition](),
}

// filler fills Go values of Kubernetes. Types that hide their content, or write
// their own JSON, are filled by hand.
func filler(seed uint64) *fuzz.Fuzzer {
	anything := []string{`{"a":[1,{"b":null}]}`, `{"a":{"b":1}}`, `[1,2]`, `"a"`}
	return fuzz.NewWithSeed(int64(seed)).NilChance(0.6).NumElements(1, 3).MaxDepth(11).Funcs(
		func(s *string, c fuzz.Continue) { *s = string(rune('a' + c.Intn(6))) },
		func(q *resource.Quantity, c fuzz.Continue) {
			*q = *resource.NewQuantity(c.Int63n(4), resource.DecimalSI)
		},
		func(v *intstr.IntOrString, c fuzz.Continue) {
			*v = intstr.FromInt32(c.Int31n(4))
			if c.RandBool() {
				*v = intstr.FromString("a")
			}
		},
		func(v *metav1.Time, c fuzz.Continue) { *v = metav1.NewTime(time.Unix(c.Int63n(4), 0)) },
		func(v *metav1.MicroTime, c fuzz.Continue) { *v = metav1.NewMicroTime(time.Unix(c.Int63n(4), 0)) },
		func(e *runtime.RawExtension, c fuzz.Continue) { e.Raw = []byte(anything[c.Intn(2)]) },
		func(f *metav1.FieldsV1, c fuzz.Continue) { f.SetRawBytes([]byte(anything[0])) },
		func(v *apiextensionsv1.JSON, c fuzz.Continue) { v.Raw = []byte(anything[c.Intn(4)]) },
	)
}

// Both engines give the same results for kinds with random content, and for edited versions
// of them.
func TestFilled(t *testing.T) {
	kinds := map[reflect.Type]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Type] = k
	}
	subjects := make([]lookups, len(filled))
	for i, typ := range filled {
		var err error
		if subjects[i], err = lookupsOf(kinds[typ]); err != nil {
			t.Fatal(err)
		}
	}
	run(t, 3000, func(seed uint64, r *differential.Record) string {
		n := seed % uint64(len(filled))
		s := subjects[n].choose(seed / uint64(len(filled)))
		object := reflect.New(filled[n])
		filler(seed).Fuzz(object.Interface())
		text, err := json.Marshal(object.Interface())
		if err != nil {
			return err.Error()
		}
		v, err := model.Parse(text)
		if err != nil {
			return err.Error()
		}
		e := differential.NewEditor(seed)
		original := e.Document(v)
		return r.Compare(s, original, e.Patch(s.Schema, original))
	})
}
