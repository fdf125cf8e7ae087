package kustomization

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
)

// A selector is a list of conditions on labels or annotations, all of which must hold.
type selector []requirement

// A requirement is a condition on one label.
type requirement struct {
	key      string
	operator string // =, !=, in, notin, >, <, exists or !
	values   []string
}

// parseSelector parses a selector in kubectl's syntax:
//
//	tier in (web, api), env!=test, owner, !legacy
func parseSelector(text string) (selector, error) {
	p := selectorReader{rest: text}
	var s selector
	for p.peek() != "" {
		r, err := p.requirement()
		if err != nil {
			return nil, fmt.Errorf("%w; expected a selector, such as app=web or tier in (web, api)", err)
		}
		s = append(s, r)
		switch token := p.next(); {
		case token == "":
		case token != ",":
			return nil, fmt.Errorf("unexpected %q after %q; expected a comma", token, r.key)
		case p.peek() == "":
			return nil, fmt.Errorf("expected a condition after the last comma")
		}
	}
	return s, nil
}

// A selectorReader splits the text of a selector into words and operators.
type selectorReader struct{ rest string }

// special contains the characters that cannot be in words.
const special = "=!<>(), \t\r\n"

// next returns the next token, or "" at the end.
func (p *selectorReader) next() string {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	n := strings.IndexAny(p.rest, special)
	switch {
	case n < 0:
		n = len(p.rest)
	case n > 0:
	case strings.HasPrefix(p.rest, "==") || strings.HasPrefix(p.rest, "!="):
		n = 2
	default:
		n = 1
	}
	token := p.rest[:n]
	p.rest = p.rest[n:]
	return token
}

// peek returns the next token, but does not consume it.
func (p *selectorReader) peek() string {
	copied := *p
	return copied.next()
}

func isWord(token string) bool { return token != "" && !strings.ContainsAny(token[:1], special) }

func (p *selectorReader) word(what string) (string, error) {
	token := p.next()
	if !isWord(token) {
		return "", fmt.Errorf("expected %s, got %q", what, token)
	}
	return token, nil
}

func (p *selectorReader) requirement() (r requirement, err error) {
	if p.peek() == "!" {
		p.next()
		r.operator = "!"
		r.key, err = p.word("a name after !")
		return r, err
	}
	if r.key, err = p.word("a name"); err != nil {
		return r, err
	}
	switch token := p.peek(); token {
	case "", ",":
		r.operator = "exists"
		return r, nil
	case "=", "==", "!=":
		p.next()
		r.operator = strings.Replace(token, "==", "=", 1)
		r.values = []string{""} // "app=" is a label without text
		if isWord(p.peek()) {
			r.values[0] = p.next()
		}
		return r, nil
	case ">", "<":
		p.next()
		r.operator, r.values = token, []string{p.next()}
		if _, err := strconv.ParseInt(r.values[0], 10, 64); err != nil {
			return r, fmt.Errorf("expected an integer after %s, got %q", token, r.values[0])
		}
		return r, nil
	case "in", "notin":
		p.next()
		r.operator = token
		r.values, err = p.values()
		return r, err
	default:
		return r, fmt.Errorf("unexpected %q after %q", token, r.key)
	}
}

// values parses "(a, b)". A value may be empty.
func (p *selectorReader) values() ([]string, error) {
	if token := p.next(); token != "(" {
		return nil, fmt.Errorf("expected \"(\" after in or notin, got %q", token)
	}
	var values []string
	for {
		value := ""
		if isWord(p.peek()) {
			value = p.next()
		}
		values = append(values, value)
		switch token := p.next(); token {
		case ",":
		case ")":
			return values, nil
		default:
			return nil, fmt.Errorf("expected a comma or ), got %q", token)
		}
	}
}

// labelValue matches the valid values of labels.
var labelValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$`)
})

// checkForKustomize rejects values that are not valid for labels, because kustomize parses
// selectors of annotations like selectors of labels.
func (s selector) checkForKustomize() error {
	for _, r := range s {
		for _, value := range r.values {
			if !labelValue().MatchString(value) {
				return fmt.Errorf("%q is not a valid label value, as kustomize requires", value)
			}
		}
	}
	return nil
}

// matches reports whether all conditions hold for labels, which may be absent.
func (s selector) matches(labels model.Value) bool {
	return !slices.ContainsFunc(s, func(r requirement) bool { return !r.holds(labels) })
}

func (r requirement) holds(labels model.Value) bool {
	label, exists := labels.Get(r.key)
	value := label.Text()
	switch r.operator {
	case "exists":
		return exists
	case "!":
		return !exists
	case "=", "in":
		return exists && slices.Contains(r.values, value)
	case "!=", "notin":
		return !exists || !slices.Contains(r.values, value)
	}
	have, err := strconv.ParseInt(value, 10, 64)
	limit, _ := strconv.ParseInt(r.values[0], 10, 64)
	return exists && err == nil && (r.operator == ">" && have > limit || r.operator == "<" && have < limit)
}
