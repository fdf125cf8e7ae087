package output

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Table is lines of two columns, the first of which may be indented.
type Table struct {
	Indent int         // of the rows that are added next
	Rows   [][2]string // both columns of each
}

// maxAligned is how wide a first column may be for the second to be aligned.
const maxAligned = 40

// Add adds a row.
func (t *Table) Add(left, right string) {
	t.Rows = append(t.Rows, [2]string{strings.Repeat("  ", t.Indent) + left, right})
}

// Write writes the rows, the second column aligned where the first is not too wide.
func (t *Table) Write(w *bufio.Writer) {
	width := 0
	for _, row := range t.Rows {
		if n := utf8.RuneCountInString(row[0]); n <= maxAligned {
			width = max(width, n)
		}
	}
	for _, row := range t.Rows {
		if row[1] == "" {
			fmt.Fprintln(w, row[0])
		} else {
			fmt.Fprintf(w, "%-*s  %s\n", width, row[0], row[1])
		}
	}
}
