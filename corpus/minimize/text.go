package minimize

import (
	"maps"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// dropText converts documents that are given as text to values. If the fault then disappears,
// it drops pieces of the text instead, unless a wanted answer depends on them.
func (s *search) dropText() {
	for _, name := range s.best.texts() {
		if s.one(s.best.withValue(name)) || s.best.inStep {
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

// withText returns the draft with a new text for a document.
func (d draft) withText(name, text string) draft {
	v, err := model.ParseString(text)
	if err != nil {
		v = model.Value{}
	}
	d.set(name, v)
	texts := maps.Clone(d.c.Input.Text)
	if texts == nil {
		texts = map[string]string{}
	}
	texts[name] = text
	d.c.Input.Text = texts
	return d
}

// withValue returns the draft with a document as a value instead of a text. It returns false
// if the text is not JSON.
func (d draft) withValue(name string) (draft, bool) {
	v, err := model.ParseString(d.c.Input.Text[name])
	if err != nil {
		return draft{}, false
	}
	d.set(name, v)
	return d.withDocuments([]corpus.Document{{Name: name, Value: compact(v)}}), true
}
