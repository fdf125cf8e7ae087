package props

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// These faults of engines are about one directive at the root of a patch.
var rareFaults = map[string]func(name string, v model.Value) (string, model.Value){
	"a list of more than two retained keys is ignored": func(name string, v model.Value) (string, model.Value) {
		if name == "$retainKeys" && v.Len() > 2 {
			return name, model.Value{}
		}
		return name, v
	},
	"a $patchMergeKey is ignored": func(name string, v model.Value) (string, model.Value) {
		if name == "$patchMergeKey" {
			return name, model.Value{}
		}
		return name, v
	},
	"deleted booleans are ignored": func(name string, v model.Value) (string, model.Value) {
		if strings.HasPrefix(name, "$deleteFromPrimitiveList/") && v.At(0).Type() == model.Bool {
			return name, model.Value{}
		}
		return name, v
	},
}

// A few bytes of a fuzzer make an input that breaks a law, although no case breaks one. Without -fuzz,
// only the cases are tried.
func TestFuzzedInputsFindRareFaults(t *testing.T) {
	const most = 4000
	for name, change := range rareFaults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			subject := laws.Applier("faulty", func(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
				return e.Apply(s, original, corpus.Rebuilt(patch, change))
			})
			cases, err := answered(subject)
			if err != nil {
				t.Fatal(err)
			}
			all := newTallies(corpus.OpApply, nil)
			breaks := func(number int, choices []byte) bool {
				return all.check(subject, fuzzed(cases, number, choices), nil).Status == laws.Broken
			}
			for i := range cases {
				if breaks(i, nil) {
					t.Fatalf("case %s breaks a law; choose a rarer fault", cases[i].Name)
				}
			}
			for i := range most {
				if breaks(i, binary.AppendUvarint(nil, uint64(i))) {
					t.Logf("found by input %d", i)
					return
				}
			}
			t.Errorf("no law is broken by %d inputs", most)
		})
	}
}
