package play_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
)

// textsOf returns all sentences of a reply: the reasons, the mistakes, the differences on a
// cluster, the notes and the fault.
func textsOf(t *testing.T, r play.Reply) []string {
	t.Helper()
	texts := append(append(append([]string{}, r.Unknown...), r.Cluster...), r.Notes...)
	for _, p := range r.Places {
		for _, reason := range p.Reasons {
			texts = append(texts, p.Path+": "+reason.Text+" ("+string(reason.Rule)+")")
		}
	}
	if r.Lint != nil {
		var list struct {
			Problems []struct{ Severity, Path, Message, Kind string }
		}
		if err := json.Unmarshal(r.Lint, &list); err != nil {
			t.Fatal(err)
		}
		for _, p := range list.Problems {
			texts = append(texts, p.Severity+" "+p.Path+": "+p.Message+" ("+p.Kind+")")
		}
	}
	if r.Error != nil {
		texts = append(texts, r.Error.Message)
	}
	return texts
}

// A likely mistake is described once, no matter which part of the reply reports it first.
func TestMistakesAreToldOnce(t *testing.T) {
	const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: [{name: a, image: b, ports: [{containerPort: 80, protocol: TCP}]}]
      volumes: [{name: cfg, configMap: {name: x}}]
`
	for _, test := range []struct {
		name, patch string
		strict      bool
		about       []string // words, one of which each text about the mistake contains
	}{
		{"misspelled field", "spec: {template: {spec: {conatiners: [{name: a}]}}}", false, []string{"unknown field"}},
		{"misspelled field in an element", "spec: {template: {spec: {containers: [{name: a, imgae: x}]}}}", false, []string{"unknown field"}},
		{"misplaced field", "spec: {containers: []}", false, []string{"unknown field"}},
		{"misspelled directive", "spec: {template: {spec: {containers: [{name: a, $pach: delete}]}}}", false, []string{"$pach"}},
		{"wrong type", "spec: {replicas: three}", false, []string{"wants a number", "expected a number"}},
		{"repeated key", "spec: {template: {spec: {containers: [{name: a, image: c}, {name: a, image: d}]}}}", false, []string{"an earlier element"}},
		{"repeated key, ambiguous", "spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 80, protocol: TCP}, {containerPort: 80, protocol: UDP}]}]}}}", false, []string{"an earlier element"}},
		{"second member of a union", "spec: {template: {spec: {volumes: [{name: cfg, emptyDir: {}}]}}}", false, []string{"exclude each other", "members of the union"}},
		{"two members of a union", "spec: {template: {spec: {containers: [{name: a, livenessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}}]}}}", false, []string{"exclude each other"}},
		{"missing key", "spec: {template: {spec: {containers: [{image: c}]}}}", false, []string{"merge key", "missing-merge-key"}},
		{"misspelled field, strict", "spec: {relpicas: 1}", true, []string{"relpicas"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, dialect := range []string{corpus.Documented, corpus.Kubernetes} {
				if test.strict && dialect == corpus.Kubernetes {
					continue
				}
				toldOnce(t, play.Request{Op: corpus.OpApply, Documents: []string{deployment, test.patch}, Strict: test.strict, Dialect: dialect}, test.about)
			}
		})
	}
	// A suggested patch may have mistakes, too.
	modified := strings.Replace(deployment, "containers", "conatiners", 1)
	unknown := []string{"unknown field"}
	toldOnce(t, play.Request{Op: corpus.OpDiff, Documents: []string{deployment, modified}}, unknown)
	toldOnce(t, play.Request{Op: corpus.OpThreeWay, Documents: []string{deployment, modified, deployment}}, unknown)
	toldOnce(t, play.Request{Op: corpus.OpLint, Kind: "apps/v1/Deployment", Documents: []string{"spec: {conatiners: 1}"}}, unknown)
}

// toldOnce checks that exactly one text of the reply contains one of the words in about.
func toldOnce(t *testing.T, r play.Request, about []string) {
	t.Helper()
	n := 0
	texts := textsOf(t, play.Run(r))
	for _, text := range texts {
		if slices.ContainsFunc(about, func(words string) bool { return strings.Contains(text, words) }) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%s, rules %s: %d texts are about the mistake:\n%s", r.Op, r.Dialect, n, strings.Join(texts, "\n"))
	}
}

// No text has advice for ambiguous keys if the page has a correct patch, which is a better
// patch or the created patch. No text recommends $patchMergeKey.
func TestNoAdviceNextToARightPatch(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, ports: [{containerPort: 53, protocol: UDP}, {containerPort: 53, protocol: TCP}]}]}\n"
	service := play.Service.Request.Documents[0]
	for _, test := range []struct {
		name      string
		op        corpus.Op
		documents []string
		dialect   string
	}{
		{"service", corpus.OpApply, play.Service.Request.Documents, ""},
		{"two ports", corpus.OpApply, []string{service, "spec: {ports: [{port: 53, protocol: TCP, targetPort: 1}, {port: 53, protocol: UDP, targetPort: 2}]}"}, ""},
		{"pod", corpus.OpApply, []string{pod, "spec: {containers: [{name: a, ports: [{containerPort: 53, protocol: TCP, name: x}]}]}"}, ""},
		{"found", corpus.OpDiff, []string{service, strings.Replace(service, "name: dns\n    port: 53", "name: dns\n    port: 54", 1)}, ""},
		{"found for a port", corpus.OpDiff, []string{"{apiVersion: v1, kind: Service, spec: {ports: [{port: 80}]}}", "{apiVersion: v1, kind: Service, spec: {ports: [{port: 80, protocol: TCP, targetPort: 1}]}}"}, ""},
		{"the rules of a cluster", corpus.OpApply, []string{"{apiVersion: v1, kind: Service}", "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}"}, corpus.Kubernetes},
		{"lint by the rules of a cluster", corpus.OpLint, []string{"{apiVersion: v1, kind: Service, spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}}"}, corpus.Kubernetes},
	} {
		t.Run(test.name, func(t *testing.T) {
			reply := play.Run(play.Request{Op: test.op, Documents: test.documents, Dialect: test.dialect})
			if reply.Error != nil || test.dialect == "" && (reply.Repair == nil) == (reply.Patch == "") {
				t.Fatalf("the page has no right patch: %+v", reply.Error)
			}
			for _, text := range textsOf(t, reply) {
				if strings.Contains(text, "$patchMergeKey") || test.dialect == "" && strings.Contains(text, judge.Unambiguous) {
					t.Error(text)
				}
			}
		})
	}
	// A patch without an object needs the advice.
	lint := play.Run(play.Request{Op: corpus.OpLint, Kind: "v1/Service", Documents: play.Service.Request.Documents[1:]})
	if !strings.Contains(string(lint.Lint), judge.Unambiguous) {
		t.Errorf("lint says nothing of a patch that is ambiguous: %s", lint.Lint)
	}
}
