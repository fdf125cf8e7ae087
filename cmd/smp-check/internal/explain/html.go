package explain

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

//go:embed page.html
var explainPage string

var explainTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("explain").Parse(explainPage))
})

// A page is the data of the template.
type page struct {
	Title   string
	Summary string
	Columns []pageColumn
	Effects []pageEffect
	Slips   []string
	Cluster []string
	Rules   []smp.Rule // the rules of all effects, sorted
}

// A pageColumn is one document, line by line.
type pageColumn struct {
	Name, File string
	Lines      []pageLine
}

// A pageLine is a line of a document.
type pageLine struct {
	Indent int
	Text   string
	Path   string // equal for lines of the same place in all documents
	Effect int    // the index of the effect; -1 if there is none
	Class  string
}

// A pageEffect describes the change at one place.
type pageEffect struct {
	Path, Sign, Class, Values string
	Reasons                   []Reason
}

// Html returns a page that shows original, patch and result next to each other, with the
// reason for each change. The page is self-contained. spelled maps strings to their spelling
// in the files. Other strings are written as in JSON.
func (x *Explanation) Html(original, patchName string, patch model.Value, spelled map[string]string) ([]byte, error) {
	p := page{Title: titleOf(patchName) + " applied to " + titleOf(original), Summary: x.Summary(), Slips: x.Unknown(), Cluster: x.Cluster()}
	indexes := map[string]int{}
	x.Tree().each(func(c *effect) {
		if _, isDuplicate := indexes[c.path.String()]; !isDuplicate {
			indexes[c.path.String()] = len(p.Effects)
		}
		p.Effects = append(p.Effects, pageEffect{c.path.String(), c.sign(), c.word(), c.values(), c.reasons})
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
		w := pageWriter{x: x, indexes: indexes, spelled: spelled, isOriginal: column.name == "original"}
		w.inside(column.v, x.schema, nil, 0, "")
		p.Columns = append(p.Columns, pageColumn{column.name, column.file, w.lines})
	}
	var b bytes.Buffer
	err := explainTemplate().Execute(&b, p)
	return b.Bytes(), err
}

// titleOf returns the name of a file for the title of a page. If the file is a pipe of the
// shell, such as /dev/fd/63, the title has a general name.
func titleOf(name string) string {
	switch {
	case name == "-p":
		return "the patch of the command line"
	case strings.HasPrefix(name, "/dev/fd/"), strings.HasPrefix(name, "/proc/self/fd/"):
		return "a pipe"
	}
	return name
}

// A pageWriter writes the lines of one document.
type pageWriter struct {
	x          *Explanation
	indexes    map[string]int // of effects, by path
	spelled    map[string]string
	isOriginal bool
	dash       *pageLine // the "-" of an element, which the line of its first field will contain
	lines      []pageLine
}

// inside writes the members of a map, or the elements of a list. class is the class of all
// lines, if a list or map around them is replaced.
func (w *pageWriter) inside(v model.Value, s smp.Schema, path model.Path, indent int, class string) {
	var keys []string
	if n := len(path); n > 0 {
		if _, isField := path[n-1].(model.Field); !isField {
			keys = w.x.schemaOf(path[:n-1]).Keys()
		}
	}
	for _, member := range members(v, keys) {
		name, m := member.Name, member.Value
		at := path.Append(model.Field(name))
		if field, ok := strings.CutPrefix(name, "$setElementOrder/"); ok {
			// The entries have the paths of the list's elements.
			w.add(pageLine{Indent: indent, Text: output.Name(name) + ":", Path: at.String(), Effect: -1})
			w.inside(m, schemaAt(s, model.Field(field)), path.Append(model.Field(field)), indent+1, class)
			continue
		}
		w.entry(output.Name(name)+":", m, schemaAt(s, model.Field(name)), at, indent, w.classOf(class, path, name, m))
	}
	found := map[string]bool{}
	for i, e := range v.Elements() {
		step := corpus.ElementStep(s, v, i)
		// The patch finds the first element that has the default key.
		if byDefault, unclear := w.x.unclear.step(path, step); unclear && !found[byDefault.String()] {
			found[byDefault.String()] = true
			step = byDefault
		}
		w.entry("-", e, s.Element(), path.Append(step), indent, w.classOf(class, path, "", e))
	}
}

// members returns the members of a map. The merge keys of a list element come first, because
// they identify it.
func members(v model.Value, keys []string) []model.Member {
	var first, rest []model.Member
	for name, m := range v.Members() {
		if slices.Contains(keys, name) {
			first = append(first, model.Member{Name: name, Value: m})
		} else {
			rest = append(rest, model.Member{Name: name, Value: m})
		}
	}
	return append(first, rest...)
}

// classOf returns the class of a field or element. In a replaced map or list, the class shows
// whether the part is removed, added or kept. Elsewhere, the class is that of the parent.
// name is empty for an element.
func (w *pageWriter) classOf(around string, path model.Path, name string, v model.Value) string {
	c := w.x.byPath[path.String()]
	if around != "" || c == nil || !c.isReplaced() {
		return around
	}
	other, sign := c.before, words[effectAdded]
	if w.isOriginal {
		other, sign = c.after, words[effectRemoved]
	}
	if name == "" {
		if indexOfEqual(other.AppendElements(nil), v) >= 0 {
			return kept
		}
		return sign
	}
	switch there, ok := other.Get(name); {
	case !ok:
		return sign
	case model.Equal(there, v):
		return kept
	}
	return words[effectChanged]
}

// kept is the class of the parts that are in a replaced list or map both before and after, and
// of places that a flag keeps.
const kept = "kept"

func (w *pageWriter) entry(label string, v model.Value, s smp.Schema, path model.Path, indent int, class string) {
	line := pageLine{Indent: indent, Text: label, Path: path.String(), Effect: -1}
	if v.Len() == 0 {
		shown := v
		if w.x.secret {
			shown = patches.Masked(path, v)
		}
		text := shown.JSON() // keeps the digits of the source
		if as, ok := w.spelled[shown.Text()]; ok && shown.Type() == model.String {
			text = as
		}
		line.Text += " " + text
	}
	if c := w.effectAt(path); c != nil {
		line.Effect = w.indexes[c.path.String()]
		if len(c.path) == len(path) || c.decidesInside() {
			line.Class = c.word()
		}
	}
	if class != "" {
		line.Class = class
	}
	if label == "-" && v.Type() == model.Map && v.Len() > 0 {
		w.dash = &line
	} else {
		w.add(line)
	}
	w.inside(v, s, path, indent+1, class)
}

// add adds a line. The first line of an element gets the path and effect of the element,
// unless the first field of the element has an effect of its own.
func (w *pageWriter) add(line pageLine) {
	if dash := w.dash; dash != nil {
		w.dash = nil
		if _, own := w.indexes[line.Path]; !own {
			line.Path, line.Effect, line.Class = dash.Path, dash.Effect, dash.Class
		}
		line.Indent, line.Text = dash.Indent, dash.Text+" "+line.Text
	}
	w.lines = append(w.lines, line)
}

// effectAt returns the effect at a place. If there is none, it returns the nearest effect
// around the place that applies to all values inside.
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
