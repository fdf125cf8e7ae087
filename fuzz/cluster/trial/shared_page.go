package trial

import (
	"fmt"
	"maps"
	"slices"
)

const (
	sharedHead = "## Kept places\n"
	sharedRow  = "| merges that keep places of other managers |"
)

// row returns the line of the table at the top of the page.
func (s *Shared) row() string {
	return fmt.Sprintf("%s %d | %d |", sharedRow, s.merges(), len(s.Failed))
}

func (r *Report) shared(p *page) {
	s := r.Shared
	p.line("%s", sharedHead)
	p.line("Other field managers own places of %d objects in `scenarios/shared.yaml`: an autoscaler, a sidecar", s.Objects)
	p.line("injector, a controller that injects certificates, a person. In each of %d rounds, they change their", sharedRounds)
	p.line("places. Then a changed manifest is merged that has other values in some of these places. The")
	p.line("merge keeps the places (`smp.Keep`). Each time:\n")
	p.line("- the server accepts the patch;")
	p.line("- the stored object has the values of the other managers in the kept places, and those of the manifest everywhere else;")
	p.line("- what the manifest no longer contains is removed;")
	p.line("- a second run changes nothing.\n")
	p.line("| merge | merged manifests |\n|---|--:|")
	for _, name := range slices.Sorted(maps.Keys(s.Merges)) {
		p.line("| %s | %d |", name, s.Merges[name])
	}
	p.line("\nThe same checks detect these wrong merges:\n")
	p.line("| merge | manifests found to be wrong |\n|---|--:|")
	for _, name := range slices.Sorted(maps.Keys(s.Plants)) {
		p.line("| %s | %d |", name, s.Plants[name])
	}
	p.line("")
}

// WithShared returns a page with the section on kept places replaced.
func (r *Report) WithShared(text string) string {
	var section page
	r.shared(&section)
	return withSection(text, sharedHead, section.String(), sharedRow, r.Shared.row())
}
