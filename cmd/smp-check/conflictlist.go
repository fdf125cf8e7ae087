package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// conflictSides are the two sides of conflicts: the names of their files, and
// what a side did or says. The value is empty where a side has none.
type conflictSides struct {
	left, right string
	says        func(kind smp.ConflictKind, value string) string
}

// writeText writes for each conflict a line with its path and one for each
// side.
func (c conflictSides) writeText(out io.Writer, conflicts []smp.Conflict) error {
	return buffered(out, func(w *bufio.Writer) {
		for _, conflict := range conflicts {
			fmt.Fprintln(w, conflict)
			fmt.Fprintf(w, "  %s %s\n", c.left, c.says(conflict.Kind, oneLine(conflict.Left)))
			fmt.Fprintf(w, "  %s %s\n", c.right, c.says(conflict.Kind, oneLine(conflict.Right)))
		}
	})
}

// oneLine returns a value as JSON on one line that is safe for terminals;
// nothing for an absent one.
func oneLine(v model.Value) string {
	if v.Kind() == model.Absent {
		return ""
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	j := jsonWriter{w: w}
	j.value(v, flowDepth)
	_ = w.Flush() // a bytes.Buffer takes everything
	return text.String()
}

// A conflictEntry is the JSON of a conflict. A side that has no value is left
// out.
type conflictEntry struct {
	Path  string           `json:"path"`
	Kind  smp.ConflictKind `json:"kind"`
	Left  json.RawMessage  `json:"left,omitempty"`
	Right json.RawMessage  `json:"right,omitempty"`
}

// writeConflictsJSON writes conflicts as {"conflicts": […]}.
func writeConflictsJSON(out io.Writer, conflicts []smp.Conflict) error {
	list := struct {
		Conflicts []conflictEntry `json:"conflicts"`
	}{Conflicts: []conflictEntry{}}
	for _, c := range conflicts {
		list.Conflicts = append(list.Conflicts, conflictEntry{
			Path:  c.Path.String(),
			Kind:  c.Kind,
			Left:  c.Left.AppendJSON(nil),
			Right: c.Right.AppendJSON(nil),
		})
	}
	return writeIndented(out, list)
}
