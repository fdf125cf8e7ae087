package trial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
)

const (
	livesHead = "## Lives of objects\n"
	livesRow  = "| steps in the lives of objects |"
)

// row returns the line of the table at the head of the page.
func (l *Lives) row() string {
	return fmt.Sprintf("%s %d | %d |", livesRow, l.steps(), len(l.Failed))
}

func (r *Report) lives(p *page) {
	l := r.Lives
	p.line("%s", livesHead)
	p.line("Several actors change one object in turn: a manifest is applied, changed and applied again, an earlier")
	p.line("one is rolled back to, a webhook adds containers and variables, a scaler sets replicas and resources, an")
	p.line("editor changes, reorders, deletes and duplicates anything. %d lives are written in", l.Scripted)
	p.line("`scenarios/lives.yaml`, and %d consist of random steps. Whenever a manifest is applied, the server must", l.Random)
	p.line("accept our patch, the stored object must hold the manifest and nothing that it dropped, what only others have")
	p.line("set must be kept, and a second run must be `{}`. kubectl's patch for the same object is sent as a dry run and")
	p.line("checked in the same way.\n")
	var cells []string
	for _, actor := range scenarios.Actors {
		cells = append(cells, fmt.Sprint(l.Steps[actor]))
	}
	p.line("| %s |\n|%s\n| %s |\n", strings.Join(scenarios.Actors, " | "), strings.Repeat("--:|", len(cells)), strings.Join(cells, " | "))
	p.line("| ours, compared with kubectl's patch | applied manifests |\n|---|--:|")
	p.line("| better | %d |\n| equal | %d |\n| worse | %d |\n| refused by the server, whoever sends it | %d |\n", l.Better, l.Equal, l.Worse, l.Invalid)
	if l.Worse == 0 {
		p.line("Ours is never worse.")
	} else {
		p.line("Why ours is worse:\n")
		p.failures("reason", l.Explained)
	}
	p.line("Where kubectl goes wrong and this project does not:\n")
	p.failures("what goes wrong", l.Theirs)
	p.line("Why a manifest is not held, a value stays or is lost, or something is sent again:\n")
	p.failures("reason", l.Reasons)
	p.line("The written lives with wrong patches in place of ours. Some steps have the right result even so.\n")
	p.line("| patch | applied manifests found to be wrong |\n|---|--:|")
	for _, plant := range l.Plants {
		p.line("| %s | %d |", plant.Name, plant.Noticed)
	}
	p.line("")
}

// WithLives returns a page with the lives of this report, and all else as it was.
func (r *Report) WithLives(text string) string {
	var section page
	r.lives(&section)
	return withSection(text, livesHead, section.String(), livesRow, r.Lives.row())
}

// withSection returns a page with a section and its line of the table at the head. The
// line and the section are replaced, or added after those of the answers.
func withSection(text, head, section, rowHead, row string) string {
	lines := strings.Split(text, "\n")
	begins := func(with string) int {
		return slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, with) })
	}
	if i := begins(rowHead); i >= 0 {
		lines[i] = row
	} else if i := begins(answersRow); i >= 0 {
		lines = slices.Insert(lines, i+1, row)
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
