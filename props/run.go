package props

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Run checks every law on the subject. The laws of an operation share a subtest with the
// operation's name, and are checked on the same inputs. Run logs how often each law was checked,
// and how long the checks took. The subtests run in parallel. The subject must therefore support
// calls from several goroutines. To run the subtests one after another, use -parallel 1.
//
// Inputs that the subject skips do not break a law. If it skips all inputs of an operation, the
// subtest is skipped with the reason of the subject. If it skips all inputs of all operations, the
// test fails. [corpus.Without] returns an engine that skips what it does not support. Only one input
// is generated for an operation that the subject does not support (see [corpus.Supports]). known
// lists laws that the subject is known to break.
func Run(t *testing.T, subject corpus.Subject, known ...Known) {
	runLaws(t, subject, Seeds{}, known, func(t *testing.T, op corpus.Op, all *tallies) {
		t.Parallel()
		check(t, op, all.one(subject))
	})
}

// runLaws runs a subtest for each operation, and fails if no answer was judged in any of them. The
// inputs are those of the seeds, or others if there are no seeds. An operation that the subject does
// not support gets one input, so that the subject gives its reason.
func runLaws(t *testing.T, subject corpus.Subject, seeds Seeds, lists []Known, run func(*testing.T, corpus.Op, *tallies)) {
	t.Helper()
	known := merged(t, lists)
	var whole corpus.Coverage
	done := &record{seeds: seeds}
	t.Cleanup(func() { // the parallel subtests have ended
		t.Helper()
		if t.Failed() {
			return
		}
		if err := whole.Err(); err != nil {
			t.Error(err)
			return
		}
		known.check(t, subject, done)
	})
	for _, op := range laws.Ops() {
		t.Run(string(op), func(t *testing.T) {
			all := newTallies(op, known)
			if corpus.Supports(subject, op) {
				run(t, op, all)
			} else if err := all.check(subject, gen.For(op, gen.FromSeed(0)).Input(), nil).Err(); err != nil {
				t.Error(err) // the subject should have skipped the input, with its reason
			}
			if t.Failed() {
				return
			}
			whole.Add(&all.coverage)
			done.add(op, all)
			if err := all.coverage.Err(); err != nil {
				t.Skip(err)
			}
			all.log(t)
		})
	}
}

// Agree compares the results of subject and reference on generated patches. It fails if the subject
// skips all of them. Skipped patches count as checks but are not compared, so set RAPID_CHECKS to more
// than its default of 100 if the subject skips many. A check by seeds is much faster, and therefore
// finds rarer differences:
//
//	input := func(seed uint64) corpus.Input { return gen.For(corpus.OpApply, gen.FromSeed(seed)).Input() }
//	check := func(_ uint64, in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) }
//	props.SeedsAsked(t, 3000).EachInput(t, input, check)
func Agree(t *testing.T, subject, reference corpus.Subject) {
	t.Helper()
	Check(t, corpus.OpApply, func(in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) })
}

// AgreeOnThreeWay compares the results of the subject on generated three-way merges with the
// expected targets and conflicts.
func AgreeOnThreeWay(t *testing.T, subject corpus.Subject, target laws.Target, conflicts laws.ConflictsFunc) {
	t.Run(laws.TargetReached, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.Reaches(subject, target, in) })
	})
	t.Run(laws.ConflictsFound, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.FindsConflicts(subject, conflicts, in) })
	})
}

// AgreeOnLint compares the problems that the subject reports in generated patches with the
// expected ones.
func AgreeOnLint(t *testing.T, subject corpus.Subject, problems laws.ProblemsFunc) {
	Check(t, corpus.OpLint, func(in corpus.Input) laws.Verdict { return laws.FindsProblems(subject, problems, in) })
}

// Check checks one law on generated inputs of an operation. It fails if the law is broken, or
// applies to no input.
func Check(t rapid.TB, op corpus.Op, law func(corpus.Input) laws.Verdict) {
	t.Helper()
	var coverage corpus.Coverage
	check(t, op, func(in corpus.Input) laws.Verdict {
		v := law(in)
		v.Cover(&coverage)
		return v
	})
	if err := coverage.Err(); err != nil && !t.Failed() {
		t.Fatal(err)
	}
}

// check is Check for a law that may apply to no input. All failures come from the same line,
// because rapid shrinks only while the line of the failure stays the same.
func check(t rapid.TB, op corpus.Op, law func(corpus.Input) laws.Verdict) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		if err := law(Inputs(op).Draw(t, "input").Input).Err(); err != nil {
			t.Fatal(err)
		}
	})
}
