package corpus

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp"
)

//go:embed SPEC.md
var specification string

// A Section is a section of SPEC.md, the specification.
type Section struct {
	Number string // "4.2"
	Title  string // "Fields"
}

// String returns the number and the title.
func (s Section) String() string { return s.Number + " " + s.Title }

// SectionOf returns the section of SPEC.md that defines a rule. It is the zero Section for
// a name that is not that of a rule.
func SectionOf(rule smp.Rule) Section { return readSections().byRule[rule] }

// Sections returns the sections of SPEC.md that define rules, in their order.
func Sections() []Section { return append([]Section(nil), readSections().all...) }

type sections struct {
	all    []Section
	byRule map[smp.Rule]Section
}

var sectionHeading = regexp.MustCompile(`^##+ ([0-9.]*[0-9])\.? (.*)$`)

// readSections finds the example of each rule, which is in the section that defines it.
var readSections = sync.OnceValue(func() sections {
	found := sections{byRule: map[smp.Rule]Section{}}
	var here Section
	for _, line := range strings.Split(specification, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if m := sectionHeading.FindStringSubmatch(line); m != nil {
			here = Section{m[1], m[2]}
		}
		name, ok := strings.CutPrefix(line, "```yaml rule/")
		if !ok {
			continue
		}
		rule, _, _ := strings.Cut(name, " ")
		found.byRule[smp.Rule(rule)] = here
		if n := len(found.all); n == 0 || found.all[n-1] != here {
			found.all = append(found.all, here)
		}
	}
	return found
})
