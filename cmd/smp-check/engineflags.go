package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/smp"
)

// engineFlags are the settings of the engine that the command line may change.
type engineFlags struct {
	strict bool
	ignore directivesFlag
}

func (f *engineFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.strict, "strict", false, "reject what the schema does not know, and values of another kind than it says")
	flags.Var(&f.ignore, "ignore", "directives not to recognise, as a server that is older than they are: "+strings.Join(directiveNames(), ", "))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("ignore", cobra.FixedCompletions(directiveNames(), cobra.ShellCompDirectiveNoFileComp)))
}

// engine returns the engine with these settings.
func (f *engineFlags) engine() smp.Engine {
	return smp.Engine{Strict: f.strict, Ignore: smp.Directives(f.ignore)}
}

// The directives that an engine can be told to ignore, in the order in which
// they came into the format.
var directives = []struct {
	name string
	set  smp.Directives
}{
	{"deleteFromPrimitiveList", smp.DeleteFromPrimitiveList},
	{"setElementOrder", smp.SetElementOrder},
	{"retainKeys", smp.RetainKeys},
	{"patchMergeKey", smp.PatchMergeKey},
}

func directiveNames() []string {
	var names []string
	for _, d := range directives {
		names = append(names, d.name)
	}
	return names
}

// A directivesFlag is a set of directives as names separated by commas.
type directivesFlag smp.Directives

// String returns the names, in the order of the format.
func (f *directivesFlag) String() string {
	var names []string
	for _, d := range directives {
		if smp.Directives(*f).Has(d.set) {
			names = append(names, d.name)
		}
	}
	return strings.Join(names, ",")
}

// Set adds directives; a repeated flag adds up.
func (f *directivesFlag) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(directiveNames(), strings.TrimPrefix(name, "$"))
		if i < 0 {
			return fmt.Errorf("there is no directive %q to ignore; there are %s", name, strings.Join(directiveNames(), ", "))
		}
		*f |= directivesFlag(directives[i].set)
	}
	return nil
}

// Type names the flag's value in help texts.
func (f *directivesFlag) Type() string { return "directives" }
