package model_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// A map or list that is built in one call is equal to one to which the values are added one by one.
// It does not share memory with the arguments.
func TestMadeAtOnce(t *testing.T) {
	inList := newList(t, model.NewString("x"))
	with := func(v model.Value, m model.Member) model.Value { return edit(t, v, m) }
	names := rapid.SampledFrom([]string{"a", "b", "cc", "12345678", "123456789", "$x", "é", "1234567é", "12345678é", "\xff", "\x80", "12345678\xff", "\x7f", "", "k", "l", "m", "n"})
	value := rapid.Custom(func(t *rapid.T) model.Value {
		return rapid.SampledFrom([]model.Value{
			{}, model.NewNull(), model.NewInt(1), model.MustParse(`{"$a":[]}`), model.MustParse(`[{"a":null}]`), inList,
		}).Draw(t, "value")
	})
	rapid.Check(t, func(t *rapid.T) {
		var members []model.Member
		var elements []model.Value
		oneByOne, list := model.MustParse("{}"), model.MustParse("[]")
		for range rapid.IntRange(0, 10).Draw(t, "members") {
			m := member(names.Draw(t, "name"), value.Draw(t, "value"))
			members, elements = append(members, m), append(elements, m.Value)
			oneByOne = with(oneByOne, m)
			list, _ = list.WithElements(nil, m.Value)
		}
		made, err := model.NewMap(members...)
		if err != nil {
			t.Fatal(err)
		}
		madeList, err := model.NewList(elements...)
		if err != nil {
			t.Fatal(err)
		}
		clear(members)
		clear(elements)
		for _, v := range [][2]model.Value{{made, oneByOne}, {madeList, list}} {
			got, want := v[0], v[1]
			if got.JSON() != want.JSON() || got.HasNull() != want.HasNull() || got.HasDollar() != want.HasDollar() || got.HasOwnDollar() != want.HasOwnDollar() {
				t.Fatalf("%s, want %s", got.JSON(), want.JSON())
			}
			if !slices.Equal(got.AppendMembers(nil), want.AppendMembers(nil)) || !slices.Equal(got.AppendElements(nil), want.AppendElements(nil)) {
				t.Fatalf("%s has other members", got.JSON())
			}
		}
		later := with(with(made, member("a", model.NewInt(2))), member("later", model.NewInt(3)))
		if want := with(with(oneByOne, member("a", model.NewInt(2))), member("later", model.NewInt(3))); later.JSON() != want.JSON() || made.JSON() != oneByOne.JSON() {
			t.Fatalf("%s and %s, want %s", made.JSON(), later.JSON(), want.JSON())
		}
	})
}

// A list or map takes one piece of memory, and its members or elements take another one.
func TestAllocationsOfMade(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	var members []model.Member
	var elements []model.Value
	for _, name := range []string{"a", "12345678", "123456789", "c", "d", "e", "f", "g"} {
		members, elements = append(members, member(name, model.NewNull())), append(elements, model.NewNull())
		atMost(t, "NewMap", 2, func() {
			if v, err := model.NewMap(members...); err != nil || v.Len() != len(members) {
				t.Fatal(v.JSON(), err)
			}
		})
		atMost(t, "NewList", 2, func() {
			if v, err := model.NewList(elements...); err != nil || v.Len() != len(elements) {
				t.Fatal(v.JSON(), err)
			}
		})
	}
}
