package scenarios_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
)

func TestAll(t *testing.T) {
	all, err := scenarios.All()
	if err != nil || len(all) < 80 {
		t.Fatalf("%d scenarios, %v", len(all), err)
	}
	names := map[string]bool{}
	for _, s := range all {
		if names[s.Name] || s.Name == "" {
			t.Errorf("the name %q is there twice", s.Name)
		}
		names[s.Name] = true
	}
}

func TestMergePatch(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":{"b":1},"c":2}`, `{"a":{"b":null,"d":[null]},"c":null}`, `{"a":{"d":[null]}}`},
		{`{"a":1}`, `{"a":{"b":null}}`, `{"a":{}}`},
		{`{"a":[1]}`, `{"a":[2]}`, `{"a":[2]}`},
	} {
		var v [3]model.Value
		for i := range v {
			var err error
			if v[i], err = model.ParseString(c[i]); err != nil {
				t.Fatal(err)
			}
		}
		if got := scenarios.MergePatch(v[0], v[1]); !model.Equal(got, v[2]) {
			t.Errorf("%s patched with %s is %s", c[0], c[1], got.Canonical())
		}
	}
}

func TestSharedObjects(t *testing.T) {
	first, err := scenarios.SharedObjects(1)
	if err != nil {
		t.Fatal(err)
	}
	second, err := scenarios.SharedObjects(2)
	if err != nil || len(first) < 6 || len(second) != len(first) {
		t.Fatalf("%d and %d objects, %v", len(first), len(second), err)
	}
	for i, o := range first {
		if model.Equal(o.Manifest, second[i].Manifest) {
			t.Errorf("%s: the manifest does not change", o.Name)
		}
		if o.Name == "" || len(o.Keep) == 0 || len(o.Others) == 0 {
			t.Errorf("object %d has no name, nothing to keep, or no other managers", i+1)
		}
		for j, p := range o.Others {
			if p.Manager == "" || model.Equal(p.Patch, second[i].Others[j].Patch) {
				t.Errorf("%s: patch %d has no manager or does not change", o.Name, j+1)
			}
		}
	}
}

func TestLives(t *testing.T) {
	all, err := scenarios.Lives()
	if err != nil || len(all) < 40 {
		t.Fatalf("%d lives, %v", len(all), err)
	}
	names := map[string]bool{}
	for _, l := range all {
		if names[l.Name] || l.Name == "" {
			t.Errorf("the name %q is there twice", l.Name)
		}
		names[l.Name] = true
		manifests := []model.Value{l.Manifest}
		for i, s := range l.Steps {
			if s.Actor != scenarios.Apply && s.Actor != scenarios.Rollback {
				continue
			}
			manifest, err := s.Changed(manifests)
			if err != nil {
				t.Errorf("%s, step %d: %v", l.Name, i+1, err)
				break
			}
			if !s.Refused {
				manifests = append(manifests, manifest)
			}
		}
	}
}
