package explain

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

//go:embed page.html
var explainPage string

var explainTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("explain").Parse(explainPage))
})

// A page is what the template shows.
type page struct {
	Title   string
	Columns []pageColumn
	Effects []pageEffect
	Slips   []string
	Cluster []string
	Rules   []smp.Rule // those that decided, by id
}

// A pageColumn is one document, line by line.
type pageColumn struct {
	Name, File string
	Lines      []pageLine
}

// A pageLine is one line of a document.
type pageLine struct {
	Indent int
	Text   string
	Hint   string // which element it is, for people
	Path   string // the same for what belongs together in all documents
	Effect int    // the index of the effect that it is part of, -1 for none
	Class  string
}

// A pageEffect is what happens at one place.
type pageEffect struct {
	Path, Sign, Class, Values string
	Reasons                   []Reason
}

// Html returns a page that shows original, patch and result beside each other,
// and why the result is what it is. It needs no other file. Strings stand as spelled
// has them, else as in JSON.
func (x *Explanation) Html(original, patchName string, patch model.Value, spelled map[string]string) ([]byte, error) {
	p := page{Title: patchName + " applied to " + original, Slips: x.Unknown(), Cluster: x.Cluster()}
	indexes := map[string]int{}
	x.Tree().each(func(c *effect) {
		indexes[c.path.String()] = len(p.Effects)
		p.Effects = append(p.Effects, pageEffect{c.path.String(), c.kind(), words[c.kind()], c.values(), c.reasons})
		for _, r := range c.reasons {
			p.Rules = append(p.Rules, r.Rule)
		}
	})
	slices.Sort(p.Rules)
	p.Rules = slices.Compact(p.Rules)
	for _, column := range []struct {
		name, file string
		v          model.Value
	}{{"original", original, x.original}, {"patch", patchName, patch}, {"result", "", x.result}} {
		w := pageWriter{x: x, indexes: indexes, spelled: spelled}
		w.inside(column.v, x.schema, nil, 0)
		p.Columns = append(p.Columns, pageColumn{column.name, column.file, w.lines})
	}
	var b bytes.Buffer
	err := explainTemplate().Execute(&b, p)
	return b.Bytes(), err
}

// A pageWriter writes a document as lines.
type pageWriter struct {
	x       *Explanation
	indexes map[string]int // of effects, by path
	spelled map[string]string
	lines   []pageLine
}

// inside writes the members or elements of a value.
func (w *pageWriter) inside(v model.Value, s smp.Schema, path model.Path, indent int) {
	for name, m := range v.Members() {
		at := path.Append(model.Field(name))
		if field, ok := strings.CutPrefix(name, "$setElementOrder/"); ok {
			// Its entries stand for the elements of the list.
			w.lines = append(w.lines, pageLine{Indent: indent, Text: name + ":", Path: at.String(), Effect: -1})
			w.inside(m, schemaAt(s, model.Field(field)), path.Append(model.Field(field)), indent+1)
			continue
		}
		w.entry(name+":", "", m, schemaAt(s, model.Field(name)), at, indent)
	}
	found := map[string]bool{}
	for i, e := range v.Elements() {
		step := corpus.ElementStep(s, v, i)
		hint := ""
		if _, byKey := step.(model.Key); byKey {
			hint = step.String()
		}
		// The patch finds the first element that has the default key.
		if byDefault, unclear := w.x.unclear.step(path, step); unclear && !found[byDefault.String()] {
			found[byDefault.String()] = true
			step = byDefault
		}
		w.entry("-", hint, e, s.Element(), path.Append(step), indent)
	}
}

// entry writes one member or element, and what is in it.
func (w *pageWriter) entry(label, hint string, v model.Value, s smp.Schema, path model.Path, indent int) {
	line := pageLine{Indent: indent, Text: label, Hint: hint, Path: path.String(), Effect: -1}
	if v.Len() == 0 {
		text := v.JSON() // with the digits of the source
		if as, ok := w.spelled[v.Text()]; ok && v.Kind() == model.String {
			text = as
		}
		line.Text += " " + text
		line.Hint = ""
	}
	if c := w.effectAt(path); c != nil {
		line.Effect = w.indexes[c.path.String()]
		if len(c.path) == len(path) || c.decidesInside() {
			line.Class = words[c.kind()]
		}
	}
	w.lines = append(w.lines, line)
	w.inside(v, s, path, indent+1)
}

// effectAt returns the effect at a place, else the nearest one around it that is
// about all that is in it.
func (w *pageWriter) effectAt(path model.Path) *effect {
	for n := len(path); n > 0; n-- {
		text := path[:n].String()
		if _, told := w.indexes[text]; !told {
			continue
		}
		c := w.x.byPath[text]
		if n == len(path) || c.decidesInside() {
			return c
		}
	}
	return nil
}
