package table

import (
	"reflect"
	"slices"

	admissionv1 "k8s.io/api/admission/v1"
	admissionv1beta1 "k8s.io/api/admission/v1beta1"
	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	apidiscoveryv2beta1 "k8s.io/api/apidiscovery/v2beta1"
	corev1 "k8s.io/api/core/v1"
	imagepolicyv1alpha1 "k8s.io/api/imagepolicy/v1alpha1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/scheme"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgo "k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/scheme"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// NewScheme returns a scheme with every kind that k8s.io/api, apiextensions-apiserver and
// kube-aggregator declare.
func NewScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		clientgo.AddToScheme, apiextensions.AddToScheme, aggregator.AddToScheme,
		// client-go has no clients for these kinds.
		admissionv1.AddToScheme, admissionv1beta1.AddToScheme,
		apidiscoveryv2.AddToScheme, apidiscoveryv2beta1.AddToScheme,
		imagepolicyv1alpha1.AddToScheme,
	} {
		utilruntime.Must(add(s))
	}
	return s
}

// requests are the options of requests, which every group version registers together with its
// kinds. The table contains them once, in v1.
var requests = []reflect.Type{
	reflect.TypeFor[metav1.CreateOptions](),
	reflect.TypeFor[metav1.DeleteOptions](),
	reflect.TypeFor[metav1.GetOptions](),
	reflect.TypeFor[metav1.ListOptions](),
	reflect.TypeFor[metav1.PatchOptions](),
	reflect.TypeFor[metav1.UpdateOptions](),
}

// event is also registered by every group version, but its documents have no apiVersion.
var event = reflect.TypeFor[metav1.WatchEvent]()

// A GoKind is a kind and the Go type of its documents.
type GoKind struct {
	kubernetes.Kind
	Type reflect.Type
}

// Kinds returns the kinds of the scheme, sorted.
func Kinds(s *runtime.Scheme) []GoKind {
	var kinds []GoKind
	for gvk, t := range s.AllKnownTypes() {
		again := gvk.GroupVersion() != corev1.SchemeGroupVersion && slices.Contains(requests, t)
		if again || t == event || gvk.Version == runtime.APIVersionInternal {
			continue
		}
		version, kind := gvk.ToAPIVersionAndKind()
		kinds = append(kinds, GoKind{kubernetes.Kind{APIVersion: version, Kind: kind}, t})
	}
	slices.SortFunc(kinds, func(a, b GoKind) int { return a.Kind.Compare(b.Kind) })
	return kinds
}
