package trial

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
)

// ownAddress is a patch that lets the server choose the address of a Service, because another
// Service has the address in the manifest.
var ownAddress = mapOf(of("spec", mapOf(of("clusterIP", null))))

// invented returns n random scenarios for the hand-written objects. Custom resource
// definitions are left out, because they cannot have another name.
func invented(n int) ([]scenarios.Scenario, error) {
	live, err := objects.Live()
	if err != nil {
		return nil, err
	}
	live = slices.DeleteFunc(live, func(o objects.Object) bool { return o.Kind.Kind == "CustomResourceDefinition" })
	var all []scenarios.Scenario
	for i := range n {
		o := live[i%len(live)]
		manifest := with(o.Value, of("status", model.Value{}))
		if o.Kind.Kind == "Service" {
			manifest = scenarios.MergePatch(manifest, ownAddress)
		}
		all = append(all, scenarios.Scenario{
			Name: fmt.Sprintf("random %d, %s", i, o.Kind), Original: manifest, Modified: manifest, Seed: uint64(i + 1),
		})
	}
	return all, nil
}

// ideas is the number of attempts to find a change that the server accepts.
const ideas = 30

// invent changes the live object at random, as others would, and makes a random next
// manifest. Both are the same in the two stages of a scenario. If the server accepts no
// change, nothing changes.
func (w *World) invent(ctx context.Context, s *stage, e editor) error {
	for range ideas {
		drifted := e.edit(e.edit(s.Live))
		a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: drifted.Canonical()})
		if err != nil {
			return err
		}
		if a.OK() {
			s.Live = a.Value
			break
		}
	}
	manifest := s.modified
	for range ideas {
		s.modified = e.edit(manifest)
		target, err := s.target()
		if err != nil {
			continue
		}
		var o outcome
		if _, err := w.wanted(ctx, *s, target, &o); err != nil || o.invalid == "" {
			return err
		}
	}
	s.modified = manifest
	return nil
}
