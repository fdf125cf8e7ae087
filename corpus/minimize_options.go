package corpus

import (
	"slices"
)

// dropOptions leaves out options, one at a time.
func (s *search) dropOptions() {
	changes := []func(o *Options){
		func(o *Options) { o.Overwrite = false },
		func(o *Options) { o.Strict = false },
		func(o *Options) { o.Ignore = 0 },
		func(o *Options) { o.Omit = 0 },
		func(o *Options) { o.Preconditions = nil },
		func(o *Options) { o.NoWide = false },
	}
	for _, name := range directiveNames {
		changes = append(changes,
			func(o *Options) { o.Ignore &^= directive(name) },
			func(o *Options) { o.Omit &^= directive(name) })
	}
	for i := range s.best.c.Input.Options.Preconditions {
		changes = append(changes, func(o *Options) {
			if i < len(o.Preconditions) {
				o.Preconditions = slices.Delete(slices.Clone(o.Preconditions), i, i+1)
			}
		})
	}
	s.inTurn(len(changes), func(i int) (draft, bool) {
		d := s.best
		changes[i](&d.c.Input.Options)
		return d.written(), true
	}, func(int) bool { return true })
}

// dropPatches leaves out patches, where there are several.
func (s *search) dropPatches() {
	patches := s.best.c.Input.Patches
	texts := s.best.c.Input.Text
	s.halves(len(patches), func(gone []bool) (draft, bool) {
		d := s.best
		d.c.Input.Patches, d.c.Input.Text = nil, nil
		for i, v := range patches {
			if gone[i] {
				continue
			}
			if text, ok := texts[patchName(i)]; ok {
				d = d.withText(patchName(len(d.c.Input.Patches)), text)
			}
			d.c.Input.Patches = append(d.c.Input.Patches, v)
		}
		return d.written(), len(d.c.Input.Patches) > 0
	})
}
