package keeppath

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A path can express only a part of the jq language: the expressions that select places by name, by
// index, and by the values of fields of an element:
//
//	.a.b   ."a.b"   .a["b"]   .a[0]   .a[]   .a[]?   .a[] | select(.name == "x" and .n == 1) | .b   .. | .a

// isJQ reports whether a text has a part that only jq expressions have. Characters of a string in
// brackets do not count.
func isJQ(text string) bool {
	if !strings.HasPrefix(text, ".") && !strings.ContainsAny(text, "|(") {
		return false
	}
	quoted, inside := false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			if inside == 0 {
				return true
			}
			quoted = !quoted
		case quoted:
		case c == '[', c == '{':
			inside++
		case c == ']', c == '}':
			inside--
		case inside == 0 && (strings.IndexByte("|()? ", c) >= 0 || strings.HasPrefix(text[i:], "..") || strings.HasPrefix(text[i:], ".[")):
			return true
		}
	}
	return false
}

// parseJQ reads a jq expression.
func parseJQ(text string) ([]Step, error) {
	r := jqReader{text: text}
	r.pipeline()
	if r.fault != nil {
		return nil, fmt.Errorf("byte %d of %q: %w", r.at, text, r.fault)
	}
	return r.path, nil
}

// A jqReader reads a jq expression, and at is its offset in the text. At the first fault it sets
// fault, and at does not change any more.
type jqReader struct {
	text  string
	at    int
	fault error
	path  []Step
}

func (r *jqReader) fail(format string, args ...any) {
	if r.fault == nil {
		r.fault = fmt.Errorf(format, args...)
	}
}

func (r *jqReader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *jqReader) rest() string { return r.text[r.at:] }

// take skips white space, and then the token if it is next. It reports whether the token was there.
func (r *jqReader) take(token string) bool {
	r.space()
	if !strings.HasPrefix(r.rest(), token) {
		return false
	}
	r.at += len(token)
	return true
}

// pipeline reads filters that are separated by |.
func (r *jqReader) pipeline() {
	for first := true; r.fault == nil; first = false {
		if !first && !r.take("|") {
			if r.space(); r.at < len(r.text) {
				r.unsupported()
			}
			return
		}
		switch r.space(); {
		case r.take("select"):
			r.selection()
		case r.take(".."):
			r.path = append(r.path, Step{Deep: true})
		case strings.HasPrefix(r.rest(), "."):
			r.places(true)
			continue
		default:
			r.unsupported()
		}
		r.places(false)
	}
}

// unsupported sets the fault for a part of the expression that a path cannot express.
func (r *jqReader) unsupported() {
	word := r.rest()
	if end := strings.IndexAny(word, " ()|[].\"=!<>+*/,?"); end >= 0 {
		word = word[:max(end, 1)]
	}
	switch {
	case word == "":
		r.fail("expected a place such as .spec.replicas or a select, got the end of the text")
	case word == ",", word == "or":
		r.fail("a path cannot contain alternatives; write one path for each")
	default:
		r.fail("%q is not supported; a path consists of fields, indexes, [] and select(.field == value)", word)
	}
}

// places reads steps such as .a, ."a", ["a"], [0] and []. If first is set, the step may follow the
// dot that means the document.
func (r *jqReader) places(first bool) {
	for r.fault == nil {
		switch {
		case strings.HasPrefix(r.rest(), "."):
			r.at++
			r.afterDot(first)
		case strings.HasPrefix(r.rest(), "["):
			r.at++
			r.brackets()
		case strings.HasPrefix(r.rest(), "?"):
			r.at++ // a place that does not exist matches nothing in any case
		default:
			return
		}
		first = false
	}
}

// afterDot reads a name after a dot. A dot without a name means the document.
func (r *jqReader) afterDot(first bool) {
	if rest := r.rest(); strings.HasPrefix(rest, `"`) {
		if name, ok := r.literal(); ok {
			r.path = append(r.path, Step{Step: model.Field(name.Text())})
		}
		return
	} else if strings.HasPrefix(rest, "[") || first && (rest == "" || strings.IndexByte(" \t\r\n|?", rest[0]) >= 0) {
		return
	}
	if name := r.name(); name != "" {
		r.path = append(r.path, Step{Step: model.Field(name)})
	}
}

// name reads a name that consists of letters, digits and underscores.
func (r *jqReader) name() string {
	rest := r.rest()
	end := strings.IndexFunc(rest, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if end < 0 {
		end = len(rest)
	}
	if end == 0 || '0' <= rest[0] && rest[0] <= '9' {
		r.fail("expected a name; write other names in quotes")
		return ""
	}
	if strings.HasPrefix(rest[end:], "-") {
		r.fail("jq reads the hyphen after %q as a minus sign; write the name in quotes", rest[:end])
		return ""
	}
	r.at += end
	return rest[:end]
}

// literal reads a string, number or boolean.
func (r *jqReader) literal() (model.Value, bool) {
	r.space()
	rest := r.rest()
	end := strings.IndexAny(rest, " \t\r\n)]|,:")
	if end < 0 {
		end = len(rest)
	}
	if strings.HasPrefix(rest, `"`) {
		for end = 1; end < len(rest) && rest[end] != '"'; end++ {
			if rest[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(rest))
		if strings.Contains(rest[:end], `\(`) {
			r.fail("a string that contains \\(…) is not supported")
			return model.Value{}, false
		}
	}
	v, err := model.Parse([]byte(rest[:end]))
	if err != nil || !v.IsScalar() {
		r.fail("expected a string, number or boolean")
		return v, false
	}
	r.at += end
	return v, true
}

// brackets reads the rest of a step in brackets.
func (r *jqReader) brackets() {
	if r.take("]") {
		r.path = append(r.path, Step{})
		return
	}
	at := r.at
	v, ok := r.literal()
	if !ok {
		r.fault = errors.New("expected a name in quotes, an index or nothing in the brackets")
		return
	}
	switch i, isIndex := IndexNamed(v.JSON()); {
	case v.Type() == model.String:
		r.path = append(r.path, Step{Step: model.Field(v.Text())})
	case isIndex:
		r.path = append(r.path, Step{Step: model.Index(i)})
	default:
		r.at = at
		r.fail("expected an index that is not negative")
	}
	if r.fault == nil && !r.take("]") {
		r.fail("expected a closing bracket; a path cannot contain a range of indexes")
	}
}

// selection reads the condition of a select, and replaces the wildcard before it by a key.
func (r *jqReader) selection() {
	n := len(r.path)
	if n == 0 || r.path[n-1].Deep {
		r.fail("a select must follow the elements that it selects from, as in .list[] | select(…)")
		return
	}
	key, isKey := r.path[n-1].Step.(model.Key)
	if r.path[n-1].Step != nil && !isKey {
		r.fail("a select must follow the elements that it selects from, as in .list[] | select(…)")
		return
	}
	if !r.take("(") {
		r.fail("expected an opening parenthesis")
		return
	}
	key = append(model.Key{}, key...)
	for r.fault == nil {
		if !r.take(".") {
			r.space()
			r.unsupported()
			return
		}
		name := ""
		switch {
		case strings.HasPrefix(r.rest(), `"`):
			v, _ := r.literal()
			name = v.Text()
		case strings.HasPrefix(r.rest(), "["):
			r.fail("a condition can compare one field of an element, as in select(.name == \"app\")")
		default:
			name = r.name()
		}
		if r.fault != nil {
			return
		}
		if !r.take("==") {
			if strings.HasPrefix(r.rest(), ".") || strings.HasPrefix(r.rest(), "[") {
				r.fail("a condition can compare one field of an element, as in select(.name == \"app\")")
			} else {
				r.fail("expected a condition of the form .field == value; other operators are not supported")
			}
			return
		}
		v, ok := r.literal()
		if !ok {
			return
		}
		key = append(key, model.KeyField{Name: name, Value: v})
		if !r.take("and ") {
			break
		}
	}
	if !r.take(")") {
		r.space()
		if strings.HasPrefix(r.rest(), "or") {
			r.unsupported()
			return
		}
		r.fail("expected and, or a closing parenthesis")
		return
	}
	r.path[n-1] = Step{Step: key}
}
