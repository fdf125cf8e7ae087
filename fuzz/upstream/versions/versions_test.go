package versions

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// linked returns a server in this process, with the engine with which this test is linked.
func linked(name string) *server {
	run := func(in corpus.Input) corpus.Outcome {
		return engine.Run(in, func() (strategicpatch.LookupPatchMeta, error) { return engine.Lookup(in.Schema), nil })
	}
	often := func(in corpus.Input) corpus.Outcome {
		first := run(in)
		for range manyAsks {
			if f := judge(first, run(in)).form; f != alike && f != panics {
				return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Varies}}
			}
		}
		return first
	}
	return &server{name: name, knows: shipped, real: true, once: run, often: often, stop: func() {}}
}

// The newest release is the release that this module requires, and that of the table of
// kinds.
func TestNewestRelease(t *testing.T) {
	all := Releases()
	newest := all[len(all)-1]
	release, err := table.Release([]string{"k8s.io/api " + newest})
	if err != nil || release != kubernetes.Version {
		t.Errorf("the newest release is Kubernetes %s, %v; the table is of %s", release, err, kubernetes.Version)
	}
	for i, r := range all[1:] {
		if minor(r) <= minor(all[i]) {
			t.Errorf("%s comes after %s", r, all[i])
		}
	}
}

// The engine of the newest release gives the same answers as the dialect. An engine that
// rejects every other patch does not, and the page reports this.
func TestReport(t *testing.T) {
	broken := linked("v0.1.0")
	once := broken.once
	broken.once = func(in corpus.Input) corpus.Outcome {
		if len(in.Patch.JSON())%2 == 0 {
			return corpus.Outcome{Err: errors.New("not today")}
		}
		return once(in)
	}
	broken.often = broken.once
	list, err := kinds.Read()
	if err != nil {
		t.Fatal(err)
	}
	r := Report{
		releases: []string{"v0.1.0", "v0.37.2"}, lists: []kinds.List{list, list}, servers: []*server{broken, linked("v0.37.2")},
		failed: map[string]string{"v0.20.6": "there is none"},
	}
	step := func() {}
	r.patches = measurePatches(r.servers, 400, 2, step)
	if r.cases, err = measureCases(r.servers, 2, step); err != nil {
		t.Fatal(err)
	}
	r.skew = measureSkew(r.servers, 60, 2, step)
	counts := r.patches.counts(1)
	for _, f := range differences {
		if counts[f] > 0 {
			t.Errorf("the newest release differs from the dialect: %s, %d times", f, counts[f])
		}
	}
	if counts := r.patches.counts(0); counts[rejects] < 100 || counts[alike] < 100 {
		t.Errorf("the broken engine: %v", counts)
	}
	page := r.Page()
	for _, fault := range shapeFaults(page, r.releases) {
		t.Error(fault)
	}
	for _, want := range []string{
		"\n### v0.1.0: rejects, cluster gives a result, ", "\nv0.1.0: error: not today\n", "\n### v0.37.2: none\n",
		"\nv0.20.6 cannot be built here: there is none\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

func TestJudge(t *testing.T) {
	value := func(text string) corpus.Outcome { return corpus.Outcome{Result: model.MustParse(text)} }
	fault := func(kind corpus.FaultCode) corpus.Outcome { return corpus.Outcome{Err: &corpus.Fault{Code: kind}} }
	failed := corpus.Outcome{Err: errors.New("no")}
	for _, test := range []struct {
		want, got corpus.Outcome
		form      form
	}{
		{value(`{"a":1.0,"b":2}`), value(`{"b":2,"a":1}`), alike},
		{value(`{"a":[1,2]}`), value(`{"a":[2,1]}`), other},
		{value(`{"a":9007199254740993.0}`), value(`{"a":9007199254740992}`), alike},
		{value(`{"a":9007199254740993}`), value(`{"a":9007199254740992}`), other},
		{value(`{"a":1e20}`), value(`{"a":100000000000000000000}`), alike},
		{failed, failed, alike},
		{failed, value(`{}`), accepts},
		{value(`{}`), failed, rejects},
		{value(`{}`), fault(corpus.Panicked), crashes},
		{failed, fault(corpus.Panicked), panics},
		{value(`{}`), fault(corpus.Varies), varies},
	} {
		if got := judge(test.want, test.got); got.form != test.form {
			t.Errorf("%v, %v: %s, not %s", test.want, test.got, got.form, test.form)
		}
	}
}

// A patch has the exact result if the server supports its directives, and the result of an
// older patch if that is expected. With any other result, it fails.
func TestFare(t *testing.T) {
	pod := schemaOf(kubernetes.Kind{APIVersion: "v1", Kind: "Pod"})
	in := corpus.Input{
		Op: corpus.OpDiff, Schema: pod,
		Original: model.MustParse(`{"spec":{"containers":[{"name":"a"},{"name":"b"}]}}`),
		Modified: model.MustParse(`{"spec":{"containers":[{"name":"b"},{"name":"a"}]}}`),
	}
	all := clients()
	first, today := all[0], all[3]
	old := simulated("old", first.emits)
	deaf := linked("deaf")
	once := deaf.once
	deaf.once = func(in corpus.Input) corpus.Outcome {
		if strings.Contains(in.Patch.JSON(), "$setElementOrder") {
			in.Patch = model.MustParse(`{"spec":null}`)
		}
		return once(in)
	}
	closed := simulated("closed", first.emits)
	closed.once = func(corpus.Input) corpus.Outcome { return corpus.Outcome{Err: errors.New("no")} }
	for _, test := range []struct {
		client client
		server *server
		want   skew
	}{
		{today, linked("new"), exact},
		{today, old, older},
		{today, deaf, fails},
		{first, linked("new"), older}, // the client cannot send an order
		{first, old, older},
		{first, closed, denied},
		{today, closed, denied},
	} {
		if f := test.client.fare(test.server, in); f.skew != test.want {
			t.Errorf("client %s, server %s: %d, not %d: %s", test.client.name, test.server.name, f.skew, test.want, f.got)
		}
	}
	in.Modified = model.MustParse(`{"metadata":{"labels":{"$patch":"a"}}}`)
	if f := today.fare(old, in); f.skew != refused {
		t.Errorf("a label that no patch can set: %d, %s", f.skew, f.patch.JSON())
	}
}

// Documents whose patches work on every server contain nothing that only some
// servers support.
func TestRegular(t *testing.T) {
	pod := schemaOf(kubernetes.Kind{APIVersion: "v1", Kind: "Pod"})
	service := schemaOf(kubernetes.Kind{APIVersion: "v1", Kind: "Service"})
	for _, test := range []struct {
		schema smp.Schema
		text   string
		want   bool
	}{
		{pod, `{"spec":{"containers":[{"name":"a","env":[{"name":"X"},{"name":"Y"}]}]},"metadata":{"finalizers":["a","b"]}}`, true},
		{service, `{"spec":{"ports":[{"port":53},{"port":53,"protocol":"UDP"}]}}`, true},
		{service, `{"spec":{"ports":[{"port":53},{"port":53.0}]}}`, false},
		{service, `{"spec":{"ports":[{"protocol":"UDP"}]}}`, false},
		{pod, `{"spec":{"containers":[{"name":"a","env":[{"name":"X"},{"name":"X"}]}]}}`, false},
		{pod, `{"metadata":{"finalizers":["a","a"]}}`, false},
		{pod, `{"metadata":{"finalizers":[{}]}}`, false},
		{pod, `{"metadata":{"labels":{"a":null}}}`, false},
		{pod, `{"metadata":{"labels":{"$patch":"a"}}}`, false},
	} {
		if got := regular(test.schema, model.MustParse(test.text)); got != test.want {
			t.Errorf("%s: %t", test.text, got)
		}
	}
	if got := withoutNulls(model.MustParse(`{"a":null,"b":[{"c":null},null]}`)).JSON(); got != `{"b":[{},null]}` {
		t.Errorf("without nulls: %s", got)
	}
}

func TestChanges(t *testing.T) {
	releases := []string{"v0.20.6", "v0.21.1", "v0.37.2"}
	lists := []kinds.List{
		{Removed: map[string]string{"a/v1/A": "1.22", "a/v1/AList": "1.22", "b/v1/B": "", "c/v1/C": "1.30"}, Places: map[string]string{"x.T l": "atomic list", "x.T m": "map"}},
		{Removed: map[string]string{"a/v1/A": "1.22", "b/v1/B": "", "c/v1/C": "1.30"}, Places: map[string]string{"x.T l": "list by k", "x.T m": "map"}},
		{Removed: map[string]string{"b/v1/B": "1.40", "c/v1/C": "1.37"}, Places: map[string]string{"x.T l": "list by k", "x.T n": "map"}},
	}
	gone, unserved := kindChanges(releases, lists)
	comparable := cmp.AllowUnexported(kindChange{}, placeChange{})
	if d := cmp.Diff([]kindChange{{"a/v1/A", "v0.21.1", "1.22"}}, gone, comparable); d != "" {
		t.Errorf("gone: -want +got:\n%s", d)
	}
	if d := cmp.Diff([]kindChange{{"c/v1/C", "", "1.37"}}, unserved, comparable); d != "" {
		t.Errorf("not served: -want +got:\n%s", d)
	}
	if d := cmp.Diff([]placeChange{{"v0.21.1", "x.T l", "atomic list", "list by k"}}, placeChanges(releases, lists), comparable); d != "" {
		t.Errorf("places: -want +got:\n%s", d)
	}
}

// The module of a release requires that release and contains exactly the files of the
// program. A program is identified by the release with which it is linked.
func TestModule(t *testing.T) {
	folder := t.TempDir()
	stale := filepath.Join(folder, "engine", "stale.go")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeModule("../../..", folder, "v0.20.6"); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil || strings.Count(string(mod), " v0.20.6\n") != len(modules) {
		t.Errorf("%s, %v", mod, err)
	}
	for _, part := range parts {
		if files, _ := filepath.Glob(filepath.Join(folder, part, "*.go")); len(files) == 0 {
			t.Errorf("there is no file of %s", part)
		}
	}
	if _, err := os.Stat(stale); err == nil {
		t.Errorf("%s is still there", stale)
	}
}

// The program gives the answers of the release with which it is linked, and is not accepted
// for another release.
func TestProgram(t *testing.T) {
	all := Releases()
	newest := all[len(all)-1]
	program := filepath.Join(t.TempDir(), "engine")
	if out, err := exec.Command("go", "build", "-o", program, "../"+parts[len(parts)-1]).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := holds(program, newest); err != nil {
		t.Error(err)
	}
	if holds(program, all[0]) == nil {
		t.Errorf("a program with %s in it passes for %s", newest, all[0])
	}
	list, err := KindsOf(program)
	if err != nil || list.Places["core/v1.PodSpec volumes"] != "list by name, retainKeys" || list.Removed["batch/v1beta1/CronJob"] != "1.25" {
		t.Errorf("%d kinds, %d places, %v", len(list.Removed), len(list.Places), err)
	}
	s, err := startRelease(newest, program)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	for _, one := range trials(corpus.OpApply, 40) {
		want := dialect(one.in, nil)
		if a := s.ask(one.in, want); a.form != alike && a.form != panics && a.form != varies {
			t.Errorf("%s: %s", one.in.Patch.JSON(), a.form)
		}
	}
}

// Answers of the newest release that differ from the dialect are counted, unless they vary.
// Answers of older releases are not counted.
func TestUnlike(t *testing.T) {
	r := Report{servers: make([]*server, 2), patches: Patches{
		trials:  make([]trial, 4),
		answers: [][]answer{{{form: other}, {form: other}, {form: other}, {form: other}}, {{form: alike}, {form: other}, {form: other}, {form: panics}}},
		varied:  []bool{false, false, true, false},
	}}
	if n := r.Unlike(); n != 1 {
		t.Errorf("%d patches, expected 1", n)
	}
}
