package cluster_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp/cluster"
)

// The engine gives the result that a case has for clusters, or the result of the specification if
// the case has no other result. Package corpus also runs this test. In this package, the test shows
// which mutants the cases detect.
func TestCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if (c.Input.Op != corpus.OpApply || c.Input.Options.Strict) && c.Kubernetes == nil || c.Input.Options.Unions || c.Input.Options.Ignore != 0 {
			continue
		}
		decoded := c.Kubernetes != nil && c.Kubernetes.ID == cluster.DecodingDropsDirectives.String()
		terms := corpus.Terms{Dialect: "kubernetes", AnyError: c.Kubernetes == nil}
		if v := terms.Run(c, corpus.Cluster(cluster.Engine{BeforeDecoding: !decoded})); !v.Passed() {
			t.Fatalf("%s: %v", c.Name, v)
		}
	}
}

// Traced and untraced calls give the same result. Untraced calls use fast paths.
func TestCasesWithoutTrace(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || in.Err() != nil {
			continue
		}
		quiet := cluster.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict}
		traced := quiet
		traced.Trace = func(cluster.Event) {}
		got, err := quiet.Apply(in.Schema, in.Original, in.Patch)
		want, wantErr := traced.Apply(in.Schema, in.Original, in.Patch)
		if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%s: %s, %v, and when it is traced %s, %v", c.Name, got.JSON(), err, want.JSON(), wantErr)
		}
	}
}
