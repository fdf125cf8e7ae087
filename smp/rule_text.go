package smp

import (
	_ "embed" // the rules stand in the package documentation, and nowhere else
	"strings"
	"sync"
)

//go:embed doc.go
var packageDoc string

// Text returns what the rule says, in the words of the package documentation:
// sentences, of which the first says what matters most. It is empty for what is no
// rule.
func (r Rule) Text() string { return ruleTexts()[r] }

// ruleTexts reads the items "- id: text" of the package documentation.
var ruleTexts = sync.OnceValue(func() map[Rule]string {
	texts := map[Rule]string{}
	for item := range strings.SplitSeq(packageDoc, "\n//   - ") {
		item, _, _ = strings.Cut(item, "\n//\n")
		item = strings.ReplaceAll(item, "\n//", " ")
		id, text, ok := strings.Cut(strings.Join(strings.Fields(item), " "), ": ")
		if ok && !strings.Contains(id, " ") {
			texts[Rule(id)] = text
		}
	}
	return texts
})
