package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// newShow returns the command that prints a case.
func newShow() *cobra.Command {
	var input load.Reader
	return &cobra.Command{
		Use:   "show CASE",
		Short: "Print a case with its schema",
		Long: `Print a case as YAML, with its schema included. CASE is the name of a built-in case,
or a case file. smp-check run --list prints the names.`,
		Example: `  smp-check show keys-null/deletion`,
		Args:    cli.Files("CASE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			input.Stdin = cmd.InOrStdin()
			c, err := load.Case(&input, args[0])
			if err != nil {
				return err
			}
			text, err := c.Inline().YAML()
			if err != nil {
				return err
			}
			return output.Text(cmd.OutOrStdout(), text)
		},
	}
}
