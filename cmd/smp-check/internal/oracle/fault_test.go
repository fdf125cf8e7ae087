package oracle

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The signs of a fault contain no text from the documents.
func TestFaultSigns(t *testing.T) {
	pod, _ := kubernetes.Lookup("v1", "Pod")
	rejected := func(code smp.Code, rule smp.Rule, document string) corpus.Outcome {
		return corpus.Outcome{Err: &smp.Error{Code: code, Rule: rule, Document: document, Path: model.Path{model.Field("secret")}}}
	}
	result := func(text string) corpus.Outcome { return corpus.Outcome{Result: model.MustParse(text)} }
	for _, test := range []struct {
		name            string
		original, patch string
		got             corpus.Outcome
		want            []string
	}{
		{"nothing", `{}`, `{"spec":{"nodeName":"x"}}`, result(`{"spec":{"nodeName":"x"}}`), nil},
		{"a value", `{}`, `{"spec":{"nodeName":"x"}}`, result(`{"spec":{"nodeName":"y"}}`), []string{"another string by scalar "}},
		{"a kind", `{}`, `{"spec":{"nodeName":"x"}}`, result(`{"spec":{"nodeName":["x"]}}`), []string{"a list instead of a string by scalar "}},
		{"a member", `{"kind":"Pod"}`, `{}`, result(`{}`), []string{"a missing field by map-merge "}},
		{
			"the order of a keyed list", `{"spec":{"containers":[{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"b"}]}}`,
			result(`{"spec":{"containers":[{"name":"b"},{"name":"a"}]}}`), []string{"the order of a keyed list by order-default "},
		},
		{
			"an element, and the order of the others", `{"spec":{"containers":[{"name":"a"},{"name":"c"}]}}`, `{"spec":{"containers":[{"name":"b"}]}}`,
			result(`{"spec":{"containers":[{"name":"c"},{"name":"a"}]}}`),
			[]string{"a missing element of a keyed list by keyed-merge ", "the order of a keyed list by order-default "},
		},
		{
			"values of a set", `{"metadata":{"finalizers":["a"]}}`, `{"metadata":{"finalizers":["b"]}}`,
			result(`{"metadata":{"finalizers":["a","b","b"]}}`), []string{"an additional element of a set by order-default "},
		},
		{
			"an element without its keys is a sign of its own", `{"spec":{"containers":[{}]}}`, `{"spec":{"containers":[{"name":"b"}]}}`,
			result(`{"spec":{"containers":[{"name":"b"}]}}`), []string{"a missing element of a keyed list by keyed-original ", "keyed-original"},
		},
		{
			"what is rejected", `{}`, `{"spec":{"nodeName":"x"}}`, rejected(smp.WrongType, smp.RuleRoot, "patches[3]"),
			[]string{"rejected as error wrong-kind root patches"},
		},
		{
			"what is accepted", `{}`, `{"spec":{"containers":[{}]}}`, result(`{}`),
			[]string{"accepted instead of error missing-merge-key keyed-merge patch"},
		},
		{
			"another error", `{}`, `{"spec":{"containers":[{}]}}`, rejected(smp.WrongType, smp.RuleRoot, "patch"),
			[]string{"rejected as wrong-kind instead of error missing-merge-key keyed-merge patch"},
		},
		{
			"an error elsewhere", `{}`, `{"spec":{"containers":[{}]}}`, rejected(smp.MissingMergeKey, smp.RuleKeyedMerge, "patch"),
			[]string{"error missing-merge-key keyed-merge patch elsewhere"},
		},
		{"an error that says no more", `{}`, `{"spec":{"containers":[{}]}}`, corpus.Outcome{Err: &corpus.Unclassified{Message: "no"}}, nil},
		{
			"words of documents in a message", `{}`, `{}`, corpus.Outcome{Err: &corpus.Unclassified{Message: `map: map[secret:1] does not contain declared merge key: "secret" 17`}},
			[]string{"rejected as error map: does not contain declared"},
		},
		{
			"an engine that dies", `{}`, `{}`, corpus.Outcome{Err: &corpus.Fault{Code: corpus.Died, Message: "exit status 2", Stderr: "panic: index 3 out of range\nmore"}},
			[]string{"died: exit status 2"},
		},
		{
			"an engine that dies and quotes the documents", `{}`, `{}`, died("fatal: no element secret in {\"secret\": 17}"),
			[]string{"died: exit status 2"},
		},
		{
			"a traceback of Python", `{}`, `{}`, died("Traceback (most recent call last):\n  File \"/e.py\", line 9, in <module>\n    run()\n  File \"/e.py\", line 3, in run\nKeyError: 'secret'"),
			[]string{`died: exit status 2 at /e.py", line 3`},
		},
		{
			"a traceback of Go", `{}`, `{}`, died("panic: secret\n\ngoroutine 1 [running]:\nmain.run()\n\t/src/e.go:12 +0x1d\nmain.main()\n\t/src/e.go:7"),
			[]string{"died: exit status 2 at /src/e.go:12"},
		},
		{
			"a traceback of JavaScript", `{}`, `{}`, died("Error: secret\n    at run (/src/e.mjs:12:7)\n    at /src/e.mjs:40:1"),
			[]string{"died: exit status 2 at /src/e.mjs:12:7"},
		},
		{
			"a panic of Rust", `{}`, `{}`, corpus.Outcome{Err: &corpus.Fault{Code: corpus.Panicked, Message: "panicked at src/e.rs:12:5:\nsecret"}},
			[]string{"panic at src/e.rs:12:5"},
		},
		{
			"an answer that is not JSON", `{}`, `{}`, corpus.Outcome{Err: &corpus.Fault{Code: corpus.Garbage, Message: "got secret"}},
			[]string{"garbage"},
		},
		{"a skipped input", `{}`, `{}`, corpus.Outcome{Skipped: "why"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := corpus.Input{Op: corpus.OpApply, Schema: pod, Original: model.MustParse(test.original), Patch: model.MustParse(test.patch)}
			f := compareOutcomes(in, Ours.Run(in), test.got, [2]string{"right", "the engine"}, traceOf(in, corpus.Documented))
			if !slices.Equal(f.signs, test.want) {
				t.Errorf("got %q, want %q", f.signs, test.want)
			}
		})
	}
}

// Rejections are compared by their code, place, conflicts and rule. A rejection without a document or a
// rule is for all of them.
func TestCompareRejections(t *testing.T) {
	at := func(name string) model.Path { return model.Path{model.Field(name)} }
	rejection := func(code smp.Code, name, document string, rule smp.Rule) *corpus.Rejection {
		return &corpus.Rejection{Code: code, Path: at(name), Document: document, Rule: rule}
	}
	conflicts := func(text string) *corpus.Rejection {
		return &corpus.Rejection{Code: smp.Conflicting, Conflicts: model.MustParse(text)}
	}
	for _, test := range []struct {
		name      string
		want, got *corpus.Rejection
		signs     []string
	}{
		{"equal", rejection(smp.WrongType, "a", "patch", smp.RuleRoot), rejection(smp.WrongType, "a", "patch", smp.RuleRoot), nil},
		{"code", rejection(smp.WrongType, "a", "patch", smp.RuleRoot), rejection(smp.MissingMergeKey, "a", "patch", smp.RuleRoot), []string{"rejected as missing-merge-key instead of wrong-kind"}},
		{"path", rejection(smp.WrongType, "a", "patch", smp.RuleRoot), rejection(smp.WrongType, "b", "patch", smp.RuleRoot), []string{"rejected as wrong-kind at another place"}},
		{"document", rejection(smp.WrongType, "a", "patch", smp.RuleRoot), rejection(smp.WrongType, "a", "original", smp.RuleRoot), []string{"rejected as wrong-kind at another place"}},
		{"any document", rejection(smp.WrongType, "a", "", smp.RuleRoot), rejection(smp.WrongType, "a", "original", smp.RuleRoot), nil},
		{"rule", rejection(smp.WrongType, "a", "patch", smp.RuleRoot), rejection(smp.WrongType, "a", "patch", smp.RuleScalar), []string{"rejected as wrong-kind by scalar instead of root"}},
		{"any rule", rejection(smp.WrongType, "a", "patch", ""), rejection(smp.WrongType, "a", "patch", smp.RuleScalar), nil},
		{"conflicts", conflicts(`[{"path":"a"}]`), conflicts(`[{"path":"b"}]`), []string{"rejected for other conflicts"}},
		{"equal conflicts", conflicts(`[{"path":"a"}]`), conflicts(`[{"path":"a"}]`), nil},
		{"any conflicts", rejection(smp.Conflicting, "a", "", ""), &corpus.Rejection{Code: smp.Conflicting, Path: at("a"), Conflicts: model.MustParse(`[]`)}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if f := compareRejections(test.want, test.got); !slices.Equal(f.signs, test.signs) {
				t.Errorf("got %q, want %q", f.signs, test.signs)
			}
		})
	}
}

// Errors are compared by their code and place. A place in an unnamed document is in any of them.
func TestCompareErrors(t *testing.T) {
	at := func(name, document string) error {
		return &smp.Error{Code: smp.WrongType, Rule: smp.RuleRoot, Path: model.Path{model.Field(name)}, Document: document}
	}
	for _, test := range []struct {
		name      string
		want, got error
		elsewhere bool
	}{
		{"equal", at("a", "patch"), at("a", "patch"), false},
		{"path", at("a", "patch"), at("b", "patch"), true},
		{"document", at("a", "patch"), at("a", "original"), true},
		{"unnamed document", at("a", "patch"), at("a", ""), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := compareErrors(test.want, test.got)
			if got := len(f.signs) == 1 && strings.HasSuffix(f.signs[0], " elsewhere"); got != test.elsewhere || !got && len(f.signs) > 0 {
				t.Errorf("got %q", f.signs)
			}
		})
	}
}

// The progress of a search has sizes in bytes or KiB.
func TestMeterText(t *testing.T) {
	m := Meter{before: 10 * 1024, size: 10*1024 - 1, tried: 1}
	if got, want := m.String(), "10239 bytes of 10 KiB, 1 smaller case tried"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m = Meter{before: 25 * 1024, size: 80, tried: 2}
	if got, want := m.String(), "80 bytes of 25 KiB, 2 smaller cases tried"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A title has at most 100 bytes, or ends after a word.
func TestTitle(t *testing.T) {
	long := strings.Repeat("word ", 19) + "words"
	for text, want := range map[string]string{
		long + "\nmore": long, long + "s": strings.TrimSuffix(strings.Repeat("word ", 19), " ") + " …",
	} {
		if got := (Found{fault: Fault{text: text}}).title(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A law is found by its name.
func TestLawNamed(t *testing.T) {
	for _, want := range append(laws.All(), Comparisons()...) {
		if got, err := LawNamed(corpus.Documented, want.Name); err != nil || got.Name != want.Name {
			t.Errorf("%s: got %q, %v", want.Name, got.Name, err)
		}
	}
	if got, err := LawNamed(corpus.Documented, ""); err != nil || got.Name != "" {
		t.Errorf("no name: got %q, %v", got.Name, err)
	}
}

// Issues and Go tests contain the answer of a cluster if it is different.
func TestUnminimized(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	different := 0
	for _, c := range cases {
		want := c.Kubernetes // nil also for cases that do not define the answer
		c.Kubernetes = nil
		switch got := Unminimized(c, "", "").c.Kubernetes; {
		case c.Input.Op != corpus.OpApply && got != nil:
			t.Errorf("%s: got an answer of a cluster to %s", c.Name, c.Input.Op)
		case c.Input.Op == corpus.OpApply && got == nil && want != nil && want.ID != "decoding-drops-directives": // clients do this
			t.Errorf("%s: got %v, want %v", c.Name, got, want)
		case got != nil && want != nil && !model.Equal(got.Want.Result, want.Want.Result):
			t.Errorf("%s: got %v, want %v", c.Name, got, want)
		case got != nil:
			different++
		}
	}
	if different < 10 {
		t.Errorf("only %d different answers", different)
	}
}

// The tree finds the event at a place that a search through all events finds.
func TestEventTree(t *testing.T) {
	inAll := func(events []cluster.Event, path model.Path) cluster.Event {
		var nearest cluster.Event
		longest := -1
		for _, e := range events {
			n := len(e.Path)
			if n < longest || n > len(path) || !e.Path.Equal(path[:n]) || n == longest && e.Rule == smp.RuleAbsentIsEmpty {
				continue
			}
			nearest, longest = e, n
		}
		return nearest
	}
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		events := traceOf(c.Input, corpus.Documented)
		tree := treeOf(events)
		for i := 0; i < len(events); i += 1 + len(events)/100 { // a search takes the square of the time
			e := events[i]
			for _, path := range []model.Path{e.Path, e.Path.Append(model.Field("x")), e.Path.Append(model.Index(0)), e.Path[:len(e.Path)/2]} {
				got, want := tree.at(path), inAll(events, path)
				if got.Rule != want.Rule || !got.Path.Equal(want.Path) {
					t.Errorf("%s: %s: got %s at %s, want %s at %s", c.Name, path, got.Rule, got.Path, want.Rule, want.Path)
				}
				n++
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d places were compared", n)
	}

	one, other := model.Key{{Name: "k", Value: model.MustParse("1")}}, model.Key{{Name: "k", Value: model.MustParse("1.0")}}
	events := []cluster.Event{{Event: smp.Event{Rule: smp.RuleKeyedMerge, Path: model.Path{one}}}}
	if got := treeOf(events).at(model.Path{other}); got.Rule != smp.RuleKeyedMerge {
		t.Errorf("a key with another spelling: got %q", got.Rule)
	}
}

func died(stderr string) corpus.Outcome {
	return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Died, Message: "exit status 2", Stderr: stderr}}
}

// A fault with fewer signs is the same fault. A fault without the first sign, or with more
// signs, is a different one.
func TestFaultSame(t *testing.T) {
	first := Fault{signs: []string{"a", "b"}}
	for signs, want := range map[string]bool{"a": true, "a b": true, "b a": true, "b": false, "a c": false, "c": false} {
		if got := (Fault{signs: strings.Fields(signs)}).same(first); got != want {
			t.Errorf("%s: %t", signs, got)
		}
	}
}

// A panicking subject panics in one function if the original has a member a, and
// in another function if it has b.
type panicking struct{}

func (panicking) Name() string { return "panicking" }

func (panicking) Run(in corpus.Input) corpus.Outcome {
	if _, ok := in.Original.Get("a"); ok {
		panicOverA()
	}
	if _, ok := in.Original.Get("b"); ok {
		return corpus.Outcome{Result: model.NewInt(panicOverB(0))}
	}
	return corpus.Outcome{Result: in.Original}
}

func panicOverA() { panic(errors.New("a")) }

func panicOverB(n int64) int64 { return 1 / n }

// A search keeps only panics in the same function.
func TestMinimizeKeepsPanicSite(t *testing.T) {
	oracle := errorOracle{SubjectPool{newPool([]corpus.Subject{panicking{}}), func() {}}}
	c := corpus.Case{Input: corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: model.MustParse(`{"x":1,"a":1,"b":[{}]}`), Patch: model.MustParse(`{"c":1}`)}}
	m := Search{Oracle: oracle, Jobs: 1, To: &Output{}, Meter: NewMeter(nil), KeepNames: true}
	found, err := m.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := found.fault.signs, []string{"panic in github.com/strategicpatch/smp/cmd/smp-check/internal/oracle.panicOverA"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := found.c.Input.Original.JSON(), `{"a":1}`; got != want {
		t.Errorf("the original is %s, want %s", got, want)
	}
	c.Input.Original = model.MustParse(`{"b":[{}],"x":1}`)
	m.first = Fault{}
	if found, err = m.Run(c); err != nil {
		t.Fatal(err)
	}
	if got, want := found.fault.signs, []string{"panic in github.com/strategicpatch/smp/cmd/smp-check/internal/oracle.panicOverB"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
