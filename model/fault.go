package model

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions in this file run only when a text is rejected. They derive the path of the error
// from the lists and maps that are open at that moment.

// fail returns the error for a fault at offset i, between the values of the innermost open list or
// map.
func (s *scanner) fail(i int, cause error) *Error {
	return &Error{Code: Syntax, Offset: int64(i), Path: s.path(), cause: cause, textual: true}
}

// failIn returns the error for a fault at offset i, inside a value or its name. The path ends with
// that value. If a name is expected, there is no value yet, and the path ends with the map.
func (s *scanner) failIn(value entry, i int, cause error) *Error {
	e := s.fail(i, cause)
	if s.open != noSlot && (value.name != 0 || s.closing == ']') {
		e.Path = append(e.Path, s.step(s.open, s.count, &value))
	}
	return e
}

func (s *scanner) failLimit(value entry) *Error {
	e := s.failIn(value, int(value.start), tooDeep(s.maxDepth))
	e.Code = Limit
	return e
}

func tooDeep(levels int) error {
	return errors.New("nested deeper than " + strconv.Itoa(levels) + " levels")
}

// path returns the path of the innermost open list or map.
func (s *scanner) path() Path {
	var path Path
	for slot := s.open; slot != noSlot; {
		parent := s.tape[slot+1].name
		if parent == noSlot {
			break
		}
		path = append(path, s.step(parent, s.tape[parent+1].meta, &s.tape[slot]))
		slot = parent
	}
	slices.Reverse(path)
	return path
}

// step returns the step from a list or map to a value in it. In a list, count is the index of the
// value.
func (s *scanner) step(container, count uint32, value *entry) Step {
	if s.tape[container].typ() == List {
		return Index(count)
	}
	d := s.document()
	return Field(d.nameOf(value))
}

// failText returns the error for the invalid string at the beginning of value.
func (s *scanner) failText(value entry) *Error {
	at, cause := textFault(s.src, int(value.start)+1)
	return s.failIn(value, at, cause)
}

// textFault returns the offset and the cause of the first fault of a string that scanText rejected.
func textFault(src string, i int) (int, error) {
	for i < len(src) {
		switch c := src[i]; {
		case c < ' ':
			return i, errors.New("control character " + strconv.QuoteRune(rune(c)) + " in a string")
		case c == '\\':
			end := scanEscape(src, i)
			if end < 0 {
				return i, escapeFault(src, i)
			}
			i = end
		default:
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				return i, errors.New("invalid UTF-8 in a string")
			}
			i += n
		}
	}
	return i, errEnd
}

func escapeFault(src string, i int) error {
	switch {
	case i+1 >= len(src):
		return errEnd
	case src[i+1] != 'u':
		return errors.New("invalid escape in a string")
	}
	if r := hex4(src, i+2); r >= 0 && utf16.IsSurrogate(r) {
		return errors.New("unpaired surrogate in a string")
	}
	return errors.New(`invalid escape in a string: \u takes four hexadecimal digits`)
}

// failColon returns the error for the missing colon after the name of value, at offset i.
func (s *scanner) failColon(value entry, i int) *Error {
	if i >= len(s.src) {
		return s.failIn(value, i, errEnd)
	}
	return s.failIn(value, i, unexpected(s.src, i, "a colon"))
}

// failScalar returns the error for a value that is invalid, and is not a string, list or map.
func (s *scanner) failScalar(value entry) *Error {
	i := int(value.start)
	if c := s.src[i]; c != '-' && (c < '0' || c > '9') {
		return s.failIn(value, i, unexpected(s.src, i, "a value"))
	}
	if i = numberFault(s.src, i); i >= len(s.src) {
		return s.failIn(value, i, errEnd)
	}
	return s.failIn(value, i, unexpected(s.src, i, "a digit"))
}

// numberFault returns the offset of the missing digit in a number that scanNumber rejected.
func numberFault(src string, i int) int {
	for i < len(src) {
		switch c := src[i]; {
		case '0' <= c && c <= '9':
			i++
			continue
		case c == '-' || c == '+' || c == '.' || c|0x20 == 'e':
			i++
			if c|0x20 == 'e' && i < len(src) && (src[i] == '-' || src[i] == '+') {
				i++
			}
			if i < len(src) && '0' <= src[i] && src[i] <= '9' {
				continue
			}
		}
		break
	}
	return i
}

// unexpected returns the error for a text that does not continue as expected at offset
// i.
func unexpected(src string, i int, want string) error {
	r, n := utf8.DecodeRuneInString(src[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		return errors.New("expected " + want + ", got invalid UTF-8")
	case r == '\uFEFF' && i == 0:
		return errors.New("expected " + want + ", got a byte order mark")
	}
	return errors.New("expected " + want + ", got " + strconv.QuoteRune(r))
}

func duplicateName(name string) error {
	return errors.New("duplicate name " + strconv.Quote(Shorten(name)))
}

func tooLong(limit int) *Error {
	return &Error{
		Code:    Limit,
		Offset:  int64(limit),
		cause:   errors.New("longer than " + strconv.Itoa(limit) + " bytes"),
		textual: true,
	}
}
