package versions

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

// PageFile is the path of the page from the root of the repository.
const PageFile = nested + "/VERSIONS.md"

// Command is the command that writes the page, from the root of the repository.
const Command = ".ci/long versions"

// Headings are the headings of the page's sections, in order.
var Headings = []string{
	"## Releases", "## Divergences by release", "## Differences by release", "## Older and newer servers", "## Kinds",
}

// A Report contains the results for the page.
type Report struct {
	releases []string
	// failed contains the releases that cannot be built, with the reasons.
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

This page compares apimachinery's engine (`+"`k8s.io/apimachinery`, `strategicpatch`"+`) in all minor versions of Kubernetes on the same patches.
It was written by `+"`%s`"+`. Releases have the names of the modules: v0.37.2 is Kubernetes v1.37.2.

Each release runs in a separate process, with the schemas of this project, and gets the same %d patches, for generated
schemas and for built-in kinds. Package cluster predicts the engine of %s. Each input is sent to each release %d times, and %d times
if the answer differs from the prediction. If the answers of a release to an input differ, or cluster reports that they vary,
the input is counted under *varies* for all releases.
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

The table shows how many patches a release answers as predicted, and how many differently. If cluster rejects a patch,
the release may also panic. *Changed* counts the patches and the cases of the corpus that the previous release answers differently.

| release | same | another result | a result, but rejected by cluster | an error, but a result by cluster | a panic, but a result by cluster | panics, rejected by cluster | varies | changed: patches | cases |
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
			fmt.Fprintf(b, "\nCases that %s answers differently from the previous release: %s.\n", r.releases[i], strings.Join(names, ", "))
		}
	}
}

func (r Report) writeDivergences(b *strings.Builder) {
	fmt.Fprintf(b, "\n"+Headings[1]+`

Each divergence has a case in `+"`corpus/cases/divergence`"+`. *Case* is the first release that answers it as cluster predicts, as do all later
ones, and *before* is the answer of the release before that. *Patches* is the number of patches that the divergence decides, and *all
since* is the first release that answers all of them as predicted. %s is the oldest release on this page. `+"`decoding-drops-directives`"+`
is a divergence of the server, not of the engine.

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

// since returns the name of a release, or "none" if there is none.
func (r Report) since(release int) string {
	if release == len(r.releases) {
		return "none"
	}
	return r.releases[release]
}

func (r Report) writeDifferences(b *strings.Builder) {
	b.WriteString("\n" + Headings[2] + `

For each way in which a release differs from package cluster, this is the smallest input that the next release answers
differently. Releases that answer all patches and cases in the same way are grouped.
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
				fmt.Fprintf(b, "\n%s answers all of these in the same way.\n", r.releases[later])
				continue
			}
			fmt.Fprintf(b, "\n```yaml\n%s```\n\n```text\n%s\n```\n", e.input, e.shows)
		}
		if none {
			fmt.Fprintf(b, "\n### %s: none\n", r.span(era))
		}
	}
}

// eras groups neighboring releases with the same answers.
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

// span returns the names of neighboring releases.
func (r Report) span(era []int) string {
	first, last := r.releases[era[0]], r.releases[era[len(era)-1]]
	if first == last {
		return first
	}
	return first + " to " + last
}
