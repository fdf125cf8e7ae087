package kustomization

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// find writes kustomizations and other files, and finds the patches of the kustomization in the folder
// top.
func find(t *testing.T, files map[string]string) (f *Finder, patches int) {
	t.Helper()
	f, found, _ := findAfter(t, work{}, files)
	return f, len(found)
}

// findAfter is like find, but the Finder has already done some work. It also returns the messages of the
// problems.
func findAfter(t *testing.T, done work, files map[string]string) (f *Finder, patches []Patch, problems []string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reader := &load.Reader{}
	stream, err := reader.Stream(filepath.Join(folder, "top", "kustomization.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	f = &Finder{
		Reader:    reader,
		OnPatch:   func(p Patch) { patches = append(patches, p) },
		OnProblem: func(f finding.Finding) { problems = append(problems, strings.ReplaceAll(f.Sentence, folder, "")) },
		work:      done,
	}
	f.Find(load.Documents(stream.Entries))
	return f, patches, problems
}

func configMaps(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d}}\n", i)
	}
	return b.String()
}

// Kustomizations that include each other have many resources only in a few of them: 24 resources are
// doubled eleven times, and then copied by each kustomization of a chain, which adds 24 more.
func TestKeptResources(t *testing.T) {
	files := map[string]string{"d0/a.yaml": configMaps(24), "d0/kustomization.yaml": "resources: [a.yaml]\n"}
	last := "d0"
	for i := range 11 {
		next := fmt.Sprintf("d%d", i+1)
		files[next+"/kustomization.yaml"] = fmt.Sprintf("resources: [../%s, ../%[1]s]\n", last)
		last = next
	}
	for i := range 30 {
		next := fmt.Sprintf("e%d", i)
		files[next+"/kustomization.yaml"] = fmt.Sprintf("resources: [../%s, ../d0]\n", last)
		last = next
	}
	files["top/kustomization.yaml"] = fmt.Sprintf("resources: [../%s]\n", last)
	f, _ := find(t, files)
	kept := map[*resource]int{} // by the first element, because lists may be shared
	for _, b := range f.built {
		if len(b.resources) > 0 {
			kept[&b.resources[0]] = len(b.resources)
		}
	}
	sum := 0
	for _, n := range kept {
		sum += n
	}
	if sum < maxKept/2 || sum > maxKept+maxResources {
		t.Errorf("%d resources are kept, the limit is %d", sum, maxKept)
	}
}

// Components that include each other twice run patches a limited number of times.
func TestRepeatedComponents(t *testing.T) {
	const patches, depth = 60, 14
	text := "kind: Component\npatches:\n"
	for i := range patches {
		text += fmt.Sprintf("- {target: {kind: ConfigMap}, patch: '{kind: ConfigMap, metadata: {name: x}, data: {q%d: a}}'}\n", i)
	}
	files := map[string]string{"p0/kustomization.yaml": text, "top/a.yaml": configMaps(1)}
	for i := range depth {
		files[fmt.Sprintf("p%d/kustomization.yaml", i+1)] = fmt.Sprintf("kind: Component\ncomponents: [../p%d, ../p%[1]d]\n", i)
	}
	files["top/kustomization.yaml"] = fmt.Sprintf("resources: [a.yaml]\ncomponents: [../p%d]\n", depth)
	if f, n := find(t, files); n < patches || n > maxRuns+2*patches || f.runs < maxRuns {
		t.Errorf("patches ran %d times; the limit is %d", n, maxRuns)
	}
}

// The copies of JSON Patches are limited, and so are the objects that they patch.
func TestCopies(t *testing.T) {
	operations := `{"op": "add", "path": "/p", "value": {}}`
	for i := range 21 {
		operations += fmt.Sprintf(`, {"op": "copy", "from": "/p", "path": "/p/c%d"}`, i)
	}
	files := map[string]string{"top/a.yaml": configMaps(40), "top/kustomization.yaml": "resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, patch: '[" + operations + "]'}]\n"}
	if f, _ := find(t, files); f.copied < MaxCopied || f.copied > MaxCopied+2*jsonpatch.MaxCopied {
		t.Errorf("%d bytes were copied; the limit is %d", f.copied, MaxCopied)
	}
}

// The time for many entries of labels is linear in their number, although each resource has the labels
// of all entries.
func TestManyLabels(t *testing.T) {
	cputime.CheckGrowth(t, 100, cputime.Proportional, func(labels int) func() {
		text := "resources: [a.yaml]\nlabels:\n"
		for i := range labels {
			text += fmt.Sprintf("- pairs:\n    l%d: a\n", i)
		}
		files := map[string]string{"top/a.yaml": configMaps(200), "top/kustomization.yaml": text}
		return func() { find(t, files) }
	})
}

// If several entries set a label, the last one is used.
func TestMembersOf(t *testing.T) {
	members := membersOf([]model.Value{model.MustParse(`{"a":"1","b":"2"}`), {}, model.MustParse(`{"c":"3","a":"4"}`)})
	if got := mapOf(members...).String(); got != `{"a":"4","b":"2","c":"3"}` {
		t.Errorf("membersOf returns %s", got)
	}
}

// Expressions are limited with their repetitions written out, and so is the work for all of them.
func TestExpressions(t *testing.T) {
	for text, want := range map[string]string{
		"web": "", "web.*": "", "[a-z]{1,63}": "", "(a|b){2,}-[^.]+": "",
		"(.?){1000}": "the expression is too long: with all repetitions written out, it has more than 1000 characters; use smaller numbers in braces, or * and +",
		".{498}a":    "",
		".{498}ab":   "the expression is too long: with all repetitions written out, it has more than 1000 characters; use smaller numbers in braces, or * and +",
		"\\pL{20}":   "the expression is too long: with all repetitions written out, it has more than 1000 characters; use smaller numbers in braces, or * and +",
		"(a":         "expected a regular expression: error parsing regexp: missing closing ): `^(?:(a)$`",
	} {
		got := ""
		if _, err := readExpression(text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	e, err := readExpression("(.?){200}b")
	if err != nil {
		t.Fatal(err)
	}
	var m Matches
	long := strings.Repeat("a", 10_000)
	m.matches(e, long)
	steps := m.steps
	if m.matches(e, long); m.steps != steps || steps == 0 {
		t.Errorf("an expression is compared again: %d steps, then %d", steps, m.steps)
	}
	for i := 0; !m.TooMany(); i++ {
		if m.matches(e, long+fmt.Sprint(i)); i > 100 {
			t.Fatalf("%d comparisons have %d steps", i, m.steps)
		}
	}
	if m.matches(e, "b") {
		t.Error("an expression is compared after too many steps")
	}
	if got, want := m.Err().Error(), "the regular expressions of the targets take more than 100 million steps; use names without special characters, or shorter expressions"; got != want {
		t.Errorf("the error is %q", got)
	}
}

// Each limit is reached exactly, and then exceeded by one.
func TestLimits(t *testing.T) {
	const merge = `'{apiVersion: v1, kind: ConfigMap, metadata: {name: c0, labels: {app: web}}}'`
	const missing = `'{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}'`
	const noMissing = "/top/kustomization.yaml has no resource v1 ConfigMap x"
	one := map[string]string{"top/a.yaml": configMaps(1)}
	two := map[string]string{"top/a.yaml": configMaps(2)}
	for name, c := range map[string]struct {
		resources      map[string]string
		text           string // of the kustomization
		reached        work
		want, wantMore []string // if the limit is reached, and if it is exceeded
		more           work
	}{
		"runs of components": {
			map[string]string{"top/a.yaml": configMaps(1), "part/kustomization.yaml": "kind: Component\npatches: [{target: {kind: ConfigMap}, patch: " + merge + "}]\n"},
			"resources: [a.yaml]\ncomponents: [../part, ../part]\n",
			work{runs: maxRuns - 1}, []string{"1 kinds, 1 objects", "1 kinds, 1 objects"},
			[]string{"1 kinds, 1 objects"}, work{runs: maxRuns},
		},
		// The resource is compared to find definitions, and then with the target.
		"comparisons": {
			one, "resources: [a.yaml]\npatches: [{target: {name: c.}, patch: " + merge + "}]\n",
			work{compared: maxCompared - 2}, []string{"1 kinds, 1 objects"},
			[]string{"1 kinds, 0 objects"}, work{compared: maxCompared - 1},
		},
		"merges": {
			one, "resources: [a.yaml]\npatches:\n- {patch: " + merge + "}\n- {target: {name: c.}, patch: " + merge + "}\npatchesJson6902: [{target: {labelSelector: app=web, name: c.}, patch: '- {op: test, path: /a}'}]\n",
			work{merged: maxMerged - 1}, []string{"1 kinds, 1 objects", "1 kinds, 0 objects", "1 kinds, 0 objects"},
			[]string{"1 kinds, 0 objects", "1 kinds, 0 objects", "0 kinds, 0 objects"}, work{merged: maxMerged},
		},
		"objects of JSON Patches": {
			two, "resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, patch: '- {op: remove, path: /a}'}]\n",
			work{merged: maxMerged - 2}, []string{"1 kinds, 0 objects", `kustomize fails for ConfigMap c0, ConfigMap c1: remove /a: missing field "a"`},
			[]string{"1 kinds, 0 objects"}, work{merged: maxMerged - 1},
		},
		"copied bytes": {
			one, "resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, patch: '- {op: remove, path: /a}'}]\n",
			work{copied: MaxCopied}, []string{"1 kinds, 0 objects", `kustomize fails for ConfigMap c0: remove /a: missing field "a"`},
			[]string{"1 kinds, 0 objects"}, work{copied: MaxCopied + 1},
		},
		"kept resources": {
			map[string]string{
				"base/a.yaml": configMaps(1), "base/kustomization.yaml": "resources: [a.yaml]\n",
				"part/kustomization.yaml": "kind: Component\npatches: [{patch: " + missing + "}]\n",
			},
			"resources: [../base]\ncomponents: [../part]\n",
			work{kept: maxKept - 1}, []string{"1 kinds, 0 objects", noMissing},
			[]string{"1 kinds, 0 objects"}, work{kept: maxKept},
		},
	} {
		c.resources["top/kustomization.yaml"] = c.text
		for _, run := range []struct {
			done work
			want []string
		}{{c.reached, c.want}, {c.more, c.wantMore}} {
			_, patches, problems := findAfter(t, run.done, c.resources)
			var got []string
			for _, p := range patches {
				got = append(got, fmt.Sprintf("%d kinds, %d objects", len(p.Kinds), len(p.Objects)))
				for _, f := range p.Failures {
					got = append(got, f.Cause.Error())
				}
			}
			if got = append(got, problems...); !slices.Equal(got, run.want) {
				t.Errorf("%s: after %+v: got %q, want %q", name, run.done, got, run.want)
			}
		}
	}
}

// One kustomization has a limited number of resources.
func TestManyResources(t *testing.T) {
	s := &kustomizationRun{Finder: &Finder{}, built: built{resources: make([]resource, maxResources-1), complete: true}}
	if !s.canAdd(1) || !s.complete {
		t.Error("a resource cannot be added")
	}
	if s.canAdd(2) || s.complete {
		t.Error("too many resources can be added")
	}
}

// A patch is checked for a limited number of kinds.
func TestManyKinds(t *testing.T) {
	var resources strings.Builder
	for i := range maxKinds + 1 {
		fmt.Fprintf(&resources, "---\n{apiVersion: ex.com/v1, kind: Kind%d, metadata: {name: a}}\n", i)
	}
	_, patches, _ := findAfter(t, work{}, map[string]string{
		"top/a.yaml": resources.String(), "top/kustomization.yaml": "resources: [a.yaml]\npatches: [{target: {name: a}, patch: '- {op: remove, path: /a}'}]\n",
	})
	if len(patches) != 1 || len(patches[0].Kinds) != maxKinds {
		t.Errorf("patches %+v", patches)
	}
}

// If a resource has had too many names, later patches may name it by a name that is not remembered.
func TestManyNames(t *testing.T) {
	rename := func(from, to int) (text string) {
		for i := from; i < to; i++ {
			text += fmt.Sprintf("- {target: {kind: ConfigMap}, patch: '[{\"op\": \"replace\", \"path\": \"/metadata/name\", \"value\": \"c%d\"}]'}\n", i+1)
		}
		return text
	}
	patch := func(name string) string {
		return fmt.Sprintf("- {patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {a: b}}'}\n", name)
	}
	last := fmt.Sprintf("c%d", maxEarlier)
	for name, c := range map[string]struct {
		patches  string
		objects  int // of the last patch
		problems []string
	}{
		"a remembered name":       {rename(0, maxEarlier) + patch(fmt.Sprintf("c%d", maxEarlier-1)), 1, nil},
		"the present name":        {rename(0, maxEarlier+1) + patch(fmt.Sprintf("c%d", maxEarlier+1)), 1, nil},
		"a forgotten name":        {rename(0, maxEarlier+1) + patch(last), 0, nil},
		"no such name":            {rename(0, maxEarlier-1) + patch("x"), 0, []string{"/top/kustomization.yaml has no resource v1 ConfigMap x"}},
		"a prefix for few names":  {rename(0, maxEarlier-2) + "namePrefix: x-\npatchesJson6902:\n- {target: {name: c0}, patch: '- {op: remove, path: /a}'}\n", 1, nil},
		"a prefix for many names": {rename(0, maxEarlier-1) + "namePrefix: x-\npatchesJson6902:\n- {target: {name: c0}, patch: '- {op: remove, path: /a}'}\n", 0, nil},
	} {
		_, patches, problems := findAfter(t, work{}, map[string]string{"top/a.yaml": configMaps(1), "top/kustomization.yaml": "resources: [a.yaml]\npatches:\n" + c.patches})
		p := patches[len(patches)-1]
		if got := max(len(p.Objects), len(p.Failures)); got != c.objects || !slices.Equal(problems, c.problems) {
			t.Errorf("%s: got %d objects and problems %q, want %d and %q", name, got, problems, c.objects, c.problems)
		}
	}
}

// Comparisons with expressions are limited, and so is the memory for their results.
func TestMatches(t *testing.T) {
	e, err := readExpression("web.*")
	if err != nil {
		t.Fatal(err)
	}
	var one Matches
	if one.matches(e, "") || one.steps <= 0 {
		t.Errorf("a comparison with an empty text has %d steps", one.steps)
	}
	one = Matches{}
	if !one.matches(e, "web-1") {
		t.Error("web.* does not match web-1")
	}
	reached, more := Matches{steps: maxSteps - one.steps}, Matches{steps: maxSteps - one.steps + 1}
	if !reached.matches(e, "web-1") || reached.TooMany() || reached.Err() != nil {
		t.Errorf("%d steps are too many", reached.steps)
	}
	if more.matches(e, "web-1") || !more.TooMany() || more.Err() == nil {
		t.Errorf("%d steps are not too many", more.steps)
	}

	known := map[[2]string]bool{}
	for i := range maxRemembered - 1 {
		known[[2]string{"x.*", fmt.Sprint(i)}] = false
	}
	full := Matches{known: known}
	for i, want := range []int{1, 1, 2, 3} { // the first text is remembered, and the second one is not
		if full.matches(e, []string{"web-1", "web-1", "web-2", "web-2"}[i]); full.steps != want*one.steps {
			t.Errorf("%d steps after %d comparisons, want %d", full.steps, i+1, want*one.steps)
		}
	}
}
