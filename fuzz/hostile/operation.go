package main

import (
	"encoding/json"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/jsonmergepatch"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/server"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/typed"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A sample is a shape of a certain size: the texts of its documents, and the values of these
// texts.
type sample struct {
	schema                    smp.Schema
	texts                     []string
	flow, block               []byte // the original as YAML, once on one line and once in block style
	original, modified, patch model.Value
}

// of returns the sample of a shape.
func (s shape) of(schema smp.Schema, n int) sample {
	n = limited(n, s.max)
	texts := []string{s.original(n), s.modified(n), s.patch(n)}
	original := model.MustParse(texts[0])
	flow := []byte("# YAML, not JSON\n" + original.Canonical() + "\n")
	block, _ := edited([]byte("a: 1\n"), original)
	return sample{
		schema: schema, texts: texts, flow: flow, block: block,
		original: original, modified: model.MustParse(texts[1]), patch: model.MustParse(texts[2]),
	}
}

// length returns the length of all texts, in bytes.
func (s sample) length() int { return len(s.texts[0]) + len(s.texts[1]) + len(s.texts[2]) }

// edited edits a YAML text so that it gets a value, and returns the new text.
func edited(text []byte, want model.Value) ([]byte, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return nil, err
	}
	text, _, err = s.Edit([]model.Value{want})
	return text, err
}

// An operation runs on a sample. Its function do reports whether there is an answer, because
// documents of some shapes are rejected.
type operation struct {
	name string
	do   func(sample) bool
}

// wildcards are paths that lead to many places but select only a few of them.
var wildcards = func() (paths []smp.KeepPath) {
	for _, text := range []string{"**.nowhere", "**.nowhere[*].**.nowhere", "**[*][*][0]", "[*].**[nowhere=1]", `**[="nowhere"]`, "**[name=a,port=1].x", "**[1].nowhere"} {
		p, err := smp.ParseKeepPath(text)
		if err != nil {
			panic(err)
		}
		paths = append(paths, p)
	}
	return paths
}()

func operations() []operation {
	var inCluster cluster.Engine
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
		{"apply in a cluster", func(s sample) bool { return answers(inCluster.Apply(s.schema, s.original, s.patch)) }},
		{"differences", func(s sample) bool { return len(cluster.Differences(s.schema, s.original, s.patch)) >= 0 }},
		{"diff", func(s sample) bool { return answers(smp.Diff(s.schema, s.original, s.modified)) }},
		{"keep", func(s sample) bool {
			_, _, err := smp.Keep(s.schema, s.modified, s.original, wildcards)
			return err == nil
		}},
		{"threeway", func(s sample) bool { return answers(smp.ThreeWay(s.schema, s.original, s.modified, s.original)) }},
		{"threeway with conflicts", func(s sample) bool {
			_, err := smp.ThreeWay(s.schema, s.original, s.modified, s.patch)
			return err == nil || len(err.Error()) > 0
		}},
		{"diff for a cluster", func(s sample) bool {
			return answers(inCluster.Diff(s.schema, s.original, s.modified, smp.DiffOptions{}))
		}},
		{"threeway for a cluster", func(s sample) bool {
			return answers(inCluster.ThreeWay(s.schema, s.original, s.modified, s.original, smp.ThreeWayOptions{}))
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
		{"JSON Patch", func(s sample) bool {
			patch := jsonpatch.Diff(s.original, s.modified)
			return answers(patch.Apply(s.original)) && answers(patch.ApplyAsServer(s.original))
		}},
		{"JSON Patch from text", func(s sample) bool {
			patch, err := jsonpatch.DiffJSON([]byte(s.texts[1]), []byte(s.texts[0]))
			if err != nil {
				return false
			}
			_, err = jsonpatch.ApplyJSON([]byte(s.texts[1]), patch)
			return err == nil
		}},
		{"server, all forms of patches", func(s sample) bool {
			api := server.Server{Schema: s.schema}
			operations, _ := jsonpatch.DiffJSON([]byte(s.texts[0]), []byte(s.texts[1]))
			_, strategic := api.Patch(server.StrategicMergePatch, []byte(s.texts[0]), []byte(s.texts[2]))
			_, merge := api.Patch(server.MergePatch, []byte(s.texts[0]), []byte(s.texts[1]))
			_, jsonPatch := api.Patch(server.JSONPatch, []byte(s.texts[0]), operations)
			return strategic == nil || merge == nil || jsonPatch == nil
		}},
		{"drop-in", func(s sample) bool {
			lookup := strategicpatch.NewPatchMetaFromSchema(s.schema)
			_, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(s.texts[0]), []byte(s.texts[2]), lookup)
			_, err2 := strategicpatch.CreateThreeWayMergePatch([]byte(s.texts[0]), []byte(s.texts[1]), []byte(s.texts[0]), lookup, true)
			return err == nil || err2 == nil
		}},
		{"drop-in, HasConflicts", func(s sample) bool {
			left, right := s.modified.ToAny().(map[string]any), s.patch.ToAny().(map[string]any)
			_, err := mergepatch.HasConflicts(left, right)
			_, err2 := strategicpatch.MergingMapsHaveConflicts(left, right, strategicpatch.NewPatchMetaFromSchema(s.schema))
			return err == nil || err2 == nil
		}},
		{"drop-in, JSON Merge Patch", func(s sample) bool {
			_, err := jsonmergepatch.CreateThreeWayJSONMergePatch([]byte(s.texts[0]), []byte(s.texts[1]), []byte(s.texts[0]))
			return err == nil
		}},
		{"overlay of Go values", func(s sample) bool {
			base, ok := overlaid(s.texts[0])
			if !ok {
				return false
			}
			values, ok := overlaid(s.texts[1])
			if !ok {
				return false
			}
			_, _, err := typed.Overlay(base, typed.Values("values", values), typed.Raw("text", []byte(s.texts[2])))
			return err == nil
		}},
		{"threeway of Go values", func(s sample) bool {
			original, ok := overlaid(s.texts[0])
			if !ok {
				return false
			}
			modified, ok := overlaid(s.texts[1])
			if !ok {
				return false
			}
			_, err := typed.ThreeWay(original, modified, original)
			return err == nil
		}},
		{"server that decodes into Go values", func(s sample) bool {
			api := server.Server{Schema: s.schema, New: func(string, string) any { return new(object) }}
			_, strategic := api.Patch(server.StrategicMergePatch, []byte(s.texts[0]), []byte(s.texts[2]))
			_, merge := api.Patch(server.MergePatch, []byte(s.texts[0]), []byte(s.texts[1]))
			return strategic == nil || merge == nil
		}},
		{"merge patch", func(s sample) bool { return answers(smp.AsMergePatch(s.original, s.modified)) }},
	}
}

// An object is a Go type with the schema of the samples.
type object struct {
	List   []element         `json:"list,omitempty" patchStrategy:"merge" patchMergeKey:"k"`
	Pairs  []element         `json:"pairs,omitempty" patchStrategy:"merge" patchMergeKey:"k"`
	Set    []json.RawMessage `json:"set,omitempty"`
	Atomic any               `json:"atomic,omitempty"`
	Map    map[string]any    `json:"map,omitempty"`
	Text   any               `json:"text,omitempty"`
	Deep   *deepObject       `json:"deep,omitempty"`
}

type element struct {
	K int `json:"k"`
	L int `json:"l,omitempty"`
	V any `json:"v,omitempty"`
	W any `json:"w,omitempty"`
}

type deepObject struct {
	Deep *deepObject  `json:"deep,omitempty"`
	Down []deepObject `json:"down,omitempty" patchStrategy:"merge" patchMergeKey:"k"`
	K    int          `json:"k,omitempty"`
	V    any          `json:"v,omitempty"`
}

func overlaid(text string) (o object, ok bool) {
	err := json.Unmarshal([]byte(text), &o)
	return o, err == nil
}

func answers(_ model.Value, err error) bool { return err == nil }
