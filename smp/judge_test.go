package smp_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A sortingServer is the judge of an imaginary server. It supports only $patch and
// $deleteFromPrimitiveList, and it sorts the lists that it merges by the text of their keys.
// It replaces a list for a marker, without sorting it.
type sortingServer struct{}

func (sortingServer) Traits() smp.Traits {
	return smp.Traits{
		Name: "the sorting server", Ignores: smp.SetElementOrder | smp.RetainKeys | smp.PatchMergeKey,
		MergesAtomicElements: true,
	}
}

func (sortingServer) Map(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	v, err := sortingMap(s, original, patch)
	return smp.Answer{Value: v}, err
}

func (j sortingServer) Element(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	return j.Map(s, original, patch)
}

func (sortingServer) List(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	value, _ := patch.Get("list")
	deletions, _ := patch.Get(deletionsOf + "list")
	v, err := sortingList(s, original, value, deletions)
	return smp.Answer{Value: v}, err
}

const deletionsOf = "$deleteFromPrimitiveList/"

func sortingMap(s smp.Schema, original, patch model.Value) (model.Value, error) {
	switch op, _ := patch.Get("$patch"); {
	case op.Type() == model.Absent:
	case op.Text() == "replace":
		original = model.MustParse(`{}`)
	default:
		return model.Value{}, fmt.Errorf("unknown operation %s", op)
	}
	var changes []model.Member
	for name, value := range patch.Members() {
		_, declared := s.Field(name)
		field, isDeletion := strings.CutPrefix(name, deletionsOf)
		var deletions model.Value
		switch {
		case declared || !strings.HasPrefix(name, "$"):
			field = name
			if deletions, _ = patch.Get(deletionsOf + name); deletions.Type() != model.List {
				deletions = model.Value{}
			}
		case name == "$patch":
			continue
		case isDeletion && (s.Declared() || value.Type() == model.List):
			if _, both := patch.Get(field); both {
				continue // applied together with the value
			}
			value, deletions = model.Value{}, value
		case s.Declared():
			continue // an unknown directive
		default:
			field = name
		}
		have, _ := original.Get(field)
		u, _ := s.Member(field)
		now, err := sortingField(u, have, value, deletions)
		if err != nil {
			return model.Value{}, err
		}
		changes = append(changes, model.Member{Name: field, Value: now})
	}
	return original.WithMembers(changes...)
}

// sortingField returns the new value of a field. The value is absent if the patch removes the
// field.
func sortingField(s smp.Schema, original, value, deletions model.Value) (model.Value, error) {
	switch {
	case deletions.Type() != model.Absent && (original.Type() != model.List || !s.Merging()):
		return model.Value{}, errors.New("there is no set to delete from")
	case value.Type() == model.Null:
		return model.Value{}, nil
	case value.Type() == model.Map:
		if original.Type() != model.Map || s.Strategy() == smp.Replace {
			original = model.MustParse(`{}`)
		}
		return sortingMap(s, original, value)
	case s.Merging() && original.Type() == model.List && (value.Type() == model.List || deletions.Type() != model.Absent):
		return sortingList(s, original, value, deletions)
	case value.Type() == model.List:
		return sortingNewList(s, value)
	}
	return value, nil
}

// sortingNewList returns a list that is new or replaces another list.
func sortingNewList(s smp.Schema, value model.Value) (model.Value, error) {
	var out []model.Value
	for _, e := range value.Elements() {
		if op, has := e.Get("$patch"); has && e.Len() == 1 && op.Text() == "replace" {
			continue
		}
		if e.Type() == model.Map {
			var err error
			if e, err = sortingMap(s.Element(), model.MustParse(`{}`), e); err != nil {
				return model.Value{}, err
			}
		} else if e.Type() == model.List {
			var err error
			if e, err = sortingNewList(s.Element(), e); err != nil {
				return model.Value{}, err
			}
		}
		out = append(out, e)
	}
	return model.NewList(out...)
}

func sortingList(s smp.Schema, original, value, deletions model.Value) (model.Value, error) {
	if s.Keyed() && deletions.Type() != model.Absent {
		return model.Value{}, errors.New("a keyed list has no values to delete")
	}
	elements := value.AppendElements(nil)
	if slices.ContainsFunc(elements, func(e model.Value) bool { op, _ := e.Get("$patch"); return e.Len() == 1 && op.Text() == "replace" }) {
		return sortingNewList(s, value)
	}
	var out []model.Value
	for _, e := range original.Elements() {
		if !slices.ContainsFunc(deletions.AppendElements(nil), func(d model.Value) bool { return model.Equal(d, e) }) {
			out = append(out, e)
		}
	}
	for _, e := range elements {
		key, ok := sortingKey(s, e)
		if !ok {
			return model.Value{}, errors.New("an element has no key")
		}
		same := func(have model.Value) bool { k, ok := sortingKey(s, have); return ok && k == key }
		at := slices.IndexFunc(out, same)
		switch op, _ := e.Get("$patch"); {
		case op.Text() == "delete":
			out = slices.DeleteFunc(out, same)
		case s.Set():
			if at < 0 {
				out = append(out, e)
			}
		default:
			have := model.MustParse(`{}`)
			if at >= 0 {
				have = out[at]
			}
			now, err := sortingMap(s.Element(), have, e)
			if err != nil {
				return model.Value{}, err
			}
			if at < 0 {
				out = append(out, now)
			} else {
				out[at] = now
			}
		}
	}
	slices.SortStableFunc(out, func(a, b model.Value) int {
		x, _ := sortingKey(s, a)
		y, _ := sortingKey(s, b)
		return cmp.Compare(x, y)
	})
	return model.NewList(out...)
}

// sortingKey returns the keys of an element, or the value of a set, as text.
func sortingKey(s smp.Schema, e model.Value) (key string, ok bool) {
	if s.Set() {
		return e.Canonical(), e.IsScalar()
	}
	for _, name := range s.Keys() {
		v, _ := e.Get(name)
		if v.Type() == model.Absent || v.Type() == model.Null {
			v, _ = s.KeyDefault(name)
		}
		if !v.IsScalar() || e.Type() != model.Map {
			return "", false
		}
		key += v.Canonical() + ";"
	}
	return key, true
}

// judged makes a judge an engine under test.
type judged struct{ smp.Judge }

func (j judged) Name() string { return j.Traits().Name }

func (j judged) Run(in corpus.Input) (out corpus.Outcome) {
	out.Wide = []model.Path{}
	o := smp.DiffOptions{For: j.Judge, Omit: in.Options.Omit, Unchanged: in.Options.Preconditions, NoWide: in.Options.NoWide, Wide: &out.Wide}
	switch in.Op {
	case corpus.OpApply:
		if in.Original.Type() != model.Map {
			in.Original = model.MustParse(`{}`)
		}
		var a smp.Answer
		a, out.Err = j.Map(in.Schema, in.Original, in.Patch)
		out.Result = a.Value
	case corpus.OpDiff:
		out.Result, out.Err = smp.Engine{}.Diff(in.Schema, in.Original, in.Modified, o)
	case corpus.OpThreeWay:
		out.Result, out.Err = smp.Engine{}.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, smp.ThreeWayOptions{DiffOptions: o, Overwrite: in.Options.Overwrite, Resend: in.Options.Resend})
	default:
		out.Skipped = "a judge has no such operation"
	}
	return out
}

type law func(corpus.Subject, corpus.Input) laws.Verdict

// resent returns the law with the option Resend, so that patches also contain values that a server
// does not store.
func resent(l law) law {
	return func(s corpus.Subject, in corpus.Input) laws.Verdict {
		in.Options.Resend = true
		return l(s, in)
	}
}

// Patches for a judge give the wanted result, and few are rejected.
func TestPatchesForJudges(t *testing.T) {
	for _, judge := range []smp.Judge{sortingServer{}, smp.SpecificationJudge{}} {
		lawsOf := map[corpus.Op][]law{
			corpus.OpDiff:     {laws.DiffExact, laws.DiffIdentity, laws.DiffRefuses, laws.DiffUnchanged},
			corpus.OpThreeWay: {laws.ThreeWayConverges, resent(laws.ThreeWayKeeps), resent(laws.HasModifiedValues), laws.ThreeWayRefuses, laws.ThreeWayUnchanged},
		}
		s := judged{judge}
		var made, refused atomic.Int64
		eachDiff(t, trials.Seeds(4000), func(_ uint64, in corpus.Input) error {
			var e *smp.Error
			switch out := s.Run(in); {
			case out.Err == nil:
				made.Add(1)
			case errors.As(out.Err, &e) && e.Code == smp.NotRepresentable:
				refused.Add(1)
			}
			for _, law := range lawsOf[in.Op] {
				if err := law(s, in).Err(); err != nil {
					return err
				}
			}
			return nil
		})
		t.Logf("%s: %d patches, %d refused", s.Name(), made.Load(), refused.Load())
		if made.Load() < 8*refused.Load() {
			t.Errorf("%s: %d patches, and %d are refused", s.Name(), made.Load(), refused.Load())
		}
	}
}

// With the judge of the specification, a patch follows the specification, and leaves out values that
// a server does not store.
func TestSpecificationJudgeUsesMarks(t *testing.T) {
	text := smp.Definition{Type: smp.ScalarType}
	labels := smp.Definition{Type: smp.MapType, Values: &text, Marks: smp.Marks{NotStored: true}}
	port := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"port": text, "protocol": text}}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"labels": labels,
		"ports":  {Type: smp.ListType, Element: &port, Strategy: smp.Merge, Keys: []string{"port", "protocol"}},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	modified := model.MustParse(`{"labels": {}, "ports": [{"port": 1, "protocol": "UDP"}]}`)
	for want, judge := range map[string]smp.Judge{
		`{"labels":{},"ports":[{"port":1,"protocol":"UDP"}]}`: nil,
		`{"ports":[{"port":1,"protocol":"UDP"}]}`:             smp.SpecificationJudge{},
	} {
		opts := smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{For: judge}}
		got, err := smp.Engine{}.ThreeWay(s, model.Value{}, modified, model.Value{}, opts)
		if err != nil || got.JSON() != want {
			t.Errorf("for %v: got %s, %v, want %s", judge, got.JSON(), err, want)
		}
	}
}

// A judgeWithTraits is the judge of the specification, but with other traits.
type judgeWithTraits struct {
	smp.SpecificationJudge
	has smp.Traits
}

func (j judgeWithTraits) Traits() smp.Traits { return j.has }

// These patches are minimal, and not only correct.
func TestPatchesOfTraits(t *testing.T) {
	retaining, protocol := mapOf(map[string]smp.Definition{"a": text, "b": text}), text
	retaining.RetainKeys, protocol.Default = true, model.NewString("TCP")
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"any":  {Type: smp.MapType, RetainKeys: true},
		"map":  retaining,
		"list": keyedByMapKeys(mapOf(map[string]smp.Definition{"protocol": protocol, "value": text}), "protocol"),
	}))
	server := cluster.Judge{}
	for _, c := range []struct {
		name, original, modified, current, want string
		judge                                   smp.Judge
	}{
		{
			"no keys are left to retain, so nulls remove the fields of others, too", `{"map":{"a":"x"}}`, `{"map":{}}`, `{"map":{"a":"x","b":"y"}}`,
			`{"map":{"a":null,"b":null}}`, server,
		},
		{
			"data with the name of a directive is removed", `{"any":{"$retainKeys":"x"}}`, `{"any":{"a":"x"}}`, ``,
			`{"any":{"$retainKeys":["a"],"a":"x"}}`, server,
		},
		{
			"a single key keeps its default if keys are joined", `{"list":[{"value":"x"}]}`, `{"list":[{"value":"y"}]}`, ``,
			`{"list":[{"value":"y"}],"$setElementOrder/list":[{}]}`, judgeWithTraits{has: smp.Traits{JoinsKeys: true}},
		},
	} {
		opts := smp.DiffOptions{For: c.judge}
		got, err := smp.Engine{}.Diff(s, model.MustParse(c.original), model.MustParse(c.modified), opts)
		if c.current != "" {
			opts := smp.ThreeWayOptions{DiffOptions: opts}
			got, err = smp.Engine{}.ThreeWay(s, model.MustParse(c.original), model.MustParse(c.modified), model.MustParse(c.current), opts)
		}
		if err != nil || !model.Equal(got, model.MustParse(c.want)) {
			t.Errorf("%s: got %s, %v; want %s", c.name, got.JSON(), err, c.want)
		}
	}
}

// A patch is correct for a judge even if its traits are those of another engine.
func TestPatchesWithWrongTraits(t *testing.T) {
	eachDiff(t, trials.Seeds(8000), func(seed uint64, in corpus.Input) error {
		bits := seed * 0x9e3779b97f4a7c15 >> 32
		bit := func(n int) bool { return bits>>n&1 == 1 }
		traits := smp.Traits{
			Name: "a judge with wrong traits", Ignores: smp.Directives(bits) & smp.AllDirectives,
			ReservesNames: bit(4), FoldsNames: bit(5), CopiesNew: bit(6), RetainKeysOfField: bit(7),
			OmitsEmptyRetainKeys: bit(8), MergesAtomicElements: bit(9), DecodedKeys: bit(10),
			NoKeyDefaults: bit(11), JoinsKeys: bit(12), SortsDeletions: bit(13),
		}
		law := laws.DiffExact
		if in.Op == corpus.OpThreeWay {
			law = resent(laws.HasModifiedValues)
		}
		if err := law(judged{judgeWithTraits{has: traits}}, in).Err(); err != nil {
			return fmt.Errorf("%+v: %w", traits, err)
		}
		return nil
	})
}

// eachDiff calls check with the diffs and three-way merges of all cases, and then with count random
// diffs and count random merges. Each call has its own number n.
func eachDiff(t *testing.T, count uint64, check func(n uint64, in corpus.Input) error) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		in := c.Input
		if in.Err() == nil && in.Schema != (smp.Schema{}) && (in.Op == corpus.OpDiff || in.Op == corpus.OpThreeWay) {
			if err := check(uint64(i), in); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
	props.Seeds{Count: count}.Each(t, func(seed uint64) error {
		if err := check(seed, gen.Diff(gen.FromSeed(seed)).Input()); err != nil {
			return err
		}
		return check(seed, gen.ThreeWay(gen.FromSeed(seed)).Input())
	})
}
