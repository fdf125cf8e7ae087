package fuzz

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// ChangeOneScalar replaces one scalar of a YAML text with another word. The choices select a
// scalar that is on one line. Every byte outside the scalar must stay. The result is false if
// there is no such scalar.
func ChangeOneScalar(text []byte, src gen.Source) (bool, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	var want []model.Value
	for _, d := range s.Documents() {
		want = append(want, d.Value)
	}
	if same, notes, err := s.Edit(want); err != nil || !bytes.Equal(same, text) || len(notes) > 0 {
		return false, fmt.Errorf("without a change, %q becomes %q, %v, %v", text, same, notes, err)
	}
	if len(want) == 0 {
		return false, nil
	}
	const word = "changed"
	which := src.Intn("document", len(want))
	e := yamlEditor{src: src, word: word}
	changed, ok := e.oneScalar(want[which])
	place, written := s.Place(which, e.path)
	if !ok || !written || !isOneLine(text, place) {
		return false, nil
	}
	want[which] = changed
	edited, notes, err := s.Edit(want)
	if err != nil || len(notes) > 0 {
		return len(notes) == 0, err // a note may report that the value of an alias is written out
	}
	head, tail := text[:place.Start], text[place.End:]
	if len(edited) < len(head)+len(tail) || !bytes.HasPrefix(edited, head) || !bytes.HasSuffix(edited, tail) ||
		bytes.ContainsAny(edited[len(head):len(edited)-len(tail)], "\n\r") {
		return true, fmt.Errorf("%q became %q, though only the bytes %q of line %d were to change", text, edited, text[place.Start:place.End], place.Line)
	}
	return true, nil
}

// isOneLine reports whether a scalar is completely on the line of its name or dash.
func isOneLine(text []byte, scalar yamldoc.Place) bool {
	line := text[scalar.Start-scalar.Column+1 : scalar.Start]
	return scalar.End > scalar.Start && !bytes.ContainsAny(text[scalar.Start:scalar.End], "\n\r") && len(bytes.TrimSpace(line)) > 0
}

// ChangeOneWord replaces one word of a string that has several lines in a YAML text, or adds
// a word after it. The choices select the string and the word. Only the line of the word may
// change, in all forms of scalars. The result is false if there is no such string.
func ChangeOneWord(text []byte, src gen.Source) (bool, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	var want []model.Value
	var found []longString
	for i, d := range s.Documents() {
		want = append(want, d.Value)
		found = appendLongStrings(found, s, text, i, d.Value, nil)
	}
	if len(found) == 0 {
		return false, nil
	}
	one := found[src.Intn("which", len(found))]
	words := wordPlaces(one.value)
	if len(words) == 0 {
		return false, nil
	}
	at := words[src.Intn("word", len(words))]
	changed := one.value[:at[0]] + "changed" + one.value[at[1]:]
	if src.Intn("after it", 2) == 1 {
		changed = one.value[:at[1]] + " new" + one.value[at[1]:]
	}
	want[one.document] = must(one.path.Set(want[one.document], model.NewString(changed)))
	edited, notes, err := s.Edit(want)
	if err != nil || len(notes) > 0 {
		return len(notes) == 0, err // a note may report that the value of an alias is written out
	}
	before, after := bytes.Split(text, []byte("\n")), bytes.Split(edited, []byte("\n"))
	differ := 0
	for i := range min(len(before), len(after)) {
		if !bytes.Equal(before[i], after[i]) {
			differ++
		}
	}
	if len(before) != len(after) || differ != 1 {
		return true, fmt.Errorf("%q became %q, though only one word of %q was to change, at byte %d", text, edited, one.value, at[0])
	}
	return true, nil
}

// wordPlaces returns the beginning and the end of each word of a text.
func wordPlaces(text string) [][2]int {
	var places [][2]int
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && !strings.ContainsRune(" \t\n", rune(text[end])) {
			end++
		}
		if end > start {
			places = append(places, [2]int{start, end})
		}
		start = end + 1
	}
	return places
}

// A longString is a string whose text has several lines.
type longString struct {
	document int
	path     model.Path
	value    string
}

// appendLongStrings appends the strings of a value that have several lines and do not come
// from an alias. Strings in which an escape sequence divides a word do not count.
func appendLongStrings(found []longString, s *yamldoc.Stream, text []byte, document int, v model.Value, path model.Path) []longString {
	for name, member := range v.Members() {
		found = appendLongStrings(found, s, text, document, member, path.Append(model.Field(name)))
	}
	for i, element := range v.Elements() {
		found = appendLongStrings(found, s, text, document, element, path.Append(model.Index(i)))
	}
	if v.Type() != model.String {
		return found
	}
	if at, ok := s.Place(document, path); ok && !dividesWord(text[at.Start:at.End]) && bytes.Count(bytes.TrimSpace(text[at.Start:at.End]), []byte("\n")) > 0 {
		found = append(found, longString{document, path, v.Text()})
	}
	return found
}

// dividesWord reports whether an escaped line break is inside a word.
func dividesWord(text []byte) bool {
	for _, line := range bytes.Split(bytes.ReplaceAll(text, []byte("\r"), nil), []byte("\n")) {
		if before, ok := bytes.CutSuffix(line, []byte("\\")); ok && !bytes.HasSuffix(before, []byte(" ")) {
			return true
		}
	}
	return false
}
