package upstream_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/adapters"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// mostLines is the maximum number of YAML lines that the documents and the
// correct answer of a minimized case may have together.
const mostLines = 12

// exactly contains the exact minimized forms of some inputs.
var exactly = map[string]string{
	// apimachinery identifies these ports only by their numbers.
	"protocols of a container port change places": `original {} modified {"b":[{"a":1},{"a":1}]}`,
	"second addresses of each type":               `original {} modified {"a":[{"b":"A"},{"b":"A"}]}`,
	"one of two live duplicates is renamed":       `original {"a":[{"b":"A"},{"b":"A"}]} modified {"a":[{"b":"A"}]} current {"a":[]}`,
	// A missing order list matters only if there are values to order.
	"a set that is sorted now": `original {"a":["B","A"]} modified {"a":["A","B"]}`,
}

// Every input for which apimachinery's answer is wrong and does not vary can be minimized to
// a few lines, even if it is part of an object in which every other field is set.
func TestShippedDifferencesMinimize(t *testing.T) {
	shipped := adapters.Shipped()
	minimized, most := 0, 0
	for _, in := range readInputs(t) {
		if strings.HasPrefix(in.kind, "toy") || in.shipped == varies {
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
			// The candidate must have the first difference, and no new one.
			same := func(ways []string) bool {
				return slices.Contains(ways, first[0]) && !slices.ContainsFunc(ways, func(way string) bool { return !slices.Contains(first, way) })
			}
			if ways := differs(large); !slices.Contains(ways, first[0]) {
				t.Fatalf("in the large object it differs as %q, and not as %q", ways, first)
			}
			tried := 0
			keep := func(c corpus.Case) bool { tried++; return same(differs(c)) }
			small := minimize.Minimizer{Keep: keep}.Minimize(large)
			minimized++
			lines := linesOf(t, small)
			most = max(most, lines)
			t.Logf("%d bytes became %d lines in %d tries", sizeOf(large), lines, tried)
			if lines > mostLines {
				v, _ := small.Value()
				t.Errorf("%d lines are left:\n%s", lines, v.JSON())
			}
			if again := (minimize.Minimizer{Keep: keep}).Minimize(small); documentsOf(again) != documentsOf(small) {
				t.Errorf("again it becomes %s, from %s", documentsOf(again), documentsOf(small))
			}
			if want := exactly[in.name]; want != "" && documentsOf(small) != want {
				t.Errorf("left is %s, and not %s", documentsOf(small), want)
			}
		})
	}
	t.Logf("%d inputs, at most %d lines", minimized, most)
	if minimized < 95 {
		t.Errorf("only %d inputs are answered otherwise by apimachinery", minimized)
	}
}

// asCase returns an input as a case. It returns false if a document is not JSON.
func (in input) asCase(t *testing.T) (corpus.Case, bool) {
	s, err := in.schema(t)
	if err != nil {
		return corpus.Case{}, false
	}
	c := corpus.Case{Input: corpus.Input{Op: in.op(), Schema: s}}
	c.Input.Options.Overwrite = in.overwrite == "true"
	for to, text := range map[*model.Value]string{
		&c.Input.Original: in.original, &c.Input.Modified: in.modified, &c.Input.Current: in.current, &c.Input.Patch: in.patch,
	} {
		if text == "" {
			continue
		}
		v, err := model.ParseString(text)
		if err != nil || v.Type() != model.Map {
			return corpus.Case{}, false
		}
		*to = v
	}
	return c, true
}

// waysToDiffer describes the differences between apimachinery's answer and the correct one.
// The result is empty if they are equal or the differences vary.
func waysToDiffer(shipped protocol.Server, in corpus.Input, runs int) []string {
	right := corpus.Engine().Run(in)
	var ways []string
	for i := range runs {
		answer := shipped.Answer(protocol.Request{Dialect: "kubernetes", Input: in})
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
			return []string{fmt.Sprintf("accepts %s by %s", e.Code, e.Rule)}
		}
		return []string{"sees no conflict"}
	case answer.Err != nil:
		text, _, _ := strings.Cut(answer.Err.Error(), ":")
		words := strings.Fields(text)
		return []string{"rejects: " + strings.Join(words[:min(len(words), 2)], " ")}
	}
	if ways := effectWays(in, right.Result, answer.Result); len(ways) > 0 {
		return ways
	}
	return waysOf("", corpus.Differences(in.Schema, right.Result, answer.Result))
}

// effectWays describes the differences between the result of a patch and that of the correct
// patch. The result is empty if they are equal or the operation has no patch.
func effectWays(in corpus.Input, right, patch model.Value) []string {
	applyRight, ok := in.Applying(right)
	if !ok {
		return nil
	}
	apply, _ := in.Applying(patch)
	want, got := corpus.Engine().Run(applyRight), corpus.Engine().Run(apply)
	var e *smp.Error
	if errors.As(got.Err, &e) {
		return []string{fmt.Sprintf("its patch is rejected as %s by %s", e.Code, e.Rule)}
	}
	return waysOf("its patch makes ", corpus.DifferencesOfDuplicates(in.Schema, want.Result, got.Result))
}

// waysOf returns the differences without duplicates.
func waysOf(prefix string, differences []corpus.Difference) []string {
	var ways []string
	for _, d := range differences {
		if way := prefix + d.How; !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	return ways
}

// inflated returns the input with every other field set in all documents except
// the patch.
func inflated(in corpus.Input) corpus.Input {
	docs := []*model.Value{&in.Original, &in.Modified, &in.Current}
	var present, mentioned []model.Value
	for _, doc := range docs {
		if doc.Type() == model.Map {
			present = append(present, *doc)
		}
	}
	if mentioned = present; in.Patch.Type() == model.Map {
		mentioned = append(slices.Clip(present), in.Patch)
	}
	for _, doc := range docs {
		if doc.Type() == model.Map {
			*doc = filled(in.Schema, *doc, present, mentioned)
		}
	}
	return in
}

// filled adds the fields that no document has to a map and to the maps inside it. If one
// document lacks a map, the map gets no further fields in the others, because the missing map
// may be the cause of a difference.
func filled(s smp.Schema, v model.Value, present, mentioned []model.Value) model.Value {
	all := func(name string) (values []model.Value, maps bool) {
		maps = true
		for _, doc := range present {
			m, _ := doc.Get(name)
			maps = maps && m.Type() == model.Map
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
		case ok && maps && m.Type() == model.Map:
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

// mentions reports whether a map has a member, or a directive for it.
func mentions(v model.Value, name string) bool {
	for other := range v.Members() {
		if other == name || strings.HasSuffix(other, "/"+name) && strings.HasPrefix(other, "$") {
			return true
		}
	}
	return false
}

// populated returns a value in which every field is set. Lists have one element, because
// apimachinery rejects many longer lists.
func populated(s smp.Schema, name string) model.Value {
	var v model.Value
	err := error(nil)
	switch s.Type() {
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

func documentsOf(c corpus.Case) string {
	var all []string
	for _, d := range c.Input.Documents() {
		all = append(all, d.Name+" "+string(c.Input.JSON(d.Name)))
	}
	return strings.Join(all, " ")
}

// linesOf returns the number of lines of the documents and the correct answer of
// a case, as YAML in block style.
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
