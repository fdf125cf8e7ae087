package oracle

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// A Search is one search for the smallest case.
type Search struct {
	Redact    bool          // replace every name and string
	KeepNames bool          // keep the names of fields
	Limit     time.Duration // the time limit; 0 for none

	Oracle     Oracle  // defines the failure
	Kubernetes bool    // add a cluster's answer to the case
	Jobs       int     // the number of candidates to try in parallel
	To         *Output // the files for the case
	Meter      *Meter  // shows the progress

	first Fault
	stop  atomic.Bool
	mu    sync.Mutex
	fatal error // the error of the oracle that ended the search
}

// A Found is the smallest case that a search found.
type Found struct {
	c        corpus.Case
	fault    Fault
	looksFor string
	rejects  bool   // nothing is known to be wrong: the engine rejects the case, as its error says
	Command  string // reproduces the fault
	CutShort bool   // the search was interrupted
}

// Run checks that the case fails, minimizes it, and checks the result. The error describes
// why the case cannot be minimized.
func (m *Search) Run(c corpus.Case) (Found, error) {
	if err := m.check(c); err != nil {
		return Found{}, err
	}
	var answer func(corpus.Case) corpus.Answer
	if o, fixed := m.Oracle.(wantOracle); fixed {
		answer = o.answer
	} else {
		c.Want = corpus.Answer{}
	}
	defer m.Meter.End()
	if m.Limit > 0 {
		defer time.AfterFunc(m.Limit, func() { m.stop.Store(true) }).Stop()
	}
	best := minimize.Minimizer{
		Keep:      m.keep,
		Answer:    answer,
		Stop:      m.stopped,
		Better:    m.better,
		Jobs:      m.Jobs,
		KeepNames: m.KeepNames,
		Redact:    m.Redact,
	}.Minimize(c)
	if m.fatal != nil {
		return Found{}, m.saved(best, m.fatal)
	}
	if shared := secretWords(c, best); m.Redact && shared != nil {
		return Found{}, fmt.Errorf("--redact: %d names or strings, of up to %d characters, cannot be replaced, because the failure or the expected answer depends on them; the first is at %s; use another word there, or omit --redact", len(shared), longest(shared), placeOf(c, shared[0]))
	}
	f, err := m.Oracle.fault(best)
	switch {
	case err != nil:
		return Found{}, m.saved(best, err)
	case f.none() || !f.same(m.first):
		return Found{}, m.saved(best, errors.New("the smallest case fails only sometimes"))
	}
	if m.Redact {
		f.text = cmp.Or(f.neutral, f.text)
	}
	found := Found{c: m.answered(best, f), fault: f, looksFor: m.Oracle.looksFor(), CutShort: m.stopped()}
	if _, rejects := m.Oracle.(errorOracle); rejects {
		found.rejects = found.c.Want.Rejection != nil
	}
	return found, nil
}

// secretWords returns the words that a redacted case still has, except for the names of fields that
// the schema of the built-in kind publishes.
func secretWords(c, redacted corpus.Case) []string {
	kind := corpus.SchemaSource{APIVersion: c.Schema.APIVersion, Kind: c.Schema.Kind}
	for _, doc := range c.Input.Documents() {
		if declared := corpus.DeclaredKind(doc.Value); kind.Kind == "" {
			kind.APIVersion, kind.Kind = declared.APIVersion, declared.Kind
		}
	}
	var public map[string]bool
	if s, err := kind.Schema(); err == nil && kind.Kind != "" {
		public = minimize.PublicNames(c, s)
	}
	var secret []string
	for _, word := range minimize.SharedText(c, redacted) {
		if !public[word] {
			secret = append(secret, word)
		}
	}
	return secret
}

// placeOf returns the first place of a word in the documents or the wanted result of a case, for
// example "patch: metadata.labels.app". A document that is given as text has the name of its key,
// such as originalText.
func placeOf(c corpus.Case, word string) string {
	for _, doc := range append(c.Input.Documents(), corpus.Document{Name: "want", Value: c.Want.Result}) {
		text, isText := c.Input.Text[doc.Name]
		if isText {
			base, index, _ := strings.Cut(doc.Name, "[")
			doc.Name = strings.TrimSuffix(base+"Text["+index, "[")
			doc.Value, _ = model.ParseString(text)
		}
		if path, ok := pathOf(doc.Value, word); ok {
			return doc.Name + ": " + path.String()
		}
		if isText && strings.Contains(text, word) { // it is not JSON
			return doc.Name
		}
	}
	return "another place than the documents"
}

func pathOf(v model.Value, word string) (model.Path, bool) {
	if v.Type() == model.String && v.Text() == word {
		return nil, true
	}
	for name, m := range v.SortedMembers() {
		if name == word || strings.HasSuffix(name, "/"+word) {
			return model.Path{model.Field(name)}, true
		}
		if path, ok := pathOf(m, word); ok {
			return append(model.Path{model.Field(name)}, path...), true
		}
	}
	for i, e := range v.Elements() {
		if path, ok := pathOf(e, word); ok {
			return append(model.Path{model.Index(i)}, path...), true
		}
	}
	return nil, false
}

func longest(texts []string) int {
	n := 0
	for _, text := range texts {
		n = max(n, len(text))
	}
	return n
}

// check determines how the case fails. It is an error if the case does not fail, or if a case
// with empty documents fails in the same way.
func (m *Search) check(c corpus.Case) error {
	var err error
	if m.first, err = m.Oracle.fault(c); err != nil {
		return err
	}
	if m.first.none() {
		if o, ok := m.Oracle.(errorOracle); ok {
			return o.notRejected(c)
		}
		if o, ok := m.Oracle.(interface{ unanswered(corpus.Input) string }); ok {
			if why := o.unanswered(c.Input); why != "" {
				return fmt.Errorf("the case does not fail: expected that %s\n%s", m.Oracle.looksFor(), why)
			}
		}
		return fmt.Errorf("the case does not fail: expected that %s", m.Oracle.looksFor())
	}
	again, err := m.Oracle.fault(c)
	switch {
	case err != nil:
		return err
	case !slices.Equal(again.signs, m.first.signs):
		return errors.New("the failure is not deterministic: the case fails only sometimes, or in different ways")
	}
	trivial := m.first
	if _, fixed := m.Oracle.(wantOracle); !fixed {
		trivial, err = m.Oracle.fault(minimize.Trivial(c))
	} else if !minimize.Empty(c) { // other documents would have another expected answer
		trivial = Fault{}
	}
	switch {
	case err != nil:
		return err
	case !trivial.none() && trivial.same(m.first):
		return fmt.Errorf("a case with empty documents fails, too: the failure (%s) does not depend on the documents\n%s", m.Oracle.looksFor(), m.first.text)
	}
	m.Meter.begin(c)
	return m.To.begin()
}

// keep reports whether a candidate fails in the same way as the first case.
func (m *Search) keep(c corpus.Case) bool {
	m.Meter.try()
	f, err := m.Oracle.fault(c)
	if err != nil {
		m.mu.Lock()
		m.fatal = err
		m.mu.Unlock()
		m.stop.Store(true)
		return false
	}
	return !f.none() && f.same(m.first)
}

// better saves a smaller case.
func (m *Search) better(c corpus.Case) {
	m.Meter.better(c)
	if m.Redact || !m.To.toFile() || !output.IsPlain(m.To.File) {
		return // with --redact, nothing is written before all names and strings are replaced
	}
	if err := m.To.save(m.answered(c, m.unfinished())); err != nil {
		m.fatal = err
		m.stop.Store(true)
	}
}

// unfinished returns the fault of the first case for a smaller case, to which the engine may have
// given another answer.
func (m *Search) unfinished() Fault {
	f := m.first
	f.did = ""
	return f
}

// answered returns a case with the correct answer. The comment describes the answer of the engine,
// unless all names and strings are replaced, because the engine may have its own.
func (m *Search) answered(c corpus.Case, f Fault) corpus.Case {
	if _, fixed := m.Oracle.(wantOracle); !fixed {
		c = c.Answered(Ours.Run(c.Input), f.rule)
	}
	if m.Kubernetes {
		c.Kubernetes = divergenceOf(c)
	}
	c.Comment = "minimized: " + m.Oracle.looksFor()
	if f.did != "" && !m.Redact {
		c.Comment = "minimized: " + f.did
	}
	c.Name, c.File = "minimized", "minimized.yaml"
	if len(c.Rule) == 0 {
		c = c.Answered(corpus.Outcome{Result: c.Want.Result}, f.rule)
	}
	return c
}

// saved saves the best case so far if a search cannot continue. It returns the reason with
// the name of the file added.
func (m *Search) saved(best corpus.Case, reason error) error {
	if m.Redact {
		return reason
	}
	file, err := m.To.rescue(m.answered(best, m.unfinished()))
	if err != nil {
		return errors.Join(reason, err)
	}
	return fmt.Errorf("%w\nthe best case so far is in %s", reason, file)
}

// stopped reports whether the search must end: because of an interrupt, the time limit, or an
// error of the oracle.
func (m *Search) stopped() bool { return m.stop.Load() || m.Meter.Stopped() }

// issue returns the text of an issue in Markdown: the actual answer, the correct answer with
// its rule, and how to reproduce it. If the correct answer is not known, the reader must add it.
func (m Found) issue() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s: %s\n\n", m.c.Input.Op, m.title())
	fmt.Fprintf(&b, "## What happens\n\n%s", fenced("text", m.fault.text))
	b.WriteString("\n## What should happen\n\n")
	if m.rejects {
		b.WriteString("Describe here which answer you expected, and why.\n\n")
	}
	for _, rule := range m.c.Rule {
		switch {
		case m.rejects:
			fmt.Fprintf(&b, "The engine rejects the input by the rule `%s`", rule)
			if m.c.Input.Options.Strict {
				b.WriteString(", because the option `strict` is set")
			}
			fmt.Fprintf(&b, ". To read the rule, run `smp-check rules %s`.\n", rule)
		case slices.Contains(smp.ApplyRules(), rule):
			fmt.Fprintf(&b, "Rule `%s`: %s\n", rule, report.RuleText(rule))
		default:
			fmt.Fprintf(&b, "The answer follows from the rule `%s`. To read the rule, run `smp-check rules %[1]s`.\n", rule)
		}
	}
	text, err := m.c.YAML()
	if err != nil {
		text = []byte(err.Error())
	}
	means := "its `want` or `error` is the correct answer"
	if m.rejects {
		means = "its `error` is the answer of the engine, so the case passes until you replace `error` by the answer that you expected"
	}
	fmt.Fprintf(&b, "\n## To reproduce\n\nSave this case as `minimized.yaml`; %s.\n\n%s", means, fenced("yaml", string(text)))
	fmt.Fprintf(&b, "\nThen run\n\n%s", fenced("sh", m.Command))
	return b.Bytes()
}

// title describes the fault in a few words.
func (m Found) title() string {
	const most = 100
	title, _, _ := strings.Cut(m.fault.text, "\n")
	if len(title) <= most {
		return title
	}
	return title[:strings.LastIndexByte(title[:most], ' ')] + " …"
}

// goTest returns a Go test that fails until the engine of this module gives the expected
// answer, or obeys the law. If the expected answer is not known, the test passes.
func (m Found) goTest() []byte {
	text, err := m.c.YAML()
	if err != nil {
		text = []byte(err.Error())
	}
	literal := strconv.Quote(string(text))
	if strconv.CanBackquote(strings.NewReplacer("\n", "", "\t", "").Replace(string(text))) {
		literal = "`" + string(text) + "`"
	}
	imports := []string{"testing", "", modulePathOfCases}
	check := `	if v := corpus.Run(c, corpus.Engine()); !v.Passed() {
		t.Error(v)
	}
`
	if law := m.brokenLaw(); law != "" {
		imports = append(imports, modulePathOfLaws)
		check = fmt.Sprintf(`	for _, law := range laws.All() {
		if law.Name == %q {
			if err := law.Check(corpus.Engine(), c.Input).Err(); err != nil {
				t.Error(err)
			}
		}
	}
`, law)
	}
	var b bytes.Buffer
	b.WriteString("package smp_test\n\nimport (\n")
	for _, path := range imports {
		if path == "" {
			b.WriteString("\n")
			continue
		}
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	comment := m.title()
	if m.rejects {
		comment += "\n// The test passes until you replace error by the answer that you expect."
	}
	fmt.Fprintf(&b, ")\n\n// %s\nfunc TestMinimized(t *testing.T) {\n\tc, err := corpus.Read(\"minimized.yaml\", []byte(%s))\n", comment, literal)
	b.WriteString("\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n" + check + "}\n")
	return b.Bytes()
}

// brokenLaw returns the law that the oracle is about, or an empty string.
func (m Found) brokenLaw() string {
	for _, law := range laws.All() {
		for _, sign := range m.fault.signs {
			if sign == "law "+law.Name {
				return law.Name
			}
		}
	}
	return ""
}
