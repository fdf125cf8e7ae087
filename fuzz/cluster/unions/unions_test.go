package unions_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func TestPlaces(t *testing.T) {
	places, err := unions.All()
	if err != nil || len(places) < 50 {
		t.Fatalf("%d places, %v", len(places), err)
	}
	seen := map[string]bool{}
	for _, p := range places {
		union := p.Definition
		for _, m := range p.Members {
			union += " " + m.Canonical()
		}
		if seen[union] {
			t.Errorf("%s is there twice", union)
		}
		seen[union] = true
		if len(p.Members)+len(p.Refused) < 2 || len(p.Refused) > 0 && p.Because == "" {
			t.Errorf("%s: %d members, %d refused, because %q", p.Definition, len(p.Members), len(p.Refused), p.Because)
		}
		schema, ok := kubernetes.Lookup(p.Kind.APIVersion, p.Kind.Kind)
		if !ok {
			continue // the place is in a custom resource
		}
		texts := map[string]bool{}
		for _, m := range p.Members {
			object, err := p.Object("x", m)
			if err != nil {
				t.Fatal(err)
			}
			texts[object.Canonical()] = true
			if at, ok := p.Path.Lookup(object); !ok || at.Type() != model.Map || at.Len() < m.Len() {
				t.Errorf("%s: %s has %s", p.Definition, p.Path, at.Canonical())
			}
			for _, problem := range (smp.Engine{Unions: true, Strict: true}).Lint(schema, object) {
				if problem.Code != smp.AmbiguousMergeKey { // only a patch can have this problem
					t.Errorf("%s with %s: %s", p.Definition, m.Canonical(), problem)
				}
			}
		}
		if len(texts) != len(p.Members) {
			t.Errorf("%s: two members are the same", p.Definition)
		}
	}
}

func TestObjectHasSeveralMembers(t *testing.T) {
	places, err := unions.All()
	if err != nil {
		t.Fatal(err)
	}
	probe := places[0]
	object, err := probe.Object("x", probe.Members[0], probe.Members[2])
	if err != nil {
		t.Fatal(err)
	}
	at, _ := probe.Path.Lookup(object)
	if want := `{"exec":{"command":["a"]},"periodSeconds":9,"tcpSocket":{"port":80}}`; at.Canonical() != want {
		t.Errorf("%s of %s: %s, not %s", probe.Path, probe.Definition, at.Canonical(), want)
	}
}
