package load

import (
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// IgnoredByCluster returns the flags that change how the lists of a built-in kind merge, as in
// "--merge-key". A cluster ignores them. The text is empty for other kinds. Call it after Choose.
func (c *SchemaChoice) IgnoredByCluster() string {
	var flags []string
	if c.OfTable && c.ListTypes {
		flags = append(flags, "--list-types")
	}
	if c.OfTable && len(c.MergeKeys) > 0 {
		flags = append(flags, "--merge-key")
	}
	return strings.Join(flags, " and ")
}

// OnCluster returns the schema by which a cluster merges documents of a built-in kind: the
// schema that Choose returns without the flags of IgnoredByCluster.
func (c *SchemaChoice) OnCluster(r *Reader, docs ...Document) (smp.Schema, error) {
	plain := *c
	plain.ListTypes, plain.MergeKeys = false, nil
	return plain.Choose(r, docs...)
}
