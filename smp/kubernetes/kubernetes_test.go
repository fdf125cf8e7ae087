package kubernetes_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// below follows a path of names in a schema; [] is the element of a list and {} the values of
// a map.
func below(t *testing.T, s smp.Schema, path string) smp.Schema {
	t.Helper()
	for _, name := range strings.Fields(path) {
		ok := true
		switch name {
		case "[]":
			s = s.Element()
		case "{}":
			s, ok = s.Values()
		default:
			s, ok = s.Field(name)
		}
		if !ok {
			t.Fatalf("the schema has no %s of %s", name, path)
		}
	}
	return s
}

func mustLookup(t *testing.T, apiVersion, kind string) smp.Schema {
	t.Helper()
	s, ok := kubernetes.Lookup(apiVersion, kind)
	if !ok {
		t.Fatalf("the table has no %s %s", apiVersion, kind)
	}
	return s
}

// merging is the part of a schema that tests compare.
type merging struct {
	Kind        string
	Strategy    string
	RetainKeys  bool
	Keys        string
	Recommended string
	MapKeys     bool
}

func mergingOf(s smp.Schema) merging {
	return merging{
		s.Type().String(), s.Strategy().String(), s.RetainKeys(),
		strings.Join(s.Keys(), ","), strings.Join(s.Recommended(), ","), s.MapKeys(),
	}
}

func TestHowPlacesMerge(t *testing.T) {
	for _, test := range []struct {
		apiVersion, kind, path string
		want                   merging
	}{
		{"v1", "Pod", "spec containers", merging{Kind: "list", Strategy: "merge", Keys: "name", MapKeys: true}},
		{"v1", "Pod", "spec containers [] command", merging{Kind: "list", Strategy: "replace"}},
		{"v1", "Pod", "spec containers [] env", merging{Kind: "list", Strategy: "merge", Keys: "name", MapKeys: true}},
		{"v1", "Pod", "spec containers [] ports", merging{Kind: "list", Strategy: "merge", Keys: "containerPort", Recommended: "containerPort,protocol", MapKeys: true}},
		{"v1", "Pod", "spec containers [] volumeMounts", merging{Kind: "list", Strategy: "merge", Keys: "mountPath", MapKeys: true}},
		{"v1", "Pod", "spec topologySpreadConstraints", merging{Kind: "list", Strategy: "merge", Keys: "topologyKey", Recommended: "topologyKey,whenUnsatisfiable", MapKeys: true}},
		{"v1", "Pod", "spec volumes", merging{Kind: "list", Strategy: "merge", RetainKeys: true, Keys: "name", MapKeys: true}},
		{"v1", "Pod", "spec tolerations", merging{Kind: "list", Strategy: "replace"}},
		{"v1", "Pod", "metadata labels", merging{Kind: "map", Strategy: "merge"}},
		{"v1", "Pod", "metadata finalizers", merging{Kind: "list", Strategy: "merge"}},
		{"v1", "Pod", "metadata ownerReferences", merging{Kind: "list", Strategy: "merge", Keys: "uid", MapKeys: true}},
		{"v1", "Pod", "status hostIPs", merging{Kind: "list", Strategy: "merge", Keys: "ip"}},
		{"v1", "Service", "spec ports", merging{Kind: "list", Strategy: "merge", Keys: "port", Recommended: "port,protocol", MapKeys: true}},
		{"v1", "Service", "status conditions", merging{Kind: "list", Strategy: "merge", Keys: "type", MapKeys: true}},
		{"v1", "ConfigMap", "data", merging{Kind: "map", Strategy: "merge"}},
		{"v1", "PodList", "items", merging{Kind: "list", Strategy: "replace"}},
		{"apps/v1", "Deployment", "spec strategy", merging{Kind: "map", Strategy: "merge", RetainKeys: true}},
		{"apps/v1", "Deployment", "spec template spec containers", merging{Kind: "list", Strategy: "merge", Keys: "name", MapKeys: true}},
		{"apps/v1", "ControllerRevision", "data", merging{Kind: "any", Strategy: "merge"}},
		{"policy/v1", "PodDisruptionBudget", "spec selector", merging{Kind: "map", Strategy: "replace"}},
		{"policy/v1beta1", "PodDisruptionBudget", "spec selector", merging{Kind: "map", Strategy: "merge"}},
		{"certificates.k8s.io/v1", "CertificateSigningRequest", "spec extra {}", merging{Kind: "list", Strategy: "replace"}},
		{"apiregistration.k8s.io/v1", "APIService", "status conditions", merging{Kind: "list", Strategy: "merge", Keys: "type", MapKeys: true}},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec versions", merging{Kind: "list", Strategy: "replace"}},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec versions [] schema openAPIV3Schema properties {} items", merging{Kind: "any", Strategy: "merge"}},
		{"admission.k8s.io/v1", "AdmissionReview", "request object", merging{Kind: "any", Strategy: "merge"}},
	} {
		s := below(t, mustLookup(t, test.apiVersion, test.kind), test.path)
		if d := cmp.Diff(test.want, mergingOf(s)); d != "" {
			t.Errorf("%s %s, %s: -want +got:\n%s", test.apiVersion, test.kind, test.path, d)
		}
	}
}

func TestListTypesDecideOnlyWithoutPatchStrategy(t *testing.T) {
	for _, test := range []struct {
		apiVersion, kind, path string
		want                   merging
	}{
		{"v1", "Service", "spec ports", merging{Kind: "list", Strategy: "merge", Keys: "port", Recommended: "port,protocol", MapKeys: true}},
		{"v1", "Pod", "status hostIPs", merging{Kind: "list", Strategy: "merge", Keys: "ip"}},
		{"v1", "Pod", "spec containers [] resources claims", merging{Kind: "list", Strategy: "merge", Keys: "name", MapKeys: true}},
		{"v1", "Pod", "spec nodeSelector", merging{Kind: "map", Strategy: "replace"}},
		{"v1", "Pod", "spec containers [] command", merging{Kind: "list", Strategy: "replace"}},
		{"v1", "PersistentVolume", "spec claimRef", merging{Kind: "map", Strategy: "merge"}},
		{"v1", "Event", "involvedObject", merging{Kind: "map", Strategy: "replace"}},
		{"apps/v1", "Deployment", "spec selector", merging{Kind: "map", Strategy: "replace"}},
		{"certificates.k8s.io/v1", "CertificateSigningRequest", "status conditions", merging{Kind: "list", Strategy: "merge", Keys: "type", MapKeys: true}},
		{"networking.k8s.io/v1", "Ingress", "spec tls", merging{Kind: "list", Strategy: "replace"}},
		{"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "spec validationActions", merging{Kind: "list", Strategy: "merge"}},
	} {
		s, ok := kubernetes.LookupListTypes(test.apiVersion, test.kind)
		if !ok {
			t.Fatalf("the table has no %s %s", test.apiVersion, test.kind)
		}
		if d := cmp.Diff(test.want, mergingOf(below(t, s, test.path))); d != "" {
			t.Errorf("%s %s, %s: -want +got:\n%s", test.apiVersion, test.kind, test.path, d)
		}
	}
}

func TestScalars(t *testing.T) {
	pod := mustLookup(t, "v1", "Pod")
	for path, want := range map[string]smp.Scalars{
		"spec containers [] name":                             smp.StringScalar,
		"spec containers [] tty":                              smp.BoolScalar,
		"spec containers [] resources limits {}":              smp.StringScalar | smp.NumberScalar,
		"spec containers [] livenessProbe httpGet port":       smp.StringScalar | smp.IntegerScalar,
		"spec containers [] livenessProbe httpGet host":       smp.StringScalar,
		"spec terminationGracePeriodSeconds":                  smp.IntegerScalar,
		"metadata creationTimestamp":                          smp.StringScalar,
		"status conditions [] lastTransitionTime":             smp.StringScalar,
		"status containerStatuses [] state running startedAt": smp.StringScalar,
	} {
		if got := below(t, pod, path).Scalars(); got != want {
			t.Errorf("%s: scalars %b, want %b", path, got, want)
		}
	}
}

func TestKeyDefaults(t *testing.T) {
	for _, test := range []struct {
		apiVersion, kind, path, key, want string
	}{
		{"v1", "Service", "spec ports", "protocol", "TCP"},
		{"v1", "Pod", "spec containers [] ports", "protocol", "TCP"},
		{"v1", "Service", "spec ports", "port", ""},
		{"v1", "Pod", "spec containers", "name", ""},
		{"v1", "Pod", "spec topologySpreadConstraints", "whenUnsatisfiable", ""},
	} {
		list := below(t, mustLookup(t, test.apiVersion, test.kind), test.path)
		def, ok := list.KeyDefault(test.key)
		if def.Text() != test.want || ok != (test.want != "") {
			t.Errorf("%s %s: the default of key %s is %q, want %q", test.kind, test.path, test.key, def.Text(), test.want)
		}
	}
}

func TestRecursiveKind(t *testing.T) {
	crd := mustLookup(t, "apiextensions.k8s.io/v1", "CustomResourceDefinition")
	root := below(t, crd, "spec versions [] schema openAPIV3Schema")
	again := below(t, root, "properties {} not properties {}")
	if !root.Equal(again) {
		t.Error("a schema below a schema differs from it")
	}
	for _, name := range []string{"$ref", "$schema", "x-kubernetes-list-map-keys"} {
		if _, ok := again.Field(name); !ok {
			t.Errorf("no field %s", name)
		}
	}
}

func TestEveryKindIsBuilt(t *testing.T) {
	kinds := kubernetes.Kinds()
	if !slices.IsSortedFunc(kinds, kubernetes.Kind.Compare) {
		t.Error("kinds are not sorted")
	}
	if len(kinds) < 300 {
		t.Errorf("only %d kinds", len(kinds))
	}
	for _, k := range kinds {
		for _, lookup := range []func(string, string) (smp.Schema, bool){kubernetes.Lookup, kubernetes.LookupListTypes} {
			s, ok := lookup(k.APIVersion, k.Kind)
			if !ok || !s.Declared() {
				t.Errorf("%s: declared map: %t, in the table: %t", k, s.Declared(), ok)
			}
			if _, ok := s.Field("apiVersion"); !ok {
				t.Errorf("%s has no apiVersion", k)
			}
		}
	}
}

func TestUnknownKinds(t *testing.T) {
	for _, k := range []kubernetes.Kind{
		{}, {"v1", ""}, {"", "Pod"}, {"v1", "pod"}, {"v2", "Pod"}, {"apps/v1", "Pod"}, {"apps/v1", "DeleteOptions"}, {"v1", "WatchEvent"}, {"apps/__internal", "Deployment"},
	} {
		s, ok := kubernetes.Lookup(k.APIVersion, k.Kind)
		if ok || !s.Equal(smp.Schema{}) {
			t.Errorf("%q is in the table", k)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, test := range []struct {
		apiVersion, kind string
		want             []string
		reason           string
	}{
		{"apps/v2", "Deployment", []string{"apps/v1/Deployment", "apps/v1beta1/Deployment", "apps/v1beta2/Deployment", "extensions/v1beta1/Deployment"}, "other versions of the group first"},
		{"batch/v1", "Cronjobs", []string{"batch/v1/CronJob", "batch/v1beta1/CronJob"}, "case and plural"},
		{"v1", "Srevice", []string{"v1/Service"}, "letters"},
		{"v1", "Secret", []string{"v1/Secret"}, "a known kind comes first"},
		{"v1", "Pdo", nil, "half of the letters differ"},
		{"example.com/v1", "Widget", nil, "nothing is near"},
		{"", "", nil, "nothing is near nothing"},
	} {
		got := []string{}
		for _, k := range kubernetes.Nearest(test.apiVersion, test.kind) {
			got = append(got, k.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %s %s: %q, want %q", test.reason, test.apiVersion, test.kind, got, test.want)
		}
	}
}

func TestConcurrentLookups(t *testing.T) {
	want := mustLookup(t, "apps/v1", "Deployment")
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for _, k := range kubernetes.Kinds()[:60] {
				if _, ok := kubernetes.Lookup(k.APIVersion, k.Kind); !ok {
					t.Errorf("%s is gone", k)
				}
			}
			if got, _ := kubernetes.Lookup("apps/v1", "Deployment"); !got.Equal(want) {
				t.Error("two lookups differ")
			}
		}()
	}
	group.Wait()
}

func TestLaterLookupsAllocateNothing(t *testing.T) {
	mustLookup(t, "v1", "Pod")
	if n := testing.AllocsPerRun(100, func() { kubernetes.Lookup("v1", "Pod") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkLookupAgain(b *testing.B) {
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		kubernetes.Lookup("apps/v1", "Deployment")
	}
}

func TestMustLookup(t *testing.T) {
	if pod, ok := kubernetes.Lookup("v1", "Pod"); !ok || kubernetes.MustLookup("v1", "Pod") != pod {
		t.Error("a known kind has another schema")
	}
	defer func() {
		if message, _ := recover().(string); !strings.Contains(message, "apps/v1/StatefulSet") {
			t.Errorf("panic says %q", message)
		}
	}()
	kubernetes.MustLookup("apps/v1", "StatefulSets")
}
