package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// newExplain returns the command that says why a patch does what it does.
func newExplain() *cobra.Command {
	var (
		input   = inputReader{maxSize: defaultMaxSize}
		schema  schemaChoice
		engine  engineFlags
		dialect dialectFlag
		path    string
		page    string
		output  format
	)
	cmd := &cobra.Command{
		Use:   "explain ORIGINAL PATCH",
		Short: "Say what a patch does to a document, and by which rule",
		Long: `Say what a strategic merge patch does to a document, as a tree of the places that
it is about, each with the rule that decides and what it does there:

  +  added      -  removed      ~  changed      =  named by the patch, and the same

Why a list was replaced and not merged is said there, too, and at the end what a
cluster does otherwise, if it does. --path asks about one place, as in
spec.containers[name=web].image; what is around it may be what decides.

--html writes a page that shows original, patch and result beside each other. It
needs nothing but a browser.

The schema is found as by apply. With -o json: {"changes": [{"path", "change",
"before", "after", "reasons": [{"rule", "text"}]}], "cluster": [...]}.

Exit status: 0 when the patch is explained, 1 when there is nothing at --path, 2
when the patch is rejected; the rule says why.`,
		Example: `  smp-check explain deployment.yaml patch.yaml
  smp-check explain --path spec.template.spec.tolerations deployment.yaml patch.yaml
  smp-check explain --html why.html deployment.yaml patch.yaml`,
		Args: files("ORIGINAL", "PATCH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := schema.check(cmd); err != nil {
				return err
			}
			at, err := model.ParsePath(path)
			if err != nil {
				return usageErrorf(cmd, "--path: %v", err)
			}
			input.stdin = cmd.InOrStdin()
			docs, err := readDocuments(&input, args)
			if err != nil {
				return err
			}
			original, patch := docs[0], docs[1]
			s, err := schema.choose(&input, original, patch)
			if err != nil {
				return err
			}
			x, err := explain(dialect.in(engine.engine()), s, original.value, patch.value)
			if err != nil {
				return explainRejection(inFiles(err, map[string]string{"original": original.name, "patch": patch.name}))
			}
			if page != "" {
				text, err := x.html(original.name, patch)
				switch {
				case err != nil:
					return err
				case page == stdinName:
					return writeText(cmd.OutOrStdout(), text)
				}
				if err := checkOutput(page, args); err != nil {
					return err
				}
				return replaceFile(page, text)
			}
			if x, err = x.about(at); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", err)
				return errNo
			}
			if output.name == formatJSON {
				err = x.writeJSON(cmd.OutOrStdout())
			} else {
				err = x.writeText(cmd.OutOrStdout(), x.tree())
			}
			if err != nil {
				return err
			}
			return schema.noteListTypes(cmd.ErrOrStderr(), s, patch.value)
		},
	}
	schema.register(cmd)
	engine.register(cmd)
	dialect.register(cmd)
	input.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&path, "path", ".", "explain only what happens at this `PATH`")
	flags.StringVar(&page, "html", "", "write a page to this `FILE` instead; - for standard output")
	cmd.MarkFlagsMutuallyExclusive("path", "html")
	output.register(cmd, formatText, formatJSON)
	return cmd
}

// explainRejection adds to the error of a rejected patch what its rule says.
func explainRejection(err error) error {
	var e *smp.Error
	if !errors.As(err, &e) || ruleTexts[e.Rule] == "" {
		return err
	}
	return fmt.Errorf("%w\n%s", err, ruleTexts[e.Rule])
}
