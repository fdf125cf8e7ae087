package trial

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// WritePage writes a report as a Markdown page about a version of Kubernetes.
func (r *Report) WritePage(w io.Writer, version string) error {
	p := page{}
	p.line("# On a real API server\n")
	p.line("What this project says, beside what kube-apiserver %s with etcd does, and beside kubectl", version)
	p.line("of the same version. All three are built from the module proxy and run on loopback, with all")
	p.line("APIs and all features on. Written by `.ci/long cluster`.\n")
	p.line("| compared | number | unexplained |\n|---|--:|--:|")
	p.line("| patches, %d written and %d random | %d | %d |", r.Applied.Written, r.Applied.Random,
		r.Applied.Written+r.Applied.Random, len(r.Applied.Unexplained))
	p.line("| diffs, stored and read back | %d | %d |", r.Diffed.Pairs, len(r.Diffed.Failed))
	p.line("| three-way scenarios, each with a second run | %d | %d |", r.Applies.Scenarios, len(r.Applies.Failed))
	p.line("| changes of members of unions | %d | %d |", r.Unions.changes(), len(r.Unions.Failed))
	p.line("| schemas of places | %d | %d |", r.Schemas.Places, len(r.Schemas.Failed))
	p.line("%s", r.Answers.row())
	p.line("%s\n", r.Lives.row())
	r.patches(&p)
	r.plants(&p)
	r.diffs(&p)
	r.threeWays(&p)
	r.unions(&p)
	r.schemas(&p)
	r.answers(&p)
	r.lives(&p)
	r.kinds(&p)
	_, err := io.WriteString(w, p.String())
	return err
}

// A page is what is written so far.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// failures writes what went wrong how often, the most frequent first.
func (p *page) failures(what string, of map[string]*Failures) {
	p.line("| %s | times | smallest example |\n|---|--:|---|", what)
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(of[b].N, of[a].N), strings.Compare(a, b))
	})
	for _, name := range names {
		p.line("| %s | %d | %s |", name, of[name].N, cell(of[name].Example))
	}
	p.line("")
}

// unsayable writes how often there is no strategic merge patch.
func (p *page) unsayable(f *Failures) {
	if f.N > 0 {
		p.line("Changes that no strategic merge patch can say, and the JSON merge patch sent instead did: %d.\n", f.N)
		p.line("    %s", f.Example)
	}
	p.line("")
}

// cell returns a text that can stand in a table.
func cell(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "|", "\\|")
	if runes := []rune(text); len(runes) > 600 {
		text = string(runes[:600]) + "…"
	}
	return text
}

func (r *Report) patches(p *page) {
	p.line("## Patches\n")
	p.line("Each patch goes to the server as a dry run, and the answer is compared with what the engine")
	p.line("predicts in dialect kubernetes. Where the two are not the same at once, a PUT of the prediction,")
	p.line("a dry run too, goes through the same decoding, defaults and validation: what is left is merging.\n")
	p.line("| how it ends | patches |\n|---|--:|")
	for _, verdict := range []judge.Verdict{judge.Same, judge.SameAfterPut, judge.BothInvalid, judge.BothUndecodable, judge.BothReject, judge.Panics, judge.Explained, judge.Unexplained} {
		p.line("| %s | %d |", verdict, r.Applied.Verdicts[verdict])
	}
	p.line("\nReasons that explain a difference:\n\n| reason | patches | |\n|---|--:|---|")
	for _, reason := range judge.Reasons() {
		p.line("| %s | %d | %s |", reason.Name, r.Applied.Reasons[reason], reason.What)
	}
	p.line("")
}

func (r *Report) plants(p *page) {
	p.line("## Planted wrong predictions\n")
	p.line("The same comparison with wrong predictions, up to %d of a kind that come out unexplained. Of the", enough)
	p.line("others the server makes the same object, or the faults it finds are the same.\n")
	p.line("| prediction | wrong | unexplained |\n|---|--:|--:|")
	for _, plant := range r.Plants {
		p.line("| %s | %d | %d |", plant.Name, plant.Wrong, plant.Unexplained)
	}
	p.line("")
}

func (r *Report) diffs(p *page) {
	p.line("## Diffs\n")
	p.line("A live object and one that it is to become, as the server would store it. Our patch is sent, and")
	p.line("the object read back is the wanted one. Patches that replace more than the place that changed: %d.", r.Diffed.Wide)
	p.unsayable(r.Diffed.Unsayable)
	p.line("The shipped client's patches for the same pairs:\n")
	p.failures("what goes wrong", r.Diffed.Theirs)
}

func (r *Report) threeWays(p *page) {
	p.line("## Three-way merges\n")
	p.line("`kubectl apply`, then a change by others, then the next manifest: with `kubectl apply` in one")
	p.line("namespace and with the patch of this project in another. The wanted object is what the reference")
	p.line("in props/reference says, as the server would store it. Scenarios that end as wanted for both: %d.", r.Applies.Right)
	if len(r.Applies.Failed) == 0 {
		p.line("Ours is refused in no scenario in which kubectl's is accepted.")
	}
	p.line("Our patches that replace more than the place that changed: %d.", r.Applies.Wide)
	p.unsayable(r.Applies.Unsayable)
	p.line("Where kubectl goes wrong and this project does not:\n")
	p.failures("what goes wrong", r.Applies.Theirs)
	p.line("Scenarios whose wanted object the server refuses, from both:\n")
	p.list(r.Applies.Invalid)
	p.line("Sent again by every run, because the server stores it in another form, as a default, or not at all:\n")
	p.list(r.Applies.Again)
}

// list writes a list of texts.
func (p *page) list(texts []string) {
	for _, text := range slices.Sorted(slices.Values(texts)) {
		p.line("- %s", cell(text))
	}
	p.line("")
}

func (r *Report) schemas(p *page) {
	p.line("## Schemas\n")
	p.line("The table has all %d kinds that the server serves, and %d more: lists, options, and what is never", r.Schemas.Served, r.Schemas.NotServed)
	p.line("stored. OpenAPI v2 describes %d of all, v3 %d.\n", r.Schemas.Kinds["v2"], r.Schemas.Kinds["v3"])
	p.failures("difference", r.Schemas.Explained)
}

func (r *Report) kinds(p *page) {
	p.line("## Kinds\n")
	p.line("%d kinds had patches. Without:\n", len(r.Applied.Kinds))
	byReason := map[string][]string{}
	for kind, reason := range r.World.Refused {
		byReason[reason] = append(byReason[reason], kind.String())
	}
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		p.line("- %s: %s", strings.Join(slices.Sorted(slices.Values(byReason[reason])), ", "), cell(reason))
	}
	p.line("\n| kind | patches | diffs |\n|---|--:|--:|")
	for _, kind := range slices.SortedFunc(maps.Keys(r.Applied.Kinds), kubernetes.Kind.Compare) {
		p.line("| %s | %d | %d |", kind, r.Applied.Kinds[kind], r.Diffed.Kinds[kind])
	}
}
