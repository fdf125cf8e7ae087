package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/props/laws"
)

// issue returns a text in Markdown: what happens, what should by which rule, and
// how to see it.
func (m minimizedCase) issue() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s: %s\n\n", m.c.Input.Op, m.title())
	fmt.Fprintf(&b, "## What happens\n\n%s", fenced("text", m.fault.what))
	b.WriteString("\n## What should happen\n\n")
	for _, rule := range m.c.Rule {
		fmt.Fprintf(&b, "Rule `%s`: %s\n", rule, ruleTexts[rule])
	}
	text, err := m.c.YAML()
	if err != nil {
		text = []byte(err.Error())
	}
	fmt.Fprintf(&b, "\n## To reproduce\n\nSave this case as `minimized.yaml`; its `want` or `error` is the right answer.\n\n%s", fenced("yaml", string(text)))
	fmt.Fprintf(&b, "\nThen run\n\n%s", fenced("sh", m.command))
	return b.Bytes()
}

// title says in a few words what is wrong.
func (m minimizedCase) title() string {
	const most = 100
	title, _, _ := strings.Cut(m.fault.what, "\n")
	if len(title) <= most {
		return title
	}
	return title[:strings.LastIndexByte(title[:most], ' ')] + " …"
}

// fenced returns a text as a block of code.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// goTest returns a Go test that fails for as long as the engine of this module
// does not give the wanted answer, or breaks the law.
func (m minimizedCase) goTest() []byte {
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

// The packages that a test of a case imports.
const (
	modulePathOfCases = "github.com/strategicpatch/smp/corpus"
	modulePathOfLaws  = "github.com/strategicpatch/smp/props/laws"
)

// brokenLaw returns the law that the case breaks, if it is kept for that.
func (m minimizedCase) brokenLaw() string {
	for _, law := range laws.All() {
		for _, sign := range m.fault.signs {
			if sign == "law "+law.Name {
				return law.Name
			}
		}
	}
	return ""
}
