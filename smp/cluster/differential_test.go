package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
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

var dialects = []struct {
	old  smp.Dialect
	mine cluster.Engine
}{
	{smp.Kubernetes, cluster.Engine{}},
	{smp.KubernetesBeforeDecoding, cluster.Engine{BeforeDecoding: true}},
	{smp.Dialect(variant.OpenAPIV2), cluster.Engine{BeforeDecoding: true, Lookup: cluster.OpenAPIV2}},
	{smp.Dialect(variant.OpenAPIV3), cluster.Engine{BeforeDecoding: true, Lookup: cluster.OpenAPIV3}},
}

func describe(e smp.Event) string {
	return fmt.Sprint(e.Rule, e.Divergence, e.Varies, e.Ambiguous, e.Path.String())
}

// errText is the error with every field.
func errText(err error) string {
	e, ok := err.(*smp.Error)
	if !ok {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%v", e.Code, e.Document, e.Path, e.Rule, e.Cause)
}

// text is the JSON text without space, names and spelling as they are.
func text(v model.Value) string {
	if v.Type() == model.Absent {
		return ""
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.JSON())); err != nil {
		panic(err)
	}
	return b.String()
}

// spelled counts results whose texts differ in space alone.
var spelled atomic.Uint64

// compare returns how both engines differ, traced and untraced; empty if they do not.
func compare(d int, options smp.Engine, s smp.Schema, original, patch model.Value) string {
	old := smp.Engine{Dialect: dialects[d].old, Ignore: options.Ignore, Strict: options.Strict}
	mine := dialects[d].mine
	mine.Ignore, mine.Strict = options.Ignore, options.Strict
	got, gotErr := mine.Apply(s, original, patch)
	want, wantErr := old.Apply(s, original, patch)
	var theirs, ours []string
	old.Trace = func(e smp.Event) { theirs = append(theirs, describe(e)) }
	mine.Trace = func(e smp.Event) { ours = append(ours, describe(e)) }
	traced, tracedErr := mine.Apply(s, original, patch)
	_, _ = old.Apply(s, original, patch)
	if got.JSON() != want.JSON() {
		spelled.Add(1)
	}
	switch {
	case errText(gotErr) != errText(wantErr) || errText(tracedErr) != errText(wantErr):
		return fmt.Sprintf("error %s\ntraced %s\nwant %s", errText(gotErr), errText(tracedErr), errText(wantErr))
	case text(got) != text(want) || text(traced) != text(want):
		return fmt.Sprintf("got %s\ntraced %s\nwant %s", text(got), text(traced), text(want))
	case !reflect.DeepEqual(ours, theirs):
		for i := range max(len(ours), len(theirs)) {
			if i >= len(ours) || i >= len(theirs) || ours[i] != theirs[i] {
				return fmt.Sprintf("event %d of\n%q\nwant\n%q", i, ours, theirs)
			}
		}
	}
	return ""
}

func TestCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	n, same := 0, 0
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || in.Err() != nil {
			continue
		}
		for d := range dialects {
			n++
			if what := compare(d, smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict}, in.Schema, in.Original, in.Patch); what != "" {
				t.Errorf("%s, dialect %d: %s\n%s", c.Name, d, what, in.Patch.JSON())
				continue
			}
			same++
		}
	}
	t.Logf("%d of %d (cases times dialects)", same, n)
}

func TestDifferential(t *testing.T) {
	count := uint64(2000)
	if text := os.Getenv("SMP_CHECKS"); text != "" {
		n, _ := strconv.Atoi(text)
		count = uint64(n)
	}
	var next, failed atomic.Uint64
	var wait sync.WaitGroup
	rejected := atomic.Uint64{}
	for range 2 {
		wait.Go(func() {
			for seed := next.Add(1) - 1; seed < count && failed.Load() < 10; seed = next.Add(1) - 1 {
				c := gen.Apply(gen.FromSeed(seed))
				for d := range dialects {
					if what := compare(d, c.Engine, c.Schema, c.Original, c.Patch); what != "" {
						failed.Add(1)
						t.Errorf("seed %d, dialect %d, %+v: %s\noriginal %s\npatch %s", seed, d, c.Engine, what, text(c.Original), text(c.Patch))
					}
				}
				if _, err := (cluster.Engine{Ignore: c.Engine.Ignore, Strict: c.Engine.Strict}).Apply(c.Schema, c.Original, c.Patch); err != nil {
					rejected.Add(1)
				}
			}
		})
	}
	wait.Wait()
	t.Logf("%d inputs in 4 dialects, of which %d rejected, %d differ, %d only in space", count, rejected.Load(), failed.Load(), spelled.Load())
}
