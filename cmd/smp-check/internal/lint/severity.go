package lint

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Severity is how bad a problem is.
type Severity int

// The severities, each worse than the one before.
const (
	Note    Severity = iota // it may be meant; it is not, if the document is another one than one thinks
	Warning                 // it does not do what it seems to
	Error                   // apply rejects it, or nobody can have meant it
)

// Severities are the names of the severities.
var Severities = []string{"note", "warning", "error"}

// String returns note, warning or error.
func (s Severity) String() string { return Severities[s] }

// SeverityNamed returns the severity of a name, which has to be one of Severities.
func SeverityNamed(name string) Severity { return Severity(slices.Index(Severities, name)) }

// severityOf returns how bad a problem of a patch is.
func severityOf(s smp.Schema, patch model.Value, p smp.Problem) Severity {
	switch {
	case p.Rejected:
		return Error
	case p.Kind == smp.UnknownField, p.Kind == smp.WrongKind, p.Kind == smp.DirectiveAsData:
		return Error
	case p.Kind == smp.AmbiguousMergeKey && !foundBefore(s, patch, p.Path):
		return Note // an ordinary element, as {port: 80, protocol: TCP}
	case p.Kind == smp.AmbiguousMergeKey:
		return Error
	case p.Kind == smp.UnionSiblings:
		return unionSeverity(patch, p.Path)
	}
	return Warning
}

// foundBefore reports whether an earlier element of the same list of a patch has the
// default key of the one that a path leads to: both change one element.
func foundBefore(s smp.Schema, patch model.Value, path model.Path) bool {
	n := len(path) - 1
	if n < 0 {
		return false
	}
	index, ok := path[n].(model.Index)
	if !ok {
		return true
	}
	for _, step := range path[:n] {
		if field, isField := step.(model.Field); isField {
			s, _ = s.Member(string(field))
		} else {
			s = s.Element()
		}
	}
	list, _ := path[:n].Lookup(patch)
	for i := range int(index) {
		if sameKeys(s, list.At(i), list.At(int(index))) {
			return true
		}
	}
	return false
}

func sameKeys(s smp.Schema, a, b model.Value) bool {
	for _, key := range s.Keys() {
		left, _ := a.Get(key)
		right, _ := b.Get(key)
		if !model.Equal(left, right) {
			return false
		}
	}
	return true
}

// unionSeverity returns how bad it is that a patch sets fields which exclude others:
// an error if the patch sets several of them itself. If they may be in the document,
// it is a warning, and a note for an element, which is most often new or of the same
// type as before.
func unionSeverity(patch model.Value, path model.Path) Severity {
	at, _ := path.Lookup(patch)
	maps := 0
	for _, member := range at.Members() {
		if member.Kind() == model.Map {
			maps++
		}
	}
	value, _ := at.Get("value")
	from, _ := at.Get("valueFrom")
	if maps > 1 || value.IsScalar() && from.Kind() == model.Map {
		return Error
	}
	if n := len(path); n > 0 {
		if _, isElement := path[n-1].(model.Index); isElement {
			return Note
		}
	}
	return Warning
}
