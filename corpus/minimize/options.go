package minimize

import (
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// dropOptions removes options, one at a time.
func (s *search) dropOptions() {
	if s.best.inStep {
		return // the wanted answer may depend on them
	}
	var changes []func(o *corpus.Options)
	for i := range reflect.TypeFor[corpus.Options]().NumField() {
		changes = append(changes, func(o *corpus.Options) { reflect.ValueOf(o).Elem().Field(i).SetZero() })
	}
	for d := smp.Directives(1); smp.AllDirectives.Has(d); d <<= 1 {
		changes = append(changes,
			func(o *corpus.Options) { o.Ignore &^= d },
			func(o *corpus.Options) {
				if o.Omit != 0 { // the case lists the directives that are not in Omit
					o.Omit |= d
				}
			})
	}
	for i := range s.best.c.Input.Options.Preconditions {
		changes = append(changes, func(o *corpus.Options) {
			if i < len(o.Preconditions) {
				o.Preconditions = slices.Delete(slices.Clone(o.Preconditions), i, i+1)
			}
		})
	}
	for i := range s.best.c.Input.Options.Keep {
		changes = append(changes, func(o *corpus.Options) {
			if i < len(o.Keep) {
				o.Keep = slices.Delete(slices.Clone(o.Keep), i, i+1)
			}
		})
	}
	s.inTurn(len(changes), func(i int) (draft, bool) {
		d := s.best
		changes[i](&d.c.Input.Options)
		return d.written(), true
	}, func(int) bool { return true })
}

// dropPatches removes patches if there are several.
func (s *search) dropPatches() {
	if s.best.inStep {
		return // the wanted answer depends on all of them
	}
	patches := s.best.c.Input.Patches
	docs := s.best.c.Input.Documents()
	texts := s.best.c.Input.Text
	s.halves(len(patches), func(gone []bool) (draft, bool) {
		d := s.best
		d.c.Input.Patches, d.c.Input.Text = nil, nil
		for i, v := range patches {
			if gone[i] {
				continue
			}
			next := len(d.c.Input.Patches)
			d.c.Input.Patches = append(d.c.Input.Patches, v)
			if text, ok := texts[docs[i].Name]; ok {
				d = d.withText(docs[next].Name, text)
			}
		}
		return d.written(), len(d.c.Input.Patches) > 0
	})
}
