package kubernetes_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

func TestMarks(t *testing.T) {
	notStored, filledIn := smp.Marks{NotStored: true}, smp.Marks{FilledIn: true}
	for _, test := range []struct {
		apiVersion, kind, path string
		want                   smp.Marks
	}{
		{"apps/v1", "Deployment", "spec paused", notStored},
		{"apps/v1", "Deployment", "spec minReadySeconds", notStored},
		{"apps/v1", "Deployment", "spec selector", smp.Marks{Immutable: true, Required: true}},
		{"apps/v1", "Deployment", "spec template", smp.Marks{Required: true}},
		{"apps/v1", "Deployment", "spec template spec containers [] image", smp.Marks{NotStored: true, Required: true}},
		{"apps/v1", "Deployment", "spec strategy", filledIn},
		{"apps/v1", "Deployment", "spec replicas", filledIn},
		{"apps/v1", "Deployment", "spec template spec hostNetwork", notStored},
		{"apps/v1", "Deployment", "spec template spec tolerations", smp.Marks{NotStored: true, FilledIn: true}},
		{"apps/v1", "Deployment", "spec template spec dnsPolicy", filledIn},
		{"apps/v1", "Deployment", "spec template spec containers [] env [] value", notStored},
		{"apps/v1", "Deployment", "spec template spec containers [] env [] name", smp.Marks{Required: true}},
		{"apps/v1", "Deployment", "spec template spec containers [] volumeMounts [] readOnly", notStored},
		{"apps/v1", "Deployment", "spec template spec containers [] ports [] protocol", filledIn},
		{"apps/v1", "Deployment", "spec template spec containers [] ports [] containerPort", smp.Marks{Required: true}},
		{"apps/v1", "Deployment", "spec template spec containers [] resources limits {}", smp.Marks{Quantity: true}},
		{"apps/v1", "Deployment", "spec template spec containers [] securityContext privileged", smp.Marks{}},
		{"apps/v1", "Deployment", "spec template spec imagePullSecrets [] name", notStored},
		{"apps/v1", "Deployment", "spec template spec serviceAccount", smp.Marks{NotStored: true, Derived: true, AliasOf: "serviceAccountName"}},
		{"apps/v1", "Deployment", "spec template spec serviceAccountName", smp.Marks{NotStored: true, Derived: true}},
		{"apps/v1", "Deployment", "spec template spec automountServiceAccountToken", smp.Marks{}},
		{"apps/v1", "Deployment", "metadata creationTimestamp", smp.Marks{FilledIn: true, Derived: true, Time: true}},
		{"apps/v1", "Deployment", "metadata labels", notStored},
		{"apps/v1", "Deployment", "metadata namespace", smp.Marks{}},
		{"apps/v1", "StatefulSet", "spec serviceName", smp.Marks{Immutable: true}}, // "" is stored,
		{"apps/v1", "Deployment", "spec template spec volumes [] emptyDir", filledIn},
		{"batch/v1", "Job", "spec completions", filledIn},
		{"batch/v1", "CronJob", "spec jobTemplate spec template spec hostPID", notStored},
		{"coordination.k8s.io/v1", "Lease", "spec renewTime", smp.Marks{Time: true}},
		{"networking.k8s.io/v1", "NetworkPolicy", "spec podSelector", filledIn},
		{"rbac.authorization.k8s.io/v1", "ClusterRole", "rules", notStored},
		{"rbac.authorization.k8s.io/v1", "RoleBinding", "subjects [] apiGroup", smp.Marks{NotStored: true, FilledIn: true}},
		{"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "webhooks [] rules [] scope", filledIn},
		{"v1", "LimitRange", "spec limits [] defaultRequest", smp.Marks{NotStored: true, FilledIn: true, Derived: true}},
		{"v1", "ConfigMap", "data {}", smp.Marks{}},
		{"v1", "ConfigMap", "binaryData {}", smp.Marks{Base64: true}},
		{"v1", "Secret", "data {}", smp.Marks{Base64: true}},
		{"v1", "Secret", "stringData {}", smp.Marks{}},
		{"v1", "PersistentVolumeClaim", "spec storageClassName", smp.Marks{}}, // "" is a value, and templates can change
		{"v1", "Service", "spec publishNotReadyAddresses", notStored},
		{"v1", "Service", "spec clusterIP", smp.Marks{NotStored: true, FilledIn: true, Derived: true}},
		{"v1", "Service", "spec ports [] nodePort", smp.Marks{NotStored: true, Derived: true}},
		{"v1", "Service", "spec type", filledIn},
		{"v1", "Service", "spec ports [] targetPort", smp.Marks{FilledIn: true, ZeroFilledIn: true, Derived: true}},
		{"v1", "Pod", "spec containers [] livenessProbe periodSeconds", smp.Marks{FilledIn: true, ZeroFilledIn: true}},
		{"v1", "Pod", "spec volumes [] emptyDir sizeLimit", smp.Marks{Quantity: true}}, // 0 is stored as "0"
		// Kinds that servers of this release do not serve have only the marks of types.
		{"extensions/v1beta1", "Deployment", "spec paused", smp.Marks{}},
	} {
		s := mustLookup(t, test.apiVersion, test.kind)
		if got := below(t, s, test.path).Marks(); got != test.want {
			t.Errorf("%s %s, %s: got %+v, want %+v", test.apiVersion, test.kind, test.path, got, test.want)
		}
		listTyped, _ := kubernetes.LookupListTypes(test.apiVersion, test.kind)
		if got := below(t, listTyped, test.path).Marks(); got != test.want {
			t.Errorf("%s %s with list types, %s: got %+v, want %+v", test.apiVersion, test.kind, test.path, got, test.want)
		}
	}
}

// Fields have the values that a server fills in as defaults. A field whose value is derived has none.
func TestDefaults(t *testing.T) {
	for _, test := range []struct{ apiVersion, kind, path, want string }{
		{"v1", "Service", "spec type", `"ClusterIP"`},
		{"v1", "Service", "spec sessionAffinity", `"None"`},
		{"v1", "Service", "spec sessionAffinityConfig clientIP timeoutSeconds", `10800`},
		{"v1", "Service", "spec ports [] protocol", `"TCP"`},
		{"v1", "Service", "spec ports [] targetPort", ``},
		{"v1", "Service", "spec clusterIP", ``},
		{"v1", "Service", "spec ipFamilies", ``},
		{"apps/v1", "Deployment", "spec replicas", `1`},
		{"apps/v1", "Deployment", "spec strategy type", `"RollingUpdate"`},
		{"apps/v1", "Deployment", "spec strategy rollingUpdate maxSurge", `"25%"`},
		{"apps/v1", "Deployment", "spec template spec dnsPolicy", `"ClusterFirst"`},
		{"apps/v1", "Deployment", "spec template spec containers [] imagePullPolicy", ``},
		{"apps/v1", "Deployment", "spec template spec containers [] livenessProbe periodSeconds", `10`},
		{"apps/v1", "Deployment", "spec paused", ``},
		{"apps/v1", "DaemonSet", "spec updateStrategy rollingUpdate maxUnavailable", ``}, // 0 if maxSurge is set
		{"batch/v1", "CronJob", "spec concurrencyPolicy", `"Allow"`},
		{"batch/v1", "Job", "spec backoffLimit", ``}, // depends on backoffLimitPerIndex
		{"storage.k8s.io/v1", "StorageClass", "volumeBindingMode", `"Immediate"`},
		{"v1", "Pod", "metadata generation", ``},
	} {
		s := mustLookup(t, test.apiVersion, test.kind)
		got := below(t, s, test.path)
		if want := test.want; got.Default().JSON() != want && !(want == "" && got.Default().Type() == model.Absent) {
			t.Errorf("%s %s, %s: got %s, want %s", test.apiVersion, test.kind, test.path, got.Default(), want)
		}
	}
}

// The metadata of custom resources has the marks of the metadata of built-in kinds.
func TestMarksOfMetadata(t *testing.T) {
	builtIn := below(t, mustLookup(t, "v1", "Pod"), "metadata")
	custom, err := smp.NewSchema(openapi.ObjectMeta(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, field := range custom.Fields() {
		want := below(t, builtIn, name).Marks()
		if got := field.Marks(); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
