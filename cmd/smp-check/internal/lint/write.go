package lint

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/smp"
)

// These are the output forms that package output does not have.
const (
	FormGitHub = "github" // workflow commands, which GitHub shows as annotations
	FormSARIF  = "sarif"  // SARIF 2.1.0
)

// Write writes the report as text, json, github or sarif. version is the version of
// smp-check, for SARIF. Write returns the error of out.
func (r *Report) Write(out io.Writer, form, version string) error {
	findings, more := output.Listed(r.Findings, length)
	switch form {
	case output.FormJSON:
		return output.Indented(out, r.entries(findings, more))
	case FormSARIF:
		return output.Indented(out, sarif(findings, more, version))
	}
	color := output.Colored(out)
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, f := range findings {
			if form == FormGitHub {
				fmt.Fprintln(w, annotation(f))
			} else {
				fmt.Fprintln(w, text(f, color))
			}
		}
		switch {
		case more > 0 && form == FormGitHub:
			fmt.Fprintf(w, "::warning title=smp-check::%s\n", andMore(more))
		case more > 0:
			fmt.Fprintln(w, andMore(more))
		}
		if form == output.FormText && (len(r.Findings) > 0 || r.Patches > 1) {
			fmt.Fprintln(w, r.Summary())
		}
	})
}

// length returns the approximate length of a finding in the output. Its text has only the ends of a
// long path, but the other forms have the whole path.
func length(f finding.Finding) int {
	return len(f.File) + len(f.Path.String()) + len(message(f))
}

// andMore returns the line about findings that are not listed.
func andMore(more int) string {
	return fmt.Sprintf("and %s; at most %d MiB are listed", counted(more, "more problem"), output.MaxListed>>20)
}

// These types define the JSON of a report.
type (
	reportEntry struct {
		Problems []problemEntry `json:"problems"`
		More     int            `json:"more,omitempty"` // number of problems not listed
		Summary  summaryEntry   `json:"summary"`
	}
	summaryEntry struct {
		Patches  int `json:"patches"`
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
		Notes    int `json:"notes"`
	}
	problemEntry struct {
		File     string   `json:"file"`
		Line     int      `json:"line,omitempty"`   // omitted if unknown
		Column   int      `json:"column,omitempty"` // omitted if unknown
		Severity string   `json:"severity"`
		Path     string   `json:"path"`
		Code     smp.Code `json:"kind"`
		Rule     smp.Rule `json:"rule"`
		Rejected bool     `json:"rejected"`
		Message  string   `json:"message"`
	}
)

func (r *Report) entries(findings []finding.Finding, more int) reportEntry {
	list := reportEntry{[]problemEntry{}, more, summaryEntry{r.Patches, r.count(finding.Error), r.count(finding.Warning), r.count(finding.Note)}}
	for _, f := range findings {
		list.Problems = append(list.Problems, problemEntry{
			f.File, f.Line, f.Column, f.Severity.String(), f.Path.String(), f.Code, f.Rule, f.Rejected, f.Text(),
		})
	}
	return list
}

var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotation returns the finding as a command of a GitHub workflow.
func annotation(f finding.Finding) string {
	command := f.Severity.String()
	if f.Severity == finding.Note {
		command = "notice"
	}
	place := ""
	if f.Line > 0 {
		place = fmt.Sprintf(",line=%d", f.Line)
	}
	if f.Column > 0 {
		place += fmt.Sprintf(",col=%d", f.Column)
	}
	return fmt.Sprintf("::%s file=%s%s,title=%s::%s", command, escapeProperty.Replace(f.File), place,
		escapeProperty.Replace("smp-check: "+string(f.Code)), escapeMessage.Replace(message(f)))
}
