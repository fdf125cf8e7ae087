package oracle

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Fault describes how a case fails.
type Fault struct {
	// signs describe the failure without any text from the documents, so that cases with the
	// same signs show the same bug. A smaller case must have the first sign, but may lack
	// others. If there are no signs, the case does not fail.
	signs []string
	// text describes the failure for people, in one or more lines.
	text string
	// neutral is the text without words that come from commands or from an engine in another
	// process; empty if the text contains none.
	neutral string
	// rule is the rule that decides the correct answer; empty if it is not known.
	rule smp.Rule
	// did describes the incorrect answer of an engine in one line; empty if it is not known.
	did string
}

func (f Fault) none() bool { return len(f.signs) == 0 }

// same reports whether a fault shows the same bug as the fault first, and no other bug: it
// has the first sign of first, and all its signs are signs of first.
func (f Fault) same(first Fault) bool {
	return slices.Contains(f.signs, first.signs[0]) &&
		!slices.ContainsFunc(f.signs, func(sign string) bool { return !slices.Contains(first.signs, sign) })
}

func (f *Fault) add(sign string) {
	if !slices.Contains(f.signs, sign) {
		f.signs = append(f.signs, sign)
	}
}

// errorSigns returns the signs of an error: its code, rule and document, the codes of its
// conflicts, or the place of a panic.
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
		return []string{crashSign(corpus.FaultOf(err))}
	case errors.As(err, &unclassified):
		return []string{"error " + gist(unclassified.Message)}
	}
	return []string{"error " + gist(err.Error())}
}

// crashSign identifies the bug of an engine that gave no answer: the class of the fault, the exit
// status or signal, and the place in a traceback. The engine's other text may quote the documents.
func crashSign(f *corpus.Fault) string {
	sign := kindOf(f)
	if places := tracebackPlace().FindAllStringSubmatch(f.Message+"\n"+f.Stderr, -1); len(places) > 0 {
		place := places[0]
		if place[1] != "" { // Python lists the innermost call last
			place = places[len(places)-1]
		}
		sign += " at " + strings.Join(place[1:], "")
	}
	return sign
}

// tracebackPlace finds the file and line in tracebacks of Python, Rust, Go, JavaScript and Java. The
// first group belongs to Python.
var tracebackPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*File "([^"\n]+", line \d+)|panicked at ([^\s']+:\d+)|^\t(\S+\.go:\d+)|^\s+at (?:.*[(])?([^\s()]+:\d+)`)
})

// kindOf describes why an engine gave no answer. It does not quote text of the engine.
func kindOf(f *corpus.Fault) string {
	if f.Code == corpus.Died {
		return string(f.Code) + ": " + f.Message // the exit status or signal
	}
	return string(f.Code)
}

// neutralOutcome returns an answer without text that the engine chose.
func neutralOutcome(out corpus.Outcome) corpus.Outcome {
	var e *smp.Error
	var unclassified *corpus.Unclassified
	switch f := corpus.FaultOf(out.Err); {
	case f != nil:
		out.Err = errors.New(kindOf(f))
	case errors.As(out.Err, &unclassified):
		out.Err = errors.New("an error without a code")
	case errors.As(out.Err, &e):
		out.Err = &smp.Error{Code: e.Code, Path: e.Path, Document: e.Document, Rule: e.Rule}
	}
	return out
}

// gist returns the first line of a message without the parts that may come from documents:
// quoted text, Go maps and numbers.
func gist(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	message = fromDocuments.ReplaceAllString(message, " ")
	words := strings.Fields(message)
	return strings.Join(words[:min(len(words), 5)], " ")
}

var fromDocuments = regexp.MustCompile(`"[^"]*"|'[^']*'|` + "`[^`]*`" + `|map\[.*\]|0x[0-9a-f]+|[0-9]+`)

// compareOutcomes returns the fault of an answer that differs from the expected one. The text
// of the fault calls the two answers by the given names. The events are the decisions of the
// engine, one of which may have caused the difference.
func compareOutcomes(in corpus.Input, want, got corpus.Outcome, names [2]string, events []cluster.Event) Fault {
	var f Fault
	both := func(text string) {
		f.text = fmt.Sprintf("%s\n%s: %s\n%s: %s", text, names[0], want.String(), names[1], got.String())
	}
	switch {
	case got.Skipped != "" || want.Skipped != "":
	case corpus.FaultOf(got.Err) != nil || isPanic(got.Err):
		f.signs = errorSigns(got.Err)
		f.text = names[1] + " fails: " + got.Err.Error()
		if len(events) > 0 {
			f.rule = events[len(events)-1].Rule // the last decision before the error
		}
	case want.Err != nil && got.Err != nil:
		f = compareErrors(want.Err, got.Err)
		both("both reject the input, but for different reasons")
	case want.Err != nil:
		f.add("accepted instead of " + strings.Join(errorSigns(want.Err), ", "))
		f.rule = ruleOf(want.Err)
		both("the input should be rejected, but is accepted")
	case got.Err != nil:
		f.add("rejected as " + strings.Join(errorSigns(got.Err), ", "))
		both("the input should be accepted, but is rejected")
	default:
		decided := treeOf(events)
		differences := corpus.Differences(in.Schema, want.Result, got.Result)
		// If an engine takes an element for another one, other differences follow from this one.
		slices.SortStableFunc(differences, func(a, b corpus.Difference) int {
			_, first := addedTo(a)
			_, second := addedTo(b)
			switch {
			case first == second:
				return 0
			case first:
				return -1
			}
			return 1
		})
		for _, d := range differences {
			e := decided.at(d.Path)
			if f.none() {
				f.rule = e.Rule
			}
			if list, ok := addedTo(d); ok {
				e = decided.at(list)
			}
			if f.none() {
				both(fmt.Sprintf("%s: %s", d.Path, d.How))
			}
			f.add(strings.Join([]string{d.How, "by", string(e.Rule), e.Divergence.String()}, " "))
		}
	}
	f.addKeyless(events)
	return f
}

// addedTo returns the list of an additional element, or false for other differences. No event is
// about such an element: events at its place are about the element with the same keys in the
// correct answer, if there is one.
func addedTo(d corpus.Difference) (model.Path, bool) {
	if d.Code != corpus.Additional {
		return nil, false
	}
	if _, isField := d.Path[len(d.Path)-1].(model.Field); isField {
		return nil, false
	}
	return d.Path[:len(d.Path)-1], true
}

// addKeyless adds a sign if an element lacks its keys. Without this sign, a smaller case that
// has lost its keys would look like the same bug.
func (f *Fault) addKeyless(events []cluster.Event) {
	if !f.none() && slices.ContainsFunc(events, func(e cluster.Event) bool { return e.Rule == smp.RuleKeyedOriginal }) {
		f.add(string(smp.RuleKeyedOriginal))
	}
}

// compareErrors returns the fault of an error whose code or path differs from the expected
// one. An expected error without a code matches any error.
func compareErrors(want, got error) Fault {
	var f Fault
	var unclassified *corpus.Unclassified
	var a, b *smp.Error
	var list *smp.ConflictError // compared by its conflicts
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

// traceOf returns the decisions of the engine of a dialect for an apply operation, and nil
// for other operations.
func traceOf(in corpus.Input, dialect string) []cluster.Event {
	if in.Op != corpus.OpApply {
		return nil
	}
	var events []cluster.Event
	trace := func(event cluster.Event) { events = append(events, event) }
	e := engine.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Trace: trace}
	if dialect == corpus.Kubernetes {
		shipped := e.OfCluster()
		shipped.BeforeDecoding = true
		_, _ = shipped.Apply(in.Schema, in.Original, in.Patch) // the error is already in the answer
		return events
	}
	_, _ = e.Apply(in.Schema, in.Original, in.Patch) // the error is already in the answer
	return events
}

// An eventTree finds events by their places. Each level is a step of a path.
type eventTree struct {
	step  model.Step
	event cluster.Event // the event that explains the most at this place
	found bool          // whether there is an event at this place
	below map[any][]*eventTree
}

func treeOf(events []cluster.Event) *eventTree {
	root := &eventTree{below: map[any][]*eventTree{}}
	for _, e := range events {
		t := root
		for _, step := range e.Path {
			next := t.child(step)
			if next == nil {
				next = &eventTree{step: step, below: map[any][]*eventTree{}}
				k := stepKey(step)
				t.below[k] = append(t.below[k], next)
			}
			t = next
		}
		if t.found && e.Rule == smp.RuleAbsentIsEmpty {
			continue // this event only tells that the element is new, and an earlier one explains more
		}
		t.event, t.found = e, true
	}
	return root
}

// at returns the last event at a place or at its nearest parent, or the zero Event.
func (t *eventTree) at(path model.Path) cluster.Event {
	nearest := t.event
	for _, step := range path {
		next := t.child(step)
		if next == nil {
			next = t.childWithFewerKeys(step)
		}
		if t = next; t == nil {
			break
		}
		if t.found {
			nearest = t.event
		}
	}
	return nearest
}

// child returns the part of the tree below a step, or nil.
func (t *eventTree) child(step model.Step) *eventTree {
	for _, c := range t.below[stepKey(step)] {
		if (model.Path{c.step}).Equal(model.Path{step}) {
			return c
		}
	}
	return nil
}

// childWithFewerKeys returns the part of the tree for an element that its step names by fewer keys,
// or nil. Differences name elements by recommended keys, too, and with default values; events name
// them by the keys that matched.
func (t *eventTree) childWithFewerKeys(step model.Step) *eventTree {
	keys, ok := step.(model.Key)
	if !ok {
		return nil
	}
	for _, children := range t.below {
		for _, c := range children {
			fewer, ok := c.step.(model.Key)
			if ok && len(fewer) < len(keys) && !slices.ContainsFunc(fewer, func(field model.KeyField) bool {
				return !slices.ContainsFunc(keys, func(other model.KeyField) bool {
					return field.Name == other.Name && model.Equal(field.Value, other.Value)
				})
			}) {
				return c
			}
		}
	}
	return nil
}

// An elementKey is the hash of the values in a step to an element.
type elementKey uint64

// stepKey returns a comparable value that is the same for equal steps.
func stepKey(step model.Step) any {
	switch step := step.(type) {
	case model.Key:
		var k elementKey
		for _, field := range step {
			k = k*31 + elementKey(field.Value.Hash())
		}
		return k
	case model.SetValue:
		return elementKey(step.Value.Hash())
	default:
		return step
	}
}
