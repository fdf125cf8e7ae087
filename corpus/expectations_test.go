package corpus_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

func TestExpectations(t *testing.T) {
	list, err := corpus.ReadExpectations("list", []byte("# known\n\n b/fails  for   a reason\na/passes why\n# lost\nc/elsewhere other\nd/skipped s\n"))
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(name string, skipped string, failures ...corpus.Failure) corpus.Verdict {
		return corpus.Verdict{Case: corpus.Case{Name: name}, Skipped: skipped, Failures: failures}
	}
	failure := corpus.Failure{What: "the error", Want: "missing-merge-key at list[0]", Got: "the result {}\n"}
	verdicts := []corpus.Verdict{
		verdict("a/passes", ""), verdict("b/fails", "", failure), verdict("e/new", "", failure), verdict("d/skipped", "why"), verdict("f/fine", ""),
	}
	for i, want := range []struct {
		failed bool
		reason string
	}{{true, ""}, {true, "for a reason"}, {true, ""}, {false, ""}, {false, ""}} {
		v, reason := list.Judge(verdicts[i])
		if (len(v.Failures) > 0) != want.failed || reason != want.reason {
			t.Errorf("%s: %v, expected for %q", v.Case.Name, v, reason)
		}
	}
	if v, _ := list.Judge(verdicts[0]); !strings.Contains(v.String(), "want a failure, as listed: why\n    got  the case passes") {
		t.Errorf("an unexpected pass: %s", v)
	}
	want := "# known\n\nb/fails for a reason\nc/elsewhere other\nd/skipped s\ne/new the error: got the result {}, want missing-merge-key at list[0]\n"
	if got := string(list.Updated(verdicts).Text()); got != want {
		t.Errorf("updated to\n%s", got)
	}
}

// A list limits the number of skipped cases.
func TestExpectationsLimit(t *testing.T) {
	verdicts := []corpus.Verdict{{Skipped: "why"}, {}, {Skipped: "why"}}
	for _, test := range []struct{ text, want string }{
		{"a/b c\n", ""},
		{"skipped: 2\n", ""},
		{"# x\nskipped: 1\na/b c\n", "2 cases were skipped, and the list allows 1"},
	} {
		list, err := corpus.ReadExpectations("list", []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(list.Text()); got != test.text {
			t.Errorf("%q is written as %q", test.text, got)
		}
		if err := list.CheckSkipped(verdicts); err == nil != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%q: %v", test.text, err)
		}
		if got := string(list.Updated(verdicts).Limited(verdicts).Text()); !strings.Contains(got, "skipped: 2\n") {
			t.Errorf("%q is updated to %q", test.text, got)
		}
	}
}

func TestExpectationsRefuse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a/b\n", "list:1: a/b: missing reason"},
		{"skipped: no\n", "list:1: skipped: no; expected the number of skipped cases, once"},
		{"skipped: 1\nskipped: 2\n", "list:2: skipped: 2; expected the number of skipped cases, once"},
		{"skipped: -1\n", "list:1: skipped: -1; expected the number of skipped cases, once"},
		{"# x\na/b c\na/b d\n", "list:3: a/b is listed twice"},
	} {
		if _, err := corpus.ReadExpectations("list", []byte(test.text)); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v", test.text, err)
		}
	}
}

// On lenient terms, an engine may reject an input with any error, and may give
// a cluster's answer. On strict terms, it may do neither.
func TestTerms(t *testing.T) {
	const diverges = `rule: [scalar]
comment: c
schema: {schemaless: true}
op: apply
original: {a: 1}
patch: {b: 2}
want: {a: 1, b: 2}
kubernetes: {divergence: nulls-kept, want: {b: 2}}
`
	plain := corpus.Outcome{Err: &corpus.Unclassified{Message: "no"}}
	for _, test := range []struct {
		text   string
		out    corpus.Outcome
		terms  corpus.Terms
		passes bool
	}{
		{wantsError, plain, corpus.Terms{}, false},
		{wantsError, plain, corpus.Terms{AnyError: true}, true},
		{wantsResult, plain, corpus.Terms{AnyError: true}, false},
		{wantsError, resultOf(`{}`), corpus.Terms{AnyError: true}, false},
		{diverges, resultOf(`{"b":2}`), corpus.Terms{}, false},
		{diverges, resultOf(`{"b":2}`), corpus.Terms{Dialect: corpus.Documented}, false},
		{diverges, resultOf(`{"b":2}`), corpus.Terms{Dialect: "kubernetes"}, true},
		{diverges, resultOf(`{"a":1,"b":2}`), corpus.Terms{Dialect: "kubernetes"}, false},
		{wantsResult, resultOf(`{"a":[1,2],"b":2}`), corpus.Terms{Dialect: "kubernetes"}, true},
	} {
		subject := &stubSubject{answer: func(int, corpus.Input) corpus.Outcome { return test.out }}
		if v := test.terms.Run(mustRead(t, test.text), subject); v.Passed() != test.passes {
			t.Errorf("%+v: %s", test.terms, v)
		}
	}
}

func resultOf(text string) corpus.Outcome {
	return corpus.Outcome{Result: model.MustParse(text)}
}
