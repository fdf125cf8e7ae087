package play_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// answer returns the answer to a question of a search that nobody stops.
func answer(question string) string {
	return string(play.Answer([]byte(question), func([]byte) {}, func() bool { return false }))
}

// Each question has its answer, which is JSON.
func TestAnswer(t *testing.T) {
	for _, test := range []struct{ question, want string }{
		{`{"do": "run", "request": {"op": "compose", "schemaless": true, "documents": ["{a: 1}", "{b: [x]}"]}}`, `{"patch":"a: 1\nb:\n- x\n"}`},
		{
			`{"do": "run", "request": {"op": "conflicts", "schemaless": true, "documents": ["{a: 1}", "{a: 2}"]}}`,
			`{"conflicts":{"conflicts":[{"path":"a","kind":"both-changed","left":1,"right":2}]}}`,
		},
		{
			`{"do": "run", "request": {"op": "diff", "schemaless": true, "documents": ["{a: 1}", "{a: 2}"]}}`,
			`{"patch":"a: 2\n","result":"a: 2\n","lines":[{"change":"changed","text":"a: 2"}],` +
				`"places":[{"path":"a","change":"changed","values":": 1 → 2","reasons":[{"rule":"scalar","text":"replaced"}]}],` +
				`"lint":{"problems":[],"summary":{"patches":1,"errors":0,"warnings":0,"notes":0}},` +
				`"mergePatch":"a: 2\n","jsonPatch":"- op: replace\n  path: /a\n  value: 2\n"}`,
		},
		{ // the current object is missing
			`{"do": "run", "request": {"op": "threeway", "schemaless": true, "documents": ["{a: 1}", "{a: 2}", "null"]}}`,
			`{"patch":"a: 2\n","result":"a: 2\n","lines":[{"change":"added","text":"a: 2"},{"change":"removed","text":"{}"}],` +
				`"places":[{"path":"a","change":"added","values":": 2","reasons":[{"rule":"scalar","text":"not in the original; added"}]}],` +
				`"lint":{"problems":[],"summary":{"patches":1,"errors":0,"warnings":0,"notes":0}},` +
				`"notes":["modified wins at a, which current also changed (threeway-conflict)"],` +
				`"mergePatch":"a: 2\n","jsonPatch":"- op: add\n  path: /a\n  value: 2\n"}`,
		},
		{
			`{"do": "minimize", "request": {"op": "compose", "schemaless": true, "documents": ["{a: {}}", "{b: {}}"]}}`,
			`{"request":{"op":"compose","documents":["{}\n","a: {}\n"],"schemaless":true},"tried":6,"bytes":10,"before":16,"done":true}`,
		},
		{
			`{"do": "copy", "form": "case", "request": {"op": "diff", "schemaless": true, "documents": ["{a: 1}", "{a: 2}"]}}`,
			`{"error":null,"text":"rule: [diff-exact]\ncomment: \"from the page\"\nschema: {schemaless: true}\nop: diff\noriginal: {a: 1}\nmodified: {a: 2}\nwant: {a: 2}\n"}`,
		},
		{`{"do": "copy", "form": "html", "request": {"op": "compose", "schemaless": true}}`, `{"error":{"message":"unknown format \"html\" for a copy"},"text":""}`},
		{`{"do": "kinds"}`, asJSON(t, kubernetesKinds())},
		{`{"do": "first"}`, asJSON(t, play.Service)},
		{`{"do": "guess"}`, `{"error":{"message":"unknown question \"guess\""}}`},
		{`{"do": "run"`, `{"error":{"message":"unexpected end of JSON input"}}`},
	} {
		if got := answer(test.question); got != test.want {
			t.Errorf("%s: got\n%s, want\n%s", test.question, got, test.want)
		}
	}
	all, _ := examples(t)
	if answer(`{"do": "examples"}`) != asJSON(t, all) {
		t.Error("the answer does not contain the examples")
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func kubernetesKinds() (names []string) {
	for _, k := range kubernetes.Kinds() {
		names = append(names, k.String())
	}
	return names
}

// A question and its texts may have the maximum length, but not one byte more.
func TestAnswerLimits(t *testing.T) {
	const guess = `{"do": "guess"}`
	padded := func(length int) string { return guess + strings.Repeat(" ", length-len(guess)) }
	if got, want := answer(padded(play.MaxQuestion)), answer(guess); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := answer(padded(play.MaxQuestion+1)), `{"error":{"message":"limit: the question has 1048577 bytes; at most 1048576 are allowed"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}

	// The document has the same length as text and as JSON.
	document := func(length int) string { return fmt.Sprintf(`{"a":"%s"}`, strings.Repeat("x", length-len(`{"a":""}`))) }
	r := play.Request{Op: corpus.OpLint, NoSchema: true, Documents: []string{document(play.MaxBytes)}}
	if reply := play.Run(r); reply.Error != nil {
		t.Error(reply.Error.Message)
	}
	const want = "limit: the texts have 131073 bytes in total; the page accepts at most 131072, but smp-check on the command line accepts more"
	for _, r := range []play.Request{
		{Documents: []string{document(play.MaxBytes + 1)}},
		{Documents: []string{document(play.MaxBytes - 1)}, Kind: "v1"},
		{Documents: []string{document(play.MaxBytes - 1)}, Schema: "{}"},
	} {
		r.Op, r.NoSchema = corpus.OpLint, true
		if reply := play.Run(r); reply.Error == nil || reply.Error.Message != want {
			t.Errorf("got %+v, want %s", reply.Error, want)
		}
	}
}

// A text for an issue or a Go test describes the effects of the request, without the
// places that changed only because of their parts. A case file has no description.
func TestCopyDescribesEffects(t *testing.T) {
	const want = `apply answers
changed spec.ports[port=53]
  keyed-merge: port alone finds the first of several elements and changes its protocol
changed spec.ports[port=53].protocol: "UDP" → "TCP"
  scalar: replaced
changed spec.ports[port=53].targetPort: 5353 → 5354
  scalar: replaced
`
	text, fault := play.Copy(play.Service.Request, oracle.FormIssue)
	_, text, _ = strings.Cut(text, "```text\n")
	if text, _, _ = strings.Cut(text, "```\n"); fault != nil || text != want {
		t.Errorf("the issue says %s, want %s; %+v", text, want, fault)
	}
	text, fault = play.Copy(play.Service.Request, oracle.FormGoTest)
	if fault != nil || !strings.Contains(text, "\n// apply answers\nfunc TestMinimized(") {
		t.Errorf("the test has no description: %s, %+v", text, fault)
	}
}

// The reply contains a better patch, the mistakes, and the differences on a cluster, each in
// one place.
func TestReplyOfApply(t *testing.T) {
	const (
		ports = "spec: {ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}"
		byAll = "Even on a cluster, this patch changes only the elements that match all keys in your patch."
	)
	for _, test := range []struct {
		name, kind, original, patch string
		want                        play.Reply // only the fields that are compared
		problems                    []string
	}{
		{
			name: "one of two ports is deleted", kind: "v1/Service", original: ports,
			patch:    "spec: {ports: [{port: 53, protocol: TCP, $patch: delete}]}",
			want:     play.Reply{Repair: &play.Repair{Patch: "spec:\n  ports:\n  - port: 53\n    protocol: UDP\n  - $patch: delete\n    port: 53\n  $setElementOrder/ports:\n  - port: 53\n", Why: byAll}},
			problems: []string{"warning spec.ports[0].protocol: the deletion removes all elements with the same port; to be unambiguous, write the whole list with $patch: replace, as diff does (no-effect)"},
		},
		{
			name: "one of two ports is replaced", kind: "v1/Service", original: ports,
			patch: "spec: {ports: [{port: 53, protocol: TCP, targetPort: 3, $patch: replace}]}",
			want: play.Reply{
				Cluster: []string{
					"spec.ports: $patch: replace in an element of a keyed list replaces the whole list, and the element itself is lost (element-replace-empties)",
					"spec.ports[port=53,protocol=TCP]: is missing on a cluster",
				},
				OnCluster: "spec:\n  ports: []\n",
				Repair:    &play.Repair{Patch: "spec:\n  ports:\n  - port: 53\n    protocol: UDP\n  - port: 53\n    protocol: TCP\n    targetPort: 3\n  - $patch: replace\n", Why: byAll},
			},
		},
		{
			name: "all ports are replaced", kind: "v1/Service", original: ports,
			patch: "spec: {ports: [{port: 53, protocol: TCP}, {$patch: replace}]}",
		},
		{ // the reply contains a better patch, so it gives no advice
			name: "an ambiguous port is changed", kind: "v1/Service", original: ports,
			patch: "spec: {ports: [{port: 53, protocol: TCP}]}",
			want:  play.Reply{Repair: &play.Repair{Patch: "{}\n", Why: byAll}},
		},
		{
			name: "a port is added", kind: "v1/Service", original: "{}",
			patch:    "spec: {ports: [{port: 80, protocol: TCP}]}",
			problems: []string{"note spec.ports[0]: the element matches by port alone, and protocol is changed if it differs; to be unambiguous, write the whole list with $patch: replace, as diff does (ambiguous-merge-key)"},
		},
		{ // each of the two texts is about other fields
			name: "two more members of a union", kind: "v1/Pod", original: "spec: {volumes: [{name: a, emptyDir: {}}]}",
			patch:    "spec: {volumes: [{name: a, secret: {secretName: b}, configMap: {name: b}}]}",
			want:     play.Reply{Unknown: []string{"the result: spec.volumes[name=a]: configMap and emptyDir exclude each other, but both are set; set emptyDir to null"}},
			problems: []string{"error spec.volumes[0]: configMap and secret exclude each other, but both are set (union-siblings)"},
		},
		{ // the repair keeps one source
			name: "another member of a union", kind: "v1/Pod",
			original: "spec: {volumes: [{name: a, emptyDir: {}}]}",
			patch:    "spec: {volumes: [{name: a, hostPath: {path: /}}]}",
			want: play.Reply{
				Unknown: []string{"the result: spec.volumes[name=a]: emptyDir and hostPath exclude each other, but both are set; set emptyDir to null"},
				Repair: &play.Repair{
					Patch: "spec:\n  volumes:\n  - name: a\n    $retainKeys:\n    - hostPath\n    - name\n    hostPath:\n      path: /\n    emptyDir: null\n  $setElementOrder/volumes:\n  - name: a\n",
					Why:   "This patch also removes the field that cannot be set together with the new one.",
				},
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			reply := play.Run(play.Request{Op: corpus.OpApply, Kind: test.kind, Documents: []string{test.original, test.patch}})
			if reply.Error != nil {
				t.Fatal(reply.Error.Message)
			}
			got := play.Reply{Unknown: reply.Unknown, Cluster: reply.Cluster, OnCluster: reply.OnCluster, Repair: reply.Repair}
			if got, want := asJSON(t, got), asJSON(t, test.want); got != want {
				t.Errorf("got\n%s, want\n%s", got, want)
			}
			if got := textsOf(t, play.Reply{Lint: reply.Lint}); !slices.Equal(got, test.problems) {
				t.Errorf("got\n%q, want\n%q", got, test.problems)
			}
		})
	}
}
