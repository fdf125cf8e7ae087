package protocol

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// replyLine returns the line that answers a request.
func replyLine(seq int, out corpus.Outcome) []byte {
	line := fmt.Appendf(nil, `{"seq":%d`, seq)
	switch fault := corpus.FaultOf(out.Err); {
	case out.Skipped != "":
		line = appendMember(line, memberSkipped, model.NewString(out.Skipped))
	case fault != nil && fault.Code == corpus.Varies:
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
		line = appendTexts(line, memberWide, texts(out.Wide))
		line = appendTexts(line, memberVariesAt, texts(out.VariesAt))
	}
	return append(line, "}\n"...)
}

// appendTexts adds a list of strings, unless it is nil.
func appendTexts[S ~string](line []byte, name string, list []S) []byte {
	if list == nil {
		return line
	}
	var elements []model.Value
	for _, text := range list {
		elements = append(elements, model.NewString(string(text)))
	}
	v, err := model.NewList(elements...)
	if err != nil {
		return line // the list is too long
	}
	return appendMember(line, name, v)
}

// texts returns the texts of paths. It returns nil for nil.
func texts(paths []model.Path) []string {
	if paths == nil {
		return nil
	}
	texts := []string{}
	for _, p := range paths {
		texts = append(texts, p.String())
	}
	return texts
}

func appendMember(line []byte, name string, v model.Value) []byte {
	line = append(append(append(line, `,"`...), name...), `":`...)
	if v.Type() == model.Absent {
		v = model.NewNull()
	}
	return appendLine(line, v)
}

// errorValue returns an error in the form of the protocol.
func errorValue(err error) model.Value {
	message := model.Member{Name: "message", Value: model.NewString(err.Error())}
	var members []model.Member
	text := func(name, text string) {
		if text != "" {
			members = append(members, model.Member{Name: name, Value: model.NewString(text)})
		}
	}
	var rejection *smp.Error
	var conflicts *smp.ConflictError
	var list model.Value
	var tooDeep error // set if a value in a conflict is too deep for the list
	switch {
	case errors.As(err, &conflicts):
		text("kind", string(corpus.Conflicting))
		if len(conflicts.Conflicts) > 0 {
			text("path", conflicts.Conflicts[0].Path.String())
		}
		list, tooDeep = corpus.ConflictList(conflicts.Conflicts)
		members = append(members, model.Member{Name: "conflicts", Value: list})
	case errors.As(err, &rejection):
		text("kind", string(rejection.Code))
		text("path", rejection.Path.String())
		text("document", rejection.Document)
		text("rule", string(rejection.Rule))
	}
	if tooDeep == nil {
		if v, err := model.NewMap(append(members, message)...); err == nil {
			return v
		}
	}
	v, _ := model.NewMap(message)
	return v
}

// readReply reads the answer to the request with this number.
func readReply(line []byte, seq int) (corpus.Outcome, *corpus.Fault) {
	v, err := parseLine(line)
	if err != nil || v.Type() != model.Map {
		return corpus.Outcome{}, faultf(corpus.Garbage, "expected a JSON map as answer%s: %s", whyNotJSON(line, err), corpus.Shortened(string(line)))
	}
	number, _ := v.Get(memberSeq)
	if got, ok := number.Int64(); !ok || got != int64(seq) {
		return corpus.Outcome{}, faultf(corpus.OutOfOrder, "expected the answer to request %[2]d, got that to %[1]s", orNothing(number), seq)
	}
	out, err := readOutcome(v)
	if err != nil {
		return corpus.Outcome{}, faultf(corpus.Garbage, "invalid answer: %v: %s", err, corpus.Shortened(string(line)))
	}
	return out, nil
}

// whyNotJSON returns the reason why a line that looks like a JSON map is not one, in
// parentheses. It is empty for other lines.
func whyNotJSON(line []byte, err error) string {
	if err == nil || !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("{")) {
		return ""
	}
	return fmt.Sprintf(" (%v)", err)
}

func orNothing(v model.Value) string {
	if v.Type() == model.Absent {
		return "nothing"
	}
	return corpus.Shortened(v.Canonical())
}

// readOutcome reads the fields of an answer: exactly one of result, error, skipped,
// panic and varies.
func readOutcome(v model.Value) (out corpus.Outcome, err error) {
	answers := 0
	for name, part := range v.Members() {
		switch name {
		case memberResult:
			answers++
			out.Result = part
		case memberError:
			answers++
			if part.Type() != model.Map {
				return out, errors.New("error: expected a map")
			}
			if _, ok := part.Get("kind"); !ok {
				if _, ok := part.Get("code"); ok {
					return out, errors.New("error: unexpected key code; the protocol calls the error code kind")
				}
			}
			out.Err = readError(part)
		case memberSkipped:
			answers++
			if out.Skipped = part.Text(); out.Skipped == "" {
				return out, errors.New("skipped: expected the reason, which is a string")
			}
		case memberPanic:
			answers++
			out.Err = &corpus.Fault{Code: corpus.Panicked, Message: part.Text()}
		case memberVaries:
			answers++
			out.Err = &corpus.Fault{Code: corpus.Varies, Message: part.Text()}
		case memberRules:
			rules, err := textsIn(part)
			if err != nil {
				return out, fmt.Errorf("%s: %w", name, err)
			}
			out.Rules = []smp.Rule{}
			for _, rule := range rules {
				out.Rules = append(out.Rules, smp.Rule(rule))
			}
		case memberWide:
			if out.Wide, err = readPlaces(part); err != nil {
				return out, fmt.Errorf("%s: %w", name, err)
			}
		case memberVariesAt:
			if out.VariesAt, err = readPlaces(part); err != nil {
				return out, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if answers != 1 {
		return out, fmt.Errorf("expected one of result, error, skipped, panic and varies, got %d", answers)
	}
	return out, nil
}

// textsIn returns the strings in a list.
func textsIn(list model.Value) ([]string, error) {
	if list.Type() != model.List {
		return nil, fmt.Errorf("expected a list of strings, got %s", corpus.Shortened(list.Canonical()))
	}
	var texts []string
	for _, v := range list.Elements() {
		if v.Type() != model.String {
			return nil, fmt.Errorf("expected a list of strings, got %s", corpus.Shortened(list.Canonical()))
		}
		texts = append(texts, v.Text())
	}
	return texts, nil
}

// readPlaces parses a list of paths.
func readPlaces(v model.Value) ([]model.Path, error) {
	texts, err := textsIn(v)
	if err != nil {
		return nil, err
	}
	places := []model.Path{}
	for _, text := range texts {
		path, err := model.ParsePath(text)
		if err != nil {
			return nil, fmt.Errorf("invalid path %q", text)
		}
		places = append(places, path)
	}
	return places, nil
}

// readError returns an error in the form that laws and Run expect: an *smp.ConflictError if
// the engine lists conflicts, an *Unclassified if the error has no kind, and an *smp.Error in
// all other cases.
func readError(v model.Value) error {
	text := func(name string) string {
		member, _ := v.Get(name)
		return member.Text()
	}
	kind, message := smp.Code(text("kind")), text("message")
	if kind == "" {
		return &corpus.Unclassified{Message: message}
	}
	if list, ok := v.Get("conflicts"); ok && kind == corpus.Conflicting {
		if conflicts, ok := readConflicts(list); ok {
			return &smp.ConflictError{Conflicts: conflicts}
		}
	}
	e := &smp.Error{Code: kind, Document: text("document"), Rule: smp.Rule(text("rule")), Cause: errors.New(message)}
	if _, ok := v.Get("path"); !ok {
		e.Cause = &corpus.Pathless{Message: message}
		return e
	}
	path, err := model.ParsePath(text("path"))
	if err != nil {
		return &smp.Error{Code: kind, Cause: fmt.Errorf("invalid path %q", text("path"))}
	}
	e.Path = path
	return e
}

// readConflicts parses a list of conflicts in the form of a result of operation
// conflicts.
func readConflicts(list model.Value) ([]smp.Conflict, bool) {
	var conflicts []smp.Conflict
	for _, entry := range list.Elements() {
		path, _ := entry.Get("path")
		kind, _ := entry.Get("kind")
		at, err := model.ParsePath(path.Text())
		if err != nil {
			return nil, false
		}
		c := smp.Conflict{Path: at, Code: smp.ConflictCode(kind.Text())}
		c.Left, _ = entry.Get("left")
		c.Right, _ = entry.Get("right")
		conflicts = append(conflicts, c)
	}
	return conflicts, list.Type() == model.List
}
