package trial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/judge"
)

const (
	answersHead = "## Answers\n"
	answersRow  = "| answers to PATCH requests |"
)

// row returns the line of the table at the top of the page.
func (a *Answers) row() string {
	return fmt.Sprintf("%s %d | %d |", answersRow, len(a.Record.Answers), len(a.Failed))
}

func (r *Report) answers(p *page) {
	p.line("%s", answersHead)
	p.line("Valid and invalid PATCH requests of every type are sent to the server, as dry runs, and to `smp/server`.")
	p.line("Status codes, reasons and details must be the same. Results must be the same, directly or after a PUT of ours, except")
	p.line("for the reasons below the table. The answers are recorded in `smp/server/testdata/answers.jsonl`, for the")
	p.line("tests of the package. \"refused\" counts patches that the server applied before it rejected the object. \"none\"")
	p.line("counts patches at which it panics and closes the connection; for these, `smp/server` returns 500.\n")
	columns := []string{"200", "refused", "400", "409", "413", "415", "422", "500", "none"}
	p.line("| patches | %s |\n|---|%s", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	var groups []string
	counts := map[string]map[string]int{}
	for _, a := range r.Answers.Record.Answers {
		if counts[a.Group] == nil {
			groups = append(groups, a.Group)
			counts[a.Group] = map[string]int{}
		}
		column := fmt.Sprint(a.Code)
		switch {
		case a.Refused:
			column = "refused"
		case a.Code == 0:
			column = "none"
		}
		counts[a.Group][column]++
	}
	for _, group := range groups {
		cells := []string{group}
		for _, column := range columns {
			cells = append(cells, fmt.Sprint(counts[group][column]))
		}
		p.line("| %s |", strings.Join(cells, " | "))
	}
	p.line("\nReasons that explain a different result:\n\n| reason | patches | |\n|---|--:|---|")
	for _, reason := range judge.Reasons() {
		if n := r.Answers.Reasons[reason]; n > 0 {
			p.line("| %s | %d | %s |", reason.Name, n, reason.What)
		}
	}
	p.line("")
}

// WithAnswers returns a page with the section on answers replaced.
func (r *Report) WithAnswers(text string) string {
	var section page
	r.answers(&section)
	return withSection(text, answersHead, section.String(), answersRow, r.Answers.row())
}

// schemasRow is the beginning of a line in the table. The lines of other sections are added
// after it.
const schemasRow = "| schemas of places |"

// withSection returns a page with a section and its line of the table replaced. A new section
// is added before the section about kinds, and a new line is added at the end of the table.
func withSection(text, head, section, rowHead, row string) string {
	lines := strings.Split(text, "\n")
	begins := func(with string) int {
		return slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, with) })
	}
	if i := begins(rowHead); i >= 0 {
		lines[i] = row
	} else if i := begins(schemasRow); i >= 0 {
		for i < len(lines) && strings.HasPrefix(lines[i], "|") {
			i++
		}
		lines = slices.Insert(lines, i, row)
	}
	text = strings.Join(lines, "\n")
	if before, after, found := strings.Cut(text, head); found {
		_, after, _ = strings.Cut(after, "\n## ")
		return before + section + "## " + after
	}
	before, after, found := strings.Cut(text, "## Kinds\n")
	if !found {
		return text + "\n" + section
	}
	return before + section + "## Kinds\n" + after
}
