package kustomization

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/strategicpatch/smp/model"
)

// maxExpression is the maximal length of an expression in a target, with repetitions such as {63}
// written out.
const maxExpression = 1000

// An expression is a field of a target. It matches whole texts.
type expression struct {
	text   string
	parsed *regexp.Regexp // nil if the text has no special characters, so that it matches only itself
	length int            // with repetitions written out
}

// readExpression parses an expression.
func readExpression(text string) (expression, error) {
	if regexp.QuoteMeta(text) == text {
		return expression{text: text}, nil
	}
	whole := "^(?:" + text + ")$"
	tree, err := syntax.Parse(whole, syntax.Perl)
	if err != nil {
		return expression{}, fmt.Errorf("expected a regular expression: %s", model.Shorten(err.Error()))
	}
	length := lengthOf(tree)
	if length > maxExpression {
		return expression{}, fmt.Errorf("the expression is too long: with all repetitions written out, it has more than %d characters; use smaller numbers in braces, or * and +", maxExpression)
	}
	parsed, err := regexp.Compile(whole)
	return expression{text, parsed, length}, err
}

// lengthOf returns the approximate length of an expression with its repetitions written out. It may
// stop counting after maxExpression.
func lengthOf(e *syntax.Regexp) int {
	n := 1
	switch e.Op {
	case syntax.OpLiteral:
		n = len(e.Rune)
	case syntax.OpCharClass:
		n += len(e.Rune) / 16
	}
	for _, part := range e.Sub {
		if n += lengthOf(part); n > maxExpression {
			return n
		}
	}
	if e.Op == syntax.OpRepeat {
		n *= max(e.Min, e.Max, 1)
	}
	return n
}

// The limits on the work for targets in one run: the number of remembered matches, and the number of
// steps. To match a text, an expression takes about as many steps as the product of its length and
// the length of the text.
const (
	maxRemembered = 100_000
	maxSteps      = 100_000_000
)

// Matches remembers which texts the expressions of targets match, and limits the work for them.
// The zero value is ready to use.
type Matches struct {
	known map[[2]string]bool // by expression and text
	steps int
}

// TooMany reports whether the expressions have taken too many steps. After that, they are not
// tried on new texts, and count as not matching.
func (m *Matches) TooMany() bool { return m.steps > maxSteps }

// Err returns the error for targets after whose check TooMany is true, and nil after others.
func (m *Matches) Err() error {
	if !m.TooMany() {
		return nil
	}
	return fmt.Errorf("the regular expressions of the targets take more than %d million steps; use names without special characters, or shorter expressions", maxSteps/1_000_000)
}

func (m *Matches) matches(e expression, text string) bool {
	if e.parsed == nil {
		return e.text == text
	}
	key := [2]string{e.text, text}
	if is, ok := m.known[key]; ok {
		return is
	}
	if m.steps += e.length * (len(text) + 1); m.TooMany() {
		return false
	}
	is := e.parsed.MatchString(text)
	if m.known == nil {
		m.known = map[[2]string]bool{}
	}
	if len(m.known) < maxRemembered {
		m.known[key] = is
	}
	return is
}
