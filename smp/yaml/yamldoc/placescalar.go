package yamldoc

import (
	"bytes"
	"strings"

	yaml "go.yaml.in/yaml/v3"
)

func (p *placer) scalar(y *yaml.Node, indent int) error {
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return p.quoted('\'')
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return p.quoted('"')
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return p.blockScalar(indent)
	}
	if p.take(y.Value) {
		return nil
	}
	return p.folded(y.Value)
}

func (p *placer) quoted(quote byte) error {
	if !p.take(string(quote)) {
		return errUnplaced
	}
	for ; p.pos < p.end; p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '\\' && quote == '"':
			p.pos++
		case c == quote && quote == '\'' && p.pos+1 < p.end && p.text[p.pos+1] == quote:
			p.pos++
		case c == quote:
			p.pos++
			return nil
		}
	}
	return errUnplaced
}

// folded skips a plain scalar of several lines. The argument value is the scalar after
// folding.
func (p *placer) folded(value string) error {
	for value != "" {
		if p.pos >= p.end {
			return errUnplaced
		}
		if c := p.text[p.pos]; !isBlank(c) {
			if c != value[0] {
				return errUnplaced
			}
			p.pos, value = p.pos+1, value[1:]
			continue
		}
		gap := p.pos
		for p.pos < p.end && isBlank(p.text[p.pos]) {
			p.pos++
		}
		want := string(p.text[gap:p.pos])
		switch breaks := strings.Count(want, "\n"); breaks {
		case 0:
		case 1:
			want = " "
		default:
			want = strings.Repeat("\n", breaks-1)
		}
		if !strings.HasPrefix(value, want) {
			return errUnplaced
		}
		value = value[len(want):]
	}
	return nil
}

// blockScalar skips a literal or folded scalar, together with the blank lines at its end that
// belong to its value.
func (p *placer) blockScalar(indent int) error {
	if !p.at('|') && !p.at('>') {
		return errUnplaced
	}
	content, keep := 0, false
	for p.pos++; p.pos < p.end && !isBlank(p.text[p.pos]); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '+':
			keep = true
		case '1' <= c && c <= '9':
			content = max(indent, 0) + int(c-'0')
		case c != '-':
			return errUnplaced
		}
	}
	header := p.lineEnd(p.pos)
	if before, _, ok := bytes.Cut(p.text[p.pos:header], []byte("#")); ok {
		p.pos += len(before)
		p.comment()
	}
	p.pos = header
	for at := p.pos; at < p.end; {
		line := p.text[at:p.lineEnd(at)]
		spaces := len(line) - len(bytes.TrimLeft(line, " "))
		blank := len(bytes.TrimRight(line[spaces:], "\r\n")) == 0
		if content == 0 && !blank {
			content = max(spaces, indent+1, 1)
		}
		switch {
		case blank && (content == 0 || spaces <= content):
			if keep {
				p.pos = at + len(line)
			}
		case spaces < content:
			return nil
		default:
			p.pos = at + len(line)
		}
		at += len(line)
	}
	return nil
}
