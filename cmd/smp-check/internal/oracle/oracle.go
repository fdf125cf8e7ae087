package oracle

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// An Oracle determines how cases fail. Several goroutines may use it.
type Oracle interface {
	// fault returns the fault of a case. The fault has no signs if the case does not fail. An
	// error means that this cannot be determined; it ends the search.
	fault(c corpus.Case) (Fault, error)
	// looksFor describes the failing cases. The text continues the message "the case does not
	// fail: expected that ".
	looksFor() string
	// Close ends the processes of the oracle and removes its files.
	Close()
}

// SubjectPool runs cases on subjects. OfLaw, OfEngine and OfCase return oracles that judge their
// answers.
type SubjectPool struct {
	pool pool
	stop func()
}

// NewAnswers returns Answers for subjects. Each subject runs one case at a time. Close calls
// stop, which must end the subjects.
func NewAnswers(subjects []corpus.Subject, stop func()) SubjectPool {
	return SubjectPool{newPool(subjects), stop}
}

// OfLaw returns the oracle for cases that break a law.
func (o SubjectPool) OfLaw(law laws.Law) Oracle { return lawOracle{o, law} }

// OfEngine returns the oracle for cases that the subjects answer differently from the engine
// of this module in a dialect.
func (o SubjectPool) OfEngine(d string) Oracle { return engineOracle{o, d} }

// OfCase returns the oracle for cases that fail like c: the answer differs from the expected
// one or, if c has no expected answer, the case is rejected.
func (o SubjectPool) OfCase(c corpus.Case) (Oracle, error) {
	want := wantOracle{o}
	if f, err := want.fault(c); err != nil || !f.none() {
		return want, err
	}
	return errorOracle{o}, nil
}

// Close ends the subjects.
func (o SubjectPool) Close() { o.stop() }

// ask returns the answer of a subject. It is an error if the answer cannot be judged.
func (o SubjectPool) ask(in corpus.Input) (corpus.Outcome, error) {
	out := o.pool.run(in)
	if f := corpus.FaultOf(out.Err); f != nil && f.Code == corpus.NotStarted {
		return out, fmt.Errorf("--engine: %w", f)
	}
	return out, nil
}

// unanswered describes why the subjects give no answer to an input. It is empty if they do.
func (o SubjectPool) unanswered(in corpus.Input) string {
	out := o.pool.run(in)
	switch fault := corpus.FaultOf(out.Err); {
	case out.Skipped != "":
		return "the engine skips the case: " + out.Skipped
	case fault != nil:
		return "the engine gives no answer: " + fault.Error()
	}
	return ""
}

// Ours is the engine of this module. Its answers count as correct.
var Ours = guarded{corpus.Engine()}

// An errorOracle keeps cases that are rejected for the same reason, or that panic at the same
// place.
type errorOracle struct{ SubjectPool }

func (o errorOracle) looksFor() string { return "the engine rejects it" }

func (o errorOracle) fault(c corpus.Case) (Fault, error) {
	out, err := o.ask(c.Input)
	if err != nil || out.Err == nil {
		return Fault{}, err
	}
	return Fault{signs: errorSigns(out.Err), text: "the engine rejects it: " + out.Err.Error(), rule: ruleOf(out.Err)}, nil
}

// notRejected returns the error for a case that does not fail. It suggests --strict if this
// makes the case fail.
func (o errorOracle) notRejected(c corpus.Case) error {
	const fine = "the case does not fail: it is not rejected, and its answer does not differ from an expected one\n"
	if in := c.Input; in.Options.Strict && in.Op == corpus.OpApply {
		err := judge.RejectUnreadable(in.Schema, in.Patch)
		if out, _ := o.ask(in); err == nil && out.Err == nil {
			err = judge.RejectResult("original", judge.InResult(in.Schema, in.Original, out.Result, nil))
		}
		if err != nil {
			return fmt.Errorf("%sonly the commands apply and explain reject it: %w\nto minimize it, pass a script with --exec; it must write the documents of the case to files, and exit with 0 if smp-check apply --strict rejects them", fine, err)
		}
	}
	if !c.Input.Options.Strict {
		strict := c.Input
		strict.Options.Strict = true
		out, err := o.ask(strict)
		if err == nil && out.Err != nil && corpus.FaultOf(out.Err) == nil {
			return fmt.Errorf("%sadd --strict to reject it: %w\nor define the failure with --engine, --law, --dialects-differ or --exec", fine, out.Err)
		}
	}
	return errors.New(fine + "define the failure with --engine, --law, --dialects-differ or --exec")
}

// A wantOracle keeps cases whose answer differs from the expected one in the same way.
type wantOracle struct{ SubjectPool }

func (o wantOracle) looksFor() string {
	return "the answer differs from the expected one"
}

// answer returns the actual answer to a case. It is empty if the answer is an error that no case
// can expect.
func (o wantOracle) answer(c corpus.Case) corpus.Answer {
	return c.Answered(o.pool.run(c.Input)).Want
}

func (o wantOracle) fault(c corpus.Case) (Fault, error) {
	got, err := o.ask(c.Input)
	if err != nil || c.Want.Rejection == nil && c.Want.Result.Type() == model.Absent {
		return Fault{}, err
	}
	w := c.Want.Rejection
	if w == nil {
		want := corpus.Outcome{Result: c.Want.Result}
		return compareAnswers(c.Input, want, got, [2]string{"wanted", "the answer"}, corpus.Documented), nil
	}
	if answer := c.Answered(got).Want.Rejection; answer != nil {
		return compareRejections(w, answer), nil
	}
	want := corpus.Outcome{Err: &smp.Error{Code: w.Code, Path: w.Path, Document: w.Document, Rule: w.Rule}}
	return compareOutcomes(c.Input, want, got, [2]string{"wanted", "the answer"}, nil), nil
}

// compareRejections returns the fault of a rejection that differs from the expected one.
func compareRejections(want, got *corpus.Rejection) Fault {
	f := Fault{rule: want.Rule, text: fmt.Sprintf("the input is rejected for another reason than expected\nexpected: %s\nthe answer: %s", want, got)}
	switch {
	case want.Code != got.Code:
		f.add(fmt.Sprintf("rejected as %s instead of %s", got.Code, want.Code))
	case !want.Path.Equal(got.Path) || want.Document != "" && want.Document != got.Document:
		f.add(fmt.Sprintf("rejected as %s at another place", got.Code))
	case want.Conflicts.Type() != model.Absent && !model.Equal(want.Conflicts, got.Conflicts):
		f.add("rejected for other conflicts")
	case want.Rule != "" && want.Rule != got.Rule:
		f.add(fmt.Sprintf("rejected as %s by %s instead of %s", got.Code, got.Rule, want.Rule))
	}
	return f
}

// An engineOracle keeps cases for which the answer of an engine differs in the same way from
// this module's answer in the same dialect.
type engineOracle struct {
	SubjectPool
	dialect string
}

func (o engineOracle) looksFor() string {
	return "the engine's answer differs from the correct one"
}

func (o engineOracle) fault(c corpus.Case) (Fault, error) {
	got, err := o.ask(c.Input)
	if err != nil || got.Skipped != "" {
		return Fault{}, err
	}
	right := guarded{corpus.EngineOf(o.dialect)}.Run(c.Input)
	f := compareAnswers(c.Input, right, got, [2]string{"right", "the engine"}, o.dialect)
	switch fault := corpus.FaultOf(got.Err); {
	case fault != nil:
		f.did = fmt.Sprintf("the engine fails: %s: %s", fault.Code, fault.Message)
	case got.Err != nil:
		f.did = "the engine rejects it: " + got.Err.Error()
	default:
		f.did = "the engine answers " + got.Result.Canonical()
	}
	f.did = corpus.Shortened(f.did)
	switch fault := corpus.FaultOf(got.Err); {
	case f.none():
	case fault != nil:
		f.neutral = "the engine fails: " + kindOf(fault)
	default:
		f.neutral = compareAnswers(c.Input, right, neutralOutcome(got), [2]string{"right", "the engine"}, o.dialect).text
	}
	return f, nil
}

// A lawOracle keeps cases on which a subject breaks a law.
type lawOracle struct {
	SubjectPool
	law laws.Law
}

func (o lawOracle) looksFor() string { return "the law " + o.law.Name + " is broken" }

func (o lawOracle) fault(c corpus.Case) (Fault, error) {
	s := <-o.pool
	defer func() { o.pool <- s }()
	plain := s.(guarded).Subject // laws recover from panics themselves
	v := o.law.Check(plain, c.Input)
	if v.Status != laws.Broken {
		return Fault{}, nil
	}
	f := Fault{neutral: "the law " + o.law.Name + " is broken: " + o.law.Text}
	f.text = f.neutral + "\n" + v.What
	f.add("law " + o.law.Name)
	if out := s.Run(c.Input); isPanic(out.Err) {
		f.add(errorSigns(out.Err)[0])
		f.signs[0], f.signs[1] = f.signs[1], f.signs[0]
	}
	f.addKeyless(traceOf(c.Input, corpus.Documented))
	if len(o.law.Rules) > 0 {
		f.rule = o.law.Rules[0]
	}
	return f, nil
}

// LawNamed returns the law of a dialect with this name, or the zero Law for an empty name. It is an
// error if there is no such law.
func LawNamed(dialect, name string) (laws.Law, error) {
	all := append(laws.In(dialect), Comparisons()...)
	i := slices.IndexFunc(all, func(law laws.Law) bool { return law.Name == name })
	if i < 0 && name != "" {
		var names []string
		for _, law := range all {
			names = append(names, law.Name)
		}
		return laws.Law{}, fmt.Errorf("unknown law %q; expected one of %s", name, strings.Join(names, ", "))
	}
	if name == "" {
		return laws.Law{}, nil
	}
	return all[i], nil
}

// Comparisons returns the laws that compare a subject with the reference engine.
func Comparisons() []laws.Law {
	return []laws.Law{
		{Name: laws.Agreement, Op: corpus.OpApply, Text: "the answer is the same as that of the reference engine",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
				return laws.Agree(s, laws.Applier("reference", reference.Apply), in)
			}},
		{Name: laws.TargetReached, Op: corpus.OpThreeWay, Text: "the patch and that of the reference engine have the same result on current",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
				return laws.Reaches(s, reference.TargetOptions{}, in)
			}},
		{Name: laws.ConflictsFound, Op: corpus.OpThreeWay, Text: "the conflicts are at the same places as those of the reference engine",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
				return laws.FindsConflicts(s, reference.Conflicts, in)
			}},
	}
}
