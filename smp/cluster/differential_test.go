package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/internal/variant"
)

// The engine of this package gives the answers of the dialects of package smp, which are an
// implementation of its own: results, errors, traces, and required places.

// dialects are the servers that both packages emulate.
var dialects = []struct {
	theirs smp.Dialect
	ours   cluster.Engine
}{
	{smp.Kubernetes, cluster.Engine{}},
	{smp.KubernetesBeforeDecoding, cluster.Engine{BeforeDecoding: true}},
	{smp.Dialect(variant.OpenAPIV2), cluster.Engine{BeforeDecoding: true, Lookup: cluster.OpenAPIV2}},
	{smp.Dialect(variant.OpenAPIV3), cluster.Engine{BeforeDecoding: true, Lookup: cluster.OpenAPIV3}},
}

// An engine is what both packages have.
type engine interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	ApplyJSON(s smp.Schema, original, patch []byte) ([]byte, error)
	Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error)
}

// An answer is everything that an engine returns for an input, as text.
type answer struct {
	result string
	events []string
}

// ask returns the answer of an engine.
func ask(e engine, in corpus.Input) string {
	switch in.Op {
	case corpus.OpApply:
		result, err := e.Apply(in.Schema, in.Original, in.Patch)
		raw, rawErr := e.ApplyJSON(in.Schema, []byte(in.Original.JSON()), []byte(in.Patch.JSON()))
		return text(result) + errText(err) + compact(raw) + errText(rawErr)
	case corpus.OpCompose:
		result, err := e.Compose(in.Schema, in.Patches...)
		return text(result) + " " + errText(err)
	default:
		var all []string
		found, err := e.Conflicts(in.Schema, in.Left, in.Right)
		for _, c := range found {
			all = append(all, fmt.Sprint(c.Path, c.Code, text(c.Left), text(c.Right)))
		}
		return strings.Join(append(all, errText(err)), "\n")
	}
}

// errText is an error with every field.
func errText(err error) string {
	e, ok := err.(*smp.Error)
	if !ok {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%v", e.Code, e.Document, e.Path, e.Rule, e.Cause)
}

// text is the JSON text without space. Names and numbers are spelled as they are.
func text(v model.Value) string {
	if v.Type() == model.Absent {
		return "absent"
	}
	return compact([]byte(v.JSON()))
}

func compact(src []byte) string {
	var b bytes.Buffer
	_ = json.Compact(&b, src) // nothing, if there is an error
	return b.String()
}

// answers returns the answers of both packages to an input: plain, traced, and with
// required places.
func answers(dialect int, in corpus.Input) (theirs, ours answer) {
	d, o := dialects[dialect], in.Options
	old := smp.Engine{Dialect: d.theirs, Ignore: o.Ignore, Strict: o.Strict}
	own := d.ours
	own.Ignore, own.Strict = o.Ignore, o.Strict
	theirs.result, ours.result = ask(old, in), ask(own, in)
	note := func(a *answer) (func(smp.Event), func(model.Path)) {
		return func(e smp.Event) {
				a.events = append(a.events, fmt.Sprint(e.Rule, e.Divergence, e.Varies, e.Ambiguous, e.Path))
			}, func(at model.Path) {
				a.events = append(a.events, "requires "+at.String())
			}
	}
	old.Trace, old.Requires = note(&theirs)
	own.Trace, own.Requires = note(&ours)
	theirs.result += "\n" + ask(old, in)
	ours.result += "\n" + ask(own, in)
	if in.Op == corpus.OpApply && dialect == 0 {
		theirs.result += fmt.Sprint(smp.Engine{Ignore: o.Ignore}.Differences(in.Schema, in.Original, in.Patch))
		ours.result += fmt.Sprint(cluster.Engine{Ignore: o.Ignore}.Differences(smp.Engine{Ignore: o.Ignore}, in.Schema, in.Original, in.Patch))
	}
	return theirs, ours
}

// compare returns how the answers of both packages differ; empty if they do not.
func compare(dialect int, in corpus.Input) string {
	theirs, ours := answers(dialect, in)
	if theirs.result != ours.result {
		return fmt.Sprintf("got\n%s\nwant\n%s", ours.result, theirs.result)
	}
	if !slices.Equal(theirs.events, ours.events) {
		return fmt.Sprintf("got events\n%s\nwant\n%s", strings.Join(ours.events, "\n"), strings.Join(theirs.events, "\n"))
	}
	return ""
}

func describe(dialect int, in corpus.Input) string {
	out := fmt.Sprintf("dialect %d, %+v", dialect, in.Options)
	for _, v := range append([]model.Value{in.Original, in.Patch, in.Left, in.Right}, in.Patches...) {
		out += "\n" + text(v)
	}
	return out
}

func TestAnswersOfCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	count := map[corpus.Op]int{}
	for _, c := range cases {
		in := c.Input
		if in.Err() != nil || !slices.Contains([]corpus.Op{corpus.OpApply, corpus.OpCompose, corpus.OpConflicts}, in.Op) {
			continue
		}
		for d := range dialects {
			count[in.Op]++
			if difference := compare(d, in); difference != "" {
				t.Errorf("%s, %s: %s", c.Name, describe(d, in), difference)
			}
		}
	}
	for op, n := range count {
		t.Logf("%s: %d cases in a dialect", op, n)
	}
}

func TestDifferential(t *testing.T) {
	for _, op := range []corpus.Op{corpus.OpApply, corpus.OpCompose, corpus.OpConflicts} {
		t.Run(string(op), func(t *testing.T) {
			var next, failed atomic.Uint64
			var workers sync.WaitGroup
			for range 2 {
				workers.Add(1)
				go func() {
					defer workers.Done()
					for seed := next.Add(1) - 1; seed < checks(1000) && failed.Load() < 5; seed = next.Add(1) - 1 {
						in := gen.For(op, gen.FromSeed(seed)).Input()
						for d := range dialects {
							if difference := compare(d, in); difference != "" {
								failed.Add(1)
								t.Errorf("seed %d, %s: %s", seed, describe(d, in), difference)
							}
						}
					}
				}()
			}
			workers.Wait()
		})
	}
}

// checks is the number of inputs that a test tries: a tenth of SMP_CHECKS, because there are
// four dialects and two engines, or else few.
func checks(few uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv("SMP_CHECKS"), 10, 64); err == nil {
		return n / 10
	}
	return few
}
