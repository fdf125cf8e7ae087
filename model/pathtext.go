package model

import (
	"errors"
	"strconv"
	"strings"
)

// String returns the path as text that [ParsePath] reads:
//
//	spec.containers[name=app].ports[containerPort=53,protocol=UDP].name
//	metadata.labels["a.b/c"]
//	metadata.finalizers[="x/a"]
//	args[2]
//
// A name has no quotes if it starts with a letter or an underscore, followed by letters, digits,
// "-" and "_" only. Other names are quoted and in brackets. A string in a Key or SetValue has no
// quotes if it is such a name, except for "true", "false" and "null". Any other string is quoted.
// Other values print as JSON, and an absent value as nothing. The root prints as a dot.
func (p Path) String() string {
	if len(p) == 0 {
		return "."
	}
	var dst []byte
	for i, s := range p {
		if f, ok := s.(Field); ok && i > 0 && isBareName(string(f)) {
			dst = append(dst, '.')
		}
		dst = appendStep(dst, s)
	}
	return string(dst)
}

// String returns the name. A name that needs quotes is written in quotes and brackets: ["a.b/c"].
func (f Field) String() string { return string(appendStep(nil, f)) }

// String returns the index in brackets: [2].
func (i Index) String() string { return string(appendStep(nil, i)) }

// String returns the fields and values in brackets: [name=app,protocol=UDP].
func (k Key) String() string { return string(appendStep(nil, k)) }

// String returns the value in brackets after an equals sign: [="x"].
func (s SetValue) String() string { return string(appendStep(nil, s)) }

func appendStep(dst []byte, s Step) []byte {
	switch s := s.(type) {
	case Field:
		if isBareName(string(s)) {
			return append(dst, s...)
		}
		dst = append(dst, '[')
		dst = appendQuoted(dst, string(s))
	case Index:
		dst = append(dst, '[')
		dst = strconv.AppendInt(dst, int64(s), 10)
	case Key:
		dst = append(dst, '[')
		for i, f := range s {
			if i > 0 {
				dst = append(dst, ',')
			}
			if isBareName(f.Name) {
				dst = append(dst, f.Name...)
			} else {
				dst = appendQuoted(dst, f.Name)
			}
			dst = append(dst, '=')
			dst = appendKeyValue(dst, f.Value)
		}
	case SetValue:
		dst = append(dst, '[', '=')
		dst = appendKeyValue(dst, s.Value)
	default:
		panic("model: a path with a nil step")
	}
	return append(dst, ']')
}

func appendKeyValue(dst []byte, v Value) []byte {
	if v.Type() == String {
		if text := v.Text(); isBareName(text) && !isLiteral(text) {
			return append(dst, text...)
		}
	}
	return v.AppendCanonical(dst)
}

func isLiteral(text string) bool { return text == "null" || text == "true" || text == "false" }

func isBareName(name string) bool { return name != "" && bareName(name) == len(name) }

// bareName returns the length of the longest name without quotes at the beginning of text.
func bareName(text string) int {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-'):
		default:
			return i
		}
	}
	return len(text)
}

// ParsePath reads a path in the form that [Path.String] prints. It also accepts a dot
// before the first name, as in .spec. The error is an [*Error] with Code Syntax and the
// offset of the fault.
//
//	path, err := model.ParsePath("spec.containers[name=app].image")
func ParsePath(text string) (Path, error) {
	r := pathReader{text: text}
	path := Path{}
	if text == "." {
		return path, nil
	}
	for first := true; r.i < len(text) || first; first = false {
		s := r.step(first)
		if r.cause != nil {
			return nil, &Error{Code: Syntax, Offset: int64(r.i), cause: r.cause, textual: true}
		}
		path = append(path, s)
	}
	return path, nil
}

// A pathReader reads the steps of a path from text, at offset i. At the first fault it sets cause,
// and i is the offset of the fault.
type pathReader struct {
	text  string
	i     int
	cause error
}

func (r *pathReader) fail(cause string) { r.cause = errors.New(cause) }

func (r *pathReader) rest() string { return r.text[r.i:] }

// take skips the byte c if it is next, and reports whether it was.
func (r *pathReader) take(c byte) bool {
	if r.i < len(r.text) && r.text[r.i] == c {
		r.i++
		return true
	}
	return false
}

func (r *pathReader) step(first bool) Step {
	if r.take('[') {
		s := r.brackets()
		if r.cause == nil && !r.take(']') {
			r.fail("expected a closing bracket")
		}
		return s
	}
	if !r.take('.') && !first {
		r.fail("expected a dot or an opening bracket")
		return nil
	}
	n := bareName(r.rest())
	if n == 0 {
		r.fail("expected a name; names are separated by dots, and a name with characters other than letters, digits, - and _ is written as [\"name\"]")
		return nil
	}
	r.i += n
	return Field(r.text[r.i-n : r.i])
}

// brackets reads the step after an opening bracket, but not the closing bracket.
func (r *pathReader) brackets() Step {
	rest := r.rest()
	switch {
	case rest == "":
		r.fail("expected a step after the opening bracket, got the end of the text")
		return nil
	case rest[0] == ']':
		return Key{}
	case rest[0] == '=':
		r.i++
		return SetValue{r.value()}
	case rest[0] == '-' || '0' <= rest[0] && rest[0] <= '9':
		return r.index()
	}
	name := r.name()
	if rest[0] == '"' && r.cause == nil && strings.HasPrefix(r.rest(), "]") {
		return Field(name)
	}
	key := Key{}
	for r.cause == nil {
		if !r.take('=') {
			r.fail("expected an equals sign after the field name")
			break
		}
		key = append(key, KeyField{name, r.value()})
		if r.cause != nil || !r.take(',') {
			break
		}
		name = r.name()
	}
	return key
}

func (r *pathReader) index() Step {
	n := scanNumber(r.rest(), 0)
	if n < 0 {
		r.fail("expected an index")
		return nil
	}
	i, err := strconv.Atoi(r.rest()[:n])
	if err != nil {
		r.fail("the index is not an integer or is too large")
		return nil
	}
	r.i += n
	return Index(i)
}

// name reads a name with or without quotes.
func (r *pathReader) name() string {
	if strings.HasPrefix(r.rest(), `"`) {
		return r.quoted()
	}
	n := bareName(r.rest())
	if n == 0 {
		r.fail("expected a field name")
	}
	r.i += n
	return r.text[r.i-n : r.i]
}

// quoted reads a string. It accepts bytes that are not UTF-8, because the names of a
// path need not come from a document.
func (r *pathReader) quoted() string {
	for i := r.i + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			name := unescape(r.text[r.i+1 : i])
			r.i = i + 1
			return name
		case c == '\\':
			end := scanEscape(r.text, i)
			if end < 0 {
				r.i = i
				r.fail("invalid escape in quotes")
				return ""
			}
			i = end - 1
		case c < ' ':
			r.i = i
			r.fail("control character in quotes")
			return ""
		}
	}
	r.fail("expected a closing quote")
	return ""
}

// value reads the value in a Key or SetValue. The value is absent if there is no text for it.
func (r *pathReader) value() Value {
	rest := r.rest()
	if rest == "" || rest[0] == ']' || rest[0] == ',' {
		return Value{}
	}
	n := bareName(rest)
	if n > 0 && !isLiteral(rest[:n]) {
		r.i += n
		return NewString(rest[:n])
	}
	if n == 0 {
		n = valueLength(rest)
	}
	d, fault := parse(strings.Clone(rest[:n]), HardMaxDepth, nil)
	if fault != nil {
		r.i += int(fault.Offset)
		r.cause = fault.cause
		return Value{}
	}
	r.i += n
	return Value{doc: d}
}

// valueLength returns the length of the text before the next comma or closing bracket that is not
// inside quotes or brackets. A JSON value at the beginning of text ends there.
func valueLength(text string) int {
	open := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end, _ := scanText(text, i+1)
			if end < 0 {
				return len(text)
			}
			i = end - 1
		case '[', '{':
			open++
		case ']', '}', ',':
			if open == 0 {
				return i
			}
			if text[i] != ',' {
				open--
			}
		}
	}
	return len(text)
}

// MarshalText returns the text of [Path.String], so that a path is a string in JSON. It never fails.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the path that [ParsePath] reads. It does not change p if it fails, and
// never changes the steps of the old path.
func (p *Path) UnmarshalText(text []byte) error {
	read, err := ParsePath(string(text))
	if err == nil {
		*p = read
	}
	return err
}

// MarshalText returns the text of [Key.String], so that a key is a string in JSON. It never fails.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the key that has this text in a path. It does not change k if it fails,
// and never changes the fields of the old key.
func (k *Key) UnmarshalText(text []byte) error { return readStep(k, text) }

// MarshalText returns the text of [SetValue.String], so that the step is a string in JSON. It never
// fails.
func (s SetValue) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the step that has this text in a path. It does not change s if it fails.
func (s *SetValue) UnmarshalText(text []byte) error { return readStep(s, text) }

// readStep reads a path of one step, which must have the type S.
func readStep[S Step](s *S, text []byte) error {
	path, err := ParsePath(string(text))
	if err != nil {
		return err
	}
	if len(path) == 1 {
		if read, ok := path[0].(S); ok {
			*s = read
			return nil
		}
	}
	return &Error{Code: Syntax, cause: errors.New("expected one step, a key such as [name=x] or a value such as [=x]"), textual: true}
}
