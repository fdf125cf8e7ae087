package model

import (
	"reflect"
	"strings"
	"testing"
)

// A fork has other paths and keeps its desks. If an obfuscator has renamed the packages, the engines work
// without desks.
func TestShortcutsOfRenamedPackages(t *testing.T) {
	type Key struct{}
	engines := reflect.TypeFor[Key]()
	for _, test := range []struct {
		own  string
		key  reflect.Type
		want Shortcuts
	}{
		{"example.org/fork/model", engines, Shortcuts{}},
		{"x1y2z3", engines, Shortcuts{open: true}},
		{"x1y2z3", nil, Shortcuts{open: true}},
		{"example.org/fork/model", keyIn("example.org/fork/smp/internal/door"), Shortcuts{open: true, desks: true}},
		{"example.org/fork/model", keyIn("example.org/other/smp/internal/door"), Shortcuts{}},
	} {
		if got := shortcutsFor(test.own, test.key); got != test.want {
			t.Errorf("package %s, key %v: got %+v, want %+v", test.own, test.key, got, test.want)
		}
	}
}

// keyIn returns a type called Key that seems to be declared in a package.
func keyIn(path string) reflect.Type { return keyType{reflect.TypeFor[struct{}](), path} }

type keyType struct {
	reflect.Type
	path string
}

func (k keyType) PkgPath() string { return k.path }
func (k keyType) Name() string    { return "Key" }

func testDesk(t *testing.T) (Desk, *desktop) {
	t.Helper()
	d := Shortcuts{open: true, desks: true}.NewDesk()
	return d, d.desktop
}

// A desk has memory for three documents and three trees. Further ones, and text that is too long, are read
// as usual. After Done, the desk can read as many again.
func TestDocumentsOnDesk(t *testing.T) {
	d, top := testDesk(t)
	for range 2 {
		var first Value
		for i := range deskDocuments + 1 {
			text := `{"a":[` + strings.Repeat("1,", i) + `2]}`
			v, err := d.Parse(text)
			if err != nil || v.JSON() != text {
				t.Fatalf("got %s, %v", v, err)
			}
			w := d.Wrap(map[string]any{"a": text})
			if got, _ := w.Get("a"); got.Text() != text {
				t.Fatalf("got %s", w)
			}
			onDesk := i < deskDocuments
			for _, v := range []Value{v, w} {
				if of := ForTests.BuilderOf(Value{}, MustParse("1"), v); (of == d.Builder()) != onDesk || !onDesk && of != nil {
					t.Errorf("document %d: on the desk %t, want %t", i, of != nil, onDesk)
				}
			}
			if i == 0 {
				first = v
			}
		}
		if top.parsed != deskDocuments || top.wrapped != deskDocuments {
			t.Errorf("%d documents and %d trees are in use", top.parsed, top.wrapped)
		}
		d.Done()
		if !poisoned && first.doc != &top.documents[0].document {
			t.Error("the first document is not on the desk")
		}
	}
	for text, opt := range map[string]ParseOption{`{"a":1}`: MaxBytes(6), `[[]]`: MaxDepth(1), `{"a":}`: {}} {
		if v, err := d.Parse(text, opt); err == nil {
			t.Errorf("%s: got %s", text, v)
		}
		d.Done()
	}
	exact := `{"a":"exactly"}`
	if v, err := d.Parse(exact, MaxBytes(len(exact))); err != nil || ForTests.BuilderOf(v) == nil {
		t.Errorf("a text of the largest size: got %s, %v", v, err)
	}
	d.Done()
}

// A text that equals the near document is not read again, unless it would be too deep.
func TestNearDocumentOnDesk(t *testing.T) {
	d, top := testDesk(t)
	const text = `{"a":[[1]]}`
	v, err := d.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := d.Parse(text, Near(v)); err != nil || !Same(v, same) || top.parsed != 1 {
		t.Errorf("the same text: got %s, %v, %d documents", same, err, top.parsed)
	}
	if other, err := d.Parse(`{"a":[[2]]}`, Near(v)); err != nil || other.JSON() != `{"a":[[2]]}` || top.parsed != 2 {
		t.Errorf("another text: got %s, %v, %d documents", other, err, top.parsed)
	}
	if deep, err := d.Parse(text, Near(v), MaxDepth(2)); err == nil {
		t.Errorf("the same text with a smaller limit: got %s", deep)
	}
	d.Done()
}

// Done counts all slices that a desk keeps. If there are more than 256 KiB, it drops them.
func TestDeskCountsItsMemory(t *testing.T) {
	if poisoned {
		t.Skip("a poisoned desk keeps nothing")
	}
	d, top := testDesk(t)
	use := func(n int) {
		long := `{"a":"` + strings.Repeat("b", 600) + `","l":[{"n":"x","$m":null}` + strings.Repeat(`,{"n":"y","o":[1,2]}`, n) + `]}`
		v, err := d.Parse(long)
		if err != nil {
			t.Fatal(err)
		}
		near, err := d.Parse(strings.Replace(long, "bbb", "bcb", 1), Near(v))
		if err != nil {
			t.Fatal(err)
		}
		tree := d.Wrap(v.ToAny().(map[string]any))
		list, _ := tree.Get("l")
		if _, err := list.WithElements([]Element{{Index: 0, Value: NewInt(1)}}, NewInt(2)); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.WithMembers(Member{Name: "new", Value: NewInt(1)}); err != nil {
			t.Fatal(err)
		}
		rewrite := ForTests.Rewrite(d.Builder(), v, near)
		var e Editor
		e.Reset(v, d.Builder())
		e.Set("a", NewInt(1))
		e.Set("z", NewInt(2))
		e.Rewrite(rewrite)
		list, _ = v.Get("l")
		if _, ok := ForTests.Project(d.Builder(), list, "n"); !ok {
			t.Fatal("no list of names")
		}
		d.Builder().AppendJSON(nil, v)
	}
	use(30)
	d.Done()
	if got, want := top.bytes(), bytesBelow(reflect.ValueOf(top).Elem())+bytesBelow(reflect.ValueOf(top.builder.workshop).Elem()); got != want || got == 0 {
		t.Errorf("counted %d bytes, but the slices have %d", got, want)
	}
	for range 3 { // the number of bytes may still grow
		use(30)
		d.Done()
	}
	before := top.bytes()
	if use(30); top.bytes() != before {
		t.Errorf("the same work takes %d bytes after %d", top.bytes(), before)
	}
	d.Done()
	if use(8000); top.bytes() <= keptDesk {
		t.Fatalf("only %d bytes", top.bytes())
	}
	d.Done()
	if top.bytes() > 0 || top.parsed+top.wrapped > 0 {
		t.Errorf("%d bytes are kept", top.bytes())
	}
	use(1)
}

// bytesBelow returns the size of all slices in the fields of a struct. The unused rest of a block is a part of
// its piece, and the number of unused editors is limited.
func bytesBelow(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			n += bytesBelow(v.Index(i))
		}
	case reflect.Slice:
		return v.Cap() * int(v.Type().Elem().Size())
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "free" && v.Field(i).Type() != reflect.TypeFor[[]*mapEdit]() && name != "texts" {
				n += bytesBelow(v.Field(i))
			}
		}
	}
	return n
}
