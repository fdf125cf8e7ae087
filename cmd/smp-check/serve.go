package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/corpus/protocol"
)

// newServe returns the command that serves the engine protocol.
func newServe() *cobra.Command {
	return &cobra.Command{
		Use:   "serve-engine",
		Short: "Serve the engine of this module over the engine protocol",
		Long: `Read requests of the engine protocol from standard input, one JSON object per line, and
answer each on standard output, until the input ends. corpus/README.md describes the
protocol. This command is the counterpart of run --engine and laws --engine, and a
reference for authors of engines.`,
		Example: `  smp-check run --engine 'smp-check serve-engine'`,
		Args:    cli.Files(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return protocol.EngineServer().Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
