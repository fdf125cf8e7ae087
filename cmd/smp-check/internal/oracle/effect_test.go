package oracle

import (
	"errors"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The fault of a patch describes its wrong effect. If the effect is correct,
// the fault describes the wrong text.
func TestPatchSigns(t *testing.T) {
	pod, _ := kubernetes.Lookup("v1", "Pod")
	for _, test := range []struct {
		name, original, modified, current string
		want                              string // empty if the patch is correct
		got                               string
		err                               error
		signs                             []string
	}{
		{name: "the right patch", original: `{}`, modified: `{"spec":{"nodeName":"a"}}`, got: `{"spec":{"nodeName":"a"}}`},
		{
			name: "another value", original: `{}`, modified: `{"spec":{"nodeName":"a"}}`, got: `{"spec":{"nodeName":"b"}}`,
			signs: []string{"its patch makes another string"},
		},
		{
			name: "the same, said otherwise", original: `{"spec":{"nodeName":"a","hostname":"h"}}`, modified: `{"spec":{"nodeName":"b","hostname":"h"}}`,
			got: `{"spec":{"nodeName":"b","hostname":"h"}}`, signs: []string{"an additional field by  "},
		},
		{
			name: "a lost duplicate", original: `{}`, modified: `{"spec":{"containers":[{"name":"a"},{"name":"a"}]}}`,
			got: `{"spec":{"containers":[{"name":"a"},{"name":"a"}]}}`, signs: []string{"its patch makes a missing element of a keyed list"},
		},
		{
			name:     "one duplicate in the place of both",
			original: `{"spec":{"containers":[{"name":"a","image":"i"},{"name":"a","image":"j"}]}}`,
			modified: `{"spec":{"containers":[{"name":"a","image":"j"},{"name":"a","image":"i"}]}}`,
			got:      `{"spec":{"containers":[{"name":"a","image":"j"}]}}`,
			signs:    []string{"its patch makes a missing element of a keyed list", "its patch makes an additional element of a keyed list"},
		},
		{
			name: "a patch that cannot be applied", original: `{}`, modified: `{"spec":{"containers":[{"name":"a"}]}}`,
			got: `{"spec":{"containers":[{}]}}`, signs: []string{"its patch is rejected as error missing-merge-key keyed-merge patch"},
		},
		{
			name: "a patch for current", original: `{"spec":{"nodeName":"a"}}`, modified: `{"spec":{"nodeName":"a"}}`, current: `{"spec":{"nodeName":"b"}}`,
			got: `{}`, signs: []string{"its patch makes another string"},
		},
		{
			name: "a wanted answer that cannot be applied", original: `{}`, modified: `{}`, want: `{"spec":{"containers":[{}]}}`,
			got: `{}`, signs: []string{"a missing field by  "},
		},
		{
			name: "no patch", original: `{}`, modified: `{}`, err: errors.New("no"), signs: []string{"rejected as error no"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := corpus.Input{Op: corpus.OpDiff, Schema: pod, Original: model.MustParse(test.original), Modified: model.MustParse(test.modified)}
			if test.current != "" {
				in.Op, in.Current, in.Options.Overwrite = corpus.OpThreeWay, model.MustParse(test.current), true
			}
			want, got := Ours.Run(in), corpus.Outcome{Err: test.err}
			if test.want != "" {
				want.Result = model.MustParse(test.want)
			}
			if test.err == nil {
				got.Result = model.MustParse(test.got)
			}
			f := compareAnswers(in, want, got, [2]string{"right", "the engine"}, corpus.Documented)
			if !slices.Equal(f.signs, test.signs) {
				t.Errorf("got %q, want %q", f.signs, test.signs)
			}
		})
	}
}
