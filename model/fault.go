package model

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// What is in this file runs only when a text is rejected: the path is found
// from the lists and maps that are open at that moment.

// fail rejects the text at offset i, which stands directly in the innermost
// open list or map.
func (s *scanner) fail(i int, cause error) *Error {
	return &Error{Kind: Syntax, Offset: int64(i), Path: s.path(), cause: cause, textual: true}
}

// failIn rejects the text at offset i, in a value or its name.
func (s *scanner) failIn(value entry, i int, cause error) *Error {
	e := s.fail(i, cause)
	if s.open != noSlot {
		e.Path = append(e.Path, s.step(s.open, s.count, &value))
	}
	return e
}

func (s *scanner) failLimit(value entry, i int) *Error {
	e := s.failIn(value, i, errors.New("nested deeper than "+strconv.Itoa(s.maxDepth)+" levels"))
	e.Kind = Limit
	return e
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

// step returns the step from an open list or map to a value in it.
func (s *scanner) step(container, count uint32, value *entry) Step {
	if s.tape[container].kind() == List {
		return Index(count)
	}
	d := document{src: s.src}
	return Field(d.nameOf(value))
}

// failText explains what is wrong with the string at i.
func (s *scanner) failText(value entry, i int) *Error {
	at, cause := textFault(s.src, i+1)
	if value.name == 0 && s.open != noSlot && s.tape[s.open].kind() == Map {
		return s.fail(at, cause) // a name: there is no member yet
	}
	return s.failIn(value, at, cause)
}

// textFault finds the first fault of a string that scanText rejects.
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

// failNumber explains what is wrong with the number at i.
func (s *scanner) failNumber(value entry, i int) *Error {
	at := numberFault(s.src, i)
	if at >= len(s.src) {
		return s.failIn(value, at, errEnd)
	}
	return s.failIn(value, at, unexpected(s.src, at, "a digit"))
}

// numberFault returns where a number that scanNumber rejects lacks a digit.
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

// unexpected says which character stands where something else should.
func unexpected(src string, i int, want string) error {
	r, n := utf8.DecodeRuneInString(src[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		return errors.New("invalid UTF-8 instead of " + want)
	case r == '\uFEFF' && i == 0:
		return errors.New("a byte order mark instead of " + want)
	}
	return errors.New("unexpected " + strconv.QuoteRune(r) + " instead of " + want)
}

func duplicateName(name string) error {
	return errors.New("duplicate name " + strconv.Quote(name))
}
