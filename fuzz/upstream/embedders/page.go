package embedders

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Result contains the results of a project's suite.
type Result struct {
	Project Project
	// Packages are the tested packages.
	Packages []string
	// Before contains the results of the unchanged suite, After the results with the
	// replacement, and Fault the results with a replacement that does nothing.
	Before, After, Fault Suite
	// Earlier is set if the replacement has changed since the run.
	Earlier bool
	// Calls lists the calls of the engine while the suite ran with the replacement.
	Calls []Call
}

// Differences returns the tests with a worse result with the replacement.
func (r Result) Differences() []Difference {
	all := r.Before.worse(r.After)
	for i, d := range all {
		all[i].Reason = reasonFor(r.Project.Name, d.Test)
	}
	return all
}

// Unexplained returns descriptions of the differences without a reason. These are tests that
// are worse, and calls for which the engines give different results or only one of them gives
// an error.
func Unexplained(results []Result) []string {
	var all []string
	for _, r := range results {
		for _, d := range r.Differences() {
			if d.Reason == "" {
				all = append(all, d.Test)
			}
		}
		if n := r.unlike(); n > 0 && callReasons[r.Project.Name] == "" {
			all = append(all, fmt.Sprintf("%s: %d calls", r.Project.Name, n))
		}
	}
	return all
}

// unlike returns the number of calls for which the engines give different results, or only
// one of them gives an error.
func (r Result) unlike() int {
	n := 0
	for _, c := range r.Calls {
		if slices.Contains(answers[3:], c.Answer) {
			n++
		}
	}
	return n
}

// dropInIntro is the beginning of the page of the replacement.
const dropInIntro = `# Programs that embed apimachinery's engine

The test suites of these projects were run twice: unchanged, and with the replacement. For the second run, the go command compiled
` + "`smp/strategicpatch/kubeopenapi`, `smp/mergepatch` and `smp/jsonmergepatch`" + ` in place of three packages of ` + "`k8s.io/apimachinery`" + `.
Nothing else was different. The page was written by ` + "`.ci/long embedders`" + `. The programs come from the module proxy, and are built with
Kubernetes ` + releaseProgram + ` (modules ` + release + `), except that gitops-engine uses the kubectl module that it requires.
`

// Page returns the page of a subject.
func (s Subject) Page(results []Result) string {
	b := &strings.Builder{}
	b.WriteString(s.intro)
	s.writeSuites(b, results)
	if s.calls {
		writeCalls(b, results)
	}
	s.writeDifferences(b, results)
	writePackages(b, results)
	return b.String()
}

func (s Subject) writeSuites(b *strings.Builder, results []Result) {
	fmt.Fprintf(b, `
## Suites

The table counts the tests of packages that use the engine: each test or subtest without subtests of its own, and each Ginkgo spec.
Ginkgo specs can only be counted.
*Worse* are the tests that pass unchanged but fail, are skipped, are missing or do not compile with the %[1]s. The last column is a check
of the suites: the number of passed tests that fail with a %[1]s that applies and creates only empty patches.

| project | version | packages | tests | fail unchanged | fail with the %[1]s | worse | fail with the planted bug |
|---|---|--:|--:|--:|--:|--:|--:|
`, s.Name)
	for _, r := range results {
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n", r.Project.Name, r.Project.Version, len(r.Packages), r.Before.count("pass")+r.Before.count("fail")+r.Before.count("skip"),
			r.Before.count("fail"), r.After.count("fail"), len(r.Differences()), len(r.After.worse(r.Fault)))
	}
	for _, r := range results {
		if r.Earlier {
			fmt.Fprintf(b, "\nRun with an earlier state of the %s: %s.\n", s.Name, r.Project.Name)
		}
	}
	for _, p := range s.Projects {
		if !slices.ContainsFunc(results, func(r Result) bool { return r.Project.Name == p.Name }) {
			fmt.Fprintf(b, "\nNot run yet: %s %s.\n", p.Name, p.Version)
		}
	}
}

// answers lists the classes into which the shim divides answers, in the order of the page.
var answers = []string{"same", "same result", "both fail", "other result", "ours fails", "theirs fails"}

func writeCalls(b *strings.Builder, results []Result) {
	b.WriteString(`
## Calls

The calls of the tests to the replacement are compared with apimachinery's answers to the same calls. *Same* is the same document
or patch. *Same result* is a different patch with the same result in apimachinery.

| project | calls | same | same result | both fail | another result | only ours fails | only theirs fails |
|---|--:|--:|--:|--:|--:|--:|--:|
`)
	for _, r := range results {
		counts := map[string]int{}
		for _, c := range r.Calls {
			counts[c.Answer]++
		}
		fmt.Fprintf(b, "| %s | %d |", r.Project.Name, len(r.Calls))
		for _, a := range answers {
			fmt.Fprintf(b, " %d |", counts[a])
		}
		b.WriteString("\n")
	}
	for _, r := range results {
		if n := r.unlike(); n > 0 {
			fmt.Fprintf(b, "\nThe %[1]d calls of %[2]s in the last three columns: %[3]s\n", n, r.Project.Name, cmp.Or(callReasons[r.Project.Name], noReason))
		}
	}
}

const noReason = "No reason is known."

// repeated matches the number of a test that runs several times.
var repeated = regexp.MustCompile(`#\d+`)

func (s Subject) writeDifferences(b *strings.Builder, results []Result) {
	fmt.Fprintf(b, "\n## Differences\n\nThese are the tests that are worse with the %s, with the reasons. If a test runs several times, its number of runs is given.\n", s.Name)
	for _, r := range results {
		differences := r.Differences()
		fmt.Fprintf(b, "\n### %s: %d\n", r.Project.Name, len(differences))
		reasons, tests, times := []string{}, map[string][]string{}, map[string]int{}
		for _, d := range differences {
			_, name, _ := strings.Cut(d.Test, " ")
			name = repeated.ReplaceAllString(name, "")
			if d.After != "fail" {
				name += " (" + d.After + ")"
			}
			if times[name]++; times[name] > 1 {
				continue
			}
			if !slices.Contains(reasons, d.Reason) {
				reasons = append(reasons, d.Reason)
			}
			tests[d.Reason] = append(tests[d.Reason], name)
		}
		for _, why := range reasons {
			said := why
			if said == "" {
				said = noReason
			}
			fmt.Fprintf(b, "\n%s\n\n", said)
			for _, name := range tests[why] {
				fmt.Fprintf(b, "- `%s`", name)
				if n := times[name]; n > 1 {
					fmt.Fprintf(b, ", %d times", n)
				}
				b.WriteString("\n")
			}
		}
	}
}

func writePackages(b *strings.Builder, results []Result) {
	b.WriteString("\n## Packages\n")
	for _, r := range results {
		fmt.Fprintf(b, "\n`%s@%s`:", r.Project.Module, r.Project.Version)
		for i, pkg := range r.Packages {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(b, " `%s`", strings.TrimPrefix(pkg, r.Project.Module+"/"))
		}
		b.WriteString(".\n")
	}
}
