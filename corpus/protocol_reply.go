package corpus

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Unclassified error is what an engine gives that rejects an input and does
// not say why in the terms of this module. Any two of them are the same answer.
type Unclassified struct {
	// Message is what the engine says, for people.
	Message string
}

// Error returns the message.
func (e *Unclassified) Error() string { return e.Message }

// replyLine returns the line that answers a request.
func replyLine(seq int, out Outcome) []byte {
	line := fmt.Appendf(nil, `{"seq":%d`, seq)
	switch fault := FaultOf(out.Err); {
	case out.Skipped != "":
		line = appendMember(line, memberSkipped, model.NewString(out.Skipped))
	case fault != nil && fault.Kind == Varies:
		line = appendMember(line, memberVaries, model.NewString(fault.Message))
	case fault != nil:
		line = appendMember(line, memberPanic, model.NewString(fault.Message))
	case out.Err != nil:
		line = appendMember(line, memberError, errorValue(out.Err))
	default:
		line = appendMember(line, memberResult, out.Result)
	}
	if out.Skipped == "" {
		line = appendTexts(line, memberRules, out.Rules)
		line = appendTexts(line, memberWide, pathTexts(out.Wide))
		if out.VariesAt != nil {
			line = appendTexts(line, memberVariesAt, pathTexts(out.VariesAt))
		}
	}
	return append(line, "}\n"...)
}

// appendTexts adds a list of strings, unless it is nil.
func appendTexts[S ~string](line []byte, name string, list []S) []byte {
	if list == nil {
		return line
	}
	v, err := model.NewList(texts(list)...)
	if err != nil {
		return line // it is too long
	}
	return appendMember(line, name, v)
}

func appendMember(line []byte, name string, v model.Value) []byte {
	line = append(append(append(line, `,"`...), name...), `":`...)
	if v.Kind() == model.Absent {
		v = model.NewNull()
	}
	return appendLine(line, v)
}

// errorValue returns an error as the protocol has it.
func errorValue(err error) model.Value {
	var e encoder
	var rejection *smp.Error
	var conflicts *smp.ConflictError
	switch {
	case errors.As(err, &rejection):
		e.text("kind", string(rejection.Kind))
		e.text("path", rejection.Path.String())
		e.text("document", rejection.Document)
		e.text("rule", string(rejection.Rule))
	case errors.As(err, &conflicts):
		e.text("kind", string(conflictKind))
		if len(conflicts.Conflicts) > 0 {
			e.text("path", conflicts.Conflicts[0].Path.String())
		}
		e.add("conflicts", e.built(conflictList(conflicts.Conflicts)))
	}
	e.text("message", err.Error())
	if e.err == nil {
		v, err := model.NewMap(e.members...)
		if err == nil {
			return v
		}
	}
	// A conflict about a value that is too deep for a list of them.
	v, _ := model.NewMap(model.Member{Name: "message", Value: model.NewString(err.Error())})
	return v
}

// readReply reads the line that answers a request of this number.
func readReply(line []byte, seq int) (Outcome, *Fault) {
	v, err := parseLine(line)
	if err != nil || v.Kind() != model.Map {
		return Outcome{}, faultf(Garbage, "it answers what is no JSON map: %s", shortened(string(line)))
	}
	number, _ := v.Get(memberSeq)
	if got, ok := number.Int64(); !ok || got != int64(seq) {
		return Outcome{}, faultf(OutOfOrder, "it answers number %s to number %d", orNothing(number), seq)
	}
	out, err := readOutcome(v)
	if err != nil {
		return Outcome{}, faultf(Garbage, "its answer is none: %v: %s", err, shortened(string(line)))
	}
	return out, nil
}

func orNothing(v model.Value) string {
	if v.Kind() == model.Absent {
		return "nothing"
	}
	return shortened(v.Canonical())
}

// readOutcome reads the members of an answer: exactly one of result, error,
// skipped, panic and varies.
func readOutcome(v model.Value) (out Outcome, err error) {
	answers := 0
	for name, part := range v.Members() {
		switch name {
		case memberResult:
			answers++
			out.Result = part
		case memberError:
			answers++
			if part.Kind() != model.Map {
				return out, errors.New("the error is no map")
			}
			out.Err = readError(part)
		case memberSkipped:
			answers++
			if out.Skipped = part.Text(); out.Skipped == "" {
				return out, errors.New("there is no reason to skip")
			}
		case memberPanic:
			answers++
			out.Err = &Fault{Kind: Panicked, Message: part.Text()}
		case memberVaries:
			answers++
			out.Err = &Fault{Kind: Varies, Message: part.Text()}
		case memberRules:
			out.Rules = []smp.Rule{}
			for _, rule := range part.Elements() {
				out.Rules = append(out.Rules, smp.Rule(rule.Text()))
			}
		case memberWide:
			if out.Wide, err = readPlaces(part); err != nil {
				return out, err
			}
		case memberVariesAt:
			if out.VariesAt, err = readPlaces(part); err != nil {
				return out, err
			}
		}
	}
	if answers != 1 {
		return out, fmt.Errorf("there are %d of result, error, skipped, panic and varies", answers)
	}
	return out, nil
}

// readPlaces returns the paths that a list of texts says.
func readPlaces(v model.Value) ([]model.Path, error) {
	places := []model.Path{}
	for _, place := range v.Elements() {
		path, err := model.ParsePath(place.Text())
		if err != nil {
			return nil, fmt.Errorf("its path cannot be read: %s", place.Text())
		}
		places = append(places, path)
	}
	return places, nil
}

// readError returns an error as the laws and the runner take it: an *smp.Error,
// an *smp.ConflictError where the engine lists the conflicts, and *Unclassified
// where it gives no kind.
func readError(v model.Value) error {
	text := func(name string) string {
		member, _ := v.Get(name)
		return member.Text()
	}
	kind, message := smp.Kind(text("kind")), text("message")
	if kind == "" {
		return &Unclassified{message}
	}
	if list, ok := v.Get("conflicts"); ok && kind == conflictKind {
		if conflicts, ok := readConflicts(list); ok {
			return &smp.ConflictError{Conflicts: conflicts}
		}
	}
	if _, ok := v.Get("path"); !ok {
		return &smp.Error{Kind: kind, Cause: errors.New(message)}
	}
	path, err := model.ParsePath(text("path"))
	if err != nil {
		return &smp.Error{Kind: kind, Cause: fmt.Errorf("its path cannot be read: %s", text("path"))}
	}
	return &smp.Error{
		Kind: kind, Document: text("document"), Path: path, Rule: smp.Rule(text("rule")), Cause: errors.New(message),
	}
}

// readConflicts reads a list of conflicts as operation conflicts gives it.
func readConflicts(list model.Value) ([]smp.Conflict, bool) {
	var conflicts []smp.Conflict
	for _, entry := range list.Elements() {
		path, _ := entry.Get("path")
		kind, _ := entry.Get("kind")
		at, err := model.ParsePath(path.Text())
		if err != nil {
			return nil, false
		}
		c := smp.Conflict{Path: at, Kind: smp.ConflictKind(kind.Text())}
		c.Left, _ = entry.Get(left)
		c.Right, _ = entry.Get(right)
		conflicts = append(conflicts, c)
	}
	return conflicts, list.Kind() == model.List
}
