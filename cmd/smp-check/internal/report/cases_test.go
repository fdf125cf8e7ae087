package report

import (
	"io"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// lazy is a subject that skips every case.
type lazy struct{}

func (lazy) Name() string { return "lazy" }

func (lazy) Run(in corpus.Input) corpus.Outcome {
	return corpus.Outcome{Skipped: "no " + string(in.Op)}
}

// Skipped cases are reported with the reason, in every output format. The engine of the
// command skips no case.
func TestReportSkipped(t *testing.T) {
	one, err := corpus.Read("case.yaml", []byte(`{"rule": ["scalar"], "comment": "a scalar replaces another",
		"schema": {"schemaless": true}, "op": "apply", "original": {"a": 1}, "patch": {"a": 2}, "want": {"a": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	r := &Cases{Subject: "lazy"}
	for _, v := range RunCases([]corpus.Case{one}, []corpus.Subject{lazy{}}, corpus.Terms{}, output.NewProgress(io.Discard, 1, "cases")) {
		r.Add(v, "")
	}
	for name, want := range map[string]string{
		output.FormText: "skip 1 case: no apply\n1 case: 0 passed, 0 failed, 1 skipped\n",
		output.FormJSON: `"skipped": 1,
  "results": [
    {
      "name": "case",
      "file": "case.yaml",
      "op": "apply",
      "rule": [
        "scalar"
      ],
      "status": "skipped",
      "reason": "no apply"
    }
  ]
}
`,
		output.FormJUnit: `  <testsuite name="smp-check run: lazy" tests="1" failures="0" skipped="1">
    <testcase classname="cases" name="case" file="case.yaml">
      <skipped message="no apply"></skipped>
    </testcase>
  </testsuite>
</testsuites>
`,
	} {
		var out strings.Builder
		if err := r.Write(&out, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("%s:\n%s\nwant at the end\n%s", name, &out, want)
		}
	}
}
