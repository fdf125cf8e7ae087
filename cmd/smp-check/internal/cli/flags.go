package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
)

// A Choice is a flag whose value is one of a fixed list of words.
type Choice struct {
	Name    string
	choices []string
}

// Register adds the flag to a command; the first choice is the default.
func (c *Choice) Register(cmd *cobra.Command, flag, short, usage string, choices ...string) {
	c.Name, c.choices = choices[0], choices
	cmd.Flags().VarP(c, flag, short, usage+": "+strings.Join(choices, ", "))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)))
}

// String returns the chosen word.
func (c *Choice) String() string { return c.Name }

// Set chooses a word. It is an error if the word is not one of the choices.
func (c *Choice) Set(name string) error {
	if !slices.Contains(c.choices, name) {
		last := len(c.choices) - 1
		return fmt.Errorf("expected %s or %s", strings.Join(c.choices[:last], ", "), c.choices[last])
	}
	c.Name = name
	return nil
}

// Type names the flag's value in help texts.
func (c *Choice) Type() string { return "word" }

// DefaultRule describes the default of --dialect, for help texts.
const DefaultRule = `apply and explain follow the rules of the specification. For built-in kinds, diff,
threeway, compose and conflicts follow the rules of a cluster; for other kinds, those of
the specification. --dialect selects the rules.`

// A Dialect is the flag for the dialect of the engine.
type Dialect struct{ Choice }

const dialectUsage = "follow the `rules` of the specification or of a cluster"

// Set sets the dialect by its id, or by the words specification and cluster.
func (f *Dialect) Set(name string) error {
	switch name {
	case "specification":
		name = corpus.Documented
	case "cluster":
		name = corpus.Kubernetes
	}
	return f.Choice.Set(name)
}

// Register adds the flag to a command.
func (f *Dialect) Register(cmd *cobra.Command) {
	f.register(cmd, dialectUsage)
}

func (f *Dialect) register(cmd *cobra.Command, usage string) {
	f.Choice.Register(cmd, "dialect", "", usage, corpus.Documented, corpus.Kubernetes)
	cmd.Flag("dialect").Value = f
}

// RegisterForPatches adds the flag to a command that writes patches. Its default
// depends on the schema.
func (f *Dialect) RegisterForPatches(cmd *cobra.Command) {
	f.register(cmd, dialectUsage+" (default kubernetes for built-in kinds, else documented)")
	f.Name = ""
	cmd.Flag("dialect").DefValue = ""
}

// In returns e with the chosen dialect.
func (f *Dialect) In(e engine.Engine) engine.Engine {
	e.Cluster = f.Name == corpus.Kubernetes
	return e
}

// Engine holds the flags for the settings of the engine.
type Engine struct {
	Strict bool
	Unions bool
}

// Register adds the flags to a command that shows the result of patches. The command itself rejects
// results with judge.RejectUnreadable and judge.RejectResult.
func (f *Engine) Register(cmd *cobra.Command) {
	f.register(cmd, "reject unknown fields, values of the wrong type, strings that a cluster cannot read, ambiguous merge keys, and two members of a union in the result")
}

// RegisterForEngine adds the flags to a command that rejects only what the engine rejects.
func (f *Engine) RegisterForEngine(cmd *cobra.Command) {
	f.register(cmd, "reject unknown fields, values of the wrong type, and ambiguous merge keys")
}

func (f *Engine) register(cmd *cobra.Command, strict string) {
	flags := cmd.Flags()
	flags.BoolVar(&f.Strict, "strict", false, strict)
	flags.BoolVar(&f.Unions, "unions", false, "treat mutually exclusive fields as a union: setting one clears the others (clusters do not do this)")
}

// Settings returns the engine with these settings.
func (f *Engine) Settings() engine.Engine {
	return engine.Engine{Strict: f.Strict, Unions: f.Unions}
}

// Merge holds the flags that are common to commands that merge documents.
type Merge struct {
	Input   load.Reader
	Schema  schemas.Choice
	engine  Engine
	Dialect Dialect
	Form    Form
}

// Register adds the flags to a command whose output may have one of these forms.
func (f *Merge) Register(cmd *cobra.Command, forms ...string) {
	RegisterSchema(cmd, &f.Schema)
	f.engine.Register(cmd)
	f.Dialect.Register(cmd)
	RegisterInput(cmd, &f.Input)
	f.Form.Register(cmd, forms...)
}

// Begin rejects flags that contradict each other, and prepares the reader of files.
func (f *Merge) Begin(cmd *cobra.Command) error {
	f.Input.Stderr = cmd.ErrOrStderr()
	return CheckSchema(cmd, &f.Schema, &f.Input)
}

// Settings returns the engine that the flags select.
func (f *Merge) Settings() engine.Engine { return f.Dialect.In(f.engine.Settings()) }

// A Combination holds the flags that are common to commands that combine patches.
type Combination struct {
	Merge
	Exact  bool     // reject answers that are correct only for objects with certain places
	Inline []string // patches as text
}

// Register adds the flags to a command whose output may have one of these forms.
func (f *Combination) Register(cmd *cobra.Command, exactUsage string, forms ...string) {
	RegisterSchema(cmd, &f.Schema)
	f.engine.RegisterForEngine(cmd)
	f.Dialect.RegisterForPatches(cmd)
	RegisterInput(cmd, &f.Input)
	f.Form.Register(cmd, forms...)
	cmd.Flags().BoolVar(&f.Exact, "exact", false, exactUsage)
	cmd.Flags().StringArrayVarP(&f.Inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, used after the patches in files (may be repeated)")
}

// Patches reads the patches in files and folders, and those given with -p. It rejects kustomizations,
// because they are not patches for objects of a cluster.
func (f *Combination) Patches(names []string) ([]load.Stream, error) {
	streams, err := load.Streams(&f.Input, names)
	if err != nil {
		return nil, err
	}
	inline, err := load.Inline(f.Inline)
	if err != nil {
		return nil, err
	}
	streams = append(streams, inline...)
	for _, s := range streams {
		if err := f.Schema.CheckKustomizations(load.Documents(s.Entries)); err != nil {
			return nil, err
		}
	}
	return streams, nil
}

// EngineFor returns the engine that the flags select, for patches with the chosen schema.
// Without --dialect, built-in kinds have the engine of clusters, unless --unions or --strict
// is set, because clusters support neither flag.
func (f *Combination) EngineFor(chosen schemas.Chosen) engine.Engine {
	e := f.Settings()
	if f.Dialect.Name == "" && chosen.BuiltIn && !e.Unions && !e.Strict {
		e.Cluster = true
	}
	return e
}

// CheckForm rejects JSON Patches for several objects, because a JSON Patch does not name its
// object.
func CheckForm(cmd *cobra.Command, form string, many bool) error {
	if form == patches.JSONPatch && many {
		return Usagef(cmd, "a JSON Patch does not name its object; name files with one document each, or use --as %s", patches.MergePatch)
	}
	return nil
}

// A Form is the flag for the output format of a command.
type Form struct{ Choice }

// Register adds the flag -o; the first choice is the default.
func (f *Form) Register(cmd *cobra.Command, choices ...string) {
	f.Choice.Register(cmd, "output", "o", "output `format`", choices...)
}

// RegisterInput adds the flag that sets the size limit of files.
func RegisterInput(cmd *cobra.Command, r *load.Reader) {
	r.MaxSize = load.DefaultMaxSize
	cmd.Flags().Var(&r.MaxSize, "max-size", "reject larger documents: a number of bytes, or a number with KiB, MiB or GiB")
}

// RegisterSchema adds the flags of a schema choice to a command that merges
// documents.
func RegisterSchema(cmd *cobra.Command, c *schemas.Choice) {
	flags := cmd.Flags()
	flags.BoolVar(&c.Schemaless, "schemaless", false, "merge without a schema: maps merge by name, lists are replaced")
	flags.BoolVar(&c.Require, "require-schema", false, "reject kinds without a known schema, instead of merging their objects without one")
	flags.Var(kindFlag{&c.Kind, c}, "kind", "use the schema of this kind, such as apps/v1/Deployment or deploy, or of this part of a kind, such as PodSpec or apps/v1/Deployment#spec.template, instead of the kind in the documents")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("kind", CompleteKinds))
	RegisterSchemaSources(cmd, c)
}

// RegisterSchemaSources adds the flags for the sources of schemas.
func RegisterSchemaSources(cmd *cobra.Command, c *schemas.Choice) {
	flags := cmd.Flags()
	flags.StringVar(&c.File, "schema", "", "`FILE[#/pointer]` of the schema: an OpenAPI document or a JSON schema")
	flags.StringArrayVar(&c.CRDs, "crd", nil, "`FILE` of CustomResourceDefinitions for custom resources, or a folder of such files (may be repeated)")
	flags.BoolVar(&c.ListTypes, "list-types", false, "if a field has no patch strategy, use its x-kubernetes-list-type or x-kubernetes-map-type")
	flags.Var(&c.MergeKeys, "merge-key", "`PATH=KEYS` makes the list at PATH merge by KEYS; also PATH=set and PATH=atomic (may be repeated; see smp-check help inputs)")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("merge-key", cobra.NoFileCompletions))
}

// inputFlags are the flags for inputs and schemas, which the topic inputs describes.
var inputFlags = []string{"crd", "kind", "list-types", "max-size", "merge-key", "require-schema", "schema", "schemaless"}

// OwnFlags returns the usages of the flags of a command, except for those of InputFlags.
func OwnFlags(cmd *cobra.Command) string {
	for _, name := range inputFlags {
		if f := cmd.LocalFlags().Lookup(name); f != nil {
			f.Hidden = true
			defer func() { f.Hidden = false }()
		}
	}
	return strings.TrimRight(cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages(), "\n")
}

// InputFlags returns the names of the flags of a command for inputs and schemas, in one line.
func InputFlags(cmd *cobra.Command) string {
	var names []string
	for _, name := range inputFlags {
		if cmd.LocalFlags().Lookup(name) != nil {
			names = append(names, "--"+name)
		}
	}
	if names == nil {
		return ""
	}
	return "  " + strings.Join(names, " ")
}

// CheckSchema rejects flags of a schema choice that contradict each other, finds the kind of --kind,
// and prepares the reader of files.
func CheckSchema(cmd *cobra.Command, c *schemas.Choice, r *load.Reader) error {
	c.Input = r
	r.Stdin, r.AnyMaps = cmd.InOrStdin(), c.Schemaless
	switch {
	case c.Schemaless && c.File != "":
		return Usagef(cmd, "--schema and --schemaless contradict each other; use one of them")
	case c.Schemaless && c.Require:
		return Usagef(cmd, "--require-schema and --schemaless contradict each other; use one of them")
	case c.Schemaless && len(c.CRDs) > 0:
		return Usagef(cmd, "--crd and --schemaless contradict each other; use one of them")
	case c.Schemaless && c.ListTypes:
		return Usagef(cmd, "--list-types requires a schema; omit --schemaless")
	case c.KindName == "":
		return nil
	}
	if err := c.CheckCRDs(); err != nil {
		return err
	}
	if err := c.NameKind(c.KindName); err != nil {
		return Usagef(cmd, "invalid argument %q for \"--kind\" flag: %w", c.KindName, err)
	}
	return nil
}

// CompleteKinds offers the built-in kinds to the shell.
func CompleteKinds(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	return kinds.Completions(typed), cobra.ShellCompDirectiveNoFileComp
}
