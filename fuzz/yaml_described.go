package fuzz

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// described calls the functions of package yamldoc that only describe a text, for each document, for
// the empty document of an empty text, and for indexes that have no document. It checks that the
// documents are empty if and only if the text has only comments, markers and directives. The parser
// does not read all of a text with two byte order marks.
func described(s *yamldoc.Stream) error {
	text, all := s.Text(), s.Documents()
	empty := true
	for _, d := range all {
		empty = empty && d.IsEmpty()
	}
	if utf8.Valid(text) && !bytes.HasPrefix(text, []byte(byteOrderMark+byteOrderMark)) && empty != !hasContent(string(text)) {
		return fmt.Errorf("the documents of %q are empty: %t", text, empty)
	}
	if only, err := s.Only(); err == nil && len(all) <= 1 && only.IsEmpty() != empty {
		return fmt.Errorf("the only document of %q is empty: %t", text, only.IsEmpty())
	}
	missing := model.Path{model.Field("\x00"), model.Index(1 << 20)}
	for i := -1; i <= len(all); i++ {
		at, ok := s.Place(i, nil)
		notes := s.Misread(i)
		if i < 0 || i == len(all) {
			if ok || len(notes) > 0 {
				return fmt.Errorf("%q has no document %d, but it is at %v and has the notes %v", text, i, at, notes)
			}
			continue
		}
		if ok && (at.Start < 0 || at.Start > at.End || at.End > len(text) || at.Line < 1 || at.Column < 1) {
			return fmt.Errorf("document %d of %q is at %v", i, text, at)
		}
		for n := range missing {
			if at, ok := s.Place(i, missing[n:]); ok {
				return fmt.Errorf("document %d of %q has no %s, but it is at %v", i, text, missing[n:], at)
			}
		}
	}
	return nil
}

const byteOrderMark = "\ufeff"

var (
	lineBreak = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\r\n\x{85}\x{2028}\x{2029}]`) })
	noContent = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(%.*|(---|\.\.\.)?([ \t]+#.*|[ \t]*)|#.*)$`)
	})
)

// hasContent reports whether a line of a text is not just a comment, a marker or a directive.
func hasContent(text string) bool {
	for _, line := range lineBreak().Split(strings.TrimPrefix(text, byteOrderMark), -1) {
		if !noContent().MatchString(line) {
			return true
		}
	}
	return false
}
