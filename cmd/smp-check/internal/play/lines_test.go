package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// The lines of the result show the changes of the patch.
func TestLinesMarkChanges(t *testing.T) {
	const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {a: x}}
spec:
  replicas: 1
  template:
    spec:
      containers:
      - {name: a, image: a, env: [{name: E, value: x}]}
      - {name: b, image: a, env: [{name: E, value: x}]}
`
	for _, test := range []struct{ name, original, patch, want string }{
		{"nothing", deployment, "{}", ""},
		{"what is there already", deployment, "spec: {replicas: 1}", ""},
		{"a field", deployment, "spec: {replicas: 2}", "~  replicas: 2"},
		{"the last field of the first element of two alike", deployment, "spec: {template: {spec: {containers: [{name: a, env: [{name: E, value: z}]}]}}}", "~          value: z"},
		{"a field that is new", deployment, "spec: {paused: true}", "+  paused: true"},
		{"a field that is deleted", deployment, "spec: {replicas: null}", "-  replicas: 1"},
		{"a map that is deleted", deployment, "metadata: {labels: null}", "-  labels:|-    a: x"},
		{"an element that is deleted", deployment, "spec: {template: {spec: {containers: [{name: a, $patch: delete}]}}}", "-      - name: a|-        image: a|-        env:|-        - name: E|-          value: x"},
		{"an element that is added", deployment, "spec: {template: {spec: {containers: [{name: c, image: a, env: [{name: E, value: x}]}]}}}", "+      - name: c|+        image: a|+        env:|+        - name: E|+          value: x"},
		{"a first field", "{apiVersion: v1, kind: ConfigMap}", "data: {a: b}", "+data:|+  a: b"},
		{"a text of several lines", "{apiVersion: v1, kind: ConfigMap, data: {a: \"x\\ny\\n\"}}", `data: {a: "x\nz\n"}`, "+    z|-    y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			reply := play.Run(play.Request{Op: corpus.OpApply, Documents: []string{test.original, test.patch}})
			if reply.Error != nil {
				t.Fatal(reply.Error.Message)
			}
			sign := map[string]string{"added": "+", "removed": "-", "changed": "~"}
			var got []string
			for _, line := range reply.Lines {
				if line.Change != "" {
					got = append(got, sign[line.Change]+line.Text)
				}
			}
			if got := strings.Join(got, "|"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// For every example, the lines without the removed ones are the result, and the lines
// without the added ones contain all removed lines of the original.
func TestLinesAreTheResult(t *testing.T) {
	all, _ := examples(t)
	marked := 0
	for _, e := range all {
		reply := play.Run(e.Request)
		if reply.Lines == nil {
			if reply.Error == nil && e.Request.Op == corpus.OpApply && !model.Equal(parsed(t, reply.Result), parsed(t, e.Request.Documents[0])) {
				t.Errorf("%s %s: the change is not marked", e.Case, e.Title)
			}
			continue
		}
		var result strings.Builder
		for _, line := range reply.Lines {
			if line.Change != "removed" {
				result.WriteString(line.Text + "\n")
			}
		}
		if result.String() != reply.Result {
			t.Errorf("%s %s: the lines are\n%swant\n%s", e.Case, e.Title, result.String(), reply.Result)
		}
		if slices.ContainsFunc(reply.Lines, func(l play.Line) bool { return l.Change != "" }) {
			marked++
		}
	}
	if marked < 20 {
		t.Errorf("only %d results have marks", marked)
	}
}
