package yamldoc

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// scalar writes a scalar on one line. It is quoted like the node that it replaces or, if
// there is none, as q describes.
func (e *editor) scalar(v model.Value, q quote, like *node, flow bool) string {
	switch v.Type() {
	case model.Number:
		return e.number(v)
	case model.String:
	default:
		return v.Canonical()
	}
	if like != nil && like.Kind == yaml.ScalarNode {
		switch {
		case like.Style&yaml.SingleQuotedStyle != 0:
			q = quote{'\'', true}
		case like.Style&yaml.DoubleQuotedStyle != 0:
			q = quote{'"', true}
		default:
			if text, _ := scalarJSON(like.Node); text == "" {
				q = quote{}
			}
		}
	}
	return e.str(v.Text(), q, flow)
}

// str writes a string on one line, in quotes if it needs them.
func (e *editor) str(s string, q quote, flow bool) string {
	if !q.always && isPlain(s, flow) {
		return s
	}
	if cmp.Or(q.char, e.style.quote) == '\'' && !strings.ContainsFunc(s, func(r rune) bool { return !IsPrintable(r) }) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return string(AppendQuoted(nil, s))
}

// name writes the name of a new entry in the style of the other names in a collection.
func (e *editor) name(name string, in *node, flow bool) string {
	if e.doc.JSON {
		return asJSON(model.NewString(name))
	}
	return e.str(name, e.entriesOf(in).names.usual(), flow)
}

// AppendQuoted appends a string in double quotes to dst and returns the result. The
// spelling is the same in JSON and YAML: characters that are not [IsPrintable] are escaped.
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

// IsPrintable reports whether every reader of YAML accepts a character, unescaped,
// inside a line, and the character does not change the direction in which text is shown.
func IsPrintable(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return false
	case r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return false
	}
	return !unicode.Is(unicode.Bidi_Control, r)
}

// IsPlain reports whether every reader of YAML reads the text as a string if it is
// written without quotes, outside of brackets and braces. It is stricter than YAML.
func IsPlain(s string) bool { return isPlain(s, false) }

// isPlain reports whether every reader of YAML reads the text as a string if it is written
// without quotes. If flow is true, the text is inside brackets or braces.
func isPlain(s string, flow bool) bool {
	if mayBeMisread(s) || strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		return false
	}
	before := rune(0)
	for i, r := range s {
		switch {
		case strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/$.(-", r):
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
		case !unicode.IsLetter(r):
			return false
		}
		before = r
	}
	return before != ' ' && before != ':'
}

// maxDecimal is the length up to which a number is written without an exponent if its own text cannot
// be kept.
const maxDecimal = 24

// number writes a number in a spelling that all readers of YAML read exactly. If there is no
// such spelling, it sets the error of the edit.
func (e *editor) number(v model.Value) string {
	text := v.NumberText()
	other := strconv.FormatFloat(v.Float64(), 'f', -1, 64)
	if len(other) > maxDecimal {
		other = withPoint(strconv.FormatFloat(v.Float64(), 'e', -1, 64))
	}
	for _, spelled := range []string{text, other} {
		if !readAlike().MatchString(spelled) {
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
		e.err = fmt.Errorf("%s: cannot write the number %s exactly: YAML readers keep integers of 64 bits and decimals of 17 digits", e.path, text)
	}
	return text
}

// withPoint adds the decimal point that YAML 1.1 requires in scientific notation.
func withPoint(text string) string {
	digits, exponent, _ := strings.Cut(text, "e")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	return digits + "e" + exponent
}
