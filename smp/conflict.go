package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/threeway"
)

// A Conflict is one value that two sides changed differently.
type Conflict struct {
	// Path is the place. Elements of keyed lists are addressed by their keys.
	Path model.Path
	// Code is the combination of changes, such as both-changed.
	Code ConflictCode
	// In a three-way merge, Left and Right are the values of modified and current. A value is
	// absent if the document does not have it. In a conflict between two patches, Left and Right
	// are the values of the patches. A value is absent if the patch clears the place without naming
	// it. The values may be secrets.
	Left, Right model.Value
	// Derived is set in a three-way merge if original lacks the value, and current may have it from
	// the server, which fills in a value that depends on other fields or on the cluster
	// (Marks.Derived).
	Derived bool
}

// A ConflictCode is the class of a [Conflict].
type ConflictCode string

// These are the conflict codes.
const (
	// BothChanged: both sides change a value of original or, if two patches are in conflict, both
	// patches set a value.
	BothChanged ConflictCode = "both-changed"
	// BothAdded: both sides have a value, and original has none. Only three-way merges have such
	// conflicts.
	BothAdded ConflictCode = "both-added"
	// LeftDeleted: the left side deletes a value that the right side changes.
	LeftDeleted ConflictCode = "left-deleted"
	// RightDeleted: the right side deletes a value that the left side changes.
	RightDeleted ConflictCode = "right-deleted"
)

// ConflictKind is the former name of [ConflictCode].
//
// Deprecated: use ConflictCode. ConflictKind will be removed in the next minor version.
type ConflictKind = ConflictCode

// String returns the path, the code and the values of both sides in one line, such as
//
//	spec.replicas: both-changed: 4 and 5
//
// The values may be secrets. To write a line without them, use Path and Code.
func (c Conflict) String() string {
	return fmt.Sprintf("%s: %s: %s and %s", c.Path, c.Code, c.Left, c.Right)
}

// A ConflictError lists all conflicts of a three-way merge, sorted by path. Use errors.As to get
// it. errors.As can also convert it to an *Error with Code Conflicting and the path of the first
// conflict.
type ConflictError struct {
	Conflicts []Conflict
}

// namedConflicts is the maximum number of conflicts in the text of an error, because a path
// may be as long as a document.
const namedConflicts = 100

// Error returns the paths of at most 100 conflicts, and how both sides changed the value. The text does
// not contain values, because they may be secrets.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s: %s: %s (rule %s)", Conflicting, e.count(), e.places(0), RuleThreeWayConflict)
}

// count returns the sentence that all texts of the error begin with.
func (e *ConflictError) count() string {
	values := "values"
	if len(e.Conflicts) == 1 {
		values = "value"
	}
	return fmt.Sprintf("modified and current changed %d %s differently", len(e.Conflicts), values)
}

// places returns the places of the conflicts from an index on.
func (e *ConflictError) places(from int) string {
	end := min(len(e.Conflicts), namedConflicts)
	var places []string
	for _, c := range e.Conflicts[min(from, end):end] {
		places = append(places, model.Shorten(c.Path.String())+" ("+c.Code.inThreeWay()+")")
	}
	text := strings.Join(places, ", ")
	if more := len(e.Conflicts) - end; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// inThreeWay returns the code with the names that the sides have in a three-way merge.
func (c ConflictCode) inThreeWay() string {
	switch c {
	case LeftDeleted:
		return "deleted in modified"
	case RightDeleted:
		return "deleted in current"
	}
	return string(c)
}

// A conflictCause is the Cause of a ConflictError that was converted to an *Error, which has the code,
// the rule and the path of the first conflict already.
type conflictCause struct{ of *ConflictError }

func (c conflictCause) Unwrap() error { return c.of }

func (c conflictCause) Error() string {
	text := c.of.count()
	if len(c.of.Conflicts) > 0 {
		text += " (" + c.of.Conflicts[0].Code.inThreeWay() + ")"
	}
	if len(c.of.Conflicts) > 1 {
		text += "; also " + c.of.places(1)
	}
	return text
}

// As implements errors.As for a target of type **Error. The error has Code Conflicting.
func (e *ConflictError) As(target any) bool {
	to, ok := target.(**Error)
	if ok {
		*to = &Error{Code: Conflicting, Rule: RuleThreeWayConflict, Cause: conflictCause{e}}
		if len(e.Conflicts) > 0 {
			(*to).Path = e.Conflicts[0].Path.Append()
		}
	}
	return ok
}

// conflictsOf returns the conflicts that package threeway found.
func conflictsOf(found []threeway.Conflict) []Conflict {
	if len(found) == 0 {
		return nil
	}
	conflicts := make([]Conflict, len(found))
	for i, c := range found {
		conflicts[i] = Conflict{Path: c.Path, Code: ConflictCode(c.Code), Left: c.Left, Right: c.Right, Derived: c.Derived}
	}
	return conflicts
}
