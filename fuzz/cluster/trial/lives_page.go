package trial

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
)

const (
	livesHead = "## Lives of objects\n"
	livesRow  = "| steps in the lives of objects |"
)

// row returns the line of the table at the top of the page.
func (l *Lives) row() string {
	return fmt.Sprintf("%s %d | %d |", livesRow, l.steps(), len(l.Failed))
}

func (r *Report) lives(p *page) {
	l := r.Lives
	p.line("%s", livesHead)
	p.line("Several actors change one object in turn. A manifest is applied, changed and applied again, and rolled back")
	p.line("to an earlier one. A webhook adds containers, variables, ports and labels. A scaler sets replicas and")
	p.line("resources. An editor changes, reorders, deletes and duplicates anything. %d lives are written in", l.Scripted)
	p.line("`scenarios/lives.yaml`, and %d consist of random steps. Whenever a manifest is applied:\n", l.Random)
	p.line("- the server accepts our patch;")
	p.line("- the stored object contains the manifest, and nothing that the manifest no longer contains;")
	p.line("- values that only others have set are kept;")
	p.line("- a second run sends `{}`.\n")
	p.line("kubectl's patch for the same object is sent as a dry run and checked in the same way.\n")
	var cells []string
	for _, actor := range scenarios.Actors {
		cells = append(cells, fmt.Sprint(l.Steps[actor]))
	}
	p.line("| %s |\n|%s\n| %s |\n", strings.Join(scenarios.Actors, " | "), strings.Repeat("--:|", len(cells)), strings.Join(cells, " | "))
	p.line("| ours, compared with kubectl's patch | applied manifests |\n|---|--:|")
	p.line("| better | %d |\n| equal | %d |\n| worse | %d |\n| both refused, because the server rejects the manifest | %d |\n", l.Better, l.Equal, l.Worse, l.Invalid)
	if l.Worse == 0 {
		p.line("Ours is never worse.\n")
	} else {
		p.line("Why ours is worse:\n")
		p.failures("reason", l.Explained)
	}
	p.line("After a manifest is applied for the first time, only the server has set the other values of the object. The next")
	p.line("manifest sets one of them to another value. A three-way merge reports a conflict for %d of %d such changes. For", l.First.Blamed, l.First.Changes)
	p.line("%d more, it reports a conflict and that the server may have filled in the value, which depends on other fields or on", l.First.Derived)
	p.line("the cluster.\n")
	p.line("These are the errors of kubectl's patch in steps in which ours is correct:\n")
	p.failures("failure", l.Theirs)
	p.line("These are the reasons why the object does not contain the manifest, a value is kept or lost, or a patch is sent again:\n")
	p.failures("reason", l.Reasons)
	p.line("The same checks detect these wrong patches, which are sent instead of ours in the written lives. In many steps,")
	p.line("even a wrong patch has the correct result.\n")
	p.line("| patch | applied manifests found to be wrong |\n|---|--:|")
	for _, plant := range l.Plants {
		p.line("| %s | %d |", plant.Name, plant.Noticed)
	}
	p.line("")
}

// WithLives returns a page with the section on lives replaced.
func (r *Report) WithLives(text string) string {
	var section page
	r.lives(&section)
	return withSection(text, livesHead, section.String(), livesRow, r.Lives.row())
}
