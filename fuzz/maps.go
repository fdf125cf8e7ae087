package fuzz

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// A mapEngine is an engine whose handling of Go maps is checked.
type mapEngine struct {
	name    string
	subject corpus.Subject
	decodes bool // the engine decodes the result, so the result is a new tree
}

// mapEngines returns the engines of package cluster, followed by the engine of the
// specification.
var mapEngines = sync.OnceValue(func() (all []mapEngine) {
	for _, e := range servers {
		all = append(all, mapEngine{fmt.Sprintf("of a cluster, %+v", e), corpus.Untraced(corpus.Cluster(e)), !e.BeforeDecoding})
	}
	return append(all, mapEngine{"of the specification", corpus.Untraced(corpus.Engine()), false})
})

// Maps wraps Go maps as the documents of an engine, and compares the results with those for
// parsed documents. It reads data like Dialect, and also checks the engine of the
// specification.
func Maps(data []byte) error {
	in, rest, err := anyInput(data)
	if err != nil {
		return err
	}
	tried := []mapEngine{mapEngines()[len(servers)], mapEngines()[1]}
	if rest != nil {
		n := rest.Intn("dialect", len(mapEngines()))
		tried = mapEngines()[n : n+1]
	}
	return tryMaps(in, tried)
}

// MapsOfSeed does the same as Maps for an input of package gen, with each engine.
func MapsOfSeed(seed uint64) error {
	ops := laws.Ops()
	op := ops[seed%uint64(len(ops))]
	return tryMaps(gen.For(op, gen.FromSeed(seed)).Input(), mapEngines())
}

// MapEngines is the number of engines with which MapsOfSeed checks an input.
var MapEngines = len(servers) + 1

// tryMaps checks an input with some engines.
func tryMaps(in corpus.Input, tried []mapEngine) error {
	trees, err := treesOf(&in)
	if err != nil {
		return err
	}
	shared := containers(trees)
	for _, engine := range tried {
		over := overMaps{engine.subject, trees, &taken{}}
		verdict := laws.Agree(over, engine.subject, in)
		if verdict.Status == laws.Held {
			if err := over.result.check(in, engine.decodes, verdict.Answer.Result, trees, shared); err != nil {
				verdict.Status, verdict.What = laws.Broken, err.Error()
			}
		}
		if err := verdict.Err(); err != nil {
			return fmt.Errorf("engine %s: %w", engine.name, err)
		}
	}
	return nil
}

// documentsOf returns pointers to the documents of an input. It copies Patches first.
func documentsOf(in *corpus.Input) []*model.Value {
	all := []*model.Value{&in.Original, &in.Modified, &in.Current, &in.Patch, &in.Left, &in.Right}
	in.Patches = slices.Clone(in.Patches)
	for i := range in.Patches {
		all = append(all, &in.Patches[i])
	}
	return slices.DeleteFunc(all, func(v *model.Value) bool { return v.Type() == model.Absent })
}

// treesOf returns the documents of an input as Go trees. It replaces the documents by the
// values of these trees, whose fields are sorted and whose numbers are Go numbers.
func treesOf(in *corpus.Input) ([]any, error) {
	var trees []any
	for _, v := range documentsOf(in) {
		tree := v.ToAny()
		wrapped, err := model.WrapAny(tree)
		if err != nil {
			return nil, err
		}
		if *v, err = model.Parse(wrapped.AppendJSON(nil)); err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	return trees, nil
}

// overMaps is a subject that replaces the documents of its input by Go maps. It records its
// results.
type overMaps struct {
	corpus.Subject
	trees  []any
	result *taken
}

func (s overMaps) Run(in corpus.Input) corpus.Outcome {
	documents := documentsOf(&in)
	for i, v := range documents {
		var err error
		if *v, err = model.WrapAny(s.trees[i]); err != nil {
			return corpus.Outcome{Err: err}
		}
	}
	out := s.Subject.Run(in)
	for _, v := range documents {
		if err := v.Err(); err != nil {
			return corpus.Outcome{Err: err}
		}
	}
	s.result.value, s.result.in = out.Result, in
	return out
}

// taken is a result for documents that are Go maps, with its input.
type taken struct {
	value model.Value
	in    corpus.Input
}

// check checks three properties of the result as a Go tree: it is equal to the result for
// parsed documents; it shares the correct parts with the trees of the input; and the trees of
// the input do not change, even if the parts that are not shared are overwritten.
func (r *taken) check(parsed corpus.Input, decodes bool, want model.Value, trees []any, shared map[uintptr]bool) error {
	original, patch := r.in.Original.ShareAny(), r.in.Patch.ShareAny()
	tree := r.value.ShareAny()
	if want.Type() != model.Absent {
		if !isTree(tree, want) {
			return fmt.Errorf("the result is %s, as a Go tree it is %#v", want.JSON(), tree)
		}
		if !decodes && r.in.Op == corpus.OpApply {
			if err := untouchedShared("", original, patch, tree); err != nil {
				return err
			}
		}
		overwrite(tree, shared)
	}
	for i, v := range documentsOf(&parsed) {
		if !isTree(trees[i], *v) {
			return fmt.Errorf("%s has become %v", v.JSON(), trees[i])
		}
	}
	return nil
}

// isTree reports whether a Go tree is equal to the result of v.ToAny.
func isTree(tree any, v model.Value) bool {
	switch x := tree.(type) {
	case map[string]any:
		if v.Type() != model.Map || len(x) != v.Len() {
			return false
		}
		for name, want := range v.Members() {
			if have, ok := x[name]; !ok || !isTree(have, want) {
				return false
			}
		}
		return true
	case []any:
		if v.Type() != model.List || len(x) != v.Len() {
			return false
		}
		for i := range x {
			if !isTree(x[i], v.At(i)) {
				return false
			}
		}
		return true
	}
	return v.Type() != model.Absent && tree == v.ToAny()
}

// untouchedShared checks that fields that the patch does not mention are the maps and lists
// of the original, and not copies.
func untouchedShared(path string, original, patch, result any) error {
	o, isMap := original.(map[string]any)
	p, isPatch := patch.(map[string]any)
	r, isResult := result.(map[string]any)
	if !isMap || !isPatch || !isResult {
		return nil
	}
	for name := range p {
		if len(name) > 0 && name[0] == '$' {
			return nil
		}
	}
	for name, have := range o {
		here := path + "." + name
		if below, said := p[name]; said {
			if err := untouchedShared(here, have, below, r[name]); err != nil {
				return err
			}
			continue
		}
		if now, kept := r[name]; kept && pointer(now) != pointer(have) {
			return fmt.Errorf("%s was copied", here)
		}
	}
	return nil
}

// pointer returns a pointer that identifies a map or list. It returns 0 for other values and
// empty lists.
func pointer(tree any) uintptr {
	switch x := tree.(type) {
	case map[string]any:
		return reflect.ValueOf(x).Pointer()
	case []any:
		if len(x) > 0 {
			return reflect.ValueOf(x).Pointer()
		}
	}
	return 0
}

// containers returns the pointers of all maps and lists in Go trees.
func containers(tree any) map[uintptr]bool {
	all := map[uintptr]bool{}
	var add func(tree any)
	add = func(tree any) {
		all[pointer(tree)] = true
		switch x := tree.(type) {
		case map[string]any:
			for _, below := range x {
				add(below)
			}
		case []any:
			for _, below := range x {
				add(below)
			}
		}
	}
	add(tree)
	return all
}

// overwrite overwrites the maps and lists of a result that are not shared.
func overwrite(tree any, shared map[uintptr]bool) {
	if shared[pointer(tree)] {
		return
	}
	switch x := tree.(type) {
	case map[string]any:
		for name, below := range x {
			overwrite(below, shared)
			x[name] = "overwritten"
		}
		x["overwritten"] = true
	case []any:
		for i, below := range x {
			overwrite(below, shared)
			x[i] = "overwritten"
		}
	}
}
