package trial

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
)

// Extent determines the number of trials.
type Extent struct {
	// Random is the number of random patches, and Written is the largest number of written
	// patches for each subject.
	Random, Written int
	// Pairs is the number of pairs for each subject.
	Pairs int
	// Stories is the number of random three-way scenarios.
	Stories int
	// Steps is the number of steps in random lives.
	Steps int
}

// A Report contains all results.
type Report struct {
	World   *World
	Applied *Applied
	Plants  []*Plant
	Diffed  *Diffed
	Applies *Applies
	Schemas *Schemas
	Unions  *Unions
	Answers *Answers
	Again   *Again
	Lives   *Lives
	Shared  *Shared
}

// plantsWanted is the number of wrong ways to predict that the judge must detect.
const plantsWanted = 20

// Parts are the names of the comparisons.
var Parts = []string{"schemas", "patches", "diffs", "threeway", "unions", "answers", "again", "lives", "shared"}

// Run compares the parts and reports progress. If a request or kubectl fails, it returns an
// error and a report with the results up to then.
func Run(ctx context.Context, w *World, k Kubectl, extent Extent, parts []string, progress func(string)) (*Report, error) {
	r := &Report{World: w}
	start := time.Now()
	said := func(format string, args ...any) {
		progress(fmt.Sprintf("%4.0fs ", time.Since(start).Seconds()) + fmt.Sprintf(format, args...))
	}
	for _, part := range parts {
		if err := r.run(ctx, part, k, extent, said); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r *Report) run(ctx context.Context, part string, k Kubectl, extent Extent, said func(string, ...any)) (err error) {
	switch part {
	case "schemas":
		r.Schemas, err = r.World.Schemas(ctx)
		if err == nil {
			said("schemas: %d places, %d unexplained", r.Schemas.Places, len(r.Schemas.Failed))
		}
	case "patches":
		if r.Applied, err = r.World.Apply(ctx, extent.Written, extent.Random); err != nil {
			return err
		}
		said("patches: %d written, %d random, %d unexplained", r.Applied.Written, r.Applied.Random, len(r.Applied.Unexplained))
		r.Plants, err = r.World.Plant(ctx, r.Applied.Questions)
		said("planted: %d of %d ways to be wrong found out", len(r.found()), len(r.Plants))
	case "diffs":
		r.Diffed, err = r.World.Diff(ctx, extent.Pairs)
		if err == nil {
			said("diffs: %d pairs, %d failed", r.Diffed.Pairs, len(r.Diffed.Failed))
		}
	case "threeway":
		var all []scenarios.Scenario
		if all, err = scenarios.All(); err != nil {
			return err
		}
		var random []scenarios.Scenario
		if random, err = invented(extent.Stories); err != nil {
			return err
		}
		r.Applies, err = r.World.ThreeWay(ctx, k, append(all, random...))
		if err == nil {
			said("three-way: %d scenarios, %d failed", r.Applies.Scenarios, len(r.Applies.Failed))
		}
	case "unions":
		r.Unions, err = r.World.Unions(ctx, k)
		if err == nil {
			said("unions: %d places, %d changes, %d failed", len(r.Unions.Tried), r.Unions.changes(), len(r.Unions.Failed))
		}
	case "answers":
		r.Answers, err = r.World.Answers(ctx)
		if err == nil {
			said("answers: %d patches, %d failed", len(r.Answers.Record.Answers), len(r.Answers.Failed))
		}
	case "again":
		r.Again, err = r.World.Again(ctx)
		if err == nil {
			said("again: %s, %d failed", r.Again, len(r.Again.Failed))
		}
	case "lives":
		var scripted []scenarios.Life
		if scripted, err = scenarios.Lives(); err != nil {
			return err
		}
		r.Lives, err = r.World.Lives(ctx, scripted, randomLives(scripted, extent.Steps))
		if err == nil {
			said("lives: %s, %d failed", r.Lives, len(r.Lives.Failed))
		}
	case "shared":
		r.Shared, err = r.World.Shared(ctx)
		if err == nil {
			said("shared: %s, %d failed", r.Shared, len(r.Shared.Failed))
		}
	default:
		err = fmt.Errorf("there is no part %q; there are %s", part, strings.Join(Parts, ", "))
	}
	return err
}

// found returns the detected plants.
func (r *Report) found() []*Plant {
	return slices.DeleteFunc(slices.Clone(r.Plants), func(p *Plant) bool { return p.Unexplained == 0 })
}

// Whole reports whether every part was compared. Only then can the page be written.
func (r *Report) Whole() bool {
	return r.Schemas != nil && r.Applied != nil && r.Diffed != nil && r.Applies != nil && r.Unions != nil && r.Answers != nil && r.Lives != nil && r.Shared != nil
}

// Failures returns descriptions of all failures.
func (r *Report) Failures() []string {
	failures := slices.Clone(r.World.Accepted.Failed)
	if r.Answers != nil {
		failures = append(failures, r.Answers.Failed...)
	}
	if r.Again != nil {
		failures = append(failures, r.Again.Failed...)
	}
	if r.Lives != nil {
		failures = append(failures, r.Lives.Failed...)
	}
	if r.Shared != nil {
		failures = append(failures, r.Shared.Failed...)
	}
	if r.Unions != nil {
		failures = append(failures, r.Unions.Failed...)
	}
	if r.Schemas != nil {
		failures = append(failures, r.Schemas.Failed...)
	}
	if r.Diffed != nil {
		failures = append(failures, r.Diffed.Failed...)
	}
	if r.Applies != nil {
		failures = append(failures, r.Applies.Failed...)
	}
	if r.Applied == nil {
		return failures
	}
	failures = append(failures, r.Applied.Unexplained...)
	if n := len(r.found()); n < plantsWanted {
		failures = append(failures, fmt.Sprintf("only %d planted wrong predictions came out unexplained, of %d", n, plantsWanted))
	}
	for _, resource := range r.World.Resources {
		_, custom := r.World.custom[resource.Kind]
		if r.Applied.Kinds[resource.Kind] == 0 && r.World.Refused[resource.Kind] == "" && !custom {
			failures = append(failures, fmt.Sprintf("no patch was tried for %s, without a reason", resource.Kind))
		}
	}
	return failures
}
