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
		{"a map that was empty", "{apiVersion: v1, kind: ConfigMap, data: {}}", "data: {a: b}", "~data:|+  a: b"},
		{"a text of several lines", "{apiVersion: v1, kind: ConfigMap, data: {a: \"x\\ny\\n\"}}", `data: {a: "x\nz\n"}`, "+    z|-    y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			reply := play.Run(play.Request{Op: corpus.OpApply, Documents: []string{test.original, test.patch}})
			if reply.Error != nil {
				t.Fatal(reply.Error.Message)
			}
			changes := slices.DeleteFunc(reply.Lines, func(l play.Line) bool { return l.Change == "" })
			if got := marked(changes); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// The marks are at the first line of an element, even if the lines before it are equal to its
// last ones. Of equal elements, the last one is marked as added. A line that is both added and
// removed is not marked.
func TestLinesMarkWholeElements(t *testing.T) {
	for _, test := range []struct{ name, original, patch, want string }{
		{
			"an element is added before one with the same first field", "spec: {containers: [{image: x, name: a}]}",
			"spec: {containers: [{image: x, name: b}], $setElementOrder/containers: [{name: b}, {name: a}]}",
			" spec:|   containers:|+  - image: x|+    name: b|   - image: x|     name: a",
		},
		{
			"the first of two elements with the same first field is deleted", "spec: {containers: [{image: x, name: b}, {image: x, name: a}]}",
			"spec: {containers: [{$patch: delete, name: b}]}",
			" spec:|   containers:|-  - image: x|-    name: b|   - image: x|     name: a",
		},
		{
			"an equal element is added", "spec: {containers: [{name: a, args: [x]}]}", "spec: {containers: [{name: a, args: [x, x]}]}",
			" spec:|   containers:|   - name: a|     args:|     - x|+    - x",
		},
		{
			"elements are added before and after one", "spec: {containers: [{name: a, args: [x, b, x]}]}", "spec: {containers: [{name: a, args: [c, x, d, x]}]}",
			" spec:|   containers:|   - name: a|     args:|+    - c|     - x|+    - d|-    - b|     - x",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			reply := play.Run(play.Request{Op: corpus.OpApply, Kind: "v1/Pod", Documents: []string{test.original, test.patch}})
			if reply.Error != nil {
				t.Fatal(reply.Error.Message)
			}
			if got := marked(reply.Lines); got != test.want {
				t.Errorf("got  %q, want\n     %q", got, test.want)
			}
		})
	}
}

// marked returns lines, each of them after the sign of its change.
func marked(lines []play.Line) string {
	sign := map[string]string{"": " ", "added": "+", "removed": "-", "changed": "~"}
	var marked []string
	for _, line := range lines {
		marked = append(marked, sign[line.Change]+line.Text)
	}
	return strings.Join(marked, "|")
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
