package corpus

import (
	_ "embed"
	"regexp"
	"slices"
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

// Section returns the section about a case: the section that its comment cites, as in "SPEC.md,
// section 11.5". If the comment cites none, it is the section that defines the first rule of the
// case, or the section about errors if the input is rejected before any rule applies.
func (c Case) Section() Section {
	if m := sectionCited.FindStringSubmatch(c.Comment); m != nil {
		if i := slices.IndexFunc(readSections().all, func(s Section) bool { return s.Number == m[1] }); i >= 0 {
			return readSections().all[i]
		}
	}
	if w := c.Want.Rejection; w != nil && decidedBeforeMerging(w.Code) {
		return readSections().errors
	}
	return SectionOf(c.Rule[0])
}

var sectionCited = regexp.MustCompile(`SPEC[.]md, section ([0-9]+(?:[.][0-9]+)*)`)

// SectionOf returns the section of SPEC.md that defines a rule. For an unknown rule, it
// returns the zero Section.
func SectionOf(rule smp.Rule) Section { return readSections().byRule[rule] }

// Sections returns the sections of SPEC.md that define rules and errors or have examples, in their
// order.
func Sections() []Section { return slices.Clone(readSections().all) }

type sections struct {
	all    []Section
	byRule map[smp.Rule]Section
	errors Section
}

// readSections finds the definition of each rule: the first section that cites it, except
// for chapter 1, which explains the notation. Chapter 9 is about errors. Each example begins with a
// fence that names it.
var readSections = sync.OnceValue(func() sections {
	heading := regexp.MustCompile(`^##+ ([0-9.]*[0-9])\.? (.*)$`)
	cite := regexp.MustCompile(`\[([a-z][a-z-]+)\](?:[^(]|$)`)
	found := sections{byRule: map[smp.Rule]Section{}}
	var here Section
	add := func() {
		if n := len(found.all); n == 0 || found.all[n-1] != here {
			found.all = append(found.all, here)
		}
	}
	for _, line := range strings.Split(specification, "\n") {
		if m := heading.FindStringSubmatch(line); m != nil {
			here = Section{m[1], m[2]}
			if here.Number == "9" {
				found.errors = here
				add()
			}
		}
		if strings.HasPrefix(line, "```yaml ") && here.Number != "" {
			add()
		}
		for _, m := range cite.FindAllStringSubmatch(line, -1) {
			rule := smp.Rule(m[1])
			if _, again := found.byRule[rule]; !again && knownRule(rule) && !strings.HasPrefix(here.Number, "1.") {
				found.byRule[rule] = here
				add()
			}
		}
	}
	return found
})
