package upstream_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/adapters"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// mostLines is how many lines of YAML the documents and the right answer of a
// minimized case may have together.
const mostLines = 12

// longer are inputs that need more lines.
var longer = map[string]int{
	// The right patch names both keys in each element and each entry of the
	// order list.
	"protocols of a container port change places": 21,
}

// Every input that the shipped engine answers otherwise than the rules, the same
// way every time, is put into an object in which every other field is set, and
// brought back down to a few lines.
func TestShippedDifferencesMinimize(t *testing.T) {
	shipped := adapters.Shipped()
	minimized, most := 0, 0
	for _, in := range readInputs(t) {
		if strings.HasPrefix(in.kind, "toy") {
			continue
		}
		c, ok := in.asCase(t)
		if !ok {
			continue
		}
		differs := func(c corpus.Case) []string { return waysToDiffer(shipped, c.Input, 2) }
		first := waysToDiffer(shipped, c.Input, 24)
		if len(first) == 0 {
			continue
		}
		t.Run(in.name, func(t *testing.T) {
			large := c
			large.Input = inflated(c.Input)
			// Some of the ways in which it differs, and no other.
			ways := differs(large)
			if !slices.ContainsFunc(ways, func(way string) bool { return slices.Contains(first, way) }) {
				t.Fatalf("in the large object it differs as %q, and not as %q", ways, first)
			}
			tried := 0
			small := corpus.Minimize(large, func(c corpus.Case) bool {
				tried++
				now := differs(c)
				return len(now) > 0 && !slices.ContainsFunc(now, func(way string) bool { return !slices.Contains(first, way) })
			}, nil)
			minimized++
			lines := linesOf(t, small)
			most = max(most, lines)
			t.Logf("%d bytes became %d lines in %d tries", sizeOf(large), lines, tried)
			if lines > max(mostLines, longer[in.name]) {
				v, _ := small.Value()
				t.Errorf("%d lines are left:\n%s", lines, v.JSON())
			}
		})
	}
	t.Logf("%d inputs, at most %d lines", minimized, most)
	if minimized < 40 {
		t.Errorf("only %d inputs are answered otherwise by the shipped engine", minimized)
	}
}

// asCase returns an input as a case; false where a document is no JSON.
func (in input) asCase(t *testing.T) (corpus.Case, bool) {
	s, err := in.schema(t)
	if err != nil {
		return corpus.Case{}, false
	}
	c := corpus.Case{Input: corpus.Input{Op: in.op(), Schema: s}}
	c.Input.Options.Overwrite = in.overwrite == "true"
	for text, to := range map[string]*model.Value{
		in.original: &c.Input.Original, in.modified: &c.Input.Modified, in.current: &c.Input.Current, in.patch: &c.Input.Patch,
	} {
		v, err := model.ParseString(text)
		if text == "" {
			continue
		}
		if err != nil || v.Kind() != model.Map {
			return corpus.Case{}, false
		}
		*to = v
	}
	return c, true
}

// waysToDiffer returns how the shipped engine's answer differs from the right
// one; nothing where it does not, or not in the same way each time it is asked.
func waysToDiffer(shipped corpus.Server, in corpus.Input, runs int) []string {
	right := corpus.Engine().Run(in)
	var ways []string
	for i := range runs {
		answer := shipped.Answer(corpus.Request{Dialect: "kubernetes", Input: in})
		if answer.Skipped != "" {
			return nil
		}
		now := outcomeWays(in, right, answer)
		if i > 0 && !slices.Equal(now, ways) {
			return nil
		}
		ways = now
	}
	return ways
}

func outcomeWays(in corpus.Input, right, answer corpus.Outcome) []string {
	fault := corpus.FaultOf(answer.Err)
	switch {
	case fault != nil:
		return []string{"panics"}
	case right.Err != nil && answer.Err != nil:
		return nil
	case right.Err != nil:
		var e *smp.Error
		if errors.As(right.Err, &e) {
			return []string{fmt.Sprintf("accepts %s by %s", e.Kind, e.Rule)}
		}
		return []string{"sees no conflict"}
	case answer.Err != nil:
		text, _, _ := strings.Cut(answer.Err.Error(), ":")
		words := strings.Fields(text)
		return []string{"rejects: " + strings.Join(words[:min(len(words), 2)], " ")}
	}
	var ways []string
	for _, d := range corpus.Differences(in.Schema, right.Result, answer.Result) {
		if !slices.Contains(ways, d.How) {
			ways = append(ways, d.How)
		}
	}
	return ways
}

// inflated returns the input with every field set that it does not mention, in
// all documents but the patch.
func inflated(in corpus.Input) corpus.Input {
	docs := []*model.Value{&in.Original, &in.Modified, &in.Current}
	var present, mentioned []model.Value
	for _, doc := range docs {
		if doc.Kind() == model.Map {
			present = append(present, *doc)
		}
	}
	if mentioned = present; in.Patch.Kind() == model.Map {
		mentioned = append(slices.Clip(present), in.Patch)
	}
	for _, doc := range docs {
		if doc.Kind() == model.Map {
			*doc = filled(in.Schema, *doc, present, mentioned)
		}
	}
	return in
}

// filled returns a map with the fields that no document mentions, and what the
// maps in it lack in the same way. Where a document has no map the others get
// nothing more in theirs: that it lacks it may be what matters.
func filled(s smp.Schema, v model.Value, present, mentioned []model.Value) model.Value {
	all := func(name string) (values []model.Value, maps bool) {
		maps = true
		for _, doc := range present {
			m, _ := doc.Get(name)
			maps = maps && m.Kind() == model.Map
			values = append(values, m)
		}
		return values, maps
	}
	changes := []model.Member{}
	for name, field := range s.Fields() {
		values, maps := all(name)
		m, ok := v.Get(name)
		switch {
		case !slices.ContainsFunc(mentioned, func(doc model.Value) bool { return mentions(doc, name) }):
			changes = append(changes, model.Member{Name: name, Value: populated(field, name)})
		case ok && maps && m.Kind() == model.Map:
			inside := slices.Clone(values)
			for _, doc := range mentioned[len(present):] {
				if m, ok := doc.Get(name); ok {
					inside = append(inside, m)
				}
			}
			changes = append(changes, model.Member{Name: name, Value: filled(field, m, values, inside)})
		}
	}
	out, err := v.WithMembers(changes...)
	if err != nil {
		panic(err)
	}
	return out
}

// mentions reports whether a map has a member, or a directive about it.
func mentions(v model.Value, name string) bool {
	for other := range v.Members() {
		if other == name || strings.HasSuffix(other, "/"+name) && strings.HasPrefix(other, "$") {
			return true
		}
	}
	return false
}

// populated returns a value in which every field is set. Lists have one element:
// the shipped engine rejects much of what has more.
func populated(s smp.Schema, name string) model.Value {
	var v model.Value
	err := error(nil)
	switch s.Kind() {
	case smp.ListType:
		v, err = model.NewList(populated(s.Element(), name))
	case smp.MapType:
		var members []model.Member
		for inner, field := range s.Fields() {
			members = append(members, model.Member{Name: inner, Value: populated(field, inner)})
		}
		if values, ok := s.Values(); ok {
			members = append(members, model.Member{Name: "some-name", Value: populated(values, name)})
		}
		v, err = model.NewMap(members...)
	default:
		v = model.NewString("some " + name)
		if s.Scalars() != 0 && s.Scalars()&smp.StringScalar == 0 {
			v = model.NewInt(30000)
		}
	}
	if err != nil {
		panic(err)
	}
	return v
}

func sizeOf(c corpus.Case) int {
	n := 0
	for _, d := range c.Input.Documents() {
		n += len(c.Input.JSON(d.Name))
	}
	return n
}

// linesOf returns how many lines of YAML in block style the documents of a case
// and the right answer have.
func linesOf(t *testing.T, c corpus.Case) int {
	documents := map[string]any{}
	for _, d := range c.Input.Documents() {
		documents[d.Name] = d.Value.ToAny()
	}
	if out := corpus.Engine().Run(c.Input); out.Err == nil {
		documents["want"] = out.Result.ToAny()
	} else {
		documents["error"] = "kind, path and rule"
	}
	text, err := yaml.Marshal(documents)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}
