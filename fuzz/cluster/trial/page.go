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

// WritePage writes a report for a version of Kubernetes as a Markdown page.
func (r *Report) WritePage(w io.Writer, version string) error {
	p := page{}
	p.line("# Compared with a real API server\n")
	p.line("This page compares the predictions of this project with kube-apiserver %s, and its patches with", version)
	p.line("those of kubectl of the same version. The server, etcd and kubectl are built from the module proxy")
	p.line("and run on loopback, with all APIs and features enabled. The page was written by `.ci/long cluster`.\n")
	p.line("| compared | number | unexplained |\n|---|--:|--:|")
	p.line("| patches, %d written and %d random | %d | %d |", r.Applied.Written, r.Applied.Random,
		r.Applied.Written+r.Applied.Random, len(r.Applied.Unexplained))
	p.line("| diffs, stored and read back | %d | %d |", r.Diffed.Pairs, len(r.Diffed.Failed))
	p.line("| three-way scenarios, each with a second run | %d | %d |", r.Applies.Scenarios, len(r.Applies.Failed))
	p.line("| changes of members of unions | %d | %d |", r.Unions.changes(), len(r.Unions.Failed))
	p.line("| schemas of places | %d | %d |", r.Schemas.Places, len(r.Schemas.Failed))
	p.line("%s", r.Answers.row())
	p.line("%s", r.Lives.row())
	p.line("%s\n", r.Shared.row())
	r.patches(&p)
	r.plants(&p)
	r.diffs(&p)
	r.threeWays(&p)
	r.unions(&p)
	r.schemas(&p)
	r.answers(&p)
	r.lives(&p)
	r.shared(&p)
	r.kinds(&p)
	_, err := io.WriteString(w, p.String())
	return err
}

// A page is the text written so far.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// failures writes a table of failures, beginning with the most frequent ones.
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

// unsayable writes the number of changes without a strategic merge patch.
func (p *page) unsayable(f *Failures) {
	if f.N > 0 {
		p.line("Changes that no strategic merge patch can express, so that a JSON merge patch was sent: %d.\n", f.N)
		p.line("    %s", f.Example)
	}
	p.line("")
}

// cell returns a text in a form that is valid in a table.
func cell(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "|", "\\|")
	if runes := []rune(text); len(runes) > 600 {
		text = string(runes[:600]) + "…"
	}
	return text
}

func (r *Report) patches(p *page) {
	p.line("## Patches\n")
	p.line("Each patch is sent to the server as a dry run, and the answer is compared with the prediction of")
	p.line("package cluster. If they differ, the prediction is also sent, as a PUT in a dry run. It passes the")
	p.line("same decoding, defaulting and validation, so any difference that remains comes from merging.\n")
	p.line("| result | patches |\n|---|--:|")
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
	p.line("This is the same comparison with deliberately wrong predictions, until %d of each kind are unexplained.", enough)
	p.line("For the others, the server stores the same object, or reports the same errors.\n")
	p.line("| prediction | wrong | unexplained |\n|---|--:|--:|")
	for _, plant := range r.Plants {
		p.line("| %s | %d | %d |", plant.Name, plant.Wrong, plant.Unexplained)
	}
	p.line("")
}

func (r *Report) diffs(p *page) {
	p.line("## Diffs\n")
	p.line("Each pair consists of a live object and a modified one, as the server would store it. Our patch is")
	p.line("sent, and the stored object is the modified one. Patches that replace more than the change: %d.", r.Diffed.Wide)
	p.unsayable(r.Diffed.Unsayable)
	p.line("These are the errors of apimachinery's patches for the same pairs:\n")
	p.failures("failure", r.Diffed.Theirs)
}

func (r *Report) threeWays(p *page) {
	p.line("## Three-way merges\n")
	p.line("A scenario is `kubectl apply`, then a change by others, then the next manifest: with `kubectl apply`")
	p.line("in one namespace, and with the patch of this project in another. The expected object is that of")
	p.line("props/reference, as the server would store it. Scenarios with the expected object for both: %d.", r.Applies.Right)
	if len(r.Applies.Failed) == 0 {
		p.line("The server rejected none of our patches in scenarios in which it accepted kubectl's.")
	}
	p.line("Our patches that replace more than the change: %d.", r.Applies.Wide)
	p.unsayable(r.Applies.Unsayable)
	p.line("These are the errors of kubectl in scenarios that are correct with our patch:\n")
	p.failures("failure", r.Applies.Theirs)
	p.line("In these scenarios, the server rejects the expected object and both patches:\n")
	p.list(r.Applies.Invalid)
	p.line("These fields are sent again by every run, because the server stores them in another form, as a default, or not at all:\n")
	p.list(r.Applies.Again)
}

// list writes a list of texts, sorted.
func (p *page) list(texts []string) {
	if len(texts) == 0 {
		p.line("There are none.")
	}
	for _, text := range slices.Sorted(slices.Values(texts)) {
		p.line("- %s", cell(text))
	}
	p.line("")
}

func (r *Report) schemas(p *page) {
	p.line("## Schemas\n")
	p.line("The table of built-in kinds has all %d kinds that the server serves, and %d more: lists, options, and", r.Schemas.Served, r.Schemas.NotServed)
	p.line("kinds that are never stored. OpenAPI v2 describes %d of them, v3 %d.\n", r.Schemas.Kinds["v2"], r.Schemas.Kinds["v3"])
	p.failures("difference", r.Schemas.Explained)
}

func (r *Report) kinds(p *page) {
	p.line("## Kinds\n")
	p.line("%d kinds had patches. These kinds had none:\n", len(r.Applied.Kinds))
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
