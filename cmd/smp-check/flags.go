package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A choice is one of some words, as a flag.
type choice struct {
	name    string
	choices []string
}

// register adds the flag to a command; the first choice is the default.
func (c *choice) register(cmd *cobra.Command, flag, short, usage string, choices ...string) {
	c.name, c.choices = choices[0], choices
	cmd.Flags().VarP(c, flag, short, usage+": "+strings.Join(choices, ", "))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)))
}

// String returns the word.
func (c *choice) String() string { return c.name }

// Set takes one of the words.
func (c *choice) Set(name string) error {
	if !slices.Contains(c.choices, name) {
		last := len(c.choices) - 1
		return fmt.Errorf("want %s or %s", strings.Join(c.choices[:last], ", "), c.choices[last])
	}
	c.name = name
	return nil
}

// Type names the flag's value in help texts.
func (c *choice) Type() string { return "word" }

// A dialectFlag is the dialect of the engine, as a flag.
type dialectFlag struct{ choice }

const dialectUsage = "`dialect` to follow: what the documents of the format say, or what a cluster does"

func (f *dialectFlag) register(cmd *cobra.Command) {
	f.choice.register(cmd, "dialect", "", dialectUsage, corpus.Documented, corpus.Kubernetes)
}

// registerForPatches adds the flag to a command that writes patches. Its default
// depends on the schema.
func (f *dialectFlag) registerForPatches(cmd *cobra.Command) {
	f.choice.register(cmd, "dialect", "", dialectUsage+" (default kubernetes for built-in kinds, else documented)", corpus.Documented, corpus.Kubernetes)
	f.name = ""
	cmd.Flag("dialect").DefValue = ""
}

// in returns the engine in the dialect.
func (f *dialectFlag) in(e smp.Engine) smp.Engine {
	if f.name == corpus.Kubernetes {
		e.Dialect = smp.Kubernetes
	}
	return e
}

// engineFlags are the settings of the engine that the command line may change.
type engineFlags struct {
	strict bool
	unions bool
	ignore load.Directives
}

func (f *engineFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.strict, "strict", false, "reject what the schema does not know, values of another kind than it says, and elements whose merge key does not say which is meant")
	flags.BoolVar(&f.unions, "unions", false, "know the unions of the schema: a member that a patch sets clears the others, two are rejected; clusters do not")
	flags.Var(&f.ignore, "ignore", "directives not to recognise, as a server that is older than they are: "+strings.Join(load.AllDirectives, ", "))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("ignore", cobra.FixedCompletions(load.AllDirectives, cobra.ShellCompDirectiveNoFileComp)))
}

// engine returns the engine with these settings.
func (f *engineFlags) engine() smp.Engine {
	return smp.Engine{Strict: f.strict, Unions: f.unions, Ignore: smp.Directives(f.ignore)}
}

// mergeFlags are what commands have in common that merge documents.
type mergeFlags struct {
	input   load.Reader
	schema  load.SchemaChoice
	engine  engineFlags
	dialect dialectFlag
	form    format
}

// register adds the flags to a command that writes one of some forms.
func (f *mergeFlags) register(cmd *cobra.Command, forms ...string) {
	registerSchema(cmd, &f.schema)
	f.engine.register(cmd)
	f.dialect.register(cmd)
	registerInput(cmd, &f.input)
	f.form.register(cmd, forms...)
}

// begin rejects flags that contradict each other, and lets files be read.
func (f *mergeFlags) begin(cmd *cobra.Command) error {
	f.input.Stdin = cmd.InOrStdin()
	return checkSchema(cmd, &f.schema)
}

// settings returns the engine that the flags ask for.
func (f *mergeFlags) settings() smp.Engine { return f.dialect.in(f.engine.engine()) }

// checkForm rejects a form that cannot tell documents apart where there are many.
func checkForm(cmd *cobra.Command, form string, many bool) error {
	if form == patches.JSONPatch && many {
		return usageErrorf(cmd, "a JSON Patch does not say which object it is for; name files that hold one document each, or take --as %s", patches.MergePatch)
	}
	return nil
}

// A format is one of the forms in which a command can write, as a flag.
type format struct{ choice }

// register adds the flag -o; the first choice is the default.
func (f *format) register(cmd *cobra.Command, choices ...string) {
	f.choice.register(cmd, "output", "o", "`form` of the output", choices...)
}

// registerInput adds the flag that sets the size limit of files.
func registerInput(cmd *cobra.Command, r *load.Reader) {
	r.MaxSize = load.DefaultMaxSize
	cmd.Flags().Var(&r.MaxSize, "max-size", "refuse files that are larger: bytes, or a number with KiB, MiB or GiB")
}

// registerSchema adds the flags of a schema choice to a command that merges
// documents.
func registerSchema(cmd *cobra.Command, c *load.SchemaChoice) {
	flags := cmd.Flags()
	flags.BoolVar(&c.Schemaless, "schemaless", false, "merge without schema: maps by name, lists are replaced")
	flags.Var(&c.Kind, "kind", "take the schema of this kind, whatever the documents say: apps/v1/Deployment, v1/Service")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("kind", completeKinds))
	registerSchemaSources(cmd, c)
}

// registerSchemaSources adds the flags that say where schemas come from.
func registerSchemaSources(cmd *cobra.Command, c *load.SchemaChoice) {
	flags := cmd.Flags()
	flags.StringVar(&c.File, "schema", "", "`FILE[#/pointer]` of the schema: an OpenAPI document or a schema object")
	flags.StringArrayVar(&c.CRDs, "crd", nil, "`FILE` of CustomResourceDefinitions for custom resources, or a folder of such files (may be repeated)")
	flags.BoolVar(&c.ListTypes, "list-types", false, "let list and map types count as strategies where a schema has no patch strategy")
	flags.Var(&c.MergeKeys, "merge-key", "`PATH=KEYS` says that the list at PATH merges by KEYS; PATH=set, PATH=atomic (may be repeated; see smp-check help apply)")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("merge-key", cobra.NoFileCompletions))
}

// checkSchema rejects flags of a schema choice that contradict each other.
func checkSchema(cmd *cobra.Command, c *load.SchemaChoice) error {
	switch {
	case c.Schemaless && c.File != "":
		return usageErrorf(cmd, "--schema and --schemaless contradict each other")
	case c.Schemaless && c.ListTypes:
		return usageErrorf(cmd, "--list-types needs a schema, and --schemaless is without")
	}
	return nil
}

// completeKinds offers the built-in kinds to the shell.
func completeKinds(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, k := range kubernetes.Kinds() {
		names = append(names, k.String())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
