package fuzz

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// Maps gives the engine the documents as Go maps, which it wraps, and compares what
// comes of them with what comes of documents that were parsed. It reads data as
// Dialect does, and tries the documented rules too.
func Maps(data []byte) error {
	in, rest, err := anyInput(data)
	if err != nil {
		return err
	}
	tried := []smp.Dialect{smp.Documented, smp.Kubernetes}
	if rest != nil {
		tried = append(slices.Clone(dialects), smp.Documented)
		n := rest.Intn("dialect", len(tried))
		tried = tried[n : n+1]
	}
	for _, dialect := range tried {
		subject := corpus.Untraced(dialect)
		if err := laws.Agree(overMaps{subject, dialect == smp.Documented}, ofParsed{subject}, in).Err(); err != nil {
			return err
		}
	}
	return nil
}

// documentsOf returns where an input has its documents.
func documentsOf(in *corpus.Input) []*model.Value {
	all := []*model.Value{&in.Original, &in.Modified, &in.Current, &in.Patch, &in.Left, &in.Right}
	in.Patches = slices.Clone(in.Patches)
	for i := range in.Patches {
		all = append(all, &in.Patches[i])
	}
	return slices.DeleteFunc(all, func(v *model.Value) bool { return v.Kind() == model.Absent })
}

// ofParsed is a subject to which documents are given as maps have them: with their
// members sorted, and numbers as Go has them.
type ofParsed struct{ corpus.Subject }

func (s ofParsed) Run(in corpus.Input) corpus.Outcome {
	for _, v := range documentsOf(&in) {
		wrapped, err := model.WrapAny(v.ToAny())
		if err != nil {
			return corpus.Outcome{Err: err}
		}
		*v = model.MustParse(wrapped.JSON())
	}
	return s.Subject.Run(in)
}

// overMaps is a subject to which documents are given as maps. It answers with an
// error if these change, or if the result shares with them what it should not, or
// does not share what it should.
type overMaps struct {
	corpus.Subject
	documented bool
}

func (s overMaps) Run(in corpus.Input) corpus.Outcome {
	documents := documentsOf(&in)
	before, trees := make([]model.Value, len(documents)), make([]any, len(documents))
	for i, v := range documents {
		before[i], trees[i] = *v, v.ToAny()
		wrapped, err := model.WrapAny(trees[i])
		if err != nil {
			return corpus.Outcome{Err: err}
		}
		*v = wrapped
	}
	out := s.Subject.Run(in)
	for _, v := range documents {
		if err := v.Err(); err != nil {
			return corpus.Outcome{Err: err}
		}
	}
	if out.Result.Kind() == model.Absent {
		return out
	}
	shared := out.Result.ShareAny()
	result, err := model.FromAny(shared)
	if err == nil && !model.Equal(result, out.Result) {
		err = fmt.Errorf("the result is %s, as a Go tree %s", out.Result.JSON(), result.JSON())
	}
	if err == nil && s.documented && in.Op == corpus.OpApply {
		err = untouchedShared("", in.Original.ShareAny(), in.Patch.ShareAny(), shared)
	}
	if err == nil {
		overwrite(shared, containers(trees))
		for i, tree := range trees {
			if again, fault := model.FromAny(tree); fault != nil || !model.Equal(again, before[i]) {
				err = fmt.Errorf("%s has become %v", before[i].JSON(), tree)
			}
		}
	}
	if err != nil {
		return corpus.Outcome{Err: err}
	}
	out.Result = result
	return out
}

// untouchedShared checks that members of which the patch, or a map in it, says
// nothing are those of the original: the same maps and lists.
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

// pointer tells maps and lists from others of their kind; 0 for anything else, and
// lists that have no elements.
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

// overwrite writes all over the maps and lists of a result that are not shared.
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
