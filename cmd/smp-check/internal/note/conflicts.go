package note

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp"
)

// Conflicts adds a formatted line, and then the changes of both sides for each conflict of a
// three-way merge.
func (n *Notes) Conflicts(t patches.Documents, conflicts []smp.Conflict, format string, args ...any) error {
	var text strings.Builder
	fmt.Fprintf(&text, format, args...)
	sides := report.ConflictSides{Left: t.Modified.Name, Right: t.Current.Name, Says: change}
	err := sides.WriteText(&text, conflicts)
	n.Add(text.String())
	return err
}

// change describes the change of one side of a three-way merge.
func change(kind smp.ConflictCode, value string) string {
	switch {
	case value == "":
		return "deleted it"
	case kind == smp.BothAdded:
		return "added " + value
	default:
		return "changed it to " + value
	}
}
