package laws_test

import (
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
			law := lawNamed(t, broken.law)
			for seed := range uint64(seeds) {
				v := law.Check(broken, gen.For(broken.op, gen.FromSeed(seed)).Input())
				if v.Status == laws.Broken {
					if text := v.Err().Error(); !strings.Contains(text, law.Text) || !strings.Contains(text, "\ncase: {") {
						t.Errorf("the error does not say what it should:\n%s", text)
					}
					return
				}
			}
			t.Errorf("an engine that %s keeps law %s on %d inputs", broken.name, law.Name, seeds)
		})
	}
}

// Every law catches at least one wrong engine, and engines that are wrong in every operation
// are caught.
func TestEveryLawCatchesAnEngine(t *testing.T) {
	caught, wrong := map[string]int{}, map[corpus.Op]int{}
	for _, broken := range brokenEngines() {
		caught[broken.law]++
		wrong[broken.op]++
	}
	names := []string{laws.TargetReached, laws.PlacesAside, laws.ConflictsFound, laws.ProblemsFound}
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

func lawNamed(t *testing.T, name string) laws.Law {
	switch name {
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
	for _, law := range laws.All() {
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
