package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// newRoot returns the command tree. Each command has its own file, and gets its
// arguments, flags and streams from its cobra.Command.
func newRoot(stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "smp-check",
		Short: "Apply and check strategic merge patches",
		Long: `Smp-check creates, applies and explains strategic merge patches, the patch format of
kubectl apply, edit and patch. It also shows how kinds merge, and tests engines, which
are implementations of the format.

Files may be YAML or JSON. The name - means standard input. The result goes to standard
output as YAML or text, or as JSON with -o json. A command that exits with status 2
writes no result. There are two exceptions: lint still reports the problems in the files
that it could read, and explain still explains the objects in which --path selects one
place. Warnings and notes go to standard error.

` + cli.DefaultRule + `

Exit status: 0 for success; 1 for a negative answer, such as a failed case, conflicts or
problems; 2 for bad usage, bad input, a rejected patch, or a failure to read or write.`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  kubectl get service dns -o yaml | smp-check apply - patch.yaml
  smp-check diff deployment.yaml deployment-new.yaml
  kubectl get deployment shop -o yaml | smp-check threeway deployment.yaml -
  smp-check schema v1/Service
  smp-check run`,
		Version:       cli.Version(),
		SilenceErrors: true, // execute prints them
		SilenceUsage:  true,

		DisableSuggestions: true, // commandMeant creates them
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &cli.UsageError{Command: cmd.CommandPath(), Cause: errors.New("name a command, such as apply or run")}
		},
	}
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	var color cli.Choice
	color.Register(root, "color", "", "`when` to use colors; auto uses them on a terminal unless NO_COLOR is set", output.ColorAuto, output.ColorAlways, output.ColorNever)
	root.PersistentFlags().AddFlag(root.Flag("color"))
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		root.SetOut(output.WithColor(stdout, color.Name))
		return checkValues(cmd)
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if argument, fault, ok := strings.Cut(err.Error(), ": strconv."); ok {
			expected := ": expected a number"
			switch {
			case strings.HasPrefix(fault, "ParseUint:"): // only ports are unsigned
				expected += " from 0 to 65535"
			case strings.HasPrefix(fault, "ParseBool:"):
				expected = ": expected true or false"
			}
			err = errors.New(argument + expected)
		}
		if argument, _, ok := strings.Cut(err.Error(), ": time: "); ok {
			err = errors.New(argument + ": expected a time with its unit, as in 10s or 2m")
		}
		if flag, ok := strings.CutPrefix(err.Error(), "unknown flag: "); ok {
			err = fmt.Errorf("%w%s", err, cmp.Or(kubectlFlags[flag], meant.Suggestion(flag, flagNames(cmd))))
		}
		if flag, ok := strings.CutPrefix(err.Error(), "unknown shorthand flag: 'f'"); ok && flag != "" {
			err = fmt.Errorf("%w%s", err, kubectlFlags["--filename"])
		}
		return &cli.UsageError{Command: cmd.CommandPath(), Cause: err}
	})
	addGroup(root, "Patches:", newApply(), newDiff(), newThreeWay(), newExplain(), newPlay(), newLint(), newSchema(), newCompose(), newConflicts(), newFunction())
	addGroup(root, "Engines:", newRun(), newLaws(), newRules(), newShow(), newMinimize(), newImport(), newServe())
	root.AddCommand(newMan(), newVersion())
	addTopics(root)
	checkHelp(root)
	checkCompletion(root)
	return root
}

// kubectlFlags contains advice about flags of kubectl that no command has.
var kubectlFlags = map[string]string{
	"--filename":   "; files are arguments without a flag",
	"--patch-file": "; files are arguments without a flag",
	"--dry-run":    "; no command changes a cluster, and only --in-place changes files",
	"--type":       "; --as chooses the type of a patch that is written, as in --as merge-patch",
}

// plainDescriptions removes the backquotes from the descriptions of flags. For help,
// backquotes mark the names of values, but completion would show the backquotes.
func plainDescriptions(cmd *cobra.Command) {
	for _, name := range flagNames(cmd) {
		if f := cmd.Flag(strings.TrimPrefix(name, "--")); f != nil {
			f.Usage = strings.ReplaceAll(f.Usage, "`", "")
		}
	}
	for _, inner := range cmd.Commands() {
		plainDescriptions(inner)
	}
}

// addGroup adds commands that --help lists below a title.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, c := range commands {
		c.GroupID = title
	}
	root.AddCommand(commands...)
}

// checkHelp rejects a request for help about an unknown command.
func checkHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	cobra.CheckErr(err)
	help.Args = func(_ *cobra.Command, args []string) error {
		if _, _, err := root.Find(args); err != nil {
			return &cli.UsageError{Command: root.CommandPath(), Cause: commandMeant(root, err)}
		}
		return nil
	}
}

// checkCompletion rejects a request for the completion of an unknown shell.
func checkCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	cobra.CheckErr(err)
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return cli.Usagef(cmd, "no completion for shell %q", args[0])
		}
		return cmd.Help()
	}
	completion.Args = nil
}

// commandMeant adds a suggestion to the error for an unknown command.
func commandMeant(root *cobra.Command, err error) error {
	var written string
	if n, _ := fmt.Sscanf(err.Error(), "unknown command %q", &written); n == 0 {
		return err
	}
	if written == "patch" { // of kubectl
		return fmt.Errorf("%w; did you mean apply?", err)
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return fmt.Errorf("%w%s", err, meant.Suggestion(written, names))
}

// checkValues rejects a flag with an empty value. Without this check, run --engine "" would
// silently test the engine of this module.
func checkValues(cmd *cobra.Command) error {
	for _, flag := range flagNames(cmd) {
		name := strings.TrimPrefix(flag, "--")
		if text, err := cmd.Flags().GetString(name); err == nil && text == "" && cmd.Flags().Changed(name) {
			return cli.Usagef(cmd, "%s: the value is empty", flag)
		}
	}
	return nil
}

// flagNames returns the flags of a command, and those in the descriptions of its flags.
func flagNames(cmd *cobra.Command) []string {
	words := strings.Fields(cmd.Flags().FlagUsages())
	return slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, "--") })
}

// newVersion returns the command version, which is the same as --version.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the versions of this command, of Go, and of the built-in kinds", Args: cli.Files(),
		Example: `  smp-check version`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return output.Text(cmd.OutOrStdout(), []byte("smp-check "+cli.Version()+"\n"))
		},
	}
}
