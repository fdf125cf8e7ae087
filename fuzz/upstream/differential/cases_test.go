package differential_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// For every apply case, apimachinery gives the answer for clusters or, if the case has none,
// the answer of the specification.
func TestCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[kubernetes.Kind]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Kind] = k
	}
	verdicts := map[differential.Verdict]int{}
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || in.Options.Strict || in.Options.Unions || in.Options.Ignore != 0 || in.Err() != nil {
			continue // apimachinery does not support the operation, or cannot read the documents
		}
		if want := c.Want.Rejection; want != nil && (want.Code == smp.DifferentKind || want.Document == "schema" || want.Code == smp.InvalidSchema) {
			continue // the case has no input for an engine
		}
		s := differential.OfSchema(in.Schema)
		kind := kubernetes.Kind{APIVersion: c.Schema.APIVersion, Kind: c.Schema.Kind}
		if k, ok := kinds[kind]; ok && !in.Options.ListTypes {
			if s, err = differential.OfGoType(k); err != nil {
				t.Fatal(err)
			}
		}
		want := c.Want
		if c.Kubernetes != nil && c.Kubernetes.ID != cluster.DecodingDropsDirectives.String() {
			want = c.Kubernetes.Want
		}
		verdict, got := s.Gives(want, in.Original, in.Patch)
		verdicts[verdict]++
		if verdict == differential.Differs {
			t.Errorf("%s: apimachinery answers %s", c.Name, got)
		}
	}
	t.Logf("%d same results, %d rejected by both, %d panics, %d varying, %d not read", verdicts[differential.Same],
		verdicts[differential.BothReject], verdicts[differential.Panics], verdicts[differential.Varies], verdicts[differential.Unread])
	if n := verdicts[differential.Same] + verdicts[differential.BothReject]; n < 500 {
		t.Errorf("only %d cases have been compared", n)
	}
}
