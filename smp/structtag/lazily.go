package structtag

import (
	"cmp"
	"errors"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// Lazily reads a struct's fields when a document first goes there, as
// smp.Definition.Field has it, which takes a hundredth of the time for a large type and
// a small document. A fault in a tag is then the error of the calls that meet the
// field, not of OfType; Check finds all of them.
func Lazily() Option {
	return func(r *reader) { r.lazily = true }
}

// laterFields describes a struct but for its fields. Its unions are read at once:
// their tags stand on several fields.
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
			_ = r.defineAll() // a faulty definition says so itself
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

// Check returns all faults in the tags of T and of the types that it reaches,
// joined and sorted, for tests of the packages that declare such types; nil if
// there are none. Each is an *smp.Error with Code InvalidSchema. One in a patchUnion tag
// hides the others of its struct, and of what only that leads to.
func Check[T any](opts ...Option) error {
	return CheckType(reflect.TypeFor[T](), opts...)
}

// CheckType is Check of a type that is known at run time only.
func CheckType(t reflect.Type, opts ...Option) error {
	root, err := OfType(t, append(slices.Clip(opts), Lazily())...)
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
