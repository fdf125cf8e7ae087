package model_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

func isLimit(err error) bool {
	var e *model.Error
	return errors.As(err, &e) && e.Code == model.Limit
}

// Built values have the same limit of depth as parsed ones.
func TestDepthLimitOfBuiltValues(t *testing.T) {
	wrap := map[string]func(model.Value) (model.Value, error){
		"NewMap":  func(v model.Value) (model.Value, error) { return model.NewMap(member("a", v)) },
		"NewList": func(v model.Value) (model.Value, error) { return model.NewList(model.NewNull(), v) },
		"WithMembers": func(v model.Value) (model.Value, error) {
			return model.MustParse(`{"a":1,"b":2}`).WithMembers(member("b", v))
		},
		"WithElements": func(v model.Value) (model.Value, error) {
			return model.MustParse(`[0,1]`).WithElements([]model.Element{{Index: 1, Value: v}})
		},
	}
	for name, f := range wrap {
		t.Run(name, func(t *testing.T) {
			v := model.NewNull()
			for level := 1; level <= model.HardMaxDepth; level++ {
				var err error
				if v, err = f(v); err != nil {
					t.Fatalf("level %d: %v", level, err)
				}
			}
			if w, err := f(v); !isLimit(err) || w.Type() != model.Absent {
				t.Fatalf("one level more: %v", err)
			}
			checkDeep(t, v)
		})
	}
}

// checkDeep calls all functions that descend into a value, with a value of HardMaxDepth levels.
func checkDeep(t *testing.T, v model.Value) {
	t.Helper()
	text := v.JSON()
	again, err := model.ParseString(text, model.MaxDepth(model.HardMaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.ParseString(text, model.MaxDepth(model.HardMaxDepth-1)); !isLimit(err) {
		t.Errorf("its text has fewer levels: %v", err)
	}
	if !model.Equal(v, again) || !model.Equal(again, v) || !model.Equal(again, model.MustParse(" "+text)) {
		t.Error("its text is another value")
	}
	if model.Compare(v, again) != 0 || v.Hash() != again.Hash() || v.Canonical() != again.Canonical() {
		t.Error("its text compares, hashes or encodes otherwise")
	}
	if v.Compact().JSON() != text {
		t.Error("Compact changes it")
	}
	tree := v.ToAny()
	back, err := model.FromAny(tree)
	if err != nil || !model.Equal(back, v) {
		t.Errorf("ToAny and FromAny change it: %v", err)
	}
}

// The deepest part determines the depth, wherever it is.
func TestDepthOfParts(t *testing.T) {
	deep := nested("[", "", "]", model.HardMaxDepth-1)
	for _, text := range []string{"[" + deep + "]", "[" + deep + ",[]]", "[[]," + deep + "]", `{"a":{},"b":` + deep + `,"c":{}}`} {
		v := model.MustParse(text)
		if _, err := model.NewList(v); !isLimit(err) {
			t.Errorf("%.10s: got %v", text, err)
		}
		small, err := model.NewList(model.NewNull())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := small.WithElements([]model.Element{{Index: 0, Value: v}}, small); !isLimit(err) {
			t.Errorf("%.10s: got %v", text, err)
		}
	}
}

// The depth of the value itself counts, and not that of the values that it was made from. After the
// deepest part is removed, other parts may be deeper.
func TestDepthAfterRemoval(t *testing.T) {
	deep := model.MustParse(nested("[", "", "]", model.HardMaxDepth-1))
	v, err := model.NewMap(member("deep", deep), member("flat", model.NewInt(1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.NewList(v); !isLimit(err) {
		t.Fatalf("got %v", err)
	}
	v = v.Compact()
	flat, err := v.WithMembers(member("deep", model.Value{}))
	if err != nil {
		t.Fatal(err)
	}
	for range model.HardMaxDepth - 1 {
		if flat, err = model.NewList(flat); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := model.NewList(flat); !isLimit(err) {
		t.Fatalf("got %v", err)
	}
	if !strings.HasSuffix(flat.JSON(), `[{"flat":1}]`+strings.Repeat("]", model.HardMaxDepth-2)) {
		t.Error("wrong text")
	}
	// The remaining value may have the maximum depth.
	v = model.MustParse("[" + nested("[", "", "]", model.HardMaxDepth-1) + "," + nested("[", "", "]", model.HardMaxDepth-2) + "]")
	if v, err = v.WithElements([]model.Element{{Index: 0}}); err != nil {
		t.Fatal(err)
	}
	v = newList(t, v)
	if _, err := model.NewList(v); !isLimit(err) {
		t.Errorf("got %v", err)
	}
}

// To compute the depth, a value that appears in many places of a tree is visited only once. This
// tree has 2^200 leaves.
func TestDepthOfSharedValues(t *testing.T) {
	shared := model.NewNull()
	for range 200 {
		shared = newList(t, shared, shared)
	}
	// Only an upper bound of the height of this list is known.
	v := model.MustParse("[" + nested("[", "", "]", model.HardMaxDepth-1) + "]")
	v, err := v.WithElements([]model.Element{{Index: 0}}, shared)
	if err != nil {
		t.Fatal(err)
	}
	for range model.HardMaxDepth - 201 {
		v = newList(t, v)
	}
	if _, err := model.NewList(v); !isLimit(err) {
		t.Errorf("got %v", err)
	}
}

func TestWrongKindsAndIndexes(t *testing.T) {
	for _, text := range []string{"null", "1", `"a"`, "true", "[]"} {
		if v, err := model.MustParse(text).WithMembers(member("a", model.NewNull())); !isUnsupported(err) || v.Type() != model.Absent {
			t.Errorf("members of %s: %v", text, err)
		}
	}
	for _, text := range []string{"null", "1", `"a"`, "true", "{}"} {
		if v, err := model.MustParse(text).WithElements(nil, model.NewNull()); !isUnsupported(err) || v.Type() != model.Absent {
			t.Errorf("elements of %s: %v", text, err)
		}
	}
	edited, err := model.MustParse("[0,1,2]").WithElements([]model.Element{{Index: 0}}, model.NewNull())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []model.Value{model.MustParse("[0,1,2]"), edited} {
		for _, i := range []int{-1, 3, math.MinInt, math.MaxInt} {
			if w, err := v.WithElements([]model.Element{{Index: i, Value: model.NewNull()}}); !isUnsupported(err) || w.Type() != model.Absent {
				t.Errorf("element %d: %v", i, err)
			}
		}
	}
	var absent model.Value
	if v, err := absent.WithMembers(member("a", model.NewNull())); err != nil || v.JSON() != `{"a":null}` {
		t.Errorf("got %#v, %v", v, err)
	}
	if v, err := absent.WithMembers(); err != nil || v.JSON() != `{}` {
		t.Errorf("got %#v, %v", v, err)
	}
	if v, err := absent.WithElements(nil, model.NewNull()); err != nil || v.JSON() != `[null]` {
		t.Errorf("got %#v, %v", v, err)
	}
	if v, err := absent.WithElements(nil); err != nil || v.JSON() != `[]` {
		t.Errorf("got %#v, %v", v, err)
	}
}

func isUnsupported(err error) bool {
	var e *model.Error
	return errors.As(err, &e) && e.Code == model.Unsupported
}

// The cost of hostile texts is proportional to their size. If any cost was
// quadratic, the test would take minutes.
func TestLargeInputs(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	colliding := func(i int) string { // names with the same length, beginning and end
		return fmt.Sprintf(`"prefix-%06d-suffix":%d`, i, i)
	}
	members := each(n, colliding)
	if _, err := model.ParseString("{" + members + "," + colliding(n-1) + "}"); err == nil {
		t.Error("a repeated name at the end is taken")
	}
	if _, err := model.ParseString("{" + each(n, func(int) string { return `"a":0` }) + "}"); err == nil {
		t.Error("one name many times is taken")
	}
	escaped := each(n, func(i int) string { return fmt.Sprintf(`"\u0061%d":%d`, i, i) })
	wide := model.MustParse("{" + members + "}")
	reversed := model.MustParse("{" + each(n, func(i int) string { return colliding(n - 1 - i) }) + "}")
	if !model.Equal(wide, reversed) || model.Compare(wide, reversed) != 0 || wide.Hash() != reversed.Hash() || wide.Canonical() != reversed.Canonical() {
		t.Error("a map in another order is another value")
	}
	if model.MustParse("{"+escaped+"}").Len() != n {
		t.Error("members with escaped names are lost")
	}

	rebuilt, err := model.NewMap(reversed.AppendMembers(nil)...)
	if err != nil || !model.Equal(wide, rebuilt) {
		t.Errorf("a map built in another order is another value: %v", err)
	}
	var changes, removals []model.Member
	for name := range reversed.Members() {
		changes = append(changes, member(name, model.NewNull()))
		removals = append(removals, member(name, model.Value{}))
	}
	changed, err := wide.WithMembers(append(changes, changes...)...)
	if err != nil || changed.Len() != n || !changed.HasNull() {
		t.Errorf("%d changes: %d members, %v", n, changed.Len(), err)
	}
	empty, err := changed.WithMembers(removals...)
	if err != nil || empty.Len() != 0 || empty.HasNull() || empty.JSON() != "{}" {
		t.Errorf("%d removals: %.40s, %v", n, empty.JSON(), err)
	}
	empty, err = rebuilt.WithMembers(removals...)
	if err != nil || empty.JSON() != "{}" {
		t.Errorf("%d removals: %.40s, %v", n, empty.JSON(), err)
	}

	list := model.MustParse("[" + each(n, func(i int) string { return fmt.Sprintf("[%d]", i) }) + "]")
	elements := list.AppendElements(nil)
	for i, j := 0, len(elements)-1; i < j; i, j = i+1, j-1 {
		elements[i], elements[j] = elements[j], elements[i]
	}
	backwards := newList(t, elements...)
	if backwards.At(0) != list.At(n-1) || backwards.At(n-1) != list.At(0) || backwards.Len() != n {
		t.Error("a reversed list has wrong ends")
	}
	if again := model.MustParse(backwards.JSON()); !model.Equal(again, backwards) {
		t.Error("the text of a reversed list is another value")
	}
	var every []model.Element
	for i := n - 1; i >= 0; i -= 2 {
		every = append(every, model.Element{Index: i})
	}
	half, err := list.WithElements(every)
	if err != nil || half.Len() != n/2 || half.At(n/2-1) != list.At(n-2) {
		t.Errorf("%d removals: %v", n/2, err)
	}
	for i := range n / 2 {
		if half.At(i) != list.At(2*i) {
			t.Fatalf("element %d is another", i)
		}
	}
}

// Two deep values have the same beginning on every level and differ only at the innermost place.
// Comparing them reads every byte once, and not once per level.
func TestEqualOfDeepValues(t *testing.T) {
	const levels = 5000
	payload := `"` + strings.Repeat("x", 2000) + `",`
	a := model.MustParse(nested("["+payload, "1", "]", levels))
	b := model.MustParse(nested("["+payload, "2", "]", levels))
	c := model.MustParse(nested("["+payload, "1.0", "]", levels))
	if model.Equal(a, b) || !model.Equal(a, c) {
		t.Error("Equal is wrong")
	}
}

// A member of a small map is compared with a bounded number of others, even if hashes collide. The
// names have the same length, and bytes with the same sum, so that a cheap hash might be the same.
func TestCollidingNames(t *testing.T) {
	const maps = 5000
	names := each(32, func(i int) string { return fmt.Sprintf(`"%02d%s":0`, i, strings.Repeat("x", 30)) })
	v := model.MustParse("[" + each(maps, func(int) string { return "{" + names + "}" }) + "]")
	if v.Len() != maps {
		t.Error(v.Len())
	}
}
