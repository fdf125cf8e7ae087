package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// dropOptions leaves out options, one at a time.
func (s *search) dropOptions() {
	changes := []func(o *Options){
		func(o *Options) { o.Overwrite = false },
		func(o *Options) { o.Strict = false },
		func(o *Options) { o.Ignore = 0 },
		func(o *Options) { o.Omit = 0 },
		func(o *Options) { o.Preconditions = nil },
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

// dropText gives documents as values where text says no more, and drops pieces
// of those that have to be text.
func (s *search) dropText() {
	for _, name := range s.best.texts() {
		if s.one(s.best.withValue(name)) {
			continue
		}
		text := strings.SplitAfter(s.best.c.Input.Text[name], "")
		s.halves(len(text), func(gone []bool) (draft, bool) {
			var left strings.Builder
			for i, part := range text {
				if !gone[i] {
					left.WriteString(part)
				}
			}
			return s.best.withText(name, left.String()).written(), true
		})
	}
}

// withText returns the draft with a document given as this text.
func (d draft) withText(name, text string) draft {
	in := &d.c.Input
	texts := map[string]string{}
	for other, t := range in.Text {
		texts[other] = t
	}
	texts[name] = text
	in.Text = texts
	in.Patches = slices.Clone(in.Patches)
	v, err := model.ParseString(text)
	if err != nil {
		v = model.Value{}
	}
	d.set(name, v)
	return d
}

// withValue returns the draft with a document given as the value of its text;
// false if that has none.
func (d draft) withValue(name string) (draft, bool) {
	v, err := model.ParseString(d.c.Input.Text[name])
	if err != nil {
		return draft{}, false
	}
	d = d.withText(name, "")
	if delete(d.c.Input.Text, name); len(d.c.Input.Text) == 0 {
		d.c.Input.Text = nil
	}
	return d.withDocuments([]Document{{name, compact(v)}}), true
}
