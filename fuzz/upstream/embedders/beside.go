package embedders

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const (
	besideTitle = "## Compared with kyaml\n"
	benchmarks  = "go -C smp/kustomize test -run '^$' -bench Merge -cpu 1"
)

// WithBeside returns the page of the kustomize back end with a section that compares it with
// kyaml: by the results for the corpus, from corpus/COMPARISON.md, and by the time of a
// merge, which it measures. The argument root is the root of the repository.
func WithBeside(root, page string) (string, error) {
	comparison, err := os.ReadFile(filepath.Join(root, "corpus", "COMPARISON.md"))
	if err != nil {
		return "", err
	}
	command := exec.Command("go", "test", "-run", "^$", "-bench", "Merge", "-benchtime", "300ms", "-count", "5", "-cpu", "1", ".")
	command.Dir, command.Stderr = filepath.Join(root, "smp", "kustomize"), os.Stderr
	measured, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", benchmarks, err)
	}
	section, err := beside(string(comparison), string(measured))
	if err != nil {
		return "", err
	}
	return withSection(page, section), nil
}

// withSection inserts the section before the suites. The section replaces an earlier one.
func withSection(page, section string) string {
	const next = "## Suites\n"
	before, rest, _ := strings.Cut(page, next)
	before, _, _ = strings.Cut(before, besideTitle)
	return before + section + "\n" + next + rest
}

// rights matches the row of an engine in the first table of a comparison.
var rights = regexp.MustCompile(`(?m)^\| (smp|kyaml) \| .* \| \d+× \| (\d+) \| (\d+)[^|]* \| (\d+) \|`)

// speeds matches the results of a benchmark of a merge.
var speeds = regexp.MustCompile(`(?m)^BenchmarkMerge/(\d+)_containers/(ours|kyaml)\S*\s+\d+\s+([0-9.]+) ns/op\s.*?(\d+) allocs/op`)

// beside returns the section, from the comparison of engines and the output of benchmarks.
func beside(comparison, measured string) (string, error) {
	b := &strings.Builder{}
	b.WriteString(besideTitle + `
This table is from [corpus/COMPARISON.md](../../corpus/COMPARISON.md). *smp* is the engine of the back end. Only cases that kyaml's
` + "`merge2`" + ` supports are sent to kyaml.

| engine | cases right | wrong | skipped |
|---|--:|--:|--:|
`)
	rows := rights.FindAllStringSubmatch(comparison, -1)
	if len(rows) != 2 {
		return "", fmt.Errorf("the comparison has %d rows of smp and kyaml instead of 2", len(rows))
	}
	for _, row := range rows {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", row[1], row[2], row[3], row[4])
	}
	fmt.Fprintf(b, `
The time is that of a merge that changes one container of a Deployment and a variable of another one, including copies of both documents.
It is the best run of %s.

| containers | smp/kustomize | kyaml | ratio | allocations | kyaml |
|--:|--:|--:|--:|--:|--:|
`, "`"+benchmarks+"`")
	type cost struct {
		ns     float64
		allocs string
	}
	best := map[string]cost{}
	var sizes []string
	for _, m := range speeds.FindAllStringSubmatch(measured, -1) {
		ns, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return "", err
		}
		name := m[1] + " " + m[2]
		if had, ok := best[name]; !ok || ns < had.ns {
			best[name] = cost{ns, m[4]}
		}
		if len(sizes) == 0 || sizes[len(sizes)-1] != m[1] {
			sizes = append(sizes, m[1])
		}
	}
	for _, size := range sizes {
		ours, theirs := best[size+" ours"], best[size+" kyaml"]
		if ours.ns == 0 || theirs.ns == 0 {
			return "", fmt.Errorf("the benchmarks tell of %s containers only once", size)
		}
		fmt.Fprintf(b, "| %s | %.0f µs | %.0f µs | %.1f× | %s | %s |\n", size, ours.ns/1000, theirs.ns/1000, theirs.ns/ours.ns, ours.allocs, theirs.allocs)
	}
	if len(sizes) == 0 {
		return "", fmt.Errorf("the benchmarks tell nothing: %.200s", measured)
	}
	return b.String(), nil
}
