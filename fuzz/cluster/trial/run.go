package trial

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
)

// Extent is how much of everything is tried.
type Extent struct {
	// Random patches are tried, and at most Written of each subject.
	Random, Written int
	// Pairs are made of each subject.
	Pairs int
}

// A Report is all that was compared.
type Report struct {
	World   *World
	Applied *Applied
	Plants  []*Plant
	Diffed  *Diffed
	Applies *Applies
	Schemas *Schemas
}

// plantsWanted is how many ways to predict wrongly must be found out.
const plantsWanted = 20

// Run compares everything, and tells progress. An error says that the server or
// kubectl could not be asked; differences are in the report.
func Run(ctx context.Context, w *World, k Kubectl, extent Extent, progress func(string)) (*Report, error) {
	r := &Report{World: w}
	start := time.Now()
	said := func(format string, args ...any) {
		progress(fmt.Sprintf("%4.0fs ", time.Since(start).Seconds()) + fmt.Sprintf(format, args...))
	}
	var err error
	if r.Schemas, err = w.Schemas(ctx); err != nil {
		return nil, err
	}
	said("schemas: %d places", r.Schemas.Places)
	if r.Applied, err = w.Apply(ctx, extent.Written, extent.Random); err != nil {
		return nil, err
	}
	said("patches: %d written, %d random, %d unexplained", r.Applied.Written, r.Applied.Random, len(r.Applied.Unexplained))
	if r.Plants, err = w.Plant(ctx, r.Applied.Questions); err != nil {
		return nil, err
	}
	said("planted: %d of %d ways to be wrong found out", len(r.found()), len(r.Plants))
	if r.Diffed, err = w.Diff(ctx, extent.Pairs); err != nil {
		return nil, err
	}
	said("diffs: %d pairs, %d failed", r.Diffed.Pairs, len(r.Diffed.Failed))
	all, err := scenarios.All()
	if err != nil {
		return nil, err
	}
	if r.Applies, err = w.ThreeWay(ctx, k, all); err != nil {
		return nil, err
	}
	said("three-way: %d scenarios, %d failed", r.Applies.Scenarios, len(r.Applies.Failed))
	return r, nil
}

// found returns the plants that were found out.
func (r *Report) found() []*Plant {
	return slices.DeleteFunc(slices.Clone(r.Plants), func(p *Plant) bool { return p.Unexplained == 0 })
}

// Failures returns the texts of everything that is not as it must be.
func (r *Report) Failures() []string {
	failures := slices.Concat(r.Schemas.Failed, r.Applied.Unexplained, r.Diffed.Failed, r.Applies.Failed)
	if n := len(r.found()); n < plantsWanted {
		failures = append(failures, fmt.Sprintf("only %d planted wrong predictions came out unexplained, of %d", n, plantsWanted))
	}
	for _, resource := range r.World.Resources {
		_, custom := r.World.custom[resource.Kind]
		if r.Applied.Kinds[resource.Kind] == 0 && r.World.Refused[resource.Kind] == "" && !custom {
			failures = append(failures, fmt.Sprintf("no patch was tried for %s, and nothing says why", resource.Kind))
		}
	}
	return failures
}
