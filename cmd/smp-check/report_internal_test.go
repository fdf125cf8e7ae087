package main

import (
	"io"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// lazy is a subject that does not try.
type lazy struct{}

func (lazy) Name() string { return "lazy" }
func (lazy) Run(in corpus.Input) corpus.Outcome {
	return corpus.Outcome{Skipped: "no " + string(in.Op)}
}

// Cases that a subject skips are told as such, with the reason, in every form.
// The engine that comes with the command skips none.
func TestReportSkipped(t *testing.T) {
	one, err := corpus.Read("case.yaml", []byte(`{"rule": ["scalar"], "comment": "a scalar replaces another",
		"schema": {"schemaless": true}, "op": "apply", "original": {"a": 1}, "patch": {"a": 2}, "want": {"a": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	r := &report{Subject: "lazy"}
	for _, v := range runCases([]corpus.Case{one}, []corpus.Subject{lazy{}}, corpus.Terms{}, newProgress(io.Discard, 1)) {
		r.add(v, "")
	}
	for name, want := range map[string]string{
		formatText: "skip case.yaml: no apply\n1 case: 0 passed, 0 failed, 1 skipped\n",
		formatJSON: `"skipped": 1,
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
		formatJUnit: `  <testsuite name="smp-check run: lazy" tests="1" failures="0" skipped="1">
    <testcase classname="cases" name="case" file="case.yaml">
      <skipped message="no apply"></skipped>
    </testcase>
  </testsuite>
</testsuites>
`,
	} {
		var out strings.Builder
		if err := r.write(&out, format{choice{name: name}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("%s:\n%s\nwant at the end\n%s", name, &out, want)
		}
	}
}
