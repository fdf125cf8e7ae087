package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/smp"
)

// ConflictSides describes the two sides of conflicts.
type ConflictSides struct {
	Left, Right string // the names of the files
	// Says describes the change of a side, as in "sets 3". The value is empty if the side has
	// no value.
	Says func(kind smp.ConflictCode, value string) string
}

// WriteText writes for each conflict a line with its path, and one for each side:
//
//	spec.replicas
//	  left.yaml sets 3
//	  right.yaml sets 5
func (c ConflictSides) WriteText(out io.Writer, conflicts []smp.Conflict) error {
	return output.Buffered(out, func(w *bufio.Writer) {
		conflicts, more := listed(conflicts)
		for _, conflict := range conflicts {
			fmt.Fprintf(w, "%s: %s\n", conflict.Path, conflict.Code)
			fmt.Fprintf(w, "  %s %s\n", c.Left, c.Says(conflict.Code, output.OneLine(conflict.Left)))
			fmt.Fprintf(w, "  %s %s%s\n", c.Right, c.Says(conflict.Code, output.OneLine(conflict.Right)), derived(conflict))
		}
		if more > 0 {
			fmt.Fprintf(w, "and %d more; at most %d MiB are listed\n", more, output.MaxListed>>20)
		}
	})
}

// derived returns a remark about a value that perhaps nobody but the server has set.
func derived(c smp.Conflict) string {
	if c.Derived {
		return ", unless the server filled it in"
	}
	return ""
}

// listed returns the first conflicts, up to output.MaxListed, and the number of the others.
func listed(conflicts []smp.Conflict) (first []smp.Conflict, more int) {
	return output.Listed(conflicts, func(c smp.Conflict) int { return len(c.String()) })
}

// A ConflictList is the JSON of the conflicts of a document. More is the number of the conflicts that
// are not listed.
type ConflictList struct {
	Document  string         `json:"document,omitempty"` // if there are several
	Conflicts []smp.Conflict `json:"conflicts"`
	More      int            `json:"more,omitempty"`
}

// NewConflictList returns the list of the conflicts of a document.
func NewConflictList(document string, conflicts []smp.Conflict) ConflictList {
	list := ConflictList{Document: document}
	list.Conflicts, list.More = listed(conflicts)
	if list.Conflicts == nil {
		list.Conflicts = []smp.Conflict{} // written as [], not null
	}
	return list
}

// WriteConflictsJSON writes the conflicts of a document, or those of several documents as
// {"documents": […]}.
func WriteConflictsJSON(out io.Writer, lists ...ConflictList) error {
	if len(lists) == 1 && lists[0].Document == "" {
		return output.Indented(out, lists[0])
	}
	return output.Indented(out, map[string][]ConflictList{"documents": lists})
}
