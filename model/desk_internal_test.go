package model

import (
	"reflect"
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
		{"example.org/fork/model", keyIn("example.org/fork/smp/internal/desk"), Shortcuts{open: true, desks: true}},
		{"example.org/fork/model", keyIn("example.org/other/smp/internal/desk"), Shortcuts{}},
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
