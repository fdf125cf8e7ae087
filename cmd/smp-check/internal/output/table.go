package output

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// A Table is a list of rows with two columns. The first column may be indented.
type Table struct {
	Indent int         // the indentation of the rows that Add adds
	Rows   [][2]string // the columns of each row
}

// maxAligned is the largest width of the first column for which the second column is aligned.
const maxAligned = 40

// Add adds a row. Line breaks and other control characters are replaced by escapes.
func (t *Table) Add(left, right string) {
	t.Rows = append(t.Rows, [2]string{strings.Repeat("  ", t.Indent) + model.OneLine(left), model.OneLine(right)})
}

// Write writes the rows. The second column is aligned if the first is not too wide.
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
