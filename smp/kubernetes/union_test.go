package kubernetes_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Unions whose markers say otherwise than the server, or which it does not check as
// one would think: lint says of an object what the server does.
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
			if p.Kind == smp.UnionConflict {
				wrong = p.Path.String()
			}
		}
		if wrong != c.wrong {
			t.Errorf("%s: wrong at %q, not %q", c.name, wrong, c.wrong)
		}
	}
}
