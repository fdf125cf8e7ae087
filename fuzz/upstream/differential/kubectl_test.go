package differential_test

import (
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/adapters"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// metadataPatches are patches that every kind accepts. They contain each directive, in
// metadata.
var metadataPatches = []string{
	`{"metadata":{"labels":{"added":"x"},"annotations":null}}`,
	`{"metadata":{"labels":{"$patch":"replace","only":"x"}}}`,
	`{"metadata":{"labels":{"$patch":"delete"}}}`,
	`{"metadata":{"$retainKeys":["name","labels"],"labels":{"added":"x"}}}`,
	`{"metadata":{"finalizers":["b","new"],"$setElementOrder/finalizers":["new","b"]}}`,
	`{"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}}`,
	`{"metadata":{"ownerReferences":[{"uid":"2","$patch":"delete"},{"uid":"3","kind":"Third","name":"c","apiVersion":"v1"}]}}`,
	`{"metadata":{"$setElementOrder/ownerReferences":[{"uid":"2"},{"uid":"1"}],"ownerReferences":[{"uid":"1","name":"changed"}]}}`,
	`{"metadata":{"ownerReferences":[{"uid":"4","kind":"Fourth","name":"d","apiVersion":"v1"},{"$patch":"replace"}]}}`,
	`{"metadata":{"ownerReferences":[{"name":"keyless"}]}}`,
	`{"metadata":{"labels":{"$patch":"merge"}}}`,
}

// metadata contains the fields that every object has.
const metadata = `{"name":"x","labels":{"l":"1","m":"2"},"annotations":{"n":"3"},"finalizers":["a","b","c"],"ownerReferences":[
	{"apiVersion":"v1","kind":"First","name":"a","uid":"1"},{"apiVersion":"v1","kind":"Second","name":"b","uid":"2"}]}`

const podSpec = `{"containers":[{"name":"a","image":"1","env":[{"name":"X","value":"1"},{"name":"Y","value":"2"}],
	"ports":[{"containerPort":53,"protocol":"UDP"},{"containerPort":53,"protocol":"TCP"}],"args":["-a","-b"]},{"name":"b","image":"2"}],
	"volumes":[{"name":"v","emptyDir":{}}],"tolerations":[{"key":"t","operator":"Exists"}],"hostAliases":[{"ip":"1.1.1.1","hostnames":["h"]}]}`

// clientKinds lists the kinds for kubectl. Each has the remaining fields of an object, and
// patches for the object.
var clientKinds = []struct {
	apiVersion, kind string
	rest             string
	patches          []string
}{
	{"v1", "Pod", `{"spec":` + podSpec + `}`, []string{
		`{"spec":{"containers":[{"name":"a","env":[{"name":"X","$patch":"delete"},{"name":"Z","value":"3"}],"$setElementOrder/env":[{"name":"Z"},{"name":"Y"}]}]}}`,
		`{"spec":{"containers":[{"name":"c","image":"3"}]}}`,
		`{"spec":{"containers":[{"name":"a","ports":[{"containerPort":53,"hostPort":54}]}]}}`,
		`{"spec":{"volumes":[{"name":"v","$retainKeys":["name","hostPath"],"hostPath":{"path":"/"}}]}}`,
		`{"spec":{"tolerations":[{"key":"u","operator":"Exists"}]}}`,
		`{"spec":{"containers":[{"name":"a","$deleteFromPrimitiveList/args":["-a"]}]}}`,
		`{"spec":{"containers":[{"name":"a","$patch":"replace","image":"9"}]}}`,
		`{"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"}]}}`,
	}},
	{"apps/v1", "Deployment", `{"spec":{"replicas":1,"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}},"template":{"spec":` + podSpec + `}}}`, []string{
		`{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}}`,
		`{"spec":{"template":{"spec":{"containers":[{"name":"b","$patch":"delete"}]}}}}`,
	}},
	{"apps/v1", "StatefulSet", `{"spec":{"serviceName":"s","template":{"spec":` + podSpec + `},"updateStrategy":{"type":"RollingUpdate"}}}`, []string{
		`{"spec":{"updateStrategy":{"type":"OnDelete"},"template":{"spec":{"hostAliases":[{"ip":"2.2.2.2"}]}}}}`,
	}},
	{"apps/v1", "DaemonSet", `{"spec":{"template":{"spec":` + podSpec + `}}}`, []string{`{"spec":{"template":{"spec":{"containers":[{"$patch":"replace"},{"name":"z","image":"z"}]}}}}`}},
	{"batch/v1", "Job", `{"spec":{"template":{"spec":` + podSpec + `}}}`, []string{`{"spec":{"template":{"spec":{"volumes":[{"name":"v","$patch":"delete"}]}}}}`}},
	{"batch/v1", "CronJob", `{"spec":{"schedule":"* * * * *","jobTemplate":{"spec":{"template":{"spec":` + podSpec + `}}}}}`, []string{
		`{"spec":{"jobTemplate":{"spec":{"template":{"spec":{"containers":[{"name":"a","args":["-z"]}]}}}}}}`,
	}},
	{"v1", "Service", `{"spec":{"ports":[{"name":"u","port":53,"protocol":"UDP"},{"name":"t","port":53,"protocol":"TCP"}],"selector":{"a":"b"}}}`, []string{
		`{"spec":{"ports":[{"port":53,"name":"changed"}]}}`,
		`{"spec":{"ports":[{"port":80,"name":"web"}],"$setElementOrder/ports":[{"port":80},{"port":53}]}}`,
		`{"spec":{"selector":{"$retainKeys":["c"],"c":"d"}}}`,
	}},
	{"v1", "Node", `{"status":{"addresses":[{"type":"InternalIP","address":"1"},{"type":"InternalIP","address":"2"}]},"spec":{"podCIDRs":["a","b"]}}`, []string{
		`{"status":{"addresses":[{"type":"InternalIP","address":"3"}]}}`,
		`{"spec":{"podCIDRs":["c"],"$setElementOrder/podCIDRs":["c","b","a"]}}`,
	}},
	{"v1", "ConfigMap", `{"data":{"a":"1","b":"2"}}`, []string{`{"data":{"a":null,"c":"3"}}`}},
	{"v1", "Secret", `{"data":{"a":"MQ=="},"type":"Opaque"}`, []string{`{"data":{"$patch":"replace","b":"Mg=="}}`}},
	{"v1", "ServiceAccount", `{"imagePullSecrets":[{"name":"a"},{"name":"b"}],"secrets":[{"name":"s"}]}`, []string{
		`{"imagePullSecrets":[{"name":"c"}],"secrets":[{"name":"s","$patch":"delete"}]}`,
	}},
	{"v1", "PersistentVolumeClaim", `{"spec":{"accessModes":["ReadWriteOnce"]}}`, []string{`{"spec":{"accessModes":["ReadOnlyMany"]}}`}},
	{"networking.k8s.io/v1", "Ingress", `{"spec":{"rules":[{"host":"a"}],"tls":[{"hosts":["a"]}]}}`, []string{`{"spec":{"rules":[{"host":"b"}]}}`}},
	{"rbac.authorization.k8s.io/v1", "ClusterRole", `{"rules":[{"verbs":["get"],"resources":["pods"],"apiGroups":[""]}]}`, []string{`{"rules":[]}`}},
	{"policy/v1", "PodDisruptionBudget", `{"spec":{"selector":{"matchLabels":{"a":"b"}},"minAvailable":1}}`, []string{
		`{"spec":{"selector":{"matchLabels":{"c":"d"}}}}`,
	}},
}

// kubectl patch --local gives the result that the kubernetes dialect predicts. This is
// checked for the command of the module and, if there is one, for the program.
func TestKubectl(t *testing.T) {
	kinds := map[kubernetes.Kind]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Kind] = k
	}
	programs := map[string]string{"module": ""}
	if path, err := exec.LookPath("kubectl"); err == nil {
		programs["program"] = path
	} else {
		t.Log("SKIPPED the installed kubectl: there is none")
	}
	for name, program := range programs {
		client := adapters.Kubectl(program, t.TempDir())
		t.Run(name, func(t *testing.T) {
			for n, k := range clientKinds {
				kind := kubernetes.Kind{APIVersion: k.apiVersion, Kind: k.kind}
				original := model.MustParse(`{"apiVersion":"` + k.apiVersion + `","kind":"` + k.kind + `","metadata":` + metadata + `,` + strings.TrimPrefix(k.rest, "{"))
				patches := append(k.patches, metadataPatches...)
				if program != "" && testing.Short() {
					patches = k.patches
				}
				for i, text := range patches {
					if program != "" && i >= len(k.patches) && (i-len(k.patches))%len(clientKinds) != n {
						continue // each of these is tried only once, because starting a process takes time
					}
					compareClient(t, client, kinds[kind], original, model.MustParse(text))
				}
			}
		})
	}
}

func compareClient(t *testing.T, client protocol.Server, kind table.GoKind, original, patch model.Value) {
	t.Helper()
	schema, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind.Kind)
	if !ok {
		t.Fatalf("the table has no %s", kind)
	}
	ours, ourErr := cluster.Engine{}.Apply(schema, original, patch)
	out := client.Answer(protocol.Request{BuiltIn: kind.Kind, Repeat: 1, Input: corpus.Input{Op: corpus.OpApply, Schema: schema, Original: original, Patch: patch}})
	if out.Skipped != "" {
		t.Errorf("%s with %s: skipped: %s", kind, patch.JSON(), out.Skipped)
		return
	}
	if (ourErr != nil) != (out.Err != nil) {
		t.Errorf("%s with %s\nours   %s, %v\ntheirs %s, %v", kind, patch.JSON(), ours.Canonical(), ourErr, out.Result.Canonical(), out.Err)
		return
	}
	if ourErr != nil {
		return
	}
	want, err := typed(kind.Type, ours)
	if err != nil {
		t.Errorf("%s with %s: %v", kind, patch.JSON(), err)
		return
	}
	got, err := typed(kind.Type, out.Result)
	if err != nil || !model.Equal(want, got) {
		t.Errorf("%s with %s\nours   %s\ntheirs %s, %v", kind, patch.JSON(), want.Canonical(), got.Canonical(), err)
	}
}

// typed returns a document in the form of its Go type, which kubectl prints.
func typed(t reflect.Type, v model.Value) (model.Value, error) {
	object := reflect.New(t).Interface()
	if err := json.Unmarshal(v.AppendJSON(nil), object); err != nil {
		return model.Value{}, err
	}
	text, err := json.Marshal(object)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text)
}
