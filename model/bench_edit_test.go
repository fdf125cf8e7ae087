package model_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
)

func member(name string, v model.Value) model.Member { return model.Member{Name: name, Value: v} }

func BenchmarkWithMembers(b *testing.B) {
	for _, n := range []int{10, 100, 10_000} {
		v := model.MustParse(wideMap(n))
		name := fmt.Sprintf("key-%06d", n/2)
		b.Run(fmt.Sprintf("Replace/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w, err := v.WithMembers(member(name, model.NewNull())); err != nil || w.Len() != n {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("Remove/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w, err := v.WithMembers(member(name, model.Value{})); err != nil || w.Len() != n-1 {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("Add/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w, err := v.WithMembers(member("new", model.NewNull())); err != nil || w.Len() != n+1 {
					b.Fatal(err)
				}
			}
		})
	}
}

// Chains of edits of one member each: a map that grows, and one whose members
// change.
func BenchmarkChain(b *testing.B) {
	const n = 1000
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("name-%d", i)
	}
	b.Run("Grow", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v := model.MustParse("{}")
			for _, name := range names {
				v, _ = v.WithMembers(member(name, model.NewNull()))
			}
			if v.Len() != n {
				b.Fatal(v.Len())
			}
		}
	})
	b.Run("Change", func(b *testing.B) {
		b.ReportAllocs()
		members := make([]model.Member, n)
		for i := range members {
			members[i] = member(names[i], model.NewBool(true))
		}
		built, _ := model.NewMap(members...)
		parsed := built.Compact()
		for b.Loop() {
			v := parsed
			for _, name := range names {
				v, _ = v.WithMembers(member(name, model.NewNull()))
			}
			if v.Len() != n {
				b.Fatal(v.Len())
			}
		}
	})
}

func BenchmarkNewMap(b *testing.B) {
	for _, n := range []int{4, 1000} {
		members := make([]model.Member, n)
		for i := range members {
			members[i] = member(fmt.Sprintf("name-%d", i), model.NewBool(true))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if v, err := model.NewMap(members...); err != nil || v.Len() != n {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLists(b *testing.B) {
	pod := model.MustParse(envPod(10_000))
	env, _ := model.Path{model.Field("spec"), model.Field("containers"), model.Index(1), model.Field("env")}.Lookup(pod)
	elements := env.AppendElements(nil)
	reversed := make([]model.Value, len(elements))
	for i, e := range elements {
		reversed[len(elements)-1-i] = e
	}
	change := []model.Element{{Index: 5000, Value: model.NewNull()}}
	changed, err := env.WithElements(change, model.NewNull())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("WithElements", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := env.WithElements(change, model.NewNull()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("NewList", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := model.NewList(elements...); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, list := range map[string]model.Value{"Changed": changed, "InOrder": newList(b, elements...), "Reversed": newList(b, reversed...)} {
		dst := list.AppendJSON(nil)
		b.Run("AppendJSON/"+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(dst)))
			for b.Loop() {
				dst = list.AppendJSON(dst[:0])
			}
		})
	}
	b.Run("ElementNames", func(b *testing.B) { // what matching a keyed list does
		b.ReportAllocs()
		for b.Loop() {
			n := 0
			for _, e := range env.Elements() {
				name, _ := e.Get("name")
				n += len(name.Text())
			}
			if n != 14*len(elements) {
				b.Fatal(n)
			}
		}
	})
	b.Run("At", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for i := range elements {
				if env.At(i) != elements[i] {
					b.Fatal(i)
				}
			}
		}
	})
}

func newList(t testing.TB, elements ...model.Value) model.Value {
	t.Helper()
	v, err := model.NewList(elements...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func BenchmarkCompareDeployments(b *testing.B) {
	a, c := model.MustParse(deployment()), model.MustParse(deployment())
	other := model.MustParse(model.MustParse(deployment()).Canonical())
	b.Run("Equal/Spelling", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !model.Equal(a, c) {
				b.Fatal("different")
			}
		}
	})
	b.Run("Equal/OtherOrder", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !model.Equal(a, other) {
				b.Fatal("different")
			}
		}
	})
	b.Run("Hash", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Hash()
		}
	})
	b.Run("Compare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if model.Compare(a, other) != 0 {
				b.Fatal("different")
			}
		}
	})
	b.Run("Canonical", func(b *testing.B) {
		b.ReportAllocs()
		var dst []byte
		for b.Loop() {
			dst = a.AppendCanonical(dst[:0])
		}
	})
	b.Run("ToAny", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.ToAny()
		}
	})
	b.Run("FromAny", func(b *testing.B) {
		b.ReportAllocs()
		tree := a.ToAny()
		for b.Loop() {
			if _, err := model.FromAny(tree); err != nil {
				b.Fatal(err)
			}
		}
	})
}
