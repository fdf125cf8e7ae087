package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

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
	if _, err := oracle.LawNamed(o.law); err != nil {
		return usageErrorf(cmd, "--law: %v", err)
	}
	return o.subject.check(cmd)
}

// start returns the oracle, for a case that is to be minimized.
func (o *oracleChoice) start(c corpus.Case) (oracle.Oracle, error) {
	if o.exec != "" {
		return oracle.NewCommand(o.exec, o.subject.timeout)
	}
	if o.dialects {
		return oracle.NewDialects(c)
	}
	subjects, stop, err := o.subject.start(o.subject.workers)
	if err != nil {
		return nil, err
	}
	answers := oracle.NewAnswers(subjects, stop)
	switch {
	case o.law != "":
		law, _ := oracle.LawNamed(o.law)
		return answers.OfLaw(law), nil
	case o.subject.engine != "":
		return answers.OfEngine(smpDialects[o.subject.dialect.name]), nil
	}
	return answers.OfCase(c)
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
	case o.law != "" && !slices.ContainsFunc(oracle.Comparisons(), func(law laws.Law) bool { return law.Name == o.law }):
		return "smp-check laws --law " + o.law + engine + " minimized.yaml"
	}
	return "smp-check run" + engine + " minimized.yaml"
}

// shellQuoted returns a text as a shell takes it for one word.
func shellQuoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
