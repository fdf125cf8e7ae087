package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/keep"
)

// keepHelp describes the flags for places that stay as they are in a document.
const keepHelp = `--keep PATH leaves a place as it is in ORIGINAL, or in CURRENT for threeway. PATH has one
of these forms:
  spec.replicas                     field names
  spec.containers[name=app].image   the element with this key
  metadata.finalizers[="a"]         this value of a set
  spec.containers[0].args           the element with this index
  spec.containers[*].image          every element or field; ** matches any depth
  /spec/replicas                    a JSON pointer
  .spec.containers[].image          a jq expression that selects places
--keep-from reads paths from the ignoreDifferences of Argo CD applications, or from the
lines of another file. --keep-managed keeps the fields of a field manager. Notes on stderr list paths that match nothing, and entries of ignoreDifferences
that match no object. With --strict, such entries, unknown fields in paths and unknown
managers are errors.`

// registerKeep adds the flags for places that stay as they are in a document.
func registerKeep(cmd *cobra.Command, c *keep.Choice, document string) {
	flags := cmd.Flags()
	flags.StringArrayVar(&c.Texts, "keep", nil, "`PATH` that stays as it is in "+document+", as in spec.replicas (may be repeated)")
	flags.StringArrayVar(&c.From, "keep-from", nil, "`FILE` with Argo CD applications, whose ignoreDifferences are kept, or with a path to keep on each line; lines that begin with # are comments (may be repeated)")
	flags.StringArrayVar(&c.Managers, "keep-managed", nil, "field `MANAGER` whose fields stay as they are in "+document+" (may be repeated)")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("keep", cobra.NoFileCompletions))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("keep-managed", cobra.NoFileCompletions))
}
