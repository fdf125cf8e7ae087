package laws_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

const seeds = 6000

func TestLawsAreNamedAndStated(t *testing.T) {
	seen := map[string]bool{}
	for _, law := range laws.Apply() {
		if law.Name == "" || law.Text == "" || seen[law.Name] {
			t.Errorf("law %q has no name or text, or stands twice", law.Name)
		}
		seen[law.Name] = true
		for _, rule := range law.Rules {
			if !slices.Contains(smp.ApplyRules(), rule) {
				t.Errorf("law %s follows from %q, which is no rule", law.Name, rule)
			}
		}
		v := law.Check(corpus.Engine(), gen.Apply(gen.FromSeed(1)).Input())
		if v.Law != law.Name {
			t.Errorf("law %s calls itself %s", law.Name, v.Law)
		}
	}
}

func TestBrokenEnginesAreCaught(t *testing.T) {
	for _, broken := range brokenEngines() {
		t.Run(broken.name, func(t *testing.T) {
			law := lawNamed(t, broken.law)
			for seed := range uint64(seeds) {
				v := law.Check(broken, gen.Apply(gen.FromSeed(seed)).Input())
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

func TestUnusualEngineIsLegal(t *testing.T) {
	for _, law := range laws.Apply() {
		for seed := range uint64(seeds) {
			if err := law.Check(unusual{}, gen.Apply(gen.FromSeed(seed)).Input()).Err(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

func TestScrambledInputsAreCaught(t *testing.T) {
	in := corpus.Input{Op: corpus.OpCompose, Patches: parsed(`{"a":1}`, `{"a":2}`)}
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
		out := corpus.Engine().Run(in)
		out.Result = rewrite(out.Result, sortElements)
		return out
	}}
	for seed := range uint64(seeds) {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		if v := laws.Agree(corpus.Engine(), corpus.Engine(), in); v.Status != laws.Held {
			t.Fatalf("the engine does not agree with itself: %v", v.Err())
		}
		if v := laws.Agree(corpus.Engine(), sorts, in); v.Status == laws.Broken {
			return
		}
	}
	t.Error("an engine that sorts lists agrees with one that does not")
}

func lawNamed(t *testing.T, name string) laws.Law {
	for _, law := range laws.Apply() {
		if law.Name == name {
			return law
		}
	}
	t.Fatalf("there is no law %s", name)
	return laws.Law{}
}
