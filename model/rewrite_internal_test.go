package model

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A rewrite with several changed maps has the same text as the map with the changed
// maps in their places.
func TestRewrite(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	settings := []Value{{}, {}, NewNull(), MustParse(`[{"n":1}]`), MustParse(` {"new":{"m":2}} `).doc.member("new")}
	for n := range 30_000 {
		text := randomText(r)
		var making Builder
		v, err := making.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		rewrite := ForTests.Rewrite(&making, v, settings[len(settings)-1])
		if parsed := v.Type() == Map; parsed != (rewrite != nil) {
			t.Fatalf("%s: a rewrite: %v", text, !parsed)
		}
		if rewrite == nil {
			continue
		}
		b := new(Builder)
		want := changedWithin(t, r, b, rewrite, v, settings)
		before := []string{"", "head:"}[n%2]
		if got := making.AppendJSON([]byte(before), v); string(got) != before+want.JSON() {
			t.Fatalf("%s: got %s, want %s", text, got, want.JSON())
		}
		if v.JSON() != strings.TrimSpace(text) {
			t.Fatalf("%s: the map itself is now %s", text, v.JSON())
		}
	}
}

// member returns a member of the document's map.
func (d *document) member(name string) Value {
	v, _ := Value{doc: d}.Get(name)
	return v
}

// changedWithin returns the map v with changes to it and to maps below it. It also makes the same
// changes in a rewrite.
func changedWithin(t *testing.T, r *rand.Rand, b *Builder, rewrite *Rewrite, v Value, settings []Value) Value {
	var whole, apart Editor
	whole.Reset(v, b)
	apart.Reset(v, b)
	for name, member := range v.Members() {
		whole.Get(name)
		apart.Get(name)
		switch chance := r.IntN(5); {
		case chance < 2:
			set := settings[r.IntN(len(settings))]
			whole.Set(name, set)
			apart.Set(name, set)
		case member.Type() == Map && chance < 4:
			whole.Set(name, changedWithin(t, r, b, rewrite, member, settings))
		case member.Type() == List && member.At(0).Type() == Map:
			list, err := b.WithElements(member, []Element{{Value: changedWithin(t, r, b, rewrite, member.At(0), settings)}})
			if err != nil {
				t.Fatal(err)
			}
			whole.Set(name, list)
		}
	}
	for n := range r.IntN(4) {
		name := strings.Repeat("+", n)
		if _, has := v.Get(name); !has {
			set := settings[r.IntN(len(settings))]
			whole.Set(name, set)
			apart.Set(name, set)
		}
	}
	apart.Rewrite(rewrite)
	changed, err := whole.Value()
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// There is no rewrite of a value that is not a parsed map, or that might become too
// deep.
func TestNoRewrite(t *testing.T) {
	deep := MustParse(strings.Repeat(`{"a":`, HardMaxDepth) + "1" + strings.Repeat("}", HardMaxDepth))
	built, err := NewMap(Member{"a", NewNull()})
	if err != nil {
		t.Fatal(err)
	}
	b := new(Builder)
	for _, v := range []Value{{}, built, NewNull(), emptyList} {
		if ForTests.Rewrite(b, v, emptyMap) != nil {
			t.Errorf("there is a rewrite of %s", v.JSON())
		}
	}
	if ForTests.Rewrite(b, deep, emptyMap) != nil || ForTests.Rewrite(b, deep, NewNull()) == nil {
		t.Error("depth is not limited")
	}
}
