package laws

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// keepPaths returns the paths to keep of an input. If it has none, they are made from the
// documents. Most of them lead to places in the documents, and equal inputs have equal paths.
func keepPaths(in corpus.Input) []smp.KeepPath {
	if in.Options.Keep != nil {
		return in.Options.Keep
	}
	documents := []model.Value{in.Modified, in.Original}
	if in.Op == corpus.OpThreeWay {
		documents[1] = in.Current
	}
	h := fnv.New64a()
	for _, d := range documents {
		h.Write(d.AppendCanonical(nil))
	}
	g := keepMaker{rand.New(rand.NewPCG(h.Sum64(), 1))}
	var paths []smp.KeepPath
	for range 1 + g.IntN(3) {
		p := g.path(in.Schema, documents[g.IntN(2)])
		if !slices.ContainsFunc(paths, func(q smp.KeepPath) bool { return q.String() == p.String() }) {
			paths = append(paths, p)
		}
	}
	return paths
}

// A keepMaker makes paths to keep.
type keepMaker struct{ *rand.Rand }

func (g keepMaker) oneIn(n int) bool { return g.IntN(n) == 0 }

// path returns a path to a random place in a document.
func (g keepMaker) path(s smp.Schema, v model.Value) smp.KeepPath {
	p := smp.KeepPath{}
	for {
		if v.Len() == 0 || len(p) > 0 && g.oneIn(4) || g.oneIn(60) {
			return p
		}
		step := smp.KeepStep{}
		if v.Type() == model.Map {
			m := v.AppendMembers(nil)[g.IntN(v.Len())]
			step.Step = model.Field(m.Name)
			s, _ = s.Member(m.Name)
			v = m.Value
		} else {
			elements := v.AppendElements(nil)
			at := g.IntN(len(elements))
			step.Step = g.element(s, elements[at], at)
			s, v = s.Element(), elements[at]
		}
		switch n := g.IntN(100); {
		case n < 14:
			step = smp.KeepStep{}
		case n < 20:
			p = append(p, smp.KeepStep{Deep: true})
			if g.oneIn(4) {
				continue
			}
		case n < 22:
			step.Step = model.Field("nowhere")
		}
		p = append(p, step)
	}
}

// element returns a step to an element of a list.
func (g keepMaker) element(s smp.Schema, e model.Value, at int) model.Step {
	isMap := e.Type() == model.Map
	other := g.oneIn(6) // whether to select the element by fields that are not merge keys
	switch {
	case g.oneIn(10), !isMap && !s.Merging() && g.oneIn(2):
		return model.Index(at)
	case e.HasNull() && !isMap:
		return model.Index(at) // null members are ignored, but the value of a set in a path contains them
	case !isMap, other && !e.HasNull() && g.oneIn(4):
		return model.SetValue{Value: e}
	}
	names := allKeys(s)
	if other || len(names) == 0 {
		names = nil
		for name, v := range e.Members() {
			if v.IsScalar() && g.oneIn(2) {
				names = append(names, name)
			}
		}
	}
	var key model.Key
	for _, name := range names {
		v, ok := e.Get(name)
		if def, has := s.KeyDefault(name); has && !ok {
			v, ok = def, true
		}
		if ok {
			key = append(key, model.KeyField{Name: name, Value: v})
		}
	}
	if len(key) == 0 {
		return model.Index(at)
	}
	return key
}
