package exported_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/server"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/typed"
)

// quoted finds the parts of a message that come from documents, which are strings and paths with
// brackets, and remarks in parentheses, which may be alike in a list.
var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"|\[[^\]]*\]|\((\([^()]*\)|[^()])*\)`)

// word finds the words of a message. A code or rule with hyphens is one word.
var word = regexp.MustCompile(`[\pL$][\pL\d$-]*`)

// small are the words that a phrase does not count.
var small = strings.Fields("a an the of in on to if or and is are not both have has its for")

// repetition returns what a line of a message says more than once, or "": a second rule, the code
// outside its place, a word twice in a row, or a phrase of two words.
func repetition(line, code string) string {
	if strings.Count(line, "(rule ") > 1 {
		return "(rule"
	}
	message := quoted.ReplaceAllString(line, "|")
	last, seen := "", map[string]bool{}
	for _, clause := range strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune("|:;,.()", r) }) {
		before := ""
		for _, w := range word.FindAllString(clause, -1) {
			if w == code && seen[code] || w == last && len(w) > 2 {
				return w
			}
			last, seen[w] = w, true
			if slices.Contains(small, w) {
				continue
			}
			if before != "" && seen[before+" "+w] {
				return before + " " + w
			}
			before, seen[before+" "+w] = w, true
		}
	}
	return ""
}

// A speech collects the errors that repeat something, one for each text without the parts that come
// from documents.
type speech struct {
	checked int
	faults  map[string]string
}

// hear checks the text of an error, and of the same error as an *smp.Error.
func (s *speech) hear(err error) {
	if err == nil {
		return
	}
	s.checked++
	var e *smp.Error
	code, texts := "", []string{err.Error()}
	if errors.As(err, &e) {
		code = string(e.Code)
		texts = append(texts, e.Error())
		path := e.Path.String()
		if _, cause, ok := strings.Cut(e.Error(), path+": "+code+": "); ok && len(e.Path) > 1 && strings.Contains(cause, " "+path+" (") {
			s.faults["path of "+code] = e.Error()
		}
	}
	var j *jsonpatch.Error
	if errors.As(err, &j) {
		code = string(j.Code)
	}
	for _, text := range texts {
		for _, line := range strings.Split(text, "\n") { // the lines of a list may be alike
			if what := repetition(line, code); what != "" && strings.Count(line, " ") > 1 {
				s.faults[what] = text
			}
		}
	}
}

// Every error says a thing once: its code, its rule and each phrase.
func TestErrorsSayThingsOnce(t *testing.T) {
	s := speech{faults: map[string]string{}}
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	subjects := []corpus.Subject{corpus.Engine(), corpus.EngineOf(corpus.Kubernetes)}
	var inputs []corpus.Input
	for _, c := range cases {
		inputs = append(inputs, c.Input)
	}
	for _, op := range corpus.Ops() {
		for seed := range uint64(400) {
			c := gen.For(op, gen.FromSeed(seed))
			inputs = append(inputs, c.Input())
		}
	}
	for _, in := range inputs {
		for _, subject := range subjects {
			s.hear(subject.Run(in).Err)
		}
		s.hearOthers(in)
	}
	for what, text := range s.faults {
		t.Errorf("%q is said twice: %.1000s", what, text)
	}
	if s.checked < 1000 {
		t.Errorf("only %d errors", s.checked)
	}
	t.Log(s.checked, "errors")
}

// hearOthers passes an input to the packages that convert the errors of the engines.
func (s *speech) hearOthers(in corpus.Input) {
	if in.Op != corpus.OpApply && in.Op != corpus.OpDiff && in.Op != corpus.OpThreeWay {
		return
	}
	meta := strategicpatch.NewPatchMetaFromSchema(in.Schema)
	original, modified, current, patch := in.Original.AppendJSON(nil), in.Modified.AppendJSON(nil), in.Current.AppendJSON(nil), in.Patch.AppendJSON(nil)
	e := typed.Engine[map[string]any]{Schema: in.Schema, Engine: smp.Engine{Strict: in.Options.Strict}}
	from, _ := in.Original.ToAny().(map[string]any)
	to, _ := in.Modified.ToAny().(map[string]any)
	now, _ := in.Current.ToAny().(map[string]any)
	var err error
	switch in.Op {
	case corpus.OpApply:
		_, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, meta)
		s.hear(err)
		_, err = e.Apply(from, patch)
		s.hear(err)
		_, _, err = e.Overlay(from, typed.Raw("x", patch))
		s.hear(err)
		for _, contentType := range []string{server.JSONPatch, server.MergePatch, server.StrategicMergePatch} {
			_, err = server.Server{Schema: in.Schema}.Patch(contentType, original, patch)
			s.hear(err)
		}
		diff, err := jsonpatch.DiffJSON(original, patch)
		s.hear(err)
		_, err = jsonpatch.ApplyJSON(patch, diff)
		s.hear(err)
	case corpus.OpDiff:
		_, err = strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, meta)
		s.hear(err)
		_, err = e.Diff(from, to, smp.DiffOptions{})
		s.hear(err)
	case corpus.OpThreeWay:
		_, err = strategicpatch.CreateThreeWayMergePatch(original, modified, current, meta, false)
		s.hear(err)
		_, err = e.ThreeWay(from, to, now, smp.ThreeWayOptions{})
		s.hear(err)
	}
}
