package kustomize_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kustomize"
)

// keyed returns an OpenAPI document with a kind. Its list items merges by the given key.
func keyed(kind, key string) string {
	return strings.NewReplacer("Shop", kind, `"id"`, `"`+key+`"`).Replace(openAPI)
}

// All definitions of kinds are found, also those after documents that do not define the kind. A second
// call has the result of the first one.
func TestLookup(t *testing.T) {
	definition := string(crd("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys: [id]"))
	invalid := string(crd("x-kubernetes-patch-strategy: wild"))
	for _, c := range []struct {
		name             string
		texts            []string
		apiVersion, kind string
		keys             []string // of the list items
		known            bool
	}{
		{"no schemas", nil, "example.com/v1", "Shop", nil, false},
		{"the kind in the first document", []string{keyed("Shop", "a"), keyed("Store", "b")}, "example.com/v1", "Shop", []string{"a"}, true},
		{"the kind in the second document", []string{keyed("Shop", "a"), keyed("Store", "b")}, "example.com/v1", "Store", []string{"b"}, true},
		{"the kind in the second document of a text", []string{keyed("Shop", "a") + "\n---\nnull\n---\n" + keyed("Store", "b")}, "example.com/v1", "Store", []string{"b"}, true},
		{"the kind in two documents", []string{keyed("Shop", "a"), keyed("Shop", "b")}, "example.com/v1", "Shop", []string{"a"}, true},
		{"the kind in a document and a definition", []string{keyed("Shop", "a"), definition}, "example.com/v1", "Shop", []string{"id"}, true},
		{"the kind in two definitions", []string{definition, invalid}, "example.com/v1", "Shop", []string{"id"}, true},
		{"another version", []string{keyed("Shop", "a"), definition}, "example.com/v2", "Shop", nil, false},
		{"a kind in no document", []string{keyed("Shop", "a"), definition}, "example.com/v1", "Store", nil, false},
	} {
		var texts [][]byte
		for _, text := range c.texts {
			texts = append(texts, []byte(text))
		}
		s, err := kustomize.NewSchemas(texts...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for range 2 {
			schema, known, err := s.Lookup(c.apiVersion, c.kind)
			items, _ := schema.Member("items")
			if err != nil || known != c.known || !slices.Equal(items.Keys(), c.keys) {
				t.Errorf("%s: got the keys %q, %t, %v, want %q, %t", c.name, items.Keys(), known, err, c.keys, c.known)
			}
			service, known, err := s.Lookup("v1", "Service")
			spec, _ := service.Member("spec")
			ports, _ := spec.Member("ports")
			if err != nil || !known || !slices.Equal(ports.Keys(), []string{"port"}) {
				t.Errorf("%s: a Service has the keys %q, %t, %v", c.name, ports.Keys(), known, err)
			}
		}
	}
}

// Each call that needs an invalid definition returns its error. Other kinds are not affected.
func TestLookupRejects(t *testing.T) {
	const wild = `"x-kubernetes-patch-strategy": "wild"`
	for _, c := range []struct{ name, text, want string }{
		{"a definition", string(crd("x-kubernetes-patch-strategy: wild")), `schema: spec.versions[0].schema.openAPIV3Schema.properties.items.x-kubernetes-patch-strategy: invalid-schema: unknown strategy "wild"; expected merge, replace or retainKeys`},
		{"an OpenAPI document", strings.Replace(openAPI, `"x-kubernetes-patch-strategy": "merge"`, wild, 1), `schema: definitions.shop.properties.items.x-kubernetes-patch-strategy: invalid-schema: unknown strategy "wild"; expected merge, replace or retainKeys`},
	} {
		s, err := kustomize.NewSchemas([]byte(c.text), []byte(openAPI))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for range 2 {
			_, known, err := s.Lookup("example.com/v1", "Shop")
			var e *smp.Error
			if !known || !errors.As(err, &e) || err.Error() != c.want {
				t.Errorf("%s: got %t, %v, want %s", c.name, known, err, c.want)
			}
			if _, known, err := s.Lookup("v1", "Pod"); !known || err != nil {
				t.Errorf("%s: a Pod is known: %t, %v", c.name, known, err)
			}
		}
	}
}
