package schemas

import (
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/smp"
)

// IgnoredByCluster returns the flags that change how the lists of a built-in kind merge, as in
// "--merge-key". A cluster ignores them. The text is empty for other kinds.
func (c Chosen) IgnoredByCluster() string {
	var flags []string
	if c.OfTable && c.Flags.ListTypes {
		flags = append(flags, "--list-types")
	}
	if c.OfTable && len(c.Flags.MergeKeys) > 0 {
		flags = append(flags, "--merge-key")
	}
	return strings.Join(flags, " and ")
}

// OnCluster returns the schema by which a cluster merges documents of a built-in kind: the
// schema that Choose returns without the flags of IgnoredByCluster.
func (c Chosen) OnCluster(docs ...load.Document) (smp.Schema, error) {
	plain := *c.Flags
	plain.ListTypes, plain.MergeKeys = false, nil
	found, err := plain.Choose(docs...)
	return found.Schema, err
}
