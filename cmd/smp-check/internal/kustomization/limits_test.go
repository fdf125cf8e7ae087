package kustomization

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// find writes kustomizations and other files, and finds the patches of the kustomization in the folder
// top.
func find(t *testing.T, files map[string]string) (f *Finder, patches int) {
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
	f = &Finder{Reader: reader, OnPatch: func(Patch) { patches++ }, OnProblem: func(Problem) {}}
	f.Find(stream.Docs)
	return f, patches
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

// Many entries of labels take about as long as one entry with all of the labels.
func TestManyLabels(t *testing.T) {
	const labels = 1600
	takes := func(separator string) time.Duration {
		text := "resources: [a.yaml]\nlabels:\n- pairs:\n"
		for i := range labels {
			text += fmt.Sprintf("    l%d: a\n", i)
			if i < labels-1 {
				text += separator
			}
		}
		begin := cputime.Used()
		find(t, map[string]string{"top/a.yaml": configMaps(200), "top/kustomization.yaml": text})
		return cputime.Used() - begin
	}
	if one, many := takes(""), takes("- pairs:\n"); many > 6*one {
		t.Errorf("one entry with %d labels takes %v, an entry for each takes %v", labels, one, many)
	}
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
