package function

import (
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Each limit on the work of all patches has an error that names the limit.
func TestLimits(t *testing.T) {
	items := []model.Value{model.MustParse(`{"kind":"A","metadata":{"name":"a"}}`)}
	target, err := kustomization.ReadTarget(model.MustParse(`{"kind":"A"}`))
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]*run{
		"patches[0]: the patches and the items make more than 10 million pairs; split the list, or use fewer patches":               {compared: maxCompared},
		"patches[0]: patches are applied to items more than 500000 times; split the list, or use fewer patches or narrower targets": {applied: maxApplied},
		"patches[0], for A a: the copy operations of all patches copy more than 32 MiB; copy smaller values, or patch fewer items":  {copied: kustomization.MaxCopied + 1},
	} {
		r.checks = make([]check, 1)
		p := patch{name: "patches[0]", target: target}
		p.operations = jsonpatch.Patch{{Op: jsonpatch.Test, Path: "/kind", Value: model.NewString("A")}}
		if _, err := r.patch(p, items); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The schema of an unknown kind is looked for once, because the search compares all kinds.
func TestSchemaIsRemembered(t *testing.T) {
	r := &run{schemas: map[kubernetes.Kind]smp.Schema{}}
	k := kubernetes.Kind{APIVersion: "example.com/v1", Kind: "Widget"}
	if n := testing.AllocsPerRun(10, func() {
		if _, err := r.schema(k); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("a known result takes %v allocations", n)
	}
}
