package main

import (
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A sample is a shape of a certain size: the texts of its documents, and their values.
type sample struct {
	schema                    smp.Schema
	texts                     []string
	flow, block               []byte // the original as YAML, on one line and in block style
	original, modified, patch model.Value
}

// of returns the sample of a shape.
func (s shape) of(schema smp.Schema, n int) sample {
	if s.max > 0 {
		n = min(n, s.max)
	}
	texts := []string{s.original(n), s.modified(n), s.patch(n)}
	original := model.MustParse(texts[0])
	flow := []byte("# YAML, not JSON\n" + original.Canonical() + "\n")
	block, _ := edited([]byte("a: 1\n"), original)
	return sample{
		schema: schema, texts: texts, flow: flow, block: block,
		original: original, modified: model.MustParse(texts[1]), patch: model.MustParse(texts[2]),
	}
}

// edited returns a YAML text that is edited to have a value.
func edited(text []byte, want model.Value) ([]byte, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return nil, err
	}
	text, _, err = s.Edit([]model.Value{want})
	return text, err
}

// An operation is one that can be run on a sample. It returns whether there is an
// answer; documents of some shapes are rejected.
type operation struct {
	name string
	do   func(sample) bool
}

func operations() []operation {
	var server cluster.Engine
	combining := cluster.Engine{Requires: func(model.Path) {}}
	return []operation{
		{"parse", func(s sample) bool {
			for _, text := range s.texts {
				if _, err := model.ParseString(text); err != nil {
					return false
				}
			}
			return true
		}},
		{"parse near", func(s sample) bool {
			for i, text := range s.texts {
				if _, err := model.ParseString(s.texts[(i+1)%len(s.texts)], model.Near(model.MustParse(text))); err != nil {
					return false
				}
			}
			return true
		}},
		{"canonical", func(s sample) bool { return len(s.original.Canonical())+len(s.patch.Canonical()) > 0 }},
		{"equal", func(s sample) bool {
			equal := model.MustParse(" " + s.texts[1])
			model.Equal(s.original, s.modified)
			return model.Equal(s.modified, equal) && model.Compare(s.modified, equal) == 0 && s.modified.Hash() == equal.Hash()
		}},
		{"apply", func(s sample) bool { return answers(smp.Apply(s.schema, s.original, s.patch)) }},
		{"apply in a cluster", func(s sample) bool { return answers(server.Apply(s.schema, s.original, s.patch)) }},
		{"differences", func(s sample) bool { return len(cluster.Differences(s.schema, s.original, s.patch)) >= 0 }},
		{"diff", func(s sample) bool { return answers(smp.Diff(s.schema, s.original, s.modified)) }},
		{"threeway", func(s sample) bool { return answers(smp.ThreeWay(s.schema, s.original, s.modified, s.original)) }},
		{"threeway with conflicts", func(s sample) bool {
			_, err := smp.ThreeWay(s.schema, s.original, s.modified, s.patch)
			return err == nil || len(err.Error()) > 0
		}},
		{"diff for a cluster", func(s sample) bool { return answers(server.Diff(s.schema, s.original, s.modified, smp.DiffOptions{})) }},
		{"threeway for a cluster", func(s sample) bool {
			return answers(server.ThreeWay(s.schema, s.original, s.modified, s.original, smp.ThreeWayOptions{}))
		}},
		{"compose", func(s sample) bool { return answers(smp.Compose(s.schema, s.patch, s.modified)) }},
		{"conflicts", func(s sample) bool {
			_, err := smp.Conflicts(s.schema, s.patch, s.modified)
			return err == nil
		}},
		{"compose for a cluster", func(s sample) bool { return answers(combining.Compose(s.schema, s.modified, s.original)) }},
		{"conflicts for a cluster", func(s sample) bool {
			_, err := combining.Conflicts(s.schema, s.patch, s.modified)
			return err == nil
		}},
		{"lint document", func(s sample) bool { return len(smp.LintDocument(s.schema, s.original)) >= 0 }},
		{"lint", func(s sample) bool { return len(smp.Engine{}.Lint(s.schema, s.patch)) >= 0 }},
		{"edit YAML on one line", func(s sample) bool {
			_, err := edited(s.flow, s.modified)
			return err == nil
		}},
		{"edit YAML in block style", func(s sample) bool {
			_, err := edited(s.block, s.modified)
			return err == nil
		}},
		{"merge patch", func(s sample) bool { return answers(smp.AsMergePatch(s.original, s.modified)) }},
	}
}

func answers(_ model.Value, err error) bool { return err == nil }
