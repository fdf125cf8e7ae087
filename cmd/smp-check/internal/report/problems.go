package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/smp"
)

// A problemEntry is the JSON of a problem.
type problemEntry struct {
	Path     string   `json:"path"`
	Kind     smp.Kind `json:"kind"`
	Rule     smp.Rule `json:"rule"`
	Rejected bool     `json:"rejected"`
	Message  string   `json:"message"`
}

// WriteProblems writes the problems of the patch in a file.
func WriteProblems(out io.Writer, form string, file string, problems []smp.Problem) error {
	if form == output.FormJSON {
		list := struct {
			Problems []problemEntry `json:"problems"`
		}{Problems: []problemEntry{}}
		for _, p := range problems {
			list.Problems = append(list.Problems, problemEntry{p.Path.String(), p.Kind, p.Rule, p.Rejected, p.Cause.Error()})
		}
		return output.Indented(out, list)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, p := range problems {
			rejected := ""
			if p.Rejected {
				rejected = "rejected: "
			}
			fmt.Fprintf(w, "%s: %s%s\n", file, rejected, p)
		}
	})
}
