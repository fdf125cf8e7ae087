package yamldoc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// scalar writes a scalar on one line, with the quotes of what it takes the place
// of or else of its siblings.
func (e *editor) scalar(v model.Value, s siblings, like *node, flow bool) string {
	switch v.Type() {
	case model.Number:
		return e.number(v)
	case model.String:
	default:
		return v.Canonical()
	}
	quote := s.quote
	if like != nil && like.Kind == yaml.ScalarNode {
		switch {
		case like.Style&yaml.SingleQuotedStyle != 0:
			quote = '\''
		case like.Style&yaml.DoubleQuotedStyle != 0:
			quote = '"'
		default:
			if text, err := scalarJSON(like.Node); err == nil && text == "" {
				quote = 0
			}
		}
	}
	return e.str(v.Text(), quote, flow)
}

// str writes a string on one line: in these quotes, or with 0 without where that
// cannot be misread.
func (e *editor) str(s string, quote byte, flow bool) string {
	if quote == 0 && isPlain(s, flow) {
		return s
	}
	if quote == 0 {
		quote = e.style.quote
	}
	if quote == '\'' && !strings.ContainsFunc(s, func(r rune) bool { return !IsPrintable(r) }) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return string(AppendQuoted(nil, s))
}

func (e *editor) name(name string, s siblings) string { return e.str(name, s.nameQuote, false) }

func (e *editor) flowName(name string, s siblings) string {
	if e.doc.JSON {
		return asJSON(model.NewString(name))
	}
	return e.str(name, s.nameQuote, true)
}

// AppendQuoted appends a string in double quotes to dst and returns that, in a
// spelling that JSON and YAML take alike: what YAML counts as a line break or does not
// allow in a text is escaped. It rejects nothing.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case !IsPrintable(r):
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// IsPrintable reports whether every reader of YAML takes a character inside a line
// as it stands.
func IsPrintable(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return false
	case r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return false
	}
	return true
}

// IsPlain reports whether every reader of YAML takes a text without quotes, outside of
// brackets and braces, as the string it is. It asks for more than YAML does.
func IsPlain(s string) bool { return isPlain(s, false) }

// isPlain reports whether every reader of YAML takes a text without quotes as the
// string it is; flow says that it stands in brackets or braces.
func isPlain(s string, flow bool) bool {
	if mayBeMisread(s) || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		return false
	}
	before := rune(0)
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf && strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/$.(", r):
		case r == '-':
			if i == 0 && (len(s) == 1 || s[1] == ' ') {
				return false
			}
		case r == ' ':
			if i == 0 || before == ':' {
				return false
			}
		case r == ',':
			if i == 0 || flow {
				return false
			}
		case r == ':':
			if i == 0 || flow {
				return false
			}
		case strings.ContainsRune("+@%=)*~;^<>|&!?'", r):
			if i == 0 {
				return false
			}
		case r < utf8.RuneSelf || !unicode.IsLetter(r):
			return false
		}
		before = r
	}
	return before != ' ' && before != ':'
}

// number writes a number as all readers of YAML read it; where they cannot, that is
// an error of the edit.
func (e *editor) number(v model.Value) string {
	text := v.NumberText()
	for _, spelled := range []string{text, strconv.FormatFloat(v.Float64(), 'f', -1, 64), withPoint(strconv.FormatFloat(v.Float64(), 'e', -1, 64))} {
		if !sure().MatchString(spelled) {
			continue
		}
		read, err := resolve(spelled)
		if err != nil || read == "" {
			continue
		}
		if n, err := model.NewNumber(read); err == nil && model.Equal(n, v) {
			return spelled
		}
	}
	if e.err == nil {
		e.err = fmt.Errorf("%s: YAML readers would take the number %s for another: they read integers of 64 bits and decimals of 17 digits", e.path, text)
	}
	return text
}

// withPoint gives a number in scientific notation the point that YAML 1.1 asks for.
func withPoint(text string) string {
	digits, exponent, _ := strings.Cut(text, "e")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	return digits + "e" + exponent
}
