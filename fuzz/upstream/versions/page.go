package versions

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

// PageFile is the page, from the root of the repository.
const PageFile = nested + "/VERSIONS.md"

// Command is how the page is written, from the root of the repository.
const Command = ".ci/long versions"

// Headings are the sections of the page, in their order.
var Headings = []string{
	"## Releases", "## Since when divergences hold", "## Where a release differs", "## Older and newer servers", "## Kinds",
}

// A Report is all that the page says.
type Report struct {
	releases []string
	// failed are the releases that cannot be built, with the reason.
	failed  map[string]string
	lists   []kinds.List
	servers []*server
	patches Patches
	cases   Cases
	skew    Skew
}

// Page returns the page.
func (r Report) Page() string {
	b := &strings.Builder{}
	fmt.Fprintf(b, `# Versions of Kubernetes compared

What the shipped engine (`+"`k8s.io/apimachinery`, `strategicpatch`"+`) of each minor version of Kubernetes makes of the same patches.
Written by `+"`%s`"+`. The names of releases are those of the modules: v0.37.2 is Kubernetes v1.37.2.

Each release runs in a process of its own, with the schemas of this project, and gets the same %d patches, for generated
schemas and for built-in kinds. Dialect kubernetes is the engine of %s. Every input is put to each release %d times, and %d times
where the answer is not that of the dialect; inputs that a release does not always answer alike, or of which the dialect says that answers vary, are counted under *varies*, for all releases.
`, Command, len(r.patches.trials), r.newest(), fewAsks, manyAsks)
	r.writeReleases(b)
	r.writeDivergences(b)
	r.writeDifferences(b)
	r.writeSkew(b)
	r.writeKinds(b)
	return b.String()
}

func (r Report) newest() string { return r.releases[len(r.releases)-1] }

func (r Report) writeReleases(b *strings.Builder) {
	b.WriteString("\n" + Headings[0] + `

How many patches a release answers as dialect kubernetes does, and how many otherwise. Where the dialect rejects, a release may panic:
that is no difference. *Changed* counts the patches and the cases of the corpus that the release before answers differently.

| release | same | another result | a result where the dialect rejects | an error where the dialect gives a result | a panic there | panics, rejected by the dialect | varies | changed: patches | cases |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
`)
	for i, release := range r.releases {
		counts := r.patches.counts(i)
		changed := "– | –"
		if i > 0 {
			changed = fmt.Sprintf("%d | %d", r.patches.changed(i-1, i), len(r.cases.changed(i-1, i)))
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d | %s |\n", release, counts[alike], counts[other], counts[accepts],
			counts[rejects], counts[crashes], counts[panics], counts[varies], changed)
	}
	for _, release := range Releases() {
		if why, ok := r.failed[release]; ok {
			fmt.Fprintf(b, "\n%s cannot be built here: %s\n", release, why)
		}
	}
	for i := 1; i < len(r.releases); i++ {
		var names []string
		for _, c := range r.cases.changed(i-1, i) {
			names = append(names, "`"+r.cases.cases[c].Name+"`")
		}
		if names != nil {
			fmt.Fprintf(b, "\nCases that %s answers otherwise than the release before: %s.\n", r.releases[i], strings.Join(names, ", "))
		}
	}
}

func (r Report) writeDivergences(b *strings.Builder) {
	fmt.Fprintf(b, "\n"+Headings[1]+`

The case of a divergence (`+"`corpus/cases/divergence`"+`) is answered as dialect kubernetes does from the release on that stands under *case*, and by
all later ones; *before* is what the release before it answers. Beside that: how many of the patches a divergence decides, and from which release on all of
these are answered as the dialect does. %s is the oldest release here.
`+"`decoding-drops-directives`"+` is not of the engine but of the server around it.

| divergence | case | before | patches | all since |
|---|---|---|--:|---|
`, r.releases[0])
	for _, h := range r.cases.holdings() {
		before := h.before
		if before != "" && before[0] == '{' {
			before = "`" + before + "`"
		}
		decided, since := r.patches.decidedAlike(h.divergence)
		all := "–"
		if decided > 0 {
			all = r.since(since)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %d | %s |\n", h.divergence, r.since(h.since), before, decided, all)
	}
}

// since names a release, or says that there is none.
func (r Report) since(release int) string {
	if release == len(r.releases) {
		return "none"
	}
	return r.releases[release]
}

func (r Report) writeDifferences(b *strings.Builder) {
	b.WriteString("\n" + Headings[2] + `

The smallest input found for each way in which a release differs from dialect kubernetes, of those that the next release answers
otherwise. Releases that answer all patches and cases alike stand together.
`)
	eras := r.eras()
	for n, era := range eras {
		last, later := era[len(era)-1], -1
		if n+1 < len(eras) {
			later = eras[n+1][0]
		}
		counts := r.patches.counts(last)
		none := true
		for _, f := range differences {
			if counts[f] == 0 {
				continue
			}
			none = false
			fmt.Fprintf(b, "\n### %s: %s, %d of %d\n", r.span(era), f, counts[f], len(r.patches.trials))
			e, ok := r.patches.difference(r.servers, last, later, f)
			if !ok {
				fmt.Fprintf(b, "\n%s answers all of these likewise.\n", r.releases[later])
				continue
			}
			fmt.Fprintf(b, "\n```yaml\n%s```\n\n```text\n%s\n```\n", e.input, e.shows)
		}
		if none {
			fmt.Fprintf(b, "\n### %s: none\n", r.span(era))
		}
	}
}

// eras returns the neighbouring releases that answer everything alike.
func (r Report) eras() [][]int {
	var eras [][]int
	for i := range r.releases {
		if i == 0 || r.patches.changed(i-1, i) > 0 || len(r.cases.changed(i-1, i)) > 0 {
			eras = append(eras, nil)
		}
		eras[len(eras)-1] = append(eras[len(eras)-1], i)
	}
	return eras
}

// span names neighbouring releases.
func (r Report) span(era []int) string {
	first, last := r.releases[era[0]], r.releases[era[len(era)-1]]
	if first == last {
		return first
	}
	return first + " to " + last
}
