package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
)

// newExplain returns the command that says why a patch does what it does.
func newExplain() *cobra.Command {
	var (
		input   = load.Reader{MaxSize: load.DefaultMaxSize}
		schema  load.SchemaChoice
		engine  engineFlags
		dialect dialectFlag
		path    string
		page    string
		form    format
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
			if err := checkSchema(cmd, &schema); err != nil {
				return err
			}
			at, err := model.ParsePath(path)
			if err != nil {
				return usageErrorf(cmd, "--path: %v; a path is written as in spec.containers[name=web].image", err)
			}
			input.Stdin = cmd.InOrStdin()
			docs, err := load.Documents(&input, args)
			if err != nil {
				return err
			}
			original, patch := docs[0], docs[1]
			if err := patch.CheckPresent(); err != nil {
				return err
			}
			s, err := schema.Choose(&input, original, patch)
			if err != nil {
				return err
			}
			x, err := explain.New(dialect.in(engine.engine()), s, original.Value, patch.Value)
			if err != nil {
				return explain.Rejection(load.InFiles(err, map[string]string{"original": original.Name, "patch": patch.Name}))
			}
			if schema.Custom {
				x.RefusedByCluster()
			}
			if page != "" {
				text, err := x.Html(original.Name, patch.Name, patch.Value)
				switch {
				case err != nil:
					return err
				case page == output.Stream:
					return output.Text(cmd.OutOrStdout(), text)
				}
				if err := output.CheckFile(page, args); err != nil {
					return err
				}
				return output.ReplaceFile(page, text)
			}
			if x, err = x.About(at); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", err)
				return errNo
			}
			if form.name == output.FormJSON {
				err = x.WriteJSON(cmd.OutOrStdout())
			} else {
				err = x.WriteText(cmd.OutOrStdout(), x.Tree())
			}
			if err != nil {
				return err
			}
			if err := noteListTypes(cmd.ErrOrStderr(), &schema, s, patch.Value); err != nil {
				return err
			}
			return report.NoteOtherObject(cmd.ErrOrStderr(), original, patch)
		},
	}
	registerSchema(cmd, &schema)
	engine.register(cmd)
	dialect.register(cmd)
	registerInput(cmd, &input)
	flags := cmd.Flags()
	flags.StringVar(&path, "path", ".", "explain only what happens at this `PATH`")
	flags.StringVar(&page, "html", "", "write a page to this `FILE` instead; - for standard output")
	cmd.MarkFlagsMutuallyExclusive("path", "html")
	form.register(cmd, output.FormText, output.FormJSON)
	return cmd
}
