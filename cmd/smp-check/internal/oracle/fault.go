package oracle

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Fault is how a case fails.
type Fault struct {
	// signs say it without any word of the documents: cases with the same signs
	// show the same bug. The first is the one that is looked for. None means
	// that the case does not fail.
	signs []string
	// what says it for people, in lines.
	what string
	// rule is the rule that decides what should be, empty where that is not
	// known.
	rule smp.Rule
}

func (f Fault) none() bool { return len(f.signs) == 0 }

// same reports whether a fault shows the bug that first is about and, so that
// another one does not take its place, nothing that first does not have.
func (f Fault) same(first Fault) bool {
	return slices.Contains(f.signs, first.signs[0]) &&
		!slices.ContainsFunc(f.signs, func(sign string) bool { return !slices.Contains(first.signs, sign) })
}

func (f *Fault) add(sign string) {
	if !slices.Contains(f.signs, sign) {
		f.signs = append(f.signs, sign)
	}
}

// errorSigns returns the signs of an error: kind, rule and document; the kinds
// of conflicts; where a panic was.
func errorSigns(err error) []string {
	var e *smp.Error
	var conflicts *smp.ConflictError
	var unclassified *corpus.Unclassified
	var site *panicError
	switch {
	case errors.As(err, &site):
		return []string{"panic in " + site.where}
	case errors.As(err, &conflicts):
		var signs []string
		for _, c := range conflicts.Conflicts {
			if sign := "conflict " + string(c.Code); !slices.Contains(signs, sign) {
				signs = append(signs, sign)
			}
		}
		return signs
	case errors.As(err, &e):
		document, _, _ := strings.Cut(e.Document, "[")
		return []string{strings.Join([]string{"error", string(e.Code), string(e.Rule), document}, " ")}
	case corpus.FaultOf(err) != nil:
		f := corpus.FaultOf(err)
		return []string{string(f.Code) + " " + gist(cmp.Or(f.Stderr, f.Message))}
	case errors.As(err, &unclassified):
		return []string{"error " + gist(unclassified.Message)}
	}
	return []string{"error " + gist(err.Error())}
}

// gist returns the beginning of a message without what in it may come from
// documents: quoted text, Go maps, numbers.
func gist(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	message = fromDocuments.ReplaceAllString(message, " ")
	words := strings.Fields(message)
	return strings.Join(words[:min(len(words), 5)], " ")
}

var fromDocuments = regexp.MustCompile(`"[^"]*"|'[^']*'|` + "`[^`]*`" + `|map\[.*\]|0x[0-9a-f]+|[0-9]+`)

// compareOutcomes returns the fault of an answer that is not the wanted one.
// names are what the two sides are called, events the decisions that a
// difference may come from.
func compareOutcomes(in corpus.Input, want, got corpus.Outcome, names [2]string, events []smp.Event) Fault {
	var f Fault
	both := func(text string) {
		f.what = fmt.Sprintf("%s\n%s: %s\n%s: %s", text, names[0], want.String(), names[1], got.String())
	}
	switch {
	case got.Skipped != "" || want.Skipped != "":
	case corpus.FaultOf(got.Err) != nil || isPanic(got.Err):
		f.signs = errorSigns(got.Err)
		f.what = names[1] + " fails: " + got.Err.Error()
		if len(events) > 0 {
			f.rule = events[len(events)-1].Rule // the most that can be told
		}
	case want.Err != nil && got.Err != nil:
		f = compareErrors(want.Err, got.Err)
		both("they reject it for different reasons")
	case want.Err != nil:
		f.add("accepted instead of " + strings.Join(errorSigns(want.Err), ", "))
		f.rule = ruleOf(want.Err)
		both("what should be rejected is accepted")
	case got.Err != nil:
		f.add("rejected as " + strings.Join(errorSigns(got.Err), ", "))
		both("what should be accepted is rejected")
	default:
		for _, d := range corpus.Differences(in.Schema, want.Result, got.Result) {
			e := eventAt(events, d.Path)
			if f.none() {
				f.rule = e.Rule
				both(fmt.Sprintf("%s: %s", d.Path, d.How))
			}
			f.add(strings.Join([]string{d.How, "by", string(e.Rule), e.Divergence.String()}, " "))
		}
	}
	f.addKeyless(events)
	return f
}

// addKeyless makes it a sign that an element lacks its keys: a document that has
// lost them on the way is at fault itself.
func (f *Fault) addKeyless(events []smp.Event) {
	if !f.none() && slices.ContainsFunc(events, func(e smp.Event) bool { return e.Rule == smp.RuleKeyedOriginal }) {
		f.add(string(smp.RuleKeyedOriginal))
	}
}

// compareErrors returns the fault of another error than the wanted one: of
// another kind, or elsewhere. An error without a kind is as good as any.
func compareErrors(want, got error) Fault {
	var f Fault
	var unclassified *corpus.Unclassified
	var a, b *smp.Error
	var list *smp.ConflictError // which is told apart by its conflicts
	wantSigns, gotSigns := errorSigns(want), errorSigns(got)
	switch {
	case errors.As(got, &unclassified):
	case !errors.As(want, &list) && !errors.As(got, &list) && errors.As(want, &a) && errors.As(got, &b):
		switch {
		case a.Code != b.Code:
			f.add(fmt.Sprintf("rejected as %s instead of %s", b.Code, strings.Join(wantSigns, ", ")))
		case !a.Path.Equal(b.Path) || b.Document != "" && a.Document != b.Document:
			f.add(strings.Join(wantSigns, ", ") + " elsewhere")
		}
	case !slices.Equal(wantSigns, gotSigns):
		f.add(strings.Join(gotSigns, ", ") + " instead of " + strings.Join(wantSigns, ", "))
	}
	f.rule = ruleOf(want)
	return f
}

func ruleOf(err error) smp.Rule {
	var e *smp.Error
	if errors.As(err, &e) {
		return e.Rule
	}
	return ""
}

// traceOf returns the decisions of the rules of a dialect, where the operation
// applies a patch.
func traceOf(in corpus.Input, dialect smp.Dialect) []smp.Event {
	if in.Op != corpus.OpApply {
		return nil
	}
	var events []smp.Event
	e := smp.Engine{
		Dialect: dialect, Ignore: in.Options.Ignore, Strict: in.Options.Strict,
		Trace: func(event smp.Event) { events = append(events, event) },
	}
	_, _ = e.Apply(in.Schema, in.Original, in.Patch) // an error says no more than the answer
	return events
}

// eventAt returns the last decision at a place, or at the nearest one around it;
// the zero Event if there is none.
func eventAt(events []smp.Event, path model.Path) smp.Event {
	var nearest smp.Event
	longest := -1
	for _, e := range events {
		n := len(e.Path)
		if n < longest || n > len(path) || !e.Path.Equal(path[:n]) {
			continue
		}
		if n == longest && e.Rule == smp.RuleAbsentIsEmpty {
			continue // that an element is new says less than how it came
		}
		nearest, longest = e, n
	}
	return nearest
}
