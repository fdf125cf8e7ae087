package smp_test

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A result of a call does not change during later calls, because calls share no memory with it.
// Results are texts, values and errors.
func TestResultsStayAsTheyAre(t *testing.T) {
	s := podSchema(t)
	list := func(word string, n int) string {
		text := ""
		for i := range n {
			text += fmt.Sprintf(`{"name":"%s-%d","image":"%s"},`, word, i, word)
		}
		return text
	}
	run := func(word string, n int, keep func(is func() string)) error {
		original := fmt.Sprintf(`{"spec":{"containers":[%s{"name":"last"}]},"metadata":{"labels":{"a":"%s"}}}`, list(word, n), word)
		modified := fmt.Sprintf(`{"spec":{"containers":[%s{"name":"last","image":"new %s"}]},"metadata":{"labels":{"b":"%s"}}}`, list(word, n), word, word)
		current := fmt.Sprintf(`{"spec":{"containers":[%s{"name":"last"},{"name":"other"}]},"metadata":{"labels":{"a":"%s","c":"%s"}}}`, list(word, n), word, word)
		diff, err := smp.DiffJSON(s, []byte(original), []byte(modified))
		if err != nil {
			return err
		}
		applied, err := smp.ApplyJSON(s, []byte(original), diff)
		if err != nil {
			return err
		}
		threeWay, err := smp.ThreeWayJSON(s, []byte(original), []byte(modified), []byte(current))
		if err != nil {
			return err
		}
		_, failed := smp.ThreeWayJSON(s, []byte(original), []byte(modified), []byte(fmt.Sprintf(`{"spec":{"containers":[{"name":"last","image":"of %s"}]}}`, word)))
		if failed == nil {
			return errors.New("there is no conflict")
		}
		values := [3]model.Value{model.MustParse(original), model.MustParse(modified), model.MustParse(current)}
		patch, err := smp.ThreeWay(s, values[0], values[1], values[2])
		if err != nil {
			return err
		}
		change, err := smp.Diff(s, values[0], values[1])
		if err != nil {
			return err
		}
		result, err := smp.Apply(s, values[2], patch)
		if err != nil {
			return err
		}
		keep(func() string {
			return fmt.Sprint(string(diff), string(applied), string(threeWay), failed, patch.JSON(), change.JSON(), result.JSON())
		})
		return nil
	}
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			var kept []func() string
			var was []string
			for i := range 200 {
				err := run(fmt.Sprintf("word%d-%d", g, i), i%50, func(is func() string) {
					kept, was = append(kept, is), append(was, is())
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
			for i, is := range kept {
				if now := is(); now != was[i] {
					t.Errorf("was %s\nis now %s", was[i], now)
					return
				}
			}
		}()
	}
	all.Wait()
}

// Patches that each add an element to one list allocate memory in proportion to their number,
// because the results share the memory of their elements.
func TestBytesOfAddingElements(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("the instrumented code allocates otherwise")
	}
	s := podSchema(t)
	added := func(n int) uint64 {
		patches := make([]model.Value, n)
		for i := range patches {
			patches[i] = model.MustParse(fmt.Sprintf(`{"spec":{"containers":[{"name":"c%d","image":"i"}]}}`, i))
		}
		v := model.MustParse(`{"spec":{"containers":[{"name":"c"}]}}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, patch := range patches {
			var err error
			if v, err = smp.Apply(s, v, patch); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if short, long := added(500), added(4000); long > 12*short {
		t.Errorf("500 patches take %d bytes, and 4000 take %d", short, long)
	}
}

// The values, errors and paths that a call returns for a generated input do not change after the
// call.
func TestAnswersStayAsTheyAre(t *testing.T) {
	subject := corpus.Untraced(corpus.Engine())
	said := func(o corpus.Outcome) string { return fmt.Sprint(o, o.Err, o.Wide) }
	var all sync.WaitGroup
	for g := range uint64(2) {
		all.Add(1)
		go func() {
			defer all.Done()
			var held []corpus.Outcome
			var was []string
			for seed := range trials.Seeds(1200) {
				ops := laws.Ops()
				in := gen.For(ops[seed%uint64(len(ops))], gen.FromSeed(2*seed+g)).Input()
				o := subject.Run(in)
				held, was = append(held, o), append(was, said(o))
			}
			for i, o := range held {
				if now := said(o); now != was[i] {
					t.Errorf("seed %d: was %s\nis now %s", i, was[i], now)
				}
			}
		}()
	}
	all.Wait()
}

// A call for texts gives the same patch or the same error as the call for values. Its documents are read
// into memory that is used again, so an error that contained a part of them would change.
func TestTextsAnswerLikeValues(t *testing.T) {
	answers := func(in corpus.Input, v func() (model.Value, error), texts func() ([]byte, error)) error {
		value, want := v()
		text, got := texts()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("%s: got the error %v, want %v", in.Op, got, want)
		}
		if want == nil && string(text) != value.JSON() && !model.Equal(model.MustParse(string(text)), value) {
			return fmt.Errorf("%s: got %s, want %v", in.Op, text, value)
		}
		return nil
	}
	json := func(v model.Value) []byte { // null counts as absent
		if v.Type() == model.Absent {
			return []byte("null")
		}
		return v.AppendJSON(nil)
	}
	for seed := range trials.Seeds(2000) {
		ops := []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose}
		in := gen.For(ops[seed%uint64(len(ops))], gen.FromSeed(seed)).Input()
		e := smp.Engine{Strict: seed%3 == 0, Unions: seed%5 == 0}
		diff := smp.DiffOptions{For: [3]smp.Judge{nil, cluster.Judge{}, smp.SpecificationJudge{}}[seed%3]}
		threeWay := smp.ThreeWayOptions{DiffOptions: diff}
		var patches [][]byte
		for _, p := range in.Patches {
			patches = append(patches, json(p))
		}
		var err error
		switch in.Op {
		case corpus.OpApply:
			err = answers(in, func() (model.Value, error) { return e.Apply(in.Schema, in.Original, in.Patch) },
				func() ([]byte, error) { return e.ApplyJSON(in.Schema, json(in.Original), json(in.Patch)) })
		case corpus.OpDiff:
			err = answers(in, func() (model.Value, error) { return e.Diff(in.Schema, in.Original, in.Modified, diff) },
				func() ([]byte, error) { return e.DiffJSON(in.Schema, json(in.Original), json(in.Modified), diff) })
		case corpus.OpThreeWay:
			err = answers(in, func() (model.Value, error) {
				return e.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, threeWay)
			},
				func() ([]byte, error) {
					return e.ThreeWayJSON(in.Schema, json(in.Original), json(in.Modified), json(in.Current), threeWay)
				})
		default:
			err = answers(in, func() (model.Value, error) { return e.Compose(in.Schema, in.Patches...) },
				func() ([]byte, error) { return e.ComposeJSON(in.Schema, patches...) })
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
