package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/manual"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// newMan returns the command that writes the manual pages.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages to a folder",
		Long: `Write a manual page for this program and one for each of its commands to a folder,
which is created if necessary. The pages contain the texts of --help.`,
		Example: `  smp-check man ~/.local/share/man/man1 && man smp-check-apply`,
		Args:    cli.Files("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == output.Stream {
				return cli.Usagef(cmd, "man writes several pages; name a folder instead of -")
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return output.FileError(args[0], err)
			}
			own := slices.DeleteFunc(slices.Clone(cmd.Root().Commands()), func(c *cobra.Command) bool {
				return c.Name() == "help" || c.Name() == "completion"
			})
			pages := []manual.Page{pageOf(cmd.Root())}
			for _, c := range own {
				pages[0].SeeAlso = append(pages[0].SeeAlso, c.CommandPath())
				pages = append(pages, pageOf(c))
			}
			for _, p := range pages {
				if err := output.ReplaceFile(filepath.Join(args[0], p.File()), p.Text(cli.Version())); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// pageOf returns the manual page of a command.
func pageOf(cmd *cobra.Command) manual.Page {
	cmd.InitDefaultHelpFlag()
	p := manual.Page{
		Name: cmd.CommandPath(), Short: cmd.Short, Usage: cmd.UseLine(), Long: cmd.Long, Examples: cmd.Example,
		Options: cmd.LocalFlags().FlagUsagesWrapped(76) + cmd.InheritedFlags().FlagUsagesWrapped(76),
	}
	if p.Long == "" {
		p.Long = cmd.Short + "."
	}
	if cmd.HasParent() {
		p.SeeAlso = []string{cmd.Parent().CommandPath()}
	}
	return p
}
