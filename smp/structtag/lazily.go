package structtag

import (
	"cmp"
	"errors"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// Lazily delays reading the fields of a struct until a document reaches the struct, with
// smp.Definition.Field. For a large type and a small document, this is a hundred times faster. A
// fault in a tag is then reported by the calls that reach the field, and not by OfType. Check
// reports all faults.
func Lazily() Option {
	return func(r *reader) { r.lazily = true }
}

// laterFields returns the definition of a struct whose fields are read later. It reads the unions
// immediately, because the tags of a union belong to several fields.
func (r *reader) laterFields(t reflect.Type, at place) (smp.Definition, error) {
	fields := fieldsOf(t)
	typ := smp.Definition{Type: smp.MapType, Names: make([]string, len(fields))}
	for i, f := range fields {
		typ.Names[i] = f.name
	}
	typ.Field = func(name string) smp.Definition {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		described, err := r.field(fields[i], at.member(name))
		if err == nil {
			_ = r.defineAll() // the definition that has the error stores it as Fault
		}
		if err != nil {
			return smp.Definition{Fault: err}
		}
		return described
	}
	var err error
	typ.Unions, err = r.unions(fields, at)
	return typ, err
}

// Check returns the faults in the tags of T and of the types that it reaches, sorted and joined, or
// nil if there are no faults. Call it in a test of the package that declares the types:
//
//	if err := structtag.Check[api.Pod](); err != nil {
//		t.Error(err)
//	}
//
// Each fault is an [*smp.Error] with Code InvalidSchema. A fault in a patchUnion tag hides other
// faults in its struct, and in types that only the struct reaches. A fault of any other field hides
// faults in types that only this field reaches.
//
// Check also reports a merge key of a list without strategy merge, and of a field that is not a
// list. [Of] ignores such a key, as API servers do, so patches replace the list. The built-in kinds
// have no such keys.
func Check[T any](opts ...Option) error {
	return CheckType(reflect.TypeFor[T](), opts...)
}

// CheckType is like [Check], for a type that is known only at run time.
func CheckType(t reflect.Type, opts ...Option) error {
	root, err := OfType(t, append(slices.Clip(opts), Lazily(), func(r *reader) { r.checking = true })...)
	if err != nil {
		return err
	}
	var faults []error
	seen := map[smp.Schema]bool{}
	for next := []smp.Schema{root}; len(next) > 0; {
		s := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if err := s.Err(); err != nil {
			faults = append(faults, err)
			continue
		}
		for _, field := range s.Fields() {
			next = append(next, field)
		}
		if values, ok := s.Values(); ok {
			next = append(next, values)
		}
		next = append(next, s.Element())
	}
	slices.SortFunc(faults, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(slices.CompactFunc(faults, func(a, b error) bool { return a.Error() == b.Error() })...)
}
