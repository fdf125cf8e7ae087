package judge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// TestPlaces checks the findings that depend on the recorded places of a kind.
func TestPlaces(t *testing.T) {
	const frozen, list = "a server rejects a change of this field", "a server rejects a change of this list"
	for _, c := range []struct{ kind, before, after, at, want string }{
		{"v1 Pod", `{"spec":{"containers":[{"name":"a","image":"a:1"}]}}`, `{"spec":{"containers":[{"name":"a","image":"a:2"}]}}`, "", ""},
		{"v1 Pod", `{"spec":{"containers":[{"name":"a","image":"a:1"}]}}`, `{"spec":{"containers":[{"name":"a","image":"a:1"},{"name":"b","image":"b:1"}]}}`, "spec.containers", list},
		{"v1 Pod", `{"spec":{"nodeName":"a"}}`, `{"spec":{"nodeName":"b"}}`, "spec.nodeName", frozen},
		{"v1 PersistentVolumeClaim", `{"spec":{"volumeName":"a"}}`, `{"spec":{"volumeName":"b"}}`, "spec.volumeName", frozen},
		{"v1 PersistentVolumeClaim", `{"spec":{}}`, `{"spec":{"volumeName":"b"}}`, "", ""},
		{"apps/v1 StatefulSet", `{"spec":{"volumeClaimTemplates":[{"metadata":{"name":"a"}}]}}`, `{"spec":{"replicas":1}}`, "spec.volumeClaimTemplates", frozen},
		{"apps/v1 StatefulSet", `{"spec":{"replicas":1}}`, `{"spec":{"replicas":2}}`, "", ""},
		{"autoscaling/v2 HorizontalPodAutoscaler", `{"spec":{"scaleTargetRef":{"kind":"a","name":"b"}}}`, `{"spec":{"scaleTargetRef":{"kind":"a"}}}`, "spec.scaleTargetRef.name", "the patch deletes a field"},
		{"autoscaling/v2 HorizontalPodAutoscaler", `{"spec":{"maxReplicas":1}}`, `{"spec":{"maxReplicas":0}}`, "spec.maxReplicas", "the patch deletes a field"},
		{"apps/v1 Deployment", `{"spec":{"template":{"spec":{"containers":[{"name":"a","livenessProbe":{"exec":{"command":["a"]}}}]}}}}`,
			`{"spec":{"template":{"spec":{"containers":[{"name":"a","livenessProbe":{"periodSeconds":1}}]}}}}`, "spec.template.spec.containers[name=a].livenessProbe", "the patch deletes the only one of exec, grpc, httpGet, tcpSocket"},
	} {
		apiVersion, kind, _ := strings.Cut(c.kind, " ")
		s, _ := kubernetes.Lookup(apiVersion, kind)
		typed := func(text string) model.Value {
			v, err := model.MustParse(text).WithMembers(model.Member{Name: "apiVersion", Value: model.NewString(apiVersion)}, model.Member{Name: "kind", Value: model.NewString(kind)},
				model.Member{Name: "metadata", Value: model.MustParse(`{"uid":"1"}`)})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		found := slices.DeleteFunc(judge.Effect(s, typed(c.before), typed(c.after)), func(f finding.Finding) bool {
			return f.Severity < finding.Warning
		})
		switch {
		case c.want == "" && len(found) > 0, c.want != "" && len(found) != 1:
			t.Errorf("%s, %s: %v", c.kind, c.after, found)
		case c.want != "" && (found[0].Path.String() != c.at || !strings.HasPrefix(found[0].Sentence, c.want)):
			t.Errorf("%s, %s: %v, expected %s: %s", c.kind, c.after, found, c.at, c.want)
		}
	}
}

// TestIncomplete checks the required fields that are missing in the parts of a patch that replace others.
func TestIncomplete(t *testing.T) {
	s, _ := kubernetes.Lookup("v1", "Pod")
	for patch, want := range map[string]string{
		`{"spec":{"containers":[{"name":"a","ports":[{"hostPort":1,"containerPort":1}]}]}}`:                           "",
		`{"spec":{"volumes":[{"$patch":"replace"},{"name":"a","hostPath":{}}]}}`:                                      "spec.volumes[1].hostPath: the added field lacks path, which a server requires",
		`{"spec":{"volumes":[{"name":"a","projected":{"sources":[{"secret":{"name":"s","items":[{"key":"a"}]}}]}}]}}`: "spec.volumes[0].projected.sources[0].secret.items[0]: the added element lacks path, which a server requires",
		`{"spec":{"volumes":[{"name":"a","hostPath":{}}]}}`:                                                           "",
		`{"spec":{"volumes":[{"$patch":"replace"},{"$patch":"delete","name":"a","hostPath":{}}]}}`:                    "",
		`{"spec":{"volumes":[{"name":"a","hostPath":{"$patch":"replace","type":"File"}}]}}`:                           "spec.volumes[0].hostPath: the added field lacks path, which a server requires",
	} {
		var texts []string
		for _, f := range judge.Patch(s, engine.Engine{}, load.Document{Value: model.MustParse(patch)}, judge.Target{}) {
			if f.Code == judge.MissingField {
				texts = append(texts, f.String())
			}
		}
		if got := strings.Join(texts, "\n"); got != want {
			t.Errorf("%s: %q, expected %q", patch, got, want)
		}
	}
}
