package table

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A Source is the input of the table: all definitions to which the kinds refer, described in
// two ways.
type Source struct {
	Roots map[kubernetes.Kind]string
	// Plain describes the definitions by struct tags. ListTyped uses list types as strategies
	// for fields without a tag. The two differ only in strategies and keys.
	Plain, ListTyped map[string]smp.Definition
}

// Read returns the Source for kinds.
func Read(kinds []GoKind, lists *ListTypes) (*Source, error) {
	s := &Source{
		Roots:     map[kubernetes.Kind]string{},
		Plain:     map[string]smp.Definition{},
		ListTyped: map[string]smp.Definition{},
	}
	for _, kind := range kinds {
		plain, err := describe(s.Plain, kind.Type, lists.Options()...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		if _, err := describe(s.ListTyped, kind.Type, append(lists.Options(), structtag.ListTypesDecide())...); err != nil {
			return nil, fmt.Errorf("%s with list types: %w", kind, err)
		}
		s.Roots[kind.Kind] = plain
	}
	return s, nil
}

// describe adds the definitions of t to all, and returns the name of the definition of t.
func describe(all map[string]smp.Definition, t reflect.Type, opts ...structtag.Option) (string, error) {
	root, definitions, err := structtag.Describe(t, opts...)
	if err != nil {
		return "", err
	}
	if root.Ref == "" {
		return "", fmt.Errorf("the Go type %s has no name", t)
	}
	for name, d := range definitions {
		if had, ok := all[name]; ok && !reflect.DeepEqual(had, d) {
			return "", fmt.Errorf("two Go types are called %s", name)
		}
		all[name] = d
	}
	return root.Ref, nil
}

// Names returns the names of all definitions, sorted.
func (s *Source) Names() []string { return slices.Sorted(maps.Keys(s.Plain)) }

// classes assigns the same number to definitions that merge alike at every depth. It starts
// with one class, and splits classes that contain different definitions until this is no
// longer possible.
func (s *Source) classes() map[string]int {
	class := map[string]int{}
	for count := 0; ; {
		numbers := map[string]int{}
		next := map[string]int{}
		for _, name := range s.Names() {
			words := wordList{}
			w := writer{word: words.number, definition: func(ref string) int { return class[ref] }}
			w.typ(s.Plain[name], s.ListTyped[name])
			// Words are compared by spelling here, because numbers differ from definition to
			// definition.
			signature := fmt.Sprintf("%d %q %x", class[name], words.all, w.text)
			if _, ok := numbers[signature]; !ok {
				numbers[signature] = len(numbers)
			}
			next[name] = numbers[signature]
		}
		class = next
		if len(numbers) == count {
			return class
		}
		count = len(numbers)
	}
}
