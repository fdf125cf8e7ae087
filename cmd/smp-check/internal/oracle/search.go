package oracle

import (
	"bytes"
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
	"github.com/strategicpatch/smp/props/laws"
)

// A Search is one search for the smallest case.
type Search struct {
	Redact    bool          // give every name and string another text
	KeepNames bool          // leave the names of members as they are
	Limit     time.Duration // how long to search; 0 for no limit

	Oracle     Oracle  // what the case has to go on failing by
	Kubernetes bool    // the case says what a cluster answers, too
	Jobs       int     // how many candidates are tried at once
	To         *Output // where it is written
	Meter      *Meter  // shows how far it is

	first Fault
	stop  atomic.Bool
	mu    sync.Mutex
	fatal error // why the oracle cannot tell any more
}

// A Found is the smallest case that a search found.
type Found struct {
	c        corpus.Case
	fault    Fault
	looksFor string
	Command  string // that shows the fault
	CutShort bool   // the search was ended before it was done
}

// Run checks the case, minimizes it, and checks what came of it.
func (m *Search) Run(c corpus.Case) (Found, error) {
	if err := m.check(c); err != nil {
		return Found{}, err
	}
	if _, fixed := m.Oracle.(wantOracle); !fixed {
		c.Want = corpus.Answer{}
	}
	defer m.Meter.End()
	if m.Limit > 0 {
		defer time.AfterFunc(m.Limit, func() { m.stop.Store(true) }).Stop()
	}
	best := minimize.Minimizer{
		Keep:      m.keep,
		Stop:      m.stopped,
		Better:    m.better,
		Jobs:      m.Jobs,
		KeepNames: m.KeepNames,
		Redact:    m.Redact,
	}.Minimize(c)
	if m.fatal != nil {
		return Found{}, m.saved(best, m.fatal)
	}
	if shared := minimize.SharedText(c, best); m.Redact && shared != nil {
		return Found{}, fmt.Errorf("--redact: %d names or strings have to stay for the case to fail, of up to %d characters", len(shared), longest(shared))
	}
	f, err := m.Oracle.fault(best)
	switch {
	case err != nil:
		return Found{}, m.saved(best, err)
	case f.none() || !f.same(m.first):
		return Found{}, m.saved(best, errors.New("the smallest case fails only sometimes"))
	}
	return Found{c: m.answered(best, f), fault: f, looksFor: m.Oracle.looksFor(), CutShort: m.stopped()}, nil
}

func longest(texts []string) int {
	n := 0
	for _, text := range texts {
		n = max(n, len(text))
	}
	return n
}

// check finds out how the case fails, and refuses one that does not, or of which
// that says nothing.
func (m *Search) check(c corpus.Case) error {
	var err error
	if m.first, err = m.Oracle.fault(c); err != nil {
		return err
	}
	if m.first.none() {
		err := fmt.Errorf("the case does not fail: what is looked for is that %s", m.Oracle.looksFor())
		if _, ok := m.Oracle.(errorOracle); ok {
			err = errors.New("the case does not fail: it is not rejected, nor is a wanted answer missed\n" +
				"say what is wrong about it with --engine, --law, --dialects-differ or --exec")
		}
		return err
	}
	again, err := m.Oracle.fault(c)
	switch {
	case err != nil:
		return err
	case !slices.Equal(again.signs, m.first.signs):
		return errors.New("the case fails only sometimes, or not always in the same way")
	}
	trivial, err := m.Oracle.fault(minimize.Trivial(c))
	switch {
	case err != nil:
		return err
	case !trivial.none() && trivial.same(m.first):
		return fmt.Errorf("a case of empty documents fails no less: what is looked for, that %s, does not tell cases apart", m.Oracle.looksFor())
	}
	m.Meter.begin(c)
	return m.To.begin()
}

// keep reports whether a candidate fails as the first case does.
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

// better puts a better case where it cannot be lost.
func (m *Search) better(c corpus.Case) {
	m.Meter.better(c)
	if m.Redact || !m.To.toFile() || !output.IsPlain(m.To.File) {
		return // with --redact nothing is written before it is known what is in it
	}
	if err := m.To.save(m.answered(c, m.first)); err != nil {
		m.fatal = err
		m.stop.Store(true)
	}
}

// answered returns a case with the right answer.
func (m *Search) answered(c corpus.Case, f Fault) corpus.Case {
	if _, fixed := m.Oracle.(wantOracle); !fixed {
		c = c.Answered(Ours.Run(c.Input), f.rule)
	}
	if m.Kubernetes {
		c.Kubernetes = divergenceOf(c)
	}
	c.Comment = "minimized: " + m.Oracle.looksFor()
	c.Name, c.File = "minimized", "minimized.yaml"
	if len(c.Rule) == 0 {
		c = c.Answered(corpus.Outcome{Result: c.Want.Result}, f.rule)
	}
	return c
}

// saved keeps the best case of a search that cannot go on, and says where.
func (m *Search) saved(best corpus.Case, reason error) error {
	if m.Redact {
		return reason
	}
	file, err := m.To.rescue(m.answered(best, m.first))
	if err != nil {
		return errors.Join(reason, err)
	}
	return fmt.Errorf("%w\nthe best case so far is in %s", reason, file)
}

// stopped reports whether the search is to end: by an interrupt, after its time, or
// because the oracle cannot tell any more.
func (m *Search) stopped() bool { return m.stop.Load() || m.Meter.Stopped() }

// issue returns a text in Markdown: what happens, what should by which rule, and
// how to see it.
func (m Found) issue() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s: %s\n\n", m.c.Input.Op, m.title())
	fmt.Fprintf(&b, "## What happens\n\n%s", fenced("text", m.fault.what))
	b.WriteString("\n## What should happen\n\n")
	for _, rule := range m.c.Rule {
		fmt.Fprintf(&b, "Rule `%s`: %s\n", rule, report.RuleText(rule))
	}
	text, err := m.c.YAML()
	if err != nil {
		text = []byte(err.Error())
	}
	fmt.Fprintf(&b, "\n## To reproduce\n\nSave this case as `minimized.yaml`; its `want` or `error` is the right answer.\n\n%s", fenced("yaml", string(text)))
	fmt.Fprintf(&b, "\nThen run\n\n%s", fenced("sh", m.Command))
	return b.Bytes()
}

// title says in a few words what is wrong.
func (m Found) title() string {
	const most = 100
	title, _, _ := strings.Cut(m.fault.what, "\n")
	if len(title) <= most {
		return title
	}
	return title[:strings.LastIndexByte(title[:most], ' ')] + " …"
}

// goTest returns a Go test that fails for as long as the engine of this module
// does not give the wanted answer, or breaks the law.
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
	fmt.Fprintf(&b, ")\n\n// %s\nfunc TestMinimized(t *testing.T) {\n\tc, err := corpus.Read(\"minimized.yaml\", []byte(%s))\n", m.title(), literal)
	b.WriteString("\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n" + check + "}\n")
	return b.Bytes()
}

// brokenLaw returns the law that the case breaks, if it is kept for that.
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
