package main

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A table is lines of two columns, the first of which may be indented.
type table struct {
	indent int
	rows   [][2]string
}

// maxAligned is how wide a first column may be for the second to be aligned.
const maxAligned = 40

func (t *table) add(left, right string) {
	t.rows = append(t.rows, [2]string{strings.Repeat("  ", t.indent) + left, right})
}

func (t *table) write(w *bufio.Writer) {
	width := 0
	for _, row := range t.rows {
		if n := utf8.RuneCountInString(row[0]); n <= maxAligned {
			width = max(width, n)
		}
	}
	for _, row := range t.rows {
		if row[1] == "" {
			fmt.Fprintln(w, row[0])
		} else {
			fmt.Fprintf(w, "%-*s  %s\n", width, row[0], row[1])
		}
	}
}
