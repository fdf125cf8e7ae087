package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// An oracle tells how cases fail. It may be asked from several goroutines.
type oracle interface {
	// fault returns how a case fails, a fault without signs if it does not. An
	// error says that there is no telling, which ends the search.
	fault(c corpus.Case) (fault, error)
	// looksFor says in half a sentence what cases are kept for.
	looksFor() string
	// close ends what was started for it.
	close()
}

// An oracleChoice is which oracle the command line names.
type oracleChoice struct {
	subject subjectChoice
	law     string
	exec    string
	// dialects keeps what a cluster answers otherwise.
	dialects bool
}

func (o *oracleChoice) register(cmd *cobra.Command) {
	o.subject.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.law, "law", "", "keep what breaks the law of this `name`; smp-check laws --list shows them")
	flags.StringVar(&o.exec, "exec", "", "keep what this `command` exits with 0 for; it gets the name of a case file as its last argument")
	flags.BoolVar(&o.dialects, "dialects-differ", false, "keep what a cluster answers otherwise than the documented rules")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("law", completeLaws))
}

// check rejects flags that contradict each other.
func (o *oracleChoice) check(cmd *cobra.Command) error {
	switch {
	case o.exec != "" && (o.law != "" || o.subject.engine != "" || o.dialects):
		return usageErrorf(cmd, "--exec decides alone: leave out --law, --engine and --dialects-differ")
	case o.dialects && (o.law != "" || o.subject.engine != ""):
		return usageErrorf(cmd, "--dialects-differ decides alone: leave out --law and --engine")
	}
	if _, err := lawNamed(o.law); err != nil {
		return usageErrorf(cmd, "--law: %v", err)
	}
	return o.subject.check(cmd)
}

// start returns the oracle, for a case that is to be minimized.
func (o *oracleChoice) start(c corpus.Case) (oracle, error) {
	if o.exec != "" {
		return newExecOracle(o.exec, o.subject.timeout)
	}
	if o.dialects {
		return newDialectOracle(c)
	}
	subjects, stop, err := o.subject.start(o.subject.workers)
	if err != nil {
		return nil, err
	}
	answers := answerOracle{newPool(subjects), stop}
	switch {
	case o.law != "":
		law, _ := lawNamed(o.law)
		return lawOracle{answers, law}, nil
	case o.subject.engine != "":
		return engineOracle{answers, smpDialects[o.subject.dialect.name]}, nil
	}
	want := wantOracle{answers}
	if f, err := want.fault(c); err != nil || !f.none() {
		return want, err
	}
	return errorOracle{answers}, nil
}

// reproduce returns the command that shows the fault of a minimized case.
func (o *oracleChoice) reproduce() string {
	engine := ""
	if o.subject.engine != "" {
		engine = " --engine " + shellQuoted(o.subject.engine)
	}
	if o.subject.dialect.name != corpus.Documented {
		engine += " --dialect " + o.subject.dialect.name
	}
	switch {
	case o.exec != "":
		return o.exec + " minimized.yaml"
	case o.dialects:
		return "smp-check minimize --dialects-differ minimized.yaml"
	case o.law != "" && !slices.ContainsFunc(comparisons(), func(law laws.Law) bool { return law.Name == o.law }):
		return "smp-check laws --law " + o.law + engine + " minimized.yaml"
	}
	return "smp-check run" + engine + " minimized.yaml"
}

// shellQuoted returns a text as a shell takes it for one word.
func shellQuoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// An answerOracle judges the answers of subjects.
type answerOracle struct {
	pool pool
	stop func()
}

func (o answerOracle) close() { o.stop() }

// ask returns the answer of a subject; an error where there is none that could
// be judged.
func (o answerOracle) ask(in corpus.Input) (corpus.Outcome, error) {
	out := o.pool.run(in)
	if f := corpus.FaultOf(out.Err); f != nil && f.Kind == corpus.NotStarted {
		return out, fmt.Errorf("--engine: %w", f)
	}
	return out, nil
}

// ours is the engine whose answers are right.
var ours = guarded{corpus.Engine()}

// An errorOracle keeps cases that are rejected for the same reason, or panic in
// the same place.
type errorOracle struct{ answerOracle }

func (o errorOracle) looksFor() string { return "the engine rejects it for the same reason" }

func (o errorOracle) fault(c corpus.Case) (fault, error) {
	out, err := o.ask(c.Input)
	if err != nil || out.Err == nil {
		return fault{}, err
	}
	return fault{errorSigns(out.Err), "the engine says: " + out.Err.Error(), ruleOf(out.Err)}, nil
}

// A wantOracle keeps cases whose answer differs from the wanted one in the same
// way.
type wantOracle struct{ answerOracle }

func (o wantOracle) looksFor() string {
	return "the answer differs from the wanted one in the same way"
}

func (o wantOracle) fault(c corpus.Case) (fault, error) {
	got, err := o.ask(c.Input)
	if err != nil || c.Want.Rejection == nil && c.Want.Result.Kind() == model.Absent {
		return fault{}, err
	}
	w := c.Want.Rejection
	if w == nil {
		want := corpus.Outcome{Result: c.Want.Result}
		return compareAnswers(c.Input, want, got, [2]string{"wanted", "the answer"}, smp.Documented), nil
	}
	if answer := c.Answered(got).Want.Rejection; answer != nil {
		return compareRejections(w, answer), nil
	}
	want := corpus.Outcome{Err: &smp.Error{Kind: w.Kind, Path: w.Path, Document: w.Document, Rule: w.Rule}}
	return compareOutcomes(c.Input, want, got, [2]string{"wanted", "the answer"}, nil), nil
}

// compareRejections returns the fault of another rejection than the wanted one.
func compareRejections(want, got *corpus.Rejection) fault {
	f := fault{rule: want.Rule, what: fmt.Sprintf("it is rejected for another reason\nwanted: %s\nthe answer: %s", want, got)}
	switch {
	case want.Kind != got.Kind:
		f.add(fmt.Sprintf("rejected as %s instead of %s", got.Kind, want.Kind))
	case !want.Path.Equal(got.Path) || want.Document != "" && want.Document != got.Document:
		f.add(fmt.Sprintf("rejected as %s elsewhere", got.Kind))
	case want.Rule != "" && want.Rule != got.Rule:
		f.add(fmt.Sprintf("rejected as %s by %s instead of %s", got.Kind, got.Rule, want.Rule))
	}
	return f
}

// An engineOracle keeps cases that an engine answers otherwise than this module
// in the same dialect, in the same way.
type engineOracle struct {
	answerOracle
	dialect smp.Dialect
}

func (o engineOracle) looksFor() string {
	return "the engine's answer differs from the right one in the same way"
}

func (o engineOracle) fault(c corpus.Case) (fault, error) {
	got, err := o.ask(c.Input)
	if err != nil || got.Skipped != "" {
		return fault{}, err
	}
	right := guarded{corpus.EngineOf(o.dialect)}.Run(c.Input)
	return compareAnswers(c.Input, right, got, [2]string{"right", "the engine"}, o.dialect), nil
}

// A lawOracle keeps cases on which a subject breaks a law.
type lawOracle struct {
	answerOracle
	law laws.Law
}

func (o lawOracle) looksFor() string { return "the law " + o.law.Name + " is broken" }

func (o lawOracle) fault(c corpus.Case) (fault, error) {
	s := <-o.pool
	defer func() { o.pool <- s }()
	plain := s.(guarded).Subject // laws have their own way with panics
	v := o.law.Check(plain, c.Input)
	if v.Status != laws.Broken {
		return fault{}, nil
	}
	f := fault{what: "the law " + o.law.Name + " is broken: " + o.law.Text + "\n" + v.What}
	f.add("law " + o.law.Name)
	if out := s.Run(c.Input); isPanic(out.Err) {
		f.add(errorSigns(out.Err)[0])
		f.signs[0], f.signs[1] = f.signs[1], f.signs[0]
	}
	f.addKeyless(traceOf(c.Input, smp.Documented))
	if len(o.law.Rules) > 0 {
		f.rule = o.law.Rules[0]
	}
	return f, nil
}

// lawNamed returns a law; the zero Law for no name.
func lawNamed(name string) (laws.Law, error) {
	all := append(laws.All(), comparisons()...)
	i := slices.IndexFunc(all, func(law laws.Law) bool { return law.Name == name })
	if i < 0 && name != "" {
		var names []string
		for _, law := range all {
			names = append(names, law.Name)
		}
		return laws.Law{}, fmt.Errorf("there is no law %q; there are %s", name, strings.Join(names, ", "))
	}
	if name == "" {
		return laws.Law{}, nil
	}
	return all[i], nil
}

// comparisons returns the laws that compare a subject with the slow reference
// engine.
func comparisons() []laws.Law {
	return []laws.Law{
		{Name: laws.Agreement, Op: corpus.OpApply, Text: "the answer is that of the reference",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
				return laws.Agree(s, laws.Applier("reference", reference.Apply), in)
			}},
		{Name: laws.TargetReached, Op: corpus.OpThreeWay, Text: "the patch makes of current what the reference does",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict { return laws.Reaches(s, reference.Target, in) }},
		{Name: laws.ConflictsFound, Op: corpus.OpThreeWay, Text: "conflicts are where the reference sees them",
			Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
				return laws.FindsConflicts(s, referenceConflicts, in)
			}},
	}
}

func referenceConflicts(s smp.Schema, original, modified, current model.Value) []model.Path {
	var paths []model.Path
	for _, c := range reference.Conflicts(s, original, modified, current) {
		paths = append(paths, c.Path)
	}
	return paths
}
