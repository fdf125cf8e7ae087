package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// These are three-way merges of short lists whose elements have few keys. Each seed is one
// combination of a schema, original, modified and current. Generated inputs seldom have
// several elements that differ in an absent, empty or default key.
func TestThreeWayOfTinyListsSeeds(t *testing.T) {
	cluster := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	input := func(seed uint64) corpus.Input { return tinyLists(t, seed) }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(seed uint64, in corpus.Input) (v laws.Verdict) {
		resend := in
		resend.Options.Resend = true
		documented, marked, resent := laws.Asked(engine, in), laws.Asked(cluster, in), laws.Asked(cluster, resend)
		for _, check := range []func() laws.Verdict{
			func() laws.Verdict { return laws.Reaches(documented, reference.TargetOptions{}, in) },
			func() laws.Verdict { return laws.FindsConflicts(documented, reference.Conflicts, in) },
			func() laws.Verdict { return laws.ThreeWayConverges(documented, in) },
			func() laws.Verdict { return laws.ReachesAside(marked, reference.TargetOptions{Marks: true}, in) },
			func() laws.Verdict { return laws.ReachesAside(resent, reference.TargetOptions{}, resend) },
			func() laws.Verdict {
				return laws.FindsConflicts(marked, reference.TargetOptions{Marks: true}.Conflicts, in)
			},
			func() laws.Verdict { return laws.ThreeWayConverges(resent, resend) },
		} {
			if v = check(); v.Status == laws.Broken {
				break
			}
		}
		return v
	})
}

// These are diffs of the same lists as in TestThreeWayOfTinyListsSeeds, with all laws of
// diffs.
func TestDiffOfTinyListsSeeds(t *testing.T) {
	cluster := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	input := func(seed uint64) corpus.Input {
		in := tinyLists(t, seed)
		return corpus.Input{Op: corpus.OpDiff, Schema: in.Schema, Original: in.Current, Modified: in.Modified}
	}
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) (v laws.Verdict) {
		if v = firstBroken(laws.Of(corpus.OpDiff), engine, in); v.Status != laws.Broken {
			v = firstBroken(kubernetesLaws(corpus.OpDiff), cluster, in)
		}
		return v
	})
}

// tinyLists returns the input of a seed. The digits of a number choose its parts. The bits of
// the seed are mixed to get this number, so that the inputs of consecutive seeds differ in
// all parts.
func tinyLists(t *testing.T, seed uint64) corpus.Input {
	n := seed*0x9e3779b97f4a7c15 ^ seed>>7
	digit := func(base int) int {
		n = (n ^ n>>29) * 0xbf58476d1ce4e5b9
		n ^= n >> 32
		return int(n % uint64(base))
	}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"k": {Type: smp.ScalarType}, "p": {Type: smp.ScalarType}, "q": {Type: smp.ScalarType}, "v": {Type: smp.ScalarType},
	}}
	list := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"k"}, Element: &element}
	keys := []string{"p", "q"}[:1+digit(2)]
	list.Recommended = append([]string{"k"}, keys...)
	list.MapKeys = digit(2) == 0
	if digit(4) == 0 {
		element.Strategy = smp.Replace
	}
	element.RetainKeys = digit(6) == 0
	for _, name := range keys {
		field := element.Fields[name]
		if list.MapKeys && digit(2) == 0 {
			field.Default = model.NewString("a")
		}
		switch digit(4) {
		case 0:
			field.Marks.NotStored = true
		case 1:
			field.Marks.FilledIn = true
		}
		element.Fields[name] = field
	}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"l": list}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	value := map[int]string{1: `""`, 2: "null", 3: `"a"`, 4: `"b"`}
	document := func(longest int) model.Value {
		text := ""
		for range digit(longest + 1) {
			text += `,{"k":"x"`
			for _, name := range keys {
				if v, ok := value[digit(6)]; ok {
					text += `,"` + name + `":` + v
				}
			}
			if v := digit(4); v > 1 {
				text += `,"v":` + string(rune('0'+v))
			}
			text += "}"
		}
		if text == "" {
			text = ","
		}
		return model.MustParse(`{"l":[` + text[1:] + `]}`)
	}
	return corpus.Input{Op: corpus.OpThreeWay, Schema: schema, Options: corpus.Options{Overwrite: true},
		Original: document(2), Modified: document(2), Current: document(3)}
}

// Keep keeps the places of tiny lists as the reference does.
func TestKeepOfTinyListsSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input { return tinyLists(t, seed) }
	props.SeedsAsked(t, 4000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.KeepsAlike(reference.Keep, in)
	})
}
