package yamldoc

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// respell changes the value of a string scalar without rewriting all of it: words that stay
// keep their lines, quotes and escape sequences. If that is not possible, it changes nothing
// and returns false.
func (e *editor) respell(n *node, want string, at slot) bool {
	if e.doc.JSON || n.Kind != yaml.ScalarNode || isEmpty(n.Node) || e.isSimple(n, want, at.flow) || n.isBlockScalar() && strings.Trim(want, "\n") == "" {
		return false
	}
	old, ok := e.spellingOf(n, at.column)
	if !ok || n.Style&yaml.DoubleQuotedStyle == 0 && !old.lines && strings.Contains(want, "\n") {
		return false // a text of one line is rewritten as a block scalar
	}
	for _, keep := range []bool{true, false} {
		w := respeller{e: e, n: n, old: old, flow: at.flow}
		if text, ok := w.text(want, at.column, keep); ok && e.readsAs(n, text+w.more, want, at) {
			e.splice(n.body, n.end, text)
			return true
		}
	}
	return false
}

// isSimple reports whether rewriting a scalar of one line gives the same text as respelling
// it. Rewriting is faster, because the text need not be read again.
func (e *editor) isSimple(n *node, want string, flow bool) bool {
	text := e.text[n.body:n.end]
	switch {
	case n.isTagged() || bytes.Contains(text, []byte("\n")):
		return false
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return !bytes.Contains(text, []byte(`\`))
	}
	return n.Style&yaml.SingleQuotedStyle != 0 || isPlain(want, flow)
}

// readsAs reports whether a scalar has the wanted value after its text is replaced by text.
func (e *editor) readsAs(n *node, text, want string, at slot) bool {
	before, after := strings.Repeat(" ", max(at.column, 0))+"k:", ""
	switch {
	case at.flow:
		before, after = "- [", "\n ]"
	case at.column < 0:
		before = "---"
	case at.element:
		before = strings.Repeat(" ", at.column) + "-"
	}
	if n.after == n.start {
		before += " "
	}
	var tree yaml.Node
	if yaml.Unmarshal([]byte(before+string(e.text[n.after:n.body])+text+after), &tree) != nil {
		return false
	}
	read := &tree
	for len(read.Content) > 0 {
		read = read.Content[len(read.Content)-1]
	}
	v, err := valueOf(read)
	plain := read.Style == 0
	return err == nil && v.Type() == model.String && v.Text() == want && read.Style&^yaml.TaggedStyle == n.Style&^yaml.TaggedStyle &&
		!(plain && mayBeMisread(want))
}

// A respeller writes the text of a scalar with a new value.
type respeller struct {
	e    *editor
	n    *node
	old  *spelling
	flow bool
	out  strings.Builder
	deep bool   // in a folded scalar, the line begins with a blank
	bad  bool   // the value cannot be written in this style
	more string // blank lines after the scalar that become a part of it
}

// text returns the new text of the scalar. If keep is true, words that stay keep their
// spelling. If not, all words are written again.
func (w *respeller) text(want string, column int, keep bool) (string, bool) {
	core, at := want, w.old.at
	end := at[len(at)-1]
	tail := string(w.e.text[end:w.n.end])
	if w.n.isBlockScalar() {
		core = strings.TrimRight(want, "\n")
		tail = w.header(core, len(want)-len(core), column, tail)
	} else {
		w.out.Write(w.e.text[w.n.body:at[0]])
	}
	var before []string
	after := wordsOf(core)
	if keep {
		before = wordsOf(w.old.value)
	}
	if w.isPlain() && !w.canBePlain(core, before, after) {
		return "", false
	}
	from, to := offsets(before), offsets(after)
	i, j := 0, 0
	for _, same := range append(align(before, after), wordRun{len(before), len(after), 0}) {
		w.change(from[i], from[same.before], core[to[j]:to[same.after]])
		i, j = same.before+same.n, same.after+same.n
		w.keep(from[same.before], from[i])
	}
	return w.out.String() + tail, !w.bad
}

// canBePlain reports whether a value may be written without quotes. Either the whole value
// needs no quotes, or its first word and all new words need none. The second condition is not
// exact, but the text is read again later.
func (w *respeller) canBePlain(value string, before, after []string) bool {
	switch {
	case isPlain(strings.ReplaceAll(value, "\n", " "), w.flow):
		return true
	case len(before) == 0 || len(after) == 0 || before[0] != after[0] && !isPlain(after[0], w.flow):
		return false
	case w.old.lines:
		return true
	}
	had := make(map[string]bool, len(before))
	for _, word := range before {
		had[word] = true
	}
	return !slices.ContainsFunc(after, func(word string) bool { return !had[word] && !isBlank(word[0]) && !isPlain(word, w.flow) })
}

func (w *respeller) isPlain() bool { return w.n.Style&^yaml.TaggedStyle == 0 }

// offsets returns where each word begins, and where the last one ends.
func offsets(words []string) []int {
	at := make([]int, len(words)+1)
	for i, word := range words {
		at[i+1] = at[i] + len(word)
	}
	return at
}

// header writes the header of a block scalar, and the indentation of its first line. It
// returns the text to write after the last line.
func (w *respeller) header(core string, breaks, column int, tail string) string {
	h, text := w.old.header, w.e.text
	had := len(w.n.Value) - len(w.old.value)
	style, chomp, digit := text[w.n.body:w.n.body+1], h.chomp, h.digit
	switch {
	case breaks == had:
	case breaks == 0:
		chomp = '-'
	case breaks == 1:
		chomp = 0
	case chomp == '+':
		tail = strings.Repeat(w.e.newline, breaks)
	default:
		chomp = '+'
		rest := text[w.n.end:w.e.doc.end]
		blank := rest[:len(rest)-len(bytes.TrimLeft(rest, " \r\n"))]
		w.more = string(blank[:bytes.LastIndexByte(blank, '\n')+1])
		had += strings.Count(w.more, "\n")
		tail += strings.Repeat(w.e.newline, max(0, breaks-had))
	}
	if breaks > 0 && tail == "" {
		tail = w.e.newline
	}
	digit = digit || strings.HasPrefix(strings.TrimLeft(core, "\n"), " ")
	w.out.Write(style)
	if digit {
		step := h.indent - max(column, 0)
		w.bad = w.bad || step < 1 || step > 9
		w.out.WriteString(strconv.Itoa(step))
	}
	if chomp != 0 {
		w.out.WriteByte(chomp)
	}
	w.out.Write(text[h.end:lineEnd(text, h.end)])
	if !strings.HasPrefix(core, "\n") {
		w.out.WriteString(w.old.indent)
	}
	w.deep = strings.HasPrefix(core, " ") || strings.HasPrefix(core, "\t")
	return tail
}

// keep writes a part of the old value in its old spelling.
func (w *respeller) keep(from, to int) {
	if from == to {
		return
	}
	w.out.Write(w.e.text[w.old.at[from]:w.old.at[to]])
	w.line(w.old.value[from:to])
}

// line records the beginning of a line in a part of the value.
func (w *respeller) line(part string) {
	if i := strings.LastIndexByte(part, '\n'); i >= 0 {
		w.deep = i+1 < len(part) && isBlank(part[i+1])
	}
}

// change writes words in place of a part of the old value. The common beginning and the
// common end of the old and the new text keep their spelling.
func (w *respeller) change(from, to int, text string) {
	old := w.old.value[from:to]
	cut := func(j int) bool { return j == len(text) || utf8.RuneStart(text[j]) } // reports whether the text may be cut
	first := 0
	for i := 0; i < min(len(old), len(text)) && old[i] == text[i] && !isBlank(old[i]); i++ {
		if cut(i + 1) {
			first = i + 1
		}
	}
	last := 0
	for i := 1; i <= min(len(old), len(text))-first && old[len(old)-i] == text[len(text)-i] && !isBlank(old[len(old)-i]); i++ {
		if cut(len(text) - i) {
			last = i
		}
	}
	w.keep(from, from+first)
	for _, word := range wordsOf(text[first : len(text)-last]) {
		if isBlank(word[0]) {
			w.blanks(word)
		} else {
			w.word(word)
		}
	}
	w.keep(to-last, to)
}

// word writes a new word.
func (w *respeller) word(word string) {
	switch {
	case w.n.Style&yaml.DoubleQuotedStyle != 0:
		word = escaped(word)
	case strings.ContainsFunc(word, func(r rune) bool { return !IsPrintable(r) }):
		w.bad = true
	case w.n.Style&yaml.SingleQuotedStyle != 0:
		word = strings.ReplaceAll(word, "'", "''")
	}
	w.out.WriteString(word)
}

// escaped returns a text as it is written inside of double quotes.
func escaped(text string) string {
	quoted := AppendQuoted(nil, text)
	return string(quoted[1 : len(quoted)-1])
}

// blanks writes new blanks between words.
func (w *respeller) blanks(blanks string) {
	parts := strings.Split(blanks, "\n")
	first, last, count := parts[0], parts[len(parts)-1], len(parts)-1
	inside := strings.Join(parts[1:max(1, count)], "")
	switch {
	case w.n.Style&yaml.DoubleQuotedStyle != 0:
		w.out.WriteString(escaped(blanks))
		return
	case strings.Contains(blanks, "\r"):
		w.bad = true
	case count == 0:
		w.out.WriteString(blanks)
		return
	case w.n.Style&yaml.LiteralStyle != 0:
	case w.n.Style&yaml.FoldedStyle != 0:
		w.bad = w.bad || inside != ""
		if !w.deep && last == "" {
			count++
		}
		parts = make([]string, count+1)
		parts[0], parts[count] = first, last
	default: // a folded scalar, or one with or without quotes
		w.bad = w.bad || first != "" || last != "" || inside != ""
		parts = make([]string, count+2)
	}
	for i, part := range parts {
		if i > 0 {
			w.out.WriteString(w.e.newline)
		}
		if i > 0 && (part != "" || i == len(parts)-1) {
			w.out.WriteString(w.old.indent)
		}
		w.out.WriteString(part)
	}
	w.line(blanks)
}
