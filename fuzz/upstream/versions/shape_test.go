package versions

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The page has the form in which the command writes it: no section is missing or empty, and
// each release, divergence and server has a row.
func TestPageShape(t *testing.T) {
	page, err := os.ReadFile("../../../" + PageFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range shapeFaults(string(page), Releases()) {
		t.Error(fault)
	}
}

// shapeFaults returns the missing parts of a page about these releases.
func shapeFaults(page string, releases []string) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	sections := map[string]string{}
	for i, heading := range Headings {
		_, rest, ok := strings.Cut(page, "\n"+heading+"\n")
		if !ok {
			fault("there is no section %q", heading)
			continue
		}
		if i+1 < len(Headings) {
			rest, _, ok = strings.Cut(rest, "\n"+Headings[i+1]+"\n")
			if !ok {
				fault("%q does not come after %q", Headings[i+1], heading)
			}
		}
		sections[heading] = rest
	}
	row := func(heading, format string, args ...any) {
		pattern := `(?m)^\| ` + fmt.Sprintf(format, args...) + ` \|$`
		if !regexp.MustCompile(pattern).MatchString(sections[heading]) {
			fault("%q has no row %s", heading, pattern)
		}
	}
	var built []string
	for _, release := range releases {
		if !strings.Contains(sections[Headings[0]], release+" cannot be built") {
			built = append(built, release)
			row(Headings[0], `%s \| (\d+ \| ){7}(–|\d+) \| (–|\d+)`, regexp.QuoteMeta(release))
		}
	}
	// A row describes one release, or several consecutive releases.
	next := 0
	for _, span := range regexp.MustCompile(`(?m)^\| (v0\S+)(?: to (v0\S+))?( \| [^|]*)+ \|$`).FindAllStringSubmatch(sections[Headings[3]], -1) {
		first, last := slices.Index(built, span[1]), slices.Index(built, cmp.Or(span[2], span[1]))
		if first != next || last < first {
			fault("%q has a row of %s in the wrong place", Headings[3], span[0])
		}
		next = last + 1
	}
	if next != len(built) {
		fault("%q ends before %s", Headings[3], built[next])
	}
	if !strings.Contains(sections[Headings[2]], "\n### ") {
		fault("%q says of no release how it differs", Headings[2])
	}
	for _, d := range cluster.Divergences() {
		if d != cluster.DecodingDropsDirectives {
			row(Headings[1], `%s \| (v0[.\d]+|none) \| [^|]* \| \d+ \| (v0[.\d]+|none|–)`, d)
		}
	}
	old, new := simulatedServers()
	for _, s := range append(old, new) {
		row(Headings[3], `%s( \| [^|]*){%d}`, regexp.QuoteMeta(serverName(s)), len(clients()))
	}
	for _, part := range []string{
		"is of Kubernetes " + kubernetes.Version, "\n### Removed kinds\n", "\n### Kinds that are no longer served\n",
		"\n### Fields that merge differently than before\n",
	} {
		if !strings.Contains(sections[Headings[4]], part) {
			fault("%q has no %q", Headings[4], part)
		}
	}
	return faults
}

// A page without a row or a section has a fault.
func TestShapeFaults(t *testing.T) {
	page, err := os.ReadFile("../../../" + PageFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(page), "\n")
	for _, start := range []string{"## Kinds", "| v0.20.6 |", "| order-on-atomic |", "| `$patch` *(simulated)* |", "### Removed kinds"} {
		var rest []string
		for _, line := range lines {
			if !strings.HasPrefix(line, start) {
				rest = append(rest, line)
			}
		}
		if len(rest) == len(lines) {
			t.Errorf("no line begins with %q", start)
		}
		if faults := shapeFaults(strings.Join(rest, ""), Releases()); faults == nil {
			t.Errorf("the page is in shape without what begins with %q", start)
		}
	}
}
