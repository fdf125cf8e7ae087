package differential_test

import (
	"encoding/json"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

// runDiffs calls compare for every seed from 0. If SMP_DIFFERENTIAL is set, the number of
// comparisons is a tenth of it.
func runDiffs(t *testing.T, short int, compare func(seed uint64) (differential.DiffVerdict, string)) {
	t.Helper()
	const enough = 5
	n := uint64(executions(t, 10*short)+9) / 10
	var next, found atomic.Uint64
	var lock sync.Mutex
	total := map[differential.DiffVerdict]int{}
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := next.Add(1) - 1; seed < n && found.Load() < enough; seed = next.Add(1) - 1 {
				verdict, text := compare(seed)
				lock.Lock()
				total[verdict]++
				lock.Unlock()
				if text != "" {
					found.Add(1)
					t.Errorf("seed %d: %s", seed, text)
				}
			}
		})
	}
	wait.Wait()
	t.Log(differential.Summary(total))
}

func TestGeneratedDiffs(t *testing.T) {
	runDiffs(t, 2000, func(seed uint64) (differential.DiffVerdict, string) {
		c := gen.Diff(gen.FromSeed(seed))
		return differential.OfSchema(c.Schema).Diff(readable(c.Original), readable(c.Modified))
	})
}

func TestGeneratedThreeWays(t *testing.T) {
	runDiffs(t, 2000, func(seed uint64) (differential.DiffVerdict, string) {
		c := gen.ThreeWay(gen.FromSeed(seed))
		triple := differential.Triple{Original: readable(c.Original), Modified: readable(c.Modified), Current: readable(c.Current)}
		return differential.OfSchema(c.Schema).ThreeWay(triple)
	})
}

// A source creates documents of one kind.
type source struct {
	lookups lookups
	make    func(seed uint64) (model.Value, error)
}

// diffOf returns a function that compares the diffs between a document of a source and an
// edited version of it.
func diffOf(sources []source) func(seed uint64) (differential.DiffVerdict, string) {
	return func(seed uint64) (differential.DiffVerdict, string) {
		s := sources[seed%uint64(len(sources))]
		v, err := s.make(seed)
		if err != nil {
			return differential.Wrong, err.Error()
		}
		e := differential.NewEditor(seed)
		original := e.Document(v)
		return s.lookups.choose(seed/uint64(len(sources))).Diff(original, e.Document(original))
	}
}

// threeWayOf is like diffOf, for three-way merges.
func threeWayOf(sources []source) func(seed uint64) (differential.DiffVerdict, string) {
	return func(seed uint64) (differential.DiffVerdict, string) {
		s := sources[seed%uint64(len(sources))]
		v, err := s.make(seed)
		if err != nil {
			return differential.Wrong, err.Error()
		}
		e := differential.NewEditor(seed)
		original := e.Document(v)
		modified := e.Document(original)
		live := original
		if e.IntN(3) == 0 {
			live = modified
		}
		triple := differential.Triple{Original: original, Modified: modified, Current: e.Document(live)}
		return s.lookups.choose(seed / uint64(len(sources))).ThreeWay(triple)
	}
}

func newSource(t *testing.T, kind table.GoKind, make func(uint64) (model.Value, error)) source {
	t.Helper()
	found, err := lookupsOf(kind)
	if err != nil {
		t.Fatal(err)
	}
	return source{found, make}
}

// objectSources returns sources of the objects in which every field is set.
func objectSources(t *testing.T) []source {
	all, err := objects()
	if err != nil || len(all) < 150 {
		t.Fatalf("%d objects, %v", len(all), err)
	}
	var sources []source
	for _, o := range all {
		sources = append(sources, newSource(t, o.kind, func(uint64) (model.Value, error) { return o.value, nil }))
	}
	return sources
}

// filledSources returns sources of kinds with random content.
func filledSources(t *testing.T) []source {
	kinds := map[reflect.Type]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Type] = k
	}
	var sources []source
	for _, typ := range filled {
		sources = append(sources, newSource(t, kinds[typ], func(seed uint64) (model.Value, error) {
			object := reflect.New(typ)
			filler(seed).Fuzz(object.Interface())
			text, err := json.Marshal(object.Interface())
			if err != nil {
				return model.Value{}, err
			}
			return model.Parse(text)
		}))
	}
	return sources
}

func TestObjectDiffs(t *testing.T) { runDiffs(t, 400, diffOf(objectSources(t))) }

func TestObjectThreeWays(t *testing.T) { runDiffs(t, 200, threeWayOf(objectSources(t))) }

func TestFilledDiffs(t *testing.T) { runDiffs(t, 500, diffOf(filledSources(t))) }

func TestFilledThreeWays(t *testing.T) { runDiffs(t, 300, threeWayOf(filledSources(t))) }
