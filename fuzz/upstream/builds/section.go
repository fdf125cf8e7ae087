package builds

import (
	"fmt"
	"strings"
)

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

// Title is the heading of the section.
const Title = "## The function\n"

// Section returns the section of the page about the cases.
func Section(cases []Case) string {
	var b strings.Builder
	different := map[string][]string{}
	var reasons []string
	equal := 0
	for _, c := range cases {
		if c.Ours == "" {
			equal++
			continue
		}
		if different[c.Ours] == nil {
			reasons = append(reasons, c.Ours)
		}
		different[c.Ours] = append(different[c.Ours], c.Name)
	}
	fmt.Fprintf(&b, "%s\n`smp-check fn` and the field `patches` of `kustomize build` on the same patches, one case for each feature. The results of %d of %d are equal, byte\nfor byte, or both are errors. With `patchFirst: true`, the same is true of random overlays, except for the differences that the cases show.\nThe others differ:\n", Title, equal, len(cases))
	for _, reason := range reasons {
		fmt.Fprintf(&b, "\n%s\n\n", reason)
		for _, name := range different[reason] {
			fmt.Fprintf(&b, "- %s\n", name)
		}
	}
	b.WriteString("\nEqual:\n\n")
	for _, c := range cases {
		if c.Ours == "" {
			fmt.Fprintf(&b, "- %s\n", c.Name)
		}
	}
	return b.String()
}

// WithSection returns a page with the section at its end. The section replaces an earlier
// one.
func WithSection(page string, cases []Case) string {
	before, _, _ := strings.Cut(page, Title)
	return strings.TrimRight(before, "\n") + "\n\n" + Section(cases)
}
