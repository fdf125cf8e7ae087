package minimize

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A wording maps words of a case to new ones: names of fields, strings that are values,
// and numbers by their spelling. Other words are kept. Names in directives and in the
// schema change with the fields: the field after $setElementOrder/, names in
// $retainKeys and $patchMergeKey, and merge keys.
type wording struct {
	names, strings, numbers map[string]string
}

// reworded returns the draft with the words of a wording replaced.
func (d draft) reworded(w wording) (draft, bool) {
	if d.listed() {
		return draft{}, false
	}
	var docs []corpus.Document
	for _, doc := range d.documents() {
		docs = append(docs, corpus.Document{Name: doc.Name, Value: w.value(doc.Value)})
	}
	d, _ = d.withPaths(func(_ string, path model.Path) (model.Path, bool) { return w.path(path), true })
	var preconditions []model.Path
	for _, path := range d.c.Input.Options.Preconditions {
		preconditions = append(preconditions, w.path(path))
	}
	d.c.Input.Options.Preconditions = preconditions
	var keep []smp.KeepPath
	for _, path := range d.c.Input.Options.Keep {
		path = slices.Clone(path)
		for i, s := range path {
			if s.Step != nil {
				path[i].Step = w.path(model.Path{s.Step})[0]
			}
		}
		keep = append(keep, path)
	}
	d.c.Input.Options.Keep = keep
	return d.withDocuments(docs).withType(w.typ(*d.typ))
}

func word(words map[string]string, old string) string {
	if to, ok := words[old]; ok {
		return to
	}
	return old
}

func (w wording) name(name string) string {
	directive, field := directiveOf(name)
	return directive + word(w.names, field)
}

func (w wording) nameList(list []string) []string {
	list = slices.Clone(list)
	for i, name := range list {
		list[i] = word(w.names, name)
	}
	return list
}

func (w wording) value(v model.Value) model.Value {
	switch v.Type() {
	case model.String:
		return model.NewString(word(w.strings, v.Text()))
	case model.Number:
		if n, err := model.NewNumber(word(w.numbers, v.NumberText())); err == nil {
			return n
		}
	}
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		switch {
		case isOperation(name, m):
			return name, m
		case listsFields(name) && m.Type() == model.List:
			return name, corpus.Rebuilt(m, func(_ string, e model.Value) (string, model.Value) {
				if e.Type() == model.String {
					return "", model.NewString(word(w.names, e.Text()))
				}
				return "", w.value(e)
			})
		}
		return w.name(name), w.value(m)
	})
}

func (w wording) path(p model.Path) model.Path {
	p = slices.Clone(p)
	for i, step := range p {
		switch step := step.(type) {
		case model.Field:
			p[i] = model.Field(w.name(string(step)))
		case model.SetValue:
			p[i] = model.SetValue{Value: w.value(step.Value)}
		case model.Key:
			key := slices.Clone(step)
			for n, f := range key {
				key[n] = model.KeyField{Name: word(w.names, f.Name), Value: w.value(f.Value)}
			}
			p[i] = key
		}
	}
	return p
}

func (w wording) typ(t smp.Definition) smp.Definition {
	t.Keys, t.Recommended = w.nameList(t.Keys), w.nameList(t.Recommended)
	t.Default = w.value(t.Default)
	t.Unions = w.unions(t.Unions)
	t.Marks.AliasOf = word(w.names, t.Marks.AliasOf)
	fields := map[string]smp.Definition{}
	for name, field := range t.Fields {
		fields[word(w.names, name)] = w.typ(field)
	}
	if t.Fields = nil; len(fields) > 0 {
		t.Fields = fields
	}
	for _, inner := range []**smp.Definition{&t.Values, &t.Element} {
		if *inner != nil {
			reworded := w.typ(**inner)
			*inner = &reworded
		}
	}
	return t
}

func (w wording) unions(unions []smp.Union) []smp.Union {
	var changed []smp.Union
	for _, u := range unions {
		other := smp.Union{Discriminator: word(w.names, u.Discriminator)}
		for _, m := range u.Members {
			unset := slices.Clone(m.Unset)
			for i, v := range unset {
				unset[i] = w.value(v)
			}
			other.Members = append(other.Members, smp.UnionMember{Value: word(w.strings, m.Value), Fields: w.nameList(m.Fields), Unset: unset})
		}
		changed = append(changed, other)
	}
	return changed
}
