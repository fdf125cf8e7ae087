package kubernetes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// For every case of the corpus with a built-in kind, the functions return the same results as an
// Engine of package cluster.
func TestPatchesAreThoseOfTheEngine(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	tried := map[corpus.Op]int{}
	for _, c := range cases {
		if c.Schema.Kind == "" || c.Input.Options.ListTypes {
			continue
		}
		if r := c.Want.Rejection; r != nil && (r.Code == smp.UnknownKind || r.Code == smp.DifferentKind) {
			continue // see TestKindErrors
		}
		s := mustLookup(t, c.Schema.APIVersion, c.Schema.Kind)
		// The kind can come from any of the documents.
		for _, holder := range c.Input.Documents() {
			texts := map[string][]byte{}
			for _, d := range c.Input.Documents() {
				texts[d.Name] = c.Input.JSON(d.Name)
				if v, err := model.Parse(texts[d.Name]); d.Name == holder.Name && err == nil && v.Type() == model.Map {
					texts[d.Name] = withKind(t, v, c.Schema.APIVersion, c.Schema.Kind)
				}
			}
			if !strings.Contains(string(texts[holder.Name]), c.Schema.Kind) {
				continue
			}
			var got, want []byte
			var gotErr, wantErr error
			original, modified := texts["original"], texts["modified"]
			switch c.Input.Op {
			case corpus.OpApply:
				got, gotErr = kubernetes.Apply(original, texts["patch"])
				want, wantErr = cluster.Engine{}.ApplyJSON(s, original, texts["patch"])
			case corpus.OpDiff:
				got, gotErr = kubernetes.Diff(original, modified)
				want, wantErr = cluster.Engine{}.DiffJSON(s, original, modified, smp.DiffOptions{})
			case corpus.OpThreeWay:
				got, gotErr = kubernetes.ThreeWay(original, modified, texts["current"], smp.ThreeWayOptions{Overwrite: c.Input.Options.Overwrite})
				want, wantErr = cluster.Engine{}.ThreeWayJSON(s, original, modified, texts["current"], smp.ThreeWayOptions{Overwrite: c.Input.Options.Overwrite})
			default:
				continue
			}
			tried[c.Input.Op]++
			if string(got) != string(want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Errorf("%s, kind in %s: got %s, %v, want %s, %v", c.Name, holder.Name, got, gotErr, want, wantErr)
			}
		}
	}
	for _, op := range []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay} {
		if tried[op] < 10 {
			t.Errorf("%s was tried %d times", op, tried[op])
		}
	}
}

func withKind(t *testing.T, v model.Value, apiVersion, kind string) []byte {
	t.Helper()
	v, err := v.WithMembers(
		model.Member{Name: "apiVersion", Value: model.NewString(apiVersion)},
		model.Member{Name: "kind", Value: model.NewString(kind)})
	if err != nil {
		t.Fatal(err)
	}
	return v.AppendJSON(nil)
}

func TestKindErrors(t *testing.T) {
	const pod = `{"apiVersion":"v1","kind":"Pod"}`
	for _, test := range []struct {
		name      string
		documents []string
		kind      smp.Code
		document  string
		texts     []string
	}{
		{"custom", []string{`{"apiVersion":"shop.example/v1","kind":"Cart"}`, `{}`}, smp.UnknownKind, "original",
			[]string{"original: kind: unknown-kind: shop.example/v1/Cart is not a built-in kind; for a custom resource, whose patches must be JSON Merge Patches on servers (smp.AsMergePatch), pass the schema of its definition (openapi.ReadCRD), or smp.Schemaless, to smp."}},
		{"misspelled", []string{`{}`, `{"apiVersion":"apps/v1","kind":"Deploymnet"}`}, smp.UnknownKind, "the second",
			[]string{"similar kinds: apps/v1/Deployment"}},
		{"none", []string{`{}`, `{"kind":"Pod"}`}, smp.UnknownKind, "", []string{"unknown-kind: no document has an apiVersion and a kind; add them, or pass a schema, such as that of kubernetes.Lookup, to smp."}},
		{"numbers", []string{`{"apiVersion":1,"kind":2}`, `{}`}, smp.UnknownKind, "", nil},
		{"two", []string{pod, `{"apiVersion":"v1","kind":"Service"}`}, smp.DifferentKind, "the second",
			[]string{"kind: different-kind: Service here, Pod in original"}},
		{"version", []string{`{"apiVersion":"v2"}`, pod}, smp.DifferentKind, "original", []string{"v2 here, v1 in "}},
		{"list", []string{`[]`, `{}`}, smp.WrongType, "original", []string{"expected a map, got a list"}},
		{"list beside a kind", []string{pod, `[]`}, smp.WrongType, "the second", nil},
		{"syntax", []string{`{`, pod}, smp.Syntax, "original", nil},
		{"depth", []string{pod, strings.Repeat("[", 5000)}, smp.Limit, "the second", nil},
	} {
		original, second := []byte(test.documents[0]), []byte(test.documents[1])
		for generic, call := range map[string]func() ([]byte, error){
			"smp.ApplyJSON":    func() ([]byte, error) { return kubernetes.Apply(original, second) },
			"smp.DiffJSON":     func() ([]byte, error) { return kubernetes.Diff(original, second) },
			"smp.ThreeWayJSON": func() ([]byte, error) { return kubernetes.ThreeWay(original, second, nil, smp.ThreeWayOptions{}) },
		} {
			result, err := call()
			var e *smp.Error
			if !errors.As(err, &e) || e.Code != test.kind || result != nil {
				t.Errorf("%s: %s: got %s, %v", test.name, generic, result, err)
				continue
			}
			if test.document != "the second" && e.Document != test.document || test.document == "the second" && (e.Document == "original" || e.Document == "") {
				t.Errorf("%s: %s: the error is about %q", test.name, generic, e.Document)
			}
			for _, part := range test.texts {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s: %s: %v does not contain %q", test.name, generic, err, part)
				}
			}
			if e.Code == smp.UnknownKind && !strings.HasSuffix(err.Error(), " to "+generic) {
				t.Errorf("%s: %v does not end in %s", test.name, err, generic)
			}
		}
	}
	if _, err := kubernetes.Apply([]byte(pod), nil); err == nil {
		t.Error("an empty patch is accepted")
	}
}

// Clusters do not support $patchMergeKey, so the patch distinguishes two ports with the same number
// in another way.
func TestPatchesForClusters(t *testing.T) {
	original := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}}`)
	modified := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP","name":"x"}]}}`)
	check := func(patch []byte, err error) {
		t.Helper()
		if err != nil || strings.Contains(string(patch), "$patchMergeKey") {
			t.Fatalf("the patch is %s, %v", patch, err)
		}
		result, err := kubernetes.Apply(original, patch)
		if err != nil || string(result) != string(modified) {
			t.Errorf("%s makes %s, %v", patch, result, err)
		}
	}
	check(kubernetes.Diff(original, modified))
	check(kubernetes.ThreeWay(original, modified, original, smp.ThreeWayOptions{}))
}
