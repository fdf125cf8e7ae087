package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/corpus/protocol"
)

// newServe returns the command that makes the engine speak the protocol.
func newServe() *cobra.Command {
	return &cobra.Command{
		Use:   "serve-engine",
		Short: "Answer the engine protocol with the engine of this module",
		Long: `Read requests of the engine protocol from standard input, one JSON object a line,
and answer each on standard output, until there are no more. corpus/README.md
describes the protocol. This is the other side of run --engine and laws --engine,
and a reference for authors of engines.`,
		Example: `  smp-check run --engine 'smp-check serve-engine'`,
		Args:    cli.Files(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return protocol.EngineServer().Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
