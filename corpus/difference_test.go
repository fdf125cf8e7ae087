package corpus_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Elements are compared by their keys. Duplicates are compared in order or, if
// values distinguish them, with equal elements.
func TestDifferences(t *testing.T) {
	service, _ := kubernetes.Lookup("v1", "Service")
	spec, _ := service.Field("spec")
	for _, test := range []struct {
		name, want, got string
		inTurn, byValue []string
	}{
		{
			name: "equal lists of duplicates",
			want: `{"ports":[{"port":1,"name":"a"},{"port":1,"name":"b"}]}`,
			got:  `{"ports":[{"port":1,"name":"a"},{"port":1,"name":"b"}]}`,
		},
		{
			name: "keys with another spelling",
			want: `{"ports":[{"port":1,"name":"a"},{"port":2}]}`,
			got:  `{"ports":[{"port":2.0},{"port":1.0,"name":"b"},{"port":1e0,"name":"a"}]}`,
			inTurn: []string{
				"ports[port=1,protocol=TCP].name: another string",
				"ports[port=1e0,protocol=TCP]: an additional element of a keyed list",
				"ports: the order of a keyed list",
			},
			byValue: []string{
				"ports[port=1.0,protocol=TCP]: an additional element of a keyed list",
				"ports: the order of a keyed list",
			},
		},
		{
			name:   "one duplicate in the place of both",
			want:   `{"ports":[{"port":1,"name":"a"},{"port":1,"name":"b"}]}`,
			got:    `{"ports":[{"port":1,"name":"a"},{"port":1,"name":"a"}]}`,
			inTurn: []string{"ports[port=1,protocol=TCP].name: another string"},
			byValue: []string{
				"ports[port=1,protocol=TCP]: a missing element of a keyed list",
				"ports[port=1,protocol=TCP]: an additional element of a keyed list",
			},
		},
		{
			name:   "duplicates that no recommended key has in common",
			want:   `{"ports":[{"port":1,"protocol":"TCP","name":"a"},{"port":1,"protocol":"UDP","name":"b"}]}`,
			got:    `{"ports":[{"port":1,"protocol":"TCP","name":"a"},{"port":1,"protocol":"UDP","name":"c"}]}`,
			inTurn: []string{"ports[port=1,protocol=UDP].name: another string"},
			byValue: []string{
				"ports[port=1,protocol=UDP]: a missing element of a keyed list",
				"ports[port=1,protocol=UDP]: an additional element of a keyed list",
			},
		},
		{
			name:    "duplicates that only one side has",
			want:    `{"ports":[{"port":1,"name":"a"}]}`,
			got:     `{"ports":[{"port":1,"name":"b"},{"port":1,"name":"a"}]}`,
			inTurn:  []string{"ports[port=1,protocol=TCP].name: another string", "ports[port=1,protocol=TCP]: an additional element of a keyed list"},
			byValue: []string{"ports[port=1,protocol=TCP]: an additional element of a keyed list"},
		},
		{
			name:    "duplicates in another order",
			want:    `{"ports":[{"port":1,"name":"a"},{"port":1,"name":"b"}]}`,
			got:     `{"ports":[{"port":1,"name":"b"},{"port":1,"name":"a"}]}`,
			inTurn:  []string{"ports[port=1,protocol=TCP].name: another string", "ports[port=1,protocol=TCP].name: another string"},
			byValue: []string{"ports: the order of a keyed list"},
		},
		{
			name:    "no duplicates",
			want:    `{"ports":[{"port":1,"name":"a"},{"port":2}]}`,
			got:     `{"ports":[{"port":2},{"port":1,"name":"b"}]}`,
			inTurn:  []string{"ports[port=1,protocol=TCP].name: another string", "ports: the order of a keyed list"},
			byValue: []string{"ports[port=1,protocol=TCP].name: another string", "ports: the order of a keyed list"},
		},
		{
			name:    "equal values of a list that is no keyed one",
			want:    `{"externalIPs":["a","a"]}`,
			got:     `{"externalIPs":["a"]}`,
			inTurn:  []string{"externalIPs[1]: a missing element of an atomic list"},
			byValue: []string{"externalIPs[1]: a missing element of an atomic list"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			want, got := model.MustParse(test.want), model.MustParse(test.got)
			if found := texts(corpus.Differences(spec, want, got)); !slices.Equal(found, test.inTurn) {
				t.Errorf("in turn: got %q, want %q", found, test.inTurn)
			}
			if found := texts(corpus.DifferencesOfDuplicates(spec, want, got)); !slices.Equal(found, test.byValue) {
				t.Errorf("by value: got %q, want %q", found, test.byValue)
			}
		})
	}
}

func texts(differences []corpus.Difference) []string {
	var all []string
	for _, d := range differences {
		all = append(all, fmt.Sprintf("%s: %s", d.Path, d.How))
	}
	return all
}

// The patch of a diff is applied to original, and the patch of a three-way merge to current.
// Other operations have no patch to apply.
func TestInputApplying(t *testing.T) {
	patch := model.MustParse(`{"c":3}`)
	for op, want := range map[corpus.Op]string{
		corpus.OpDiff: `{"a":1,"c":3}`, corpus.OpThreeWay: `{"b":2,"c":3}`,
		corpus.OpApply: "", corpus.OpCompose: "", corpus.OpConflicts: "", corpus.OpLint: "",
	} {
		in, ok := corpus.Input{Op: op, Schema: smp.Schemaless, Original: model.MustParse(`{"a":1}`), Current: model.MustParse(`{"b":2}`)}.Applying(patch)
		got := ""
		if ok {
			got = corpus.Engine().Run(in).Result.JSON()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", op, got, want)
		}
	}
}
