package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml"
)

// parsed returns a document of a reply.
func parsed(t *testing.T, text string) model.Value {
	t.Helper()
	v, err := yaml.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

// The Service loses its UDP port. The reply names the rule, and contains a patch
// with which a cluster changes only the TCP port.
func TestServiceLosesUDP(t *testing.T) {
	reply := play.Run(play.Service.Request)
	if reply.Error != nil || reply.Kind != "v1/Service" {
		t.Fatalf("kind %q, %v", reply.Kind, reply.Error)
	}
	if n := strings.Count(reply.Result, "protocol: TCP"); n != 2 || strings.Contains(reply.Result, "UDP") {
		t.Errorf("the result has %d TCP ports:\n%s", n, reply.Result)
	}
	said := map[string]string{}
	for _, p := range reply.Places {
		for _, reason := range p.Reasons {
			said[p.Path+p.Values] += string(reason.Rule) + ": " + reason.Text
		}
	}
	if got := said["spec.ports[port=53]"]; !strings.Contains(got, "keyed-merge: port alone finds the first") {
		t.Errorf("the element is said to be merged because of %q", got)
	}
	if got := said[`spec.ports[port=53].protocol: "UDP" → "TCP"`]; got == "" {
		t.Errorf("that UDP is lost is not said: %q", said)
	}

	if reply.Repair == nil {
		t.Fatal("there is no better patch")
	}
	s, _ := kubernetes.Lookup("v1", "Service")
	original := parsed(t, play.Service.Request.Documents[0])
	want := parsed(t, strings.Replace(play.Service.Request.Documents[0], "protocol: TCP\n    targetPort: 5353", "protocol: TCP\n    targetPort: 5354", 1))
	for _, onCluster := range []bool{false, true} {
		got, err := engine.Engine{Cluster: onCluster}.Apply(s, original, parsed(t, reply.Repair.Patch))
		if err != nil || !model.Equal(got, want) {
			t.Errorf("on a cluster %v: the better patch gives %s, %v", onCluster, got.Canonical(), err)
		}
	}
}

// A correct patch is not improved.
func TestRightPatchIsLeftAlone(t *testing.T) {
	for _, documents := range [][]string{
		{play.Service.Request.Documents[0], "spec: {clusterIP: None}"},
		{play.Service.Request.Documents[0], play.Run(play.Service.Request).Repair.Patch},
	} {
		reply := play.Run(play.Request{Op: corpus.OpApply, Documents: documents})
		if reply.Error != nil || reply.Repair != nil {
			t.Errorf("%s: %+v %+v", documents[1], reply.Error, reply.Repair)
		}
	}
}

// Each form of the change turns the original into the result.
func TestForms(t *testing.T) {
	reply := play.Run(play.Service.Request)
	got, err := smp.Apply(smp.Schemaless, parsed(t, play.Service.Request.Documents[0]), parsed(t, reply.MergePatch))
	if err != nil || !model.Equal(got, parsed(t, reply.Result)) {
		t.Errorf("the merge patch gives %s, %v", got.Canonical(), err)
	}
	if !strings.Contains(reply.JSONPatch, "path: /spec/ports/0/protocol") {
		t.Errorf("the JSON Patch is\n%s", reply.JSONPatch)
	}
}

// Faults contain the name of the document and the line.
func TestFaults(t *testing.T) {
	aliases := "a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n"
	for c := 'b'; c <= 'f'; c++ {
		aliases += fmt.Sprintf("%c: &%c [%[3]s]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8))
	}
	service := play.Service.Request.Documents[0]
	for _, test := range []struct {
		name    string
		request play.Request
		want    play.Fault
	}{
		{"no YAML", play.Request{Op: corpus.OpApply, Documents: []string{service, "spec:\n  a: 1\n  b: 'x"}}, play.Fault{Document: "patch", Line: 3}},
		{"no JSON", play.Request{Op: corpus.OpApply, Documents: []string{"{\n\"a\": 1", "{}"}}, play.Fault{Document: "original", Line: 2}},
		{"no key", play.Request{Op: corpus.OpApply, Documents: []string{service, "spec:\n  ports:\n  - name: x\n"}}, play.Fault{Document: "patch", Line: 3, Rule: smp.RuleKeyedMerge, Path: "spec.ports[0]"}},
		{"no kind", play.Request{Op: corpus.OpApply, Documents: []string{"a: 1", "a: 2"}}, play.Fault{Code: smp.UnknownKind}},
		{"no such kind", play.Request{Op: corpus.OpApply, Documents: []string{"a: 1", "a: 2"}, Kind: "Servce"}, play.Fault{}},
		{"no schema", play.Request{Op: corpus.OpApply, Documents: []string{service, "{}"}, Schema: "a: ["}, play.Fault{Document: "schema", Line: 1}},
		{"no operation", play.Request{Op: "guess"}, play.Fault{}},
		{"a document too few", play.Request{Op: corpus.OpDiff, Documents: []string{"{}"}}, play.Fault{}},
		{"too long", play.Request{Op: corpus.OpApply, Documents: []string{"{}", strings.Repeat("#", play.MaxBytes+1)}}, play.Fault{}},
		{"too long with aliases", play.Request{Op: corpus.OpApply, Documents: []string{service, aliases}}, play.Fault{}},
		{"a file", play.Request{Op: corpus.OpApply, Documents: []string{"{}", "{}"}, Schema: "{}", Kind: "#/../../etc/passwd"}, play.Fault{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := play.Run(test.request).Error
			if got == nil {
				t.Fatal("it is accepted")
			}
			if limit := "limit: with their aliases expanded, the texts have more than 131072 bytes; smp-check on the command line accepts more"; strings.Contains(test.name, "aliases") && got.Message != limit {
				t.Errorf("got %q, want %q", got.Message, limit)
			}
			w := test.want
			if w.Line != got.Line || w.Document != "" && w.Document != got.Document || w.Rule != "" && w.Rule != got.Rule || w.Path != "" && w.Path != got.Path || w.Code != "" && w.Code != got.Code {
				t.Errorf("got %+v, want %+v", *got, w)
			}
		})
	}
}

// Requests contain schemas and definitions.
func TestSchemas(t *testing.T) {
	const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gates.example.org}
spec:
  group: example.org
  names: {kind: Gate, plural: gates}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          rules:
            type: array
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [name]
            items: {type: object, properties: {name: {type: string}, n: {type: integer}}}
`
	const schema = `{"type": "object", "properties": {"rules": {"type": "array", "items": {"type": "object", "properties": {"name": {}, "n": {}}}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"}}}`
	head := "apiVersion: example.org/v1\nkind: Gate\n"
	documents := []string{head + "rules: [{name: a, n: 1}, {name: b, n: 2}]", "rules: [{name: b, n: 3}]"}
	for _, r := range []play.Request{
		{Schema: crd}, {Schema: schema}, {Schema: "components: {schemas: {gate: " + schema + "}}", Kind: "#/components/schemas/gate"},
	} {
		r.Op, r.Documents = corpus.OpApply, documents
		reply := play.Run(r)
		if reply.Error != nil || strings.Count(reply.Result, "name:") != 2 {
			t.Errorf("%+v\n%s", reply.Error, reply.Result)
		}
		if refused := strings.Contains(strings.Join(reply.Cluster, ""), "415"); refused != (r.Schema == crd) {
			t.Errorf("a cluster is said to refuse the patch: %t", refused)
		}
		r.NoSchema, r.Schema, r.Kind = true, "", ""
		if reply := play.Run(r); strings.Count(reply.Result, "name:") != 1 {
			t.Errorf("without schema: %+v\n%s", reply.Error, reply.Result)
		}
	}
}
