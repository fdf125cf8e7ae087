package corpus

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// rejectionOf returns the part of an error that cases compare, or nil if it is neither an
// *smp.Error nor an *smp.ConflictError. For conflicts, the path is that of the first
// conflict.
func rejectionOf(err error) *Rejection {
	var c *smp.ConflictError
	var e *smp.Error
	switch {
	case errors.As(err, &c):
	case errors.As(err, &e):
		var pathless *Pathless
		return &Rejection{Code: e.Code, Path: e.Path, Document: e.Document, Rule: e.Rule, pathless: errors.As(err, &pathless)}
	}
	if c == nil || len(c.Conflicts) == 0 {
		return nil
	}
	list, err := ConflictList(c.Conflicts)
	if err != nil {
		return nil
	}
	return &Rejection{Code: Conflicting, Path: c.Conflicts[0].Path, Rule: smp.RuleThreeWayConflict, Conflicts: list}
}

// matches reports whether a rejection is the wanted one. An engine need not report the rule.
func (w *Rejection) matches(got *Rejection) bool {
	return w.Code == got.Code && w.Path.Equal(got.Path) &&
		(w.Document == "" || w.Document == got.Document) &&
		(w.Rule == "" || got.Rule == "" || w.Rule == got.Rule) &&
		(w.Conflicts.Type() == model.Absent || model.Equal(w.Conflicts, got.Conflicts))
}

// String returns the rejection in one line.
func (w Rejection) String() string {
	text := fmt.Sprintf("%s at %s", w.Code, w.Path)
	if w.pathless {
		text = string(w.Code)
	}
	if w.Document != "" {
		text += " of " + w.Document
	}
	if w.Rule != "" {
		text += " (rule " + string(w.Rule) + ")"
	}
	if w.pathless {
		text += " without a path"
	}
	if w.Conflicts.Type() != model.Absent {
		text += ": " + w.Conflicts.Canonical()
	}
	return text
}
