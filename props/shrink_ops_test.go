package props_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// For each group of laws, the failure of an engine with a planted bug is shrunk to a minimal
// example. Only some inputs shrink that far, and the seed selects one of them.
func TestShrinkingPlantedBugs(t *testing.T) {
	shrinkFully(t)
	setFlag(t, "rapid.checks", "20000")
	for _, test := range []struct {
		op   corpus.Op
		law  string
		bug  func(corpus.Input, *corpus.Outcome)
		seed string
		want string
	}{
		{corpus.OpApply, "all-or-nothing", givesOriginal, "7", `original {}, patch `},
		{corpus.OpApply, "no-leftovers", keepsNulls, "4", `original {}, patch {"a":null}`},
		{corpus.OpApply, laws.Agreement, keepsNulls, "4", `original {}, patch {"a":null}`},
		{corpus.OpDiff, "diff-unchanged", refusesAll, "1", `original {}, modified {}`},
		{corpus.OpDiff, "diff-exact", forgetsNulls, "7", `original {"a":"a"}, modified {}`},
		{corpus.OpThreeWay, "threeway-keeps", nullsSidecars, "4", `original {}, modified {}, current {"a":"a"}`},
		{corpus.OpThreeWay, laws.TargetReached, nullsSidecars, "4", `original {}, modified {}, current {"a":"a"}`},
		{corpus.OpThreeWay, laws.ConflictsFound, overwrites, "1", `original {}, modified {"a":["a"]}, current {"a":[]}`},
		{corpus.OpCompose, "compose-sequence", takesLast, "31", `original {}, patches[0] {"a":"a"}, patches[1] {}`},
		{corpus.OpConflicts, "conflicts-commute", findsNone, "3", `original {}, left {"$retainKeys":[]}, right {"$setElementOrder/a":"a"}`},
		{corpus.OpLint, "lint-complete", findsNone, "20", `original {}, patch {"$patch":"a"}`},
		{corpus.OpLint, laws.ProblemsFound, findsNone, "3", `original {}, patch {"A":"a"}`},
	} {
		t.Run(string(test.op)+" "+test.law, func(t *testing.T) {
			setFlag(t, "rapid.seed", test.seed)
			found := &recorder{name: t.Name()}
			found.run(func() {
				props.Check(found, test.op, func(in corpus.Input) laws.Verdict {
					v := check(t, test.law, planted{test.op, test.bug}, in)
					v.What = "left over: " + documents(in)
					return v
				})
			})
			if got := found.last("left over: "); got != "left over: "+test.want {
				t.Errorf("what is left is %s\nwant %s", got, test.want)
			}
		})
	}
}

func check(t *testing.T, name string, subject corpus.Subject, in corpus.Input) laws.Verdict {
	switch name {
	case laws.Agreement:
		return laws.Agree(subject, referenceSubject(), in)
	case laws.TargetReached:
		return laws.Reaches(subject, reference.TargetOptions{}, in)
	case laws.ConflictsFound:
		return laws.FindsConflicts(subject, reference.Conflicts, in)
	case laws.ProblemsFound:
		return laws.FindsProblems(subject, reference.Lint, in)
	}
	for _, law := range laws.Of(in.Op) {
		if law.Name == name {
			return law.Check(subject, in)
		}
	}
	t.Fatalf("there is no law %s of %s", name, in.Op)
	return laws.Verdict{}
}

// documents returns the documents of an input, and the original of patches.
func documents(in corpus.Input) string {
	var all []string
	if !strings.Contains("apply diff threeway", string(in.Op)) {
		all = append(all, "original "+in.Original.JSON())
	}
	for _, d := range in.Documents() {
		all = append(all, d.Name+" "+d.Value.JSON())
	}
	return strings.Join(all, ", ")
}

// planted is a correct engine with a bug in one operation.
type planted struct {
	op  corpus.Op
	bug func(corpus.Input, *corpus.Outcome)
}

func (planted) Name() string { return "planted" }

func (p planted) Run(in corpus.Input) corpus.Outcome {
	out := engine.Run(in)
	if in.Op == p.op {
		p.bug(in, &out)
	}
	return out
}

func givesOriginal(in corpus.Input, out *corpus.Outcome) {
	if out.Err != nil {
		out.Result = in.Original
	}
}

func keepsNulls(in corpus.Input, out *corpus.Outcome) {
	for name, member := range in.Patch.Members() {
		if out.Err == nil && member.Type() == model.Null {
			out.Result = with(out.Result, name, member)
		}
	}
}

func refusesAll(in corpus.Input, out *corpus.Outcome) {
	for _, place := range in.Options.Preconditions {
		*out = corpus.Outcome{Err: &smp.Error{Code: smp.Precondition, Document: "modified", Path: place}}
	}
}

// overwrites makes an engine return a patch in place of conflicts.
func overwrites(in corpus.Input, out *corpus.Outcome) {
	in.Options.Overwrite = true
	*out = engine.Run(in)
}

func forgetsNulls(_ corpus.Input, out *corpus.Outcome) {
	for name, member := range out.Result.Members() {
		if member.Type() == model.Null {
			out.Result = with(out.Result, name, model.Value{})
		}
	}
}

// nullsSidecars makes an engine delete the fields that modified lacks.
func nullsSidecars(in corpus.Input, out *corpus.Outcome) {
	if out.Err != nil {
		return
	}
	for name := range in.Current.Members() {
		if _, ok := in.Modified.Get(name); !ok && !strings.HasPrefix(name, "$") {
			out.Result = with(out.Result, name, model.NewNull())
		}
	}
}

func takesLast(in corpus.Input, out *corpus.Outcome) {
	if out.Err == nil {
		out.Result = in.Patches[len(in.Patches)-1]
	}
}

func findsNone(_ corpus.Input, out *corpus.Outcome) {
	if out.Err == nil {
		out.Result = model.MustParse("[]")
	}
}

func with(v model.Value, name string, member model.Value) model.Value {
	changed, err := v.WithMembers(model.Member{Name: name, Value: member})
	if err != nil {
		panic(err)
	}
	return changed
}
