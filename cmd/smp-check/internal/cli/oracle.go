package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// An Oracle holds the flags that define the failure of a case.
type Oracle struct {
	Subject Subject
	law     string
	exec    string
	// Dialects selects cases that a cluster answers differently from the specification.
	Dialects bool
}

// Register adds the flags to a command.
func (o *Oracle) Register(cmd *cobra.Command) {
	o.Subject.Register(cmd)
	flags := cmd.Flags()
	flags.Lookup("timeout").Usage = "time limit for each answer of --engine, and for each run of --exec"
	flags.StringVar(&o.law, "law", "", "keep cases that violate the law of this `name`; see smp-check laws --list")
	flags.StringVar(&o.exec, "exec", "", "keep cases for which this `command` exits with 0; its last argument is the name of a case file")
	flags.BoolVar(&o.Dialects, "dialects-differ", false, "keep cases that a cluster answers differently from the specification")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("law", CompleteLaws))
}

// Check rejects flags that contradict each other.
func (o *Oracle) Check(cmd *cobra.Command) error {
	switch {
	case o.exec != "" && (o.law != "" || o.Subject.Engine != "" || o.Dialects):
		return Usagef(cmd, "--exec cannot be combined with --law, --engine and --dialects-differ; omit them")
	case o.Dialects && (o.law != "" || o.Subject.Engine != ""):
		return Usagef(cmd, "--dialects-differ cannot be combined with --law and --engine; omit them")
	}
	if _, err := oracle.LawNamed(o.Subject.Dialect.Name, o.law); err != nil {
		return Usagef(cmd, "--law: %v", err)
	}
	return o.Subject.Check(cmd)
}

// Start returns the oracle for a case to minimize.
func (o *Oracle) Start(c corpus.Case) (oracle.Oracle, error) {
	if o.exec != "" {
		return oracle.NewCommand(o.exec, o.Subject.Timeout)
	}
	if o.Dialects {
		return oracle.NewDialects(c)
	}
	subjects, stop, err := o.Subject.Start(o.Subject.Workers)
	if err != nil {
		return nil, err
	}
	answers := oracle.NewAnswers(subjects, stop)
	switch {
	case o.law != "":
		law, _ := oracle.LawNamed(o.Subject.Dialect.Name, o.law)
		return answers.OfLaw(law), nil
	case o.Subject.Engine != "":
		return answers.OfEngine(o.Subject.Dialect.Name), nil
	}
	return answers.OfCase(c)
}

// Reproduce returns the command that shows the fault of a minimized case. With redact, the
// words ENGINE and COMMAND replace the commands that the user gave.
func (o *Oracle) Reproduce(redact bool) string {
	engine, exec := "", o.exec
	if o.Subject.Engine != "" {
		engine = " --engine " + shellQuoted(o.Subject.Engine)
	}
	if redact {
		exec = oracle.CommandWord
		if engine != "" {
			engine = " --engine ENGINE"
		}
	}
	if o.Subject.Dialect.Name != corpus.Documented {
		engine += " --dialect " + o.Subject.Dialect.Name
	}
	switch {
	case o.exec != "":
		return exec + " minimized.yaml"
	case o.Dialects:
		return "smp-check minimize --dialects-differ minimized.yaml"
	case o.law != "" && !slices.ContainsFunc(oracle.Comparisons(), func(law laws.Law) bool { return law.Name == o.law }):
		return "smp-check laws --law " + o.law + engine + " minimized.yaml"
	}
	return "smp-check run" + engine + " minimized.yaml"
}

// shellQuoted quotes a text as one word of a shell command.
func shellQuoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// CompleteLaws offers the names of the laws to the shell.
func CompleteLaws(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, law := range laws.All() {
		if strings.HasPrefix(law.Name, typed) {
			names = append(names, law.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
