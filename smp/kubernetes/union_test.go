package kubernetes_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Lint reports the errors of the server. For these unions, the validation of the server differs
// from the union markers, or from the rules of other unions.
func TestUnionsAsTheServerHasThem(t *testing.T) {
	for _, c := range []struct {
		name, apiVersion, kind, object string
		wrong                          string
	}{
		{"seccomp profile", "v1", "Pod", `{"spec":{"securityContext":{"seccompProfile":{"type":"Localhost","localhostProfile":"p"}}}}`, ""},
		{"seccomp profile of the runtime", "v1", "Pod", `{"spec":{"securityContext":{"seccompProfile":{"type":"RuntimeDefault","localhostProfile":"p"}}}}`, "spec.securityContext.seccompProfile"},
		{"AppArmor profile", "v1", "Pod", `{"spec":{"securityContext":{"appArmorProfile":{"type":"Localhost","localhostProfile":"p"}}}}`, ""},
		{"no AppArmor profile", "v1", "Pod", `{"spec":{"securityContext":{"appArmorProfile":{"type":"Unconfined","localhostProfile":"p"}}}}`, "spec.securityContext.appArmorProfile"},
		{"queue", "flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", `{"spec":{"limited":{"limitResponse":{"type":"Queue","queuing":{"queues":1}}}}}`, ""},
		{"no queue", "flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", `{"spec":{"limited":{"limitResponse":{"type":"Reject","queuing":{"queues":1}}}}}`, "spec.limited.limitResponse"},
		{"flex volume beside another source", "v1", "PersistentVolume", `{"spec":{"hostPath":{"path":"/x"},"flexVolume":{"driver":"d"}}}`, ""},
		{"two sources", "v1", "PersistentVolume", `{"spec":{"hostPath":{"path":"/x"},"nfs":{"path":"/x","server":"s"}}}`, "spec"},
		{"flex volume of a pod beside another", "v1", "Pod", `{"spec":{"volumes":[{"name":"v","hostPath":{"path":"/x"},"flexVolume":{"driver":"d"}}]}}`, "spec.volumes[0]"},
		{"two subpaths", "v1", "Pod", `{"spec":{"containers":[{"name":"a","volumeMounts":[{"mountPath":"/a","subPath":"b","subPathExpr":"c"}]}]}}`, "spec.containers[0].volumeMounts[0]"},
		{"an empty subpath", "v1", "Pod", `{"spec":{"containers":[{"name":"a","volumeMounts":[{"mountPath":"/a","subPath":"","subPathExpr":"c"}]}]}}`, ""},
		{"domains without a need", "apps/v1", "Deployment", `{"spec":{"template":{"spec":{"topologySpreadConstraints":[{"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway","minDomains":2}]}}}}`, "spec.template.spec.topologySpreadConstraints[0]"},
		{"source ranges without a load balancer", "v1", "Service", `{"spec":{"type":"NodePort","loadBalancerSourceRanges":["192.0.2.0/24"]}}`, "spec"},
		{"a load balancer", "v1", "Service", `{"spec":{"type":"LoadBalancer","loadBalancerSourceRanges":["192.0.2.0/24"],"loadBalancerClass":"a.example/b"}}`, ""},
		{"affinity that the server drops", "v1", "Service", `{"spec":{"sessionAffinity":"None","sessionAffinityConfig":{"clientIP":{"timeoutSeconds":1}}}}`, ""},
		{"one process namespace for two", "v1", "Pod", `{"spec":{"shareProcessNamespace":true,"hostPID":true}}`, "spec"},
		{"host processes alone", "v1", "Pod", `{"spec":{"shareProcessNamespace":false,"hostUsers":true,"hostPID":true}}`, ""},
		{"host processes without host users", "v1", "Pod", `{"spec":{"hostUsers":false,"hostPID":true}}`, "spec"},
		{"host network without host users", "v1", "Pod", `{"spec":{"hostUsers":false,"hostNetwork":true}}`, ""},
		{"backoff without an index", "batch/v1", "Job", `{"spec":{"completionMode":"NonIndexed","backoffLimitPerIndex":0}}`, "spec"},
		{"namespace of a cluster's parameters", "networking.k8s.io/v1", "IngressClass", `{"spec":{"parameters":{"scope":"Cluster","namespace":"a"}}}`, "spec.parameters"},
		{"a webhook that is not called", "apiextensions.k8s.io/v1", "CustomResourceDefinition", `{"spec":{"conversion":{"strategy":"None","webhook":{"conversionReviewVersions":["v1"]}}}}`, "spec.conversion"},
		{"a certificate that is not looked at", "apiregistration.k8s.io/v1", "APIService", `{"spec":{"insecureSkipTLSVerify":true,"caBundle":"YQ=="}}`, "spec"},
		{"a certificate", "apiregistration.k8s.io/v1", "APIService", `{"spec":{"insecureSkipTLSVerify":false,"caBundle":"YQ=="}}`, ""},
		{"a volume from two sources", "storage.k8s.io/v1", "VolumeAttachment", `{"spec":{"source":{"persistentVolumeName":"a","inlineVolumeSpec":{}}}}`, "spec.source"},
		{"devices of a node and of all", "resource.k8s.io/v1", "ResourceSlice", `{"spec":{"nodeName":"a","allNodes":true}}`, "spec"},
		{"devices of a node", "resource.k8s.io/v1beta1", "ResourceSlice", `{"spec":{"nodeName":"a","allNodes":false}}`, ""},
		{"counters and devices", "resource.k8s.io/v1", "ResourceSlice", `{"spec":{"allNodes":true,"sharedCounters":[],"devices":[]}}`, "spec"},
	} {
		schema, ok := kubernetes.Lookup(c.apiVersion, c.kind)
		if !ok {
			t.Fatalf("%s: no %s", c.name, c.kind)
		}
		object, err := model.ParseString(c.object)
		if err != nil {
			t.Fatal(err)
		}
		wrong := ""
		for _, p := range (smp.Engine{Unions: true}).Lint(schema, object) {
			if p.Code == smp.UnionConflict {
				wrong = p.Path.String()
			}
		}
		if wrong != c.wrong {
			t.Errorf("%s: wrong at %q, not %q", c.name, wrong, c.wrong)
		}
	}
}
