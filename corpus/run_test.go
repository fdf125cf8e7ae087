package corpus_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A stub is an engine with given answers. The first call has the number 1.
type stub func(call int, in corpus.Input) corpus.Outcome

type stubSubject struct {
	answer stub
	calls  int
}

func (s *stubSubject) Name() string { return "stub" }

func (s *stubSubject) Run(in corpus.Input) corpus.Outcome {
	s.calls++
	return s.answer(s.calls, in)
}

func mustRead(t *testing.T, text string) corpus.Case {
	t.Helper()
	c, err := corpus.Read("case.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const wantsResult = `rule: [scalar]
not: [map-replace]
comment: c
schema: {schemaless: true}
op: apply
original: {a: [1, 2]}
patch: {b: 2}
want: {a: [1, 2], b: 2}
`

const wantsError = `rule: [keyed-merge]
comment: c
schema: {schemaless: true}
op: apply
original: {}
patch: {b: 2}
error: {kind: wrong-kind, path: 'a[0]', document: patch, rule: keyed-merge}
`

const wantsConflicts = `rule: [threeway-conflict]
comment: c
schema: {schemaless: true}
op: threeway
original: {a: 1}
modified: {a: 2, b: 1}
current: {a: 3, b: 2}
error:
  kind: conflict
  path: a
  conflicts: [{path: a, kind: both-changed, left: 2, right: 3}, {path: b, kind: both-added, left: 1, right: 2}]
`

const wantsNoConflicts = `rule: [conflict-list]
not: [scalar]
comment: c
schema: {schemaless: true}
op: conflicts
left: {}
right: {}
want: []
`

// wantsWide is a patch that replaces two places on a cluster, and none by the
// specification.
const wantsWide = `rule: [diff-minimal]
comment: c
schema: {schemaless: true}
op: diff
original: {a: {b: 1}}
modified: {a: {b: 2}}
want: {a: {b: 2}}
kubernetes: {divergence: nulls-kept, want: {a: {b: 2}}, wide: [a, 'a.l[n=x]']}
`

// The places that a patch replaces as a whole must be those of the case, in any
// order, unless the subject does not report them.
func TestRunComparesWide(t *testing.T) {
	a := model.Path{model.Field("a")}
	l := a.Append(model.Field("l"), model.Key{{Name: "n", Value: model.NewString("x")}})
	for _, c := range []struct {
		name    string
		dialect string
		wide    []model.Path
		want    string // a part of the verdict; empty if the case must pass
	}{
		{"both", corpus.Kubernetes, []model.Path{l, a}, ""},
		{"one", corpus.Kubernetes, []model.Path{a}, "want a, a.l[n=x]\n    got  a"},
		{"none", corpus.Kubernetes, []model.Path{}, "the places replaced as a whole"},
		{"not told", corpus.Kubernetes, nil, ""},
		{"none by the rules", corpus.Documented, []model.Path{}, ""},
		{"one by the rules", corpus.Documented, []model.Path{a}, "want none\n    got  a"},
	} {
		subject := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
			if in.Op == corpus.OpApply {
				return corpus.Outcome{Result: model.MustParse(`{"a":{"b":2}}`)}
			}
			return corpus.Outcome{Result: model.MustParse(`{"a":{"b":2}}`), Wide: c.wide}
		}}
		v := corpus.Terms{Dialect: c.dialect}.Run(mustRead(t, wantsWide), subject)
		if v.Passed() != (c.want == "") || !strings.Contains(v.String(), c.want) {
			t.Errorf("%s: the verdict does not say %q: %s", c.name, c.want, v)
		}
	}
}

// The runner accepts every engine with correct answers in any form, and
// describes the faults of all others.
func TestRun(t *testing.T) {
	result := model.MustParse(`{"b":2.0,"a":[1,2]}`)
	answer := func(o corpus.Outcome) stub {
		return func(int, corpus.Input) corpus.Outcome { return o }
	}
	fault := func(kind smp.Code, path string, document string, rule smp.Rule) stub {
		p, err := model.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		return answer(corpus.Outcome{Err: &smp.Error{Code: kind, Path: p, Document: document, Rule: rule}})
	}
	conflicts := func(right ...int) stub {
		e := &smp.ConflictError{}
		for i, v := range right {
			c := smp.Conflict{Path: model.Path{model.Field("ab"[i : i+1])}, Code: smp.BothChanged, Left: model.NewInt(int64(2 - i)), Right: model.NewInt(int64(v))}
			if i == 1 {
				c.Code = smp.BothAdded
			}
			e.Conflicts = append(e.Conflicts, c)
		}
		return answer(corpus.Outcome{Err: fmt.Errorf("with values: %w", e), Rules: []smp.Rule{}})
	}
	for _, c := range []struct {
		name, text string
		answer     stub
		want       string // a part of the verdict; empty if the case must pass
	}{
		{"right conflicts", wantsConflicts, conflicts(3, 2), ""},
		{"another conflict", wantsConflicts, conflicts(3, 5), `"left":1,"path":"b","right":5}]`},
		{"too few conflicts", wantsConflicts, conflicts(3), "as written, the error"},
		{"an error without conflicts", wantsConflicts, conflicts(), "without code and path: with values: "},
		{"some conflict", strings.Replace(wantsConflicts, "conflicts:", "# conflicts:", 1), conflicts(3), ""},
		{"the conflict elsewhere", strings.Replace(wantsConflicts, "path: a", "path: b", 1), conflicts(3, 2), "want conflict at b"},
		{"no conflicts, by no rule", wantsNoConflicts, answer(corpus.Outcome{Result: model.MustParse(`[]`), Rules: []smp.Rule{}}), ""},
		{"no conflicts, by an excluded rule", wantsNoConflicts, answer(corpus.Outcome{Result: model.MustParse(`[]`), Rules: []smp.Rule{smp.RuleScalar}}), "want not scalar"},
		{"conflicts by no rule", strings.Replace(wantsNoConflicts, "want: []", "want: [{path: a, kind: both-added}]", 1),
			answer(corpus.Outcome{Result: model.MustParse(`[{"path":"a","kind":"both-added"}]`), Rules: []smp.Rule{}}), "want conflict-list"},

		{"right", wantsResult, answer(corpus.Outcome{Result: result}), ""},
		{"right rules", wantsResult, answer(corpus.Outcome{Result: result, Rules: []smp.Rule{smp.RuleScalar, smp.RuleRoot}}), ""},
		{"another value", wantsResult, answer(corpus.Outcome{Result: model.MustParse(`{"a":[1,2],"b":3}`)}), "want {\"a\":[1,2],\"b\":2}\n    got  {\"a\":[1,2],\"b\":3}"},
		{"another order", wantsResult, answer(corpus.Outcome{Result: model.MustParse(`{"a":[2,1],"b":2}`)}), "as written, the result"},
		{"nothing", wantsResult, answer(corpus.Outcome{}), "as written, the result"},
		{"a rule missing", wantsResult, answer(corpus.Outcome{Result: result, Rules: []smp.Rule{smp.RuleRoot}}), "want scalar\n    got  root"},
		{"no rules", wantsResult, answer(corpus.Outcome{Result: result, Rules: []smp.Rule{}}), "want scalar"},
		{"an excluded rule", wantsResult, answer(corpus.Outcome{Result: result, Rules: []smp.Rule{smp.RuleScalar, smp.RuleMapReplace}}), "want not map-replace"},
		{"an error for a result", wantsResult, fault(smp.WrongType, "a", "patch", smp.RuleRoot), "got  error: patch: a: wrong-kind"},
		{"fickle", wantsResult, func(call int, _ corpus.Input) corpus.Outcome {
			if call == 2 {
				return corpus.Outcome{Result: model.MustParse(`{}`)}
			}
			return corpus.Outcome{Result: result}
		}, "a second time, the result"},
		{"wrong on text", wantsResult, func(_ int, in corpus.Input) corpus.Outcome {
			if in.Text != nil {
				return corpus.Outcome{Err: errors.New("no text please")}
			}
			return corpus.Outcome{Result: result}
		}, "through text, the result"},

		{"right error", wantsError, fault(smp.WrongType, "a[0]", "patch", smp.RuleKeyedMerge), ""},
		{"another kind", wantsError, fault(smp.Syntax, "a[0]", "patch", smp.RuleKeyedMerge), "got  syntax at a[0] of patch"},
		{"another path", wantsError, fault(smp.WrongType, "a", "patch", smp.RuleKeyedMerge), "got  wrong-kind at a of patch"},
		{"another document", wantsError, fault(smp.WrongType, "a[0]", "original", smp.RuleKeyedMerge), "of original"},
		{"no rule", wantsError, fault(smp.WrongType, "a[0]", "patch", ""), ""},
		{"another rule", wantsError, fault(smp.WrongType, "a[0]", "patch", smp.RuleSetMerge), "(rule set-merge)"},
		{"an error without kind", wantsError, answer(corpus.Outcome{Err: errors.New("no")}), "without code and path: no"},
		{"a result for an error", wantsError, answer(corpus.Outcome{Result: result}), "got  the result"},
		{"a result beside an error", wantsError, func(int, corpus.Input) corpus.Outcome {
			o := fault(smp.WrongType, "a[0]", "patch", smp.RuleKeyedMerge)(0, corpus.Input{})
			o.Result = result
			return o
		}, "the result in addition to an error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := corpus.Run(mustRead(t, c.text), &stubSubject{answer: c.answer})
			switch {
			case c.want == "" && !v.Passed():
				t.Errorf("a right answer fails: %s", v)
			case c.want != "" && (v.Passed() || !strings.Contains(v.String(), c.want)):
				t.Errorf("the verdict does not say %q: %s", c.want, v)
			}
		})
	}
}

// Subjects get every case in all forms, with unchanged documents.
func TestRunForms(t *testing.T) {
	var inputs []corpus.Input
	s := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
		inputs = append(inputs, in)
		return corpus.Outcome{Result: model.MustParse(`{"a":[1,2],"b":2}`)}
	}}
	if v := corpus.Run(mustRead(t, wantsResult), s); !v.Passed() {
		t.Fatal(v)
	}
	if len(inputs) != 3 || inputs[0].Text != nil || inputs[1].Text != nil {
		t.Fatalf("got %d inputs", len(inputs))
	}
	if text := inputs[2].Text["patch"]; text != `{"b":2}` || string(inputs[2].JSON("original")) != `{"a":[1,2]}` {
		t.Errorf("through text: got %v", inputs[2].Text)
	}
}

// A fault fails a case even if the case expects an error.
func TestFaultFailsCase(t *testing.T) {
	for _, text := range []string{wantsResult, wantsError} {
		v := corpus.Run(mustRead(t, text), &stubSubject{answer: func(int, corpus.Input) corpus.Outcome {
			return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Died, Message: "it is gone"}}
		}})
		if v.Passed() || !strings.Contains(v.String(), "want an answer\n    got  died: it is gone") {
			t.Errorf("the verdict is %s", v)
		}
	}
}

func TestRunSkips(t *testing.T) {
	s := &stubSubject{answer: func(int, corpus.Input) corpus.Outcome { return corpus.Outcome{Skipped: "not today"} }}
	v := corpus.Run(mustRead(t, wantsResult), s)
	if v.Skipped != "not today" || v.Passed() || s.calls != 1 || !strings.Contains(v.String(), "skipped: not today") {
		t.Errorf("got %s after %d calls", v, s.calls)
	}
}

// A subject gets documents that are not JSON as text. A subject that works on values gets the
// error from Input.Err.
func TestRunMalformedText(t *testing.T) {
	c := mustRead(t, `rule: [root]
comment: c
schema: {schemaless: true}
op: apply
originalText: ''
patchText: '{"a": [1,'
error: {kind: syntax, path: 'a[1]', document: patch}
`)
	for name, s := range map[string]corpus.Subject{
		"values": &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome { return corpus.Outcome{Err: in.Err()} }},
		"smp":    corpus.Engine(),
	} {
		if v := corpus.Run(c, s); !v.Passed() {
			t.Errorf("%s: %s", name, v)
		}
	}
}

// Operations of the engine are tried both on values and on text.
func TestEngineDiff(t *testing.T) {
	c := mustRead(t, `rule: [diff-set]
comment: c
schema: {openapi: {type: object, properties: {set: {type: array, items: {type: string}, x-kubernetes-patch-strategy: merge}}}}
op: diff
options: {level: [deleteFromPrimitiveList]}
original: {set: [a, b]}
modified: {set: [b]}
want: {$deleteFromPrimitiveList/set: [a]}
`)
	if v := corpus.Run(c, corpus.Engine()); !v.Passed() {
		t.Error(v)
	}
}

const wantsPatch = `rule: [diff-minimal]
comment: c
schema: {schemaless: true}
op: diff
original: {a: 1, c: null, l: [{x: null}]}
modified: {a: 2, b: null, l: [{}]}
want: {a: 2}
`

// If the subject returns the expected patch, but its apply does not give the modified
// document, the case or the subject is wrong.
func TestRunCertifiesDiff(t *testing.T) {
	diff := corpus.Outcome{Result: model.MustParse(`{"a":2}`)}
	for _, c := range []struct {
		name, text string
		apply      corpus.Outcome
		want       string // a part of the verdict; empty if the case must pass
	}{
		{"right", wantsPatch, corpus.Outcome{Result: model.MustParse(`{"a":2,"c":null,"l":[{"x":null}]}`)}, ""},
		{"no apply", wantsPatch, corpus.Outcome{Skipped: "none"}, ""},
		{"a member too many", wantsPatch, corpus.Outcome{Result: model.MustParse(`{"a":2,"c":0,"l":[{}]}`)}, "the patch, applied"},
		{"a member too few", wantsPatch, corpus.Outcome{Result: model.MustParse(`{"a":2}`)}, "the patch, applied"},
		{"another value", wantsPatch, corpus.Outcome{Result: model.MustParse(`{"a":1,"l":[{}]}`)}, `got  {"a":1,"l":[{}]}`},
		{"rejected", wantsPatch, corpus.Outcome{Err: errors.New("no")}, "got  error: no"},
		{"the empty document", strings.Replace(wantsPatch, "modified: {a: 2, b: null, l: [{}]}", "modified: null", 1), corpus.Outcome{Result: model.MustParse(`{"a":null}`)}, ""},
		{"less than all directives", strings.Replace(wantsPatch, "op: diff", "op: diff\noptions: {level: []}", 1), corpus.Outcome{Result: model.MustParse(`{"other":1}`)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
				if in.Op == corpus.OpDiff {
					return diff
				}
				if in.Patch.JSON() != `{"a":2}` || string(in.JSON("patch")) != `{"a":2}` || len(in.JSON("original")) == 0 {
					t.Errorf("to be applied: %s to %s", in.JSON("patch"), in.JSON("original"))
				}
				return c.apply
			}}
			v := corpus.Run(mustRead(t, c.text), s)
			switch {
			case c.want == "" && !v.Passed():
				t.Errorf("a right answer fails: %s", v)
			case c.want != "" && (v.Passed() || !strings.Contains(v.String(), c.want)):
				t.Errorf("the verdict does not say %q: %s", c.want, v)
			}
		})
	}
}

// An older server must get the same result from the patch for its level and from the full
// patch.
func TestRunCertifiesLevel(t *testing.T) {
	s := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
		switch {
		case in.Op == corpus.OpDiff && in.Options.Omit == 0:
			return corpus.Outcome{Result: model.MustParse(`{"a":2,"$x":1}`)}
		case in.Op == corpus.OpDiff:
			return corpus.Outcome{Result: model.MustParse(`{"a":2}`)}
		case in.Options.Ignore != smp.AllDirectives:
			return corpus.Outcome{Err: errors.New("not an older server")}
		default:
			return corpus.Outcome{Result: in.Patch}
		}
	}}
	c := mustRead(t, strings.Replace(wantsPatch, "op: diff", "op: diff\noptions: {level: []}", 1))
	if v := corpus.Run(c, s); v.Passed() || !strings.Contains(v.String(), "want {\"$x\":1,\"a\":2}\n    got  {\"a\":2}") {
		t.Errorf("got %s", v)
	}
}

// A script is a subject with an answer for the text of each request.
func scripted(t *testing.T, script map[string]string) *stubSubject {
	return &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
		question := string(in.Op)
		for _, d := range in.Documents() {
			question += " " + d.Value.Canonical()
		}
		answer, ok := script[question]
		switch {
		case !ok:
			t.Errorf("not expected: %s", question)
			return corpus.Outcome{Err: errors.New("no")}
		case answer == "rejected":
			return corpus.Outcome{Err: errors.New("rejected")}
		}
		return corpus.Outcome{Result: model.MustParse(answer)}
	}}
}

// without returns the script with another answer to one request.
func without(script map[string]string, question, answer string) map[string]string {
	out := maps.Clone(script)
	out[question] = answer
	return out
}

// After a three-way merge, a second merge gives an empty patch, both with original and with
// modified as the last applied document.
func TestRunCertifiesThreeWay(t *testing.T) {
	c := mustRead(t, `rule: [threeway]
comment: c
schema: {schemaless: true}
op: threeway
original: {o: 1}
modified: {m: 1}
current: {c: 1}
want: {p: 1}
`)
	script := map[string]string{
		`threeway {"o":1} {"m":1} {"c":1}`: `{"p":1}`,
		`apply {"c":1} {"p":1}`:            `{"w":1}`,
		`threeway {"o":1} {"m":1} {"w":1}`: `{}`,
		`threeway {"m":1} {"m":1} {"w":1}`: `{}`,
	}
	if v := corpus.Run(c, scripted(t, script)); !v.Passed() {
		t.Error(v)
	}
	for question, answer := range map[string]string{
		`apply {"c":1} {"p":1}`:            "rejected",
		`threeway {"o":1} {"m":1} {"w":1}`: `{"p":null}`,
		`threeway {"m":1} {"m":1} {"w":1}`: `{"p":1}`,
	} {
		if v := corpus.Run(c, scripted(t, without(script, question, answer))); v.Passed() {
			t.Errorf("a subject passes that says %s to %s", answer, question)
		}
	}
}

// An engine fails the first case if its patch contains values that current already has,
// reports a conflict about them, or does not return an empty patch.
func TestRunAsksAgain(t *testing.T) {
	c := caseNamed(t, "threeway/daemon-set-strategy")
	if !c.Input.Options.Overwrite {
		t.Fatal("the case does not overwrite")
	}
	for name, answer := range map[string]func(in corpus.Input, out corpus.Outcome) corpus.Outcome{
		"redundant": func(in corpus.Input, _ corpus.Outcome) corpus.Outcome { return corpus.Outcome{Result: in.Modified} },
		"a conflict": func(in corpus.Input, out corpus.Outcome) corpus.Outcome {
			if in.Options.Overwrite {
				return out
			}
			return corpus.Outcome{Err: errors.New("conflict")}
		},
		"redundant where it overwrites": func(in corpus.Input, out corpus.Outcome) corpus.Outcome {
			if in.Options.Overwrite {
				return corpus.Outcome{Result: in.Modified}
			}
			return out
		},
		"without its rule": func(in corpus.Input, out corpus.Outcome) corpus.Outcome {
			out.Rules = []smp.Rule{smp.RuleThreeWay}
			return out
		},
	} {
		s := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
			out := corpus.Engine().Run(in)
			if in.Op == corpus.OpThreeWay && out.Err == nil && out.Result.Len() == 0 {
				return answer(in, out)
			}
			return out
		}}
		if v := corpus.Run(c, s); v.Passed() || !strings.Contains(v.String(), "afterwards") {
			t.Errorf("%s: %s", name, v)
		}
	}
}

func caseNamed(t *testing.T, name string) corpus.Case {
	t.Helper()
	for _, c := range embeddedCases(t) {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no case %s", name)
	return corpus.Case{}
}

// A composed patch has the effect of the patches in order, on documents with the
// fields that they contain.
func TestRunCertifiesCompose(t *testing.T) {
	c := mustRead(t, `rule: [compose]
comment: c
schema: {openapi: {type: object, properties: {s: {type: array, items: {type: string}, x-kubernetes-patch-strategy: merge}}}}
op: compose
patches: [{s: [a, {$patch: replace}], $setElementOrder/s: [a]}, {$deleteFromPrimitiveList/s: [b], m: null}]
want: {p: 1}
`)
	p1, p2 := `{"$setElementOrder/s":["a"],"s":["a",{"$patch":"replace"}]}`, `{"$deleteFromPrimitiveList/s":["b"],"m":null}`
	script := map[string]string{"compose " + p1 + " " + p2: `{"p":1}`}
	one, two, both := `{"s":["a"]}`, `{"m":"was here","s":["b"]}`, `{"s":["both"]}`
	script["apply {} "+one], script["apply "+one+" "+two] = one, both
	for _, document := range []string{`{}`, one, two, both} {
		script["apply "+document+" "+p1] = `{"1":` + document + `}`
		script["apply "+`{"1":`+document+`} `+p2] = `{"s":["y","x"]}`
		script["apply "+document+` {"p":1}`] = `{"s":["x","y"]}`
	}
	if v := corpus.Run(c, scripted(t, script)); !v.Passed() {
		t.Error(v)
	}
	script = without(script, "apply "+two+" "+p1, "rejected") // not every document needs to accept the patches
	if v := corpus.Run(c, scripted(t, script)); !v.Passed() {
		t.Error(v)
	}
	for _, answer := range []string{"rejected", `{"s":["y"]}`, `{"t":["x","y"]}`} {
		v := corpus.Run(c, scripted(t, without(script, "apply "+both+` {"p":1}`, answer)))
		if v.Passed() || !strings.Contains(v.String(), "composed and applied to "+both) {
			t.Errorf("a subject that says %s: %s", answer, v)
		}
	}
}

// Patches without conflicts can be applied in either order.
func TestRunCertifiesConflicts(t *testing.T) {
	c := mustRead(t, wantsNoConflicts)
	c.Input.Left, c.Input.Right = model.MustParse(`{"a":1}`), model.MustParse(`{"b":1}`)
	script := map[string]string{
		`conflicts {"a":1} {"b":1}`:   `[]`,
		`apply {} {"a":1}`:            `{"a":1}`,
		`apply {} {"b":1}`:            `{"b":1}`,
		`apply {"a":1} {"a":1}`:       `{"a":1}`,
		`apply {"b":1} {"b":1}`:       `{"b":1}`,
		`apply {"a":1} {"b":1}`:       `{"a":1,"b":1}`,
		`apply {"b":1} {"a":1}`:       `{"b":1,"a":1}`,
		`apply {"a":1,"b":1} {"a":1}`: `{"a":1,"b":1}`,
		`apply {"a":1,"b":1} {"b":1}`: `{"a":1,"b":1}`,
	}
	if v := corpus.Run(c, scripted(t, script)); !v.Passed() {
		t.Error(v)
	}
	script = without(script, `apply {"b":1} {"a":1}`, `{"a":1}`)
	script[`apply {"a":1} {"a":1}`] = `{"a":1}`
	v := corpus.Run(c, scripted(t, script))
	if v.Passed() || !strings.Contains(v.String(), "in the other order, applied to {}") {
		t.Errorf("a subject whose patches do not commute: %s", v)
	}
}

// A case that the engine cannot run is skipped with a reason, and does not count
// as passed.
func TestEngineSkips(t *testing.T) {
	out := corpus.Engine().Run(corpus.Input{Op: "unheard-of"})
	if !strings.Contains(out.Skipped, "unheard-of") {
		t.Errorf("got %+v", out)
	}
}

// The option level lists the directives that the patch may contain. The engine omits the
// others.
func TestOptionsLevel(t *testing.T) {
	for level, want := range map[string]smp.Directives{
		"":                     0,
		"options: {level: []}": smp.AllDirectives,
		"options: {level: [deleteFromPrimitiveList]}":                    smp.SetElementOrder | smp.RetainKeys | smp.PatchMergeKey,
		"options: {level: [patchMergeKey, retainKeys]}":                  smp.DeleteFromPrimitiveList | smp.SetElementOrder,
		"options: {level: [retainKeys, setElementOrder, patchMergeKey]}": smp.DeleteFromPrimitiveList,
	} {
		c := mustRead(t, "rule: [diff-superset]\ncomment: c\nschema: {schemaless: true}\nop: diff\n"+level+"\noriginal: {}\nmodified: {}\nwant: {}\n")
		if got := c.Input.Options.Omit; got != want {
			t.Errorf("%s: got %b, want %b", level, got, want)
		}
	}
}

// With replaces the text of a document as well, and keeps the input on which it is called.
func TestWithRemovesText(t *testing.T) {
	patch := model.MustParse(`{"b":3}`)
	for _, in := range []corpus.Input{
		{Op: corpus.OpApply, Text: map[string]string{"original": "{}", "patch": `{"b":2}`}},
		{Op: corpus.OpCompose, Patches: []model.Value{model.MustParse(`{"b":2}`)}, Text: map[string]string{"patches[0]": `{"b":2}`}},
	} {
		docs := in.Documents()
		name := docs[len(docs)-1].Name
		before := len(in.Text)
		if got := string(in.With(name, patch).JSON(name)); got != `{"b":3}` {
			t.Errorf("%s: %s is %s", in.Op, name, got)
		}
		if got := string(in.JSON(name)); len(in.Text) != before || got != `{"b":2}` {
			t.Errorf("%s: the first input has changed: %s", in.Op, got)
		}
	}
}
