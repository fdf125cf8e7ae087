package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
)

// Requests that the page itself never sends are rejected with the reason. Anybody can write a
// link that contains one.
func TestInvalidRequests(t *testing.T) {
	empty := []string{"{}", "{}"}
	for _, test := range []struct {
		request play.Request
		want    string
	}{
		{play.Request{Op: corpus.OpApply, Documents: []string{"{}"}}, "apply requires 2 documents, got 1"},
		{play.Request{Op: corpus.OpThreeWay, Documents: empty}, "threeway requires 3 documents, got 2"},
		{
			play.Request{Op: corpus.OpApply, Documents: []string{"{}", strings.Repeat("#", play.MaxBytes)}},
			"limit: the texts have 131074 bytes in total; the page accepts at most 131072, but smp-check on the command line accepts more",
		},
		{play.Request{Op: corpus.OpApply, Documents: empty, Dialect: "openshift"}, `unknown dialect "openshift"`},
		{play.Request{Op: corpus.OpApply, Documents: empty, Ignore: "patch"}, `unknown directive "patch"; expected deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey`},
		{
			play.Request{Op: corpus.OpApply, Documents: empty, Kind: "#/definitions/a"},
			"kind: a pointer requires a schema; paste one, or enter a kind such as apps/v1/Deployment",
		},
	} {
		if got := play.Run(test.request).Error; got == nil || got.Message != test.want {
			t.Errorf("got %+v, want %s", got, test.want)
		}
	}
}

// If both sides of a three-way merge changed a value, a note names it.
func TestConflictIsNoted(t *testing.T) {
	reply := play.Run(play.Request{Op: corpus.OpThreeWay, NoSchema: true, Documents: []string{"{a: 1, b: 1}", "{a: 2, b: 2}", "{a: 3, b: 1}"}})
	const want = "modified wins at a, which current also changed (threeway-conflict)"
	if reply.Error != nil || !slices.ContainsFunc(reply.Notes, func(note string) bool { return strings.HasSuffix(note, want) }) {
		t.Errorf("got %+v and the notes %q, want %q", reply.Error, reply.Notes, want)
	}
}
