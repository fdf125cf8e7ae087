package adapters_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/adapters"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

func pod(t testing.TB) smp.Schema {
	t.Helper()
	s, ok := kubernetes.Lookup("v1", "Pod")
	if !ok {
		t.Fatal("there is no Pod")
	}
	return s
}

// set is a schema that does not belong to a built-in kind.
func set(t testing.TB) smp.Schema {
	t.Helper()
	s, err := openapi.Schema(model.MustParse(`{"type":"object","properties":{"set":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"},
		"list":{"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name","items":{"type":"object","properties":{"name":{"type":"string"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each engine has its known behavior on a built-in kind and on another schema,
// and skips unsupported requests.
func TestAdapters(t *testing.T) {
	servers := map[string]protocol.Server{
		"shipped": adapters.Shipped(), "kyaml": adapters.Kyaml(), "merge-patch": adapters.MergePatch(),
		"kubectl": adapters.Kubectl("", t.TempDir()),
	}
	const (
		original = `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}}`
		patch    = `{"spec":{"containers":[{"name":"a","image":"2"}]}}`
		merged   = `{"spec":{"containers":[{"name":"a","image":"2"},{"name":"b"}]}}`
		sets     = `{"set":["a","b"]}`
		more     = `{"$setElementOrder/set":["a","b","c"],"set":["c"]}`
	)
	apply := func(s smp.Schema, original, patch string, options corpus.Options) corpus.Input {
		return corpus.Input{Op: corpus.OpApply, Schema: s, Options: options, Original: model.MustParse(original), Patch: model.MustParse(patch)}
	}
	for _, test := range []struct {
		engine string
		in     corpus.Input
		want   string // the result, or "skipped: …", "panic: …", "error"
	}{
		{"shipped", apply(pod(t), original, patch, corpus.Options{}), merged},
		{"shipped", apply(set(t), sets, more, corpus.Options{}), `{"set":["a","b","c"]}`},
		{"shipped", apply(set(t), `{"list":[{"name":{}}]}`, `{"list":[{"name":{}}]}`, corpus.Options{}), "panic: runtime error"},
		{"shipped", apply(smp.Schemaless, sets, more, corpus.Options{}), "skipped: the engine requires a schema"},
		{"shipped", apply(set(t), sets, more, corpus.Options{Strict: true}), "skipped: the engine is never strict"},
		{"shipped", apply(set(t), sets, more, corpus.Options{Ignore: smp.PatchMergeKey}), `{"set":["a","b","c"]}`},
		{"shipped", apply(set(t), sets, more, corpus.Options{Ignore: smp.RetainKeys}), "skipped: the engine ignores"},
		{"shipped", apply(set(t), sets, `{"set":[{"a":1}]}`, corpus.Options{}), "error"},
		{"kubectl", apply(pod(t), original, patch, corpus.Options{}), merged},
		{"kubectl", apply(pod(t), `{"kind":"Service"}`, `{}`, corpus.Options{}), "skipped: the engine requires a document"},
		{"kubectl", apply(set(t), sets, more, corpus.Options{}), "skipped: the engine supports only built-in kinds"},
		{"kubectl", apply(pod(t), `{"kind":"Pod","spec":{"containers":[null]}}`, patch, corpus.Options{}), "panic: runtime error"},
		{"kubectl", apply(pod(t), original, `{"spec":{"containers":[{"image":"2"}]}}`, corpus.Options{}), "error"},
		{"kyaml", apply(pod(t), original, patch, corpus.Options{}), merged},
		{"kyaml", apply(set(t), `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"}]}`, corpus.Options{}), `{"list":[{"name":"a"},{"name":"b"}]}`},
		{"merge-patch", apply(pod(t), original, patch, corpus.Options{}), patch},
		{"merge-patch", apply(smp.Schemaless, `{"a":{"b":1,"c":2}}`, `{"a":{"b":null}}`, corpus.Options{}), `{"a":{"c":2}}`},
		{"shipped", corpus.Input{Op: corpus.OpDiff, Schema: pod(t), Original: model.MustParse(original), Modified: model.MustParse(merged)},
			`{"spec":{"$setElementOrder/containers":[{"name":"a"},{"name":"b"}],"containers":[{"image":"2","name":"a"}]}}`},
		{"shipped", corpus.Input{Op: corpus.OpThreeWay, Schema: pod(t), Original: model.MustParse(`{"metadata":{"labels":{"a":"1"}}}`),
			Modified: model.MustParse(`{"metadata":{"labels":{"a":"2"}}}`), Current: model.MustParse(`{"metadata":{"labels":{"a":"3"}}}`)}, "conflict"},
		{"merge-patch", corpus.Input{Op: corpus.OpDiff, Original: model.MustParse(`{"a":1}`), Modified: model.MustParse(`{}`)}, `{"a":null}`},
	} {
		kind := kubernetes.Kind{}
		if test.in.Schema.Equal(pod(t)) {
			kind = kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}
		}
		out := servers[test.engine].Answer(protocol.Request{BuiltIn: kind, Input: test.in})
		if !answers(out, test.want) {
			t.Errorf("%s, %s: %s, skipped %q, error %v; want %s", test.engine, test.in.Op, out.Result.JSON(), out.Skipped, out.Err, test.want)
		}
	}
}

func answers(out corpus.Outcome, want string) bool {
	if why, ok := strings.CutPrefix(want, "skipped: "); ok {
		return strings.HasPrefix(out.Skipped, why)
	}
	fault := corpus.FaultOf(out.Err)
	if message, ok := strings.CutPrefix(want, "panic: "); ok {
		return fault != nil && fault.Code == corpus.Panicked && strings.HasPrefix(fault.Message, message)
	}
	switch rejected := out.Err != nil && fault == nil; want {
	case "error":
		return rejected
	case "conflict":
		return rejected && strings.Contains(out.Err.Error(), "conflict")
	}
	return out.Err == nil && out.Skipped == "" && model.Equal(out.Result, model.MustParse(want))
}

// The answer of kubectl does not depend on the folder of its files.
func TestKubectlMessages(t *testing.T) {
	var messages []string
	for range 2 {
		folder := t.TempDir()
		out := adapters.Kubectl("", folder).Answer(protocol.Request{BuiltIn: kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}, Input: corpus.Input{
			Op: corpus.OpApply, Schema: pod(t), Original: model.MustParse(`{"metadata":1}`), Patch: model.MustParse(`{}`),
		}})
		if out.Err == nil {
			t.Fatalf("it gives %s", out.Result.JSON())
		}
		messages = append(messages, out.Err.Error())
	}
	if messages[0] != messages[1] || !strings.Contains(messages[0], `"original.json"`) {
		t.Errorf("%q", messages)
	}
}

// The command in this process gives the same answers as the program, if there
// is one.
func TestKubectlProgram(t *testing.T) {
	const program = "kubectl"
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not here: its own command is not held against it", program)
	}
	here, there := adapters.Kubectl("", t.TempDir()), adapters.Kubectl(program, t.TempDir())
	for _, patch := range []string{
		`{"spec":{"containers":[{"name":"a","image":"2"},{"name":"c"}]}}`,
		`{"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"}]}}`,
		`{"spec":{"containers":[{"image":"2"}]}}`,
		`{"spec":{"containers":[{"name":{"x":1}}]}}`,
	} {
		r := protocol.Request{BuiltIn: kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}, Input: corpus.Input{
			Op: corpus.OpApply, Schema: pod(t), Original: model.MustParse(`{"spec":{"containers":[{"name":"a"},{"name":"b"}]}}`), Patch: model.MustParse(patch),
		}}
		a, b := here.Answer(r), there.Answer(r)
		if !model.Equal(a.Result, b.Result) || (a.Err == nil) != (b.Err == nil) || (corpus.FaultOf(a.Err) == nil) != (corpus.FaultOf(b.Err) == nil) {
			t.Errorf("%s: %s, %v here; %s, %v there", patch, a.Result.JSON(), a.Err, b.Result.JSON(), b.Err)
		}
	}
}
