package laws_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

const seeds = 3000

// ours is the engine as users call it, without a trace.
var ours = corpus.Untraced(corpus.Engine())

func TestLawsAreNamedAndStated(t *testing.T) {
	seen := map[string]bool{}
	rules := smp.Rules()
	for _, law := range laws.All() {
		if law.Name == "" || law.Text == "" || seen[law.Name] {
			t.Errorf("law %q has no name or text, or stands twice", law.Name)
		}
		seen[law.Name] = true
		for _, rule := range law.Rules {
			if !slices.Contains(rules, rule) {
				t.Errorf("law %s follows from %q, which is no rule", law.Name, rule)
			}
		}
		for _, op := range laws.Ops() {
			v := law.Check(ours, gen.For(op, gen.FromSeed(1)).Input())
			if v.Law != law.Name {
				t.Errorf("law %s calls itself %s", law.Name, v.Law)
			}
			if law.Op != "" && law.Op != op && v.Status != laws.Inapplicable {
				t.Errorf("law %s is about %s and judges %s", law.Name, law.Op, op)
			}
		}
	}
}

func TestBrokenEnginesAreCaught(t *testing.T) {
	for _, broken := range brokenEngines() {
		t.Run(broken.name, func(t *testing.T) {
			law := lawNamed(t, corpus.Documented, broken.law)
			v := caught(law, broken)
			if v.Status != laws.Broken {
				t.Fatalf("an engine that %s keeps law %s on %d inputs", broken.name, law.Name, seeds)
			}
			if text := v.Err().Error(); !strings.Contains(text, law.Text) || !strings.Contains(text, "\ncase: {") {
				t.Errorf("the error lacks the expected text:\n%s", text)
			}
		})
	}
}

// Laws that are true for clusters also catch the broken engines there. These engines give the
// answers of the specification, and the laws do not apply where a cluster gives another answer.
func TestBrokenEnginesAreCaughtOnClusters(t *testing.T) {
	tried := map[string]bool{}
	for _, broken := range brokenEngines() {
		law := lawNamed(t, corpus.Kubernetes, broken.law)
		if law.Op == "" || !applies(law) { // laws about all operations have no conditions
			continue
		}
		tried[law.Name] = true
		if caught(law, broken).Status != laws.Broken {
			t.Errorf("an engine that %s keeps law %s on %d inputs", broken.name, law.Name, seeds)
		}
	}
	if len(tried) < 45 {
		t.Errorf("only %d laws apply to a cluster", len(tried))
	}
}

// caught checks a law on generated inputs, and returns the first verdict that it is broken.
func caught(law laws.Law, broken engine) (v laws.Verdict) {
	for seed := uint64(0); seed < seeds && v.Status != laws.Broken; seed++ {
		v = law.Check(broken, gen.For(broken.op, gen.FromSeed(seed)).Input())
	}
	return v
}

// applies reports whether a law holds for the engine of clusters on some generated input.
func applies(law laws.Law) bool {
	for seed := range uint64(seeds / 10) {
		if law.Check(corpus.EngineOf(corpus.Kubernetes), gen.For(law.Op, gen.FromSeed(seed)).Input()).Status == laws.Held {
			return true
		}
	}
	return false
}

// Every law catches at least one wrong engine, and engines that are wrong in every operation
// are caught.
func TestEveryLawCatchesAnEngine(t *testing.T) {
	caught, wrong := map[string]int{}, map[corpus.Op]int{}
	for _, broken := range brokenEngines() {
		caught[broken.law]++
		wrong[broken.op]++
	}
	names := []string{laws.TargetReached, laws.PlacesAside, laws.ConflictsFound, laws.ProblemsFound, laws.SpellingKept}
	for _, law := range laws.All() {
		names = append(names, law.Name)
	}
	for _, name := range names {
		if caught[name] == 0 {
			t.Errorf("law %s catches no engine", name)
		}
	}
	for _, op := range laws.Ops() {
		if wrong[op] < 4 {
			t.Errorf("%d engines get %s wrong, want at least 4", wrong[op], op)
		}
	}
}

// An engine that reports too few or too many required directives is caught.
func TestWrongRequirementsAreCaught(t *testing.T) {
	for name, report := range map[string]smp.Directives{"none": 0, "all": smp.AllDirectives} {
		requires := func(corpus.Input) (smp.Directives, error) { return report, nil }
		broken := false
		for seed := uint64(0); seed < seeds && !broken; seed++ {
			broken = laws.ReportsRequired(ours, requires, gen.Diff(gen.FromSeed(seed)).Input()).Status == laws.Broken
		}
		if !broken {
			t.Errorf("an engine that reports %s is not caught", name)
		}
	}
}

func TestUnusualEngineIsLegal(t *testing.T) {
	n := uint64(seeds / 6)
	if testing.Short() {
		n /= 10
	}
	for _, op := range laws.Ops() {
		for seed := range n {
			in := gen.For(op, gen.FromSeed(seed)).Input()
			for _, law := range laws.Of(op) {
				if err := law.Check(unusual{new(int)}, in).Err(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
	}
}

// An engine may support only its own kinds and skip other schemas. That does not break a law.
func TestSkippedSchemasBreakNoLaw(t *testing.T) {
	for _, op := range laws.Ops() {
		for seed := range uint64(seeds / 10) {
			in := gen.For(op, gen.FromSeed(seed)).Input()
			skips := engine{name: "skips", run: func(asked corpus.Input) corpus.Outcome {
				if !asked.Schema.Equal(in.Schema) {
					return corpus.Outcome{Skipped: "it is another schema"}
				}
				return ours.Run(asked)
			}}
			for _, law := range laws.Of(op) {
				if err := law.Check(skips, in).Err(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
	}
}

// No law holds for an engine that skips an operation, because nothing was checked.
func TestSkippedOperationsHoldNoLaw(t *testing.T) {
	for _, op := range laws.Ops() {
		without := engine{name: "without", run: func(in corpus.Input) corpus.Outcome {
			if in.Op == op {
				return corpus.Outcome{Skipped: "it lacks " + string(op)}
			}
			return ours.Run(in)
		}}
		for seed := range uint64(seeds / 3) {
			in := gen.For(op, gen.FromSeed(seed)).Input()
			for _, law := range laws.Of(op) {
				if v := law.Check(without, in); v.Status != laws.Inapplicable || v.What == "" {
					t.Fatalf("%s, seed %d: law %s: %s (%q)", op, seed, law.Name, v.Status, v.What)
				}
			}
		}
	}
}

func TestScrambledInputsAreCaught(t *testing.T) {
	in := corpus.Input{Op: corpus.OpCompose, Schema: smp.Schemaless, Patches: parsed(`{"a":1}`, `{"a":2}`)}
	scrambler := engine{name: "scrambles", run: func(in corpus.Input) corpus.Outcome {
		slices.Reverse(in.Patches)
		return corpus.Outcome{Result: in.Patches[0]}
	}}
	if v := laws.InputsUnchanged(scrambler, in); v.Status != laws.Broken {
		t.Errorf("verdict %v", v.Status)
	}
	if in.Patches[0].JSON() != `{"a":1}` {
		t.Error("the law lets a subject change the input of the next law")
	}
}

func TestSubjectsThatDisagreeAreCaught(t *testing.T) {
	sorts := engine{name: "sorts lists", run: func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		out.Result = rewrite(out.Result, sortElements)
		return out
	}}
	for seed := range uint64(seeds) {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		if v := laws.Agree(ours, ours, in); v.Status != laws.Held {
			t.Fatalf("the engine does not agree with itself: %v", v.Err())
		}
		if v := laws.Agree(ours, sorts, in); v.Status == laws.Broken {
			return
		}
	}
	t.Error("an engine that sorts lists agrees with one that does not")
}

// An input that a law is not about does not break the law, whatever the engine answers.
func TestConditions(t *testing.T) {
	wrong := engine{name: "wrong", run: func(corpus.Input) corpus.Outcome { return corpus.Outcome{Result: model.NewInt(0)} }}
	in := corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: model.MustParse(`{"a":1}`), Patch: model.MustParse(`{}`)}
	identity := lawNamed(t, corpus.Documented, "identity")
	if v := identity.Check(wrong, in); v.Status != laws.Broken {
		t.Fatalf("a wrong answer: %v", v.Status)
	}
	for name, change := range map[string]func(*corpus.Input){
		"another operation":     func(in *corpus.Input) { in.Op = corpus.OpLint },
		"no schema":             func(in *corpus.Input) { in.Schema = smp.Schema{} },
		"text that is not JSON": func(in *corpus.Input) { in.Text = map[string]string{"original": `{"a":`} },
	} {
		changed := in
		change(&changed)
		if v := identity.Check(wrong, changed); v.Status != laws.Inapplicable || v.Law != "identity" || v.What == "" {
			t.Errorf("%s: %v of law %q, %q", name, v.Status, v.Law, v.What)
		}
	}
}

// A law is checked with the options that it is about.
func TestConditionsChangeOptions(t *testing.T) {
	all := corpus.Options{Strict: true, Unions: true, Keep: []smp.KeepPath{{}}}
	for _, test := range []struct {
		law, dialect string
		op           corpus.Op
		want         corpus.Options
	}{
		{"says", corpus.Documented, corpus.OpApply, corpus.Options{Strict: true, Unions: true}},
		{"says", corpus.Kubernetes, corpus.OpApply, corpus.Options{Strict: true}},
		{"untouched", corpus.Documented, corpus.OpApply, corpus.Options{Strict: true}},
		{"idempotent", corpus.Documented, corpus.OpApply, corpus.Options{}},
		{"no-panic", corpus.Documented, corpus.OpApply, all},
		{"threeway-says", corpus.Documented, corpus.OpThreeWay, corpus.Options{Strict: true, Unions: true}},
		{"threeway-says", corpus.Kubernetes, corpus.OpThreeWay, corpus.Options{Strict: true, Resend: true}},
	} {
		a := model.MustParse(`{"a":1}`)
		in := corpus.Input{Op: test.op, Schema: smp.Schemaless, Options: all, Original: a, Modified: a, Current: a, Patch: a}
		var got []corpus.Options
		asks := engine{name: "asks", run: func(in corpus.Input) corpus.Outcome {
			got = append(got, in.Options)
			return ours.Run(in)
		}}
		lawNamed(t, test.dialect, test.law).Check(asks, in)
		if !reflect.DeepEqual(got[0], test.want) {
			t.Errorf("law %s, %s: the engine gets %+v, want %+v", test.law, test.dialect, got[0], test.want)
		}
	}
}

func lawNamed(t *testing.T, dialect, name string) laws.Law {
	switch name {
	case laws.SpellingKept:
		return laws.Law{Name: name, Op: corpus.OpApply, Check: laws.KeepsSpelling}
	case laws.TargetReached:
		return laws.Law{Name: name, Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
			return laws.Reaches(s, reference.TargetOptions{}, in)
		}}
	case laws.PlacesAside:
		return laws.Law{Name: name, Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
			return laws.ReachesAside(s, reference.TargetOptions{}, in)
		}}
	case laws.ConflictsFound:
		return laws.Law{Name: name, Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
			return laws.FindsConflicts(s, reference.Conflicts, in)
		}}
	case laws.ProblemsFound:
		return laws.Law{Name: name, Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
			return laws.FindsProblems(s, reference.Lint, in)
		}}
	}
	for _, law := range laws.In(dialect) {
		if law.Name == name {
			return law
		}
	}
	t.Fatalf("there is no law %s", name)
	return laws.Law{}
}

// The output of a failure can be read as a case, with an equal schema and equal documents.
func TestCasesReadBack(t *testing.T) {
	disagrees := engine{name: "disagrees", run: func(corpus.Input) corpus.Outcome {
		return corpus.Outcome{Result: parsed(`{"disagrees":true}`)[0]}
	}}
	for seed := range uint64(500) {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		v := laws.Agree(disagrees, ours, in)
		if v.Status != laws.Broken {
			t.Fatalf("seed %d: %v", seed, v.Status)
		}
		_, line, _ := strings.Cut(v.Err().Error(), "\ncase: ")
		if strings.ContainsAny(line, "\n\r") {
			t.Fatalf("seed %d: the case is not one line:\n%s", seed, line)
		}
		c, err := corpus.Read("case.json", []byte(line))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, line)
		}
		if !c.Input.Schema.Equal(in.Schema) || !model.Equal(c.Input.Patch, in.Patch) && in.Patch.Type() != model.Absent ||
			c.Input.Options.Strict != in.Options.Strict || c.Input.Options.Ignore != in.Options.Ignore {
			t.Errorf("seed %d: the case has another schema, patch or option:\n%s", seed, line)
		}
		if in.Patch.Type() == model.Absent {
			continue // a case cannot distinguish an absent document from null
		}
		if v := laws.Agree(ours, answer{c.Want}, c.Input); v.Status != laws.Held {
			t.Errorf("seed %d: the wanted answer is not the reference's: %v", seed, v.Err())
		}
	}
}

// An answer is a subject that always gives the same answer.
type answer struct{ corpus.Answer }

func (answer) Name() string { return "answer" }

func (a answer) Run(corpus.Input) corpus.Outcome {
	if r := a.Rejection; r != nil {
		return corpus.Outcome{Err: &smp.Error{Code: r.Code, Document: r.Document, Path: r.Path, Rule: r.Rule}}
	}
	return corpus.Outcome{Result: a.Result}
}
