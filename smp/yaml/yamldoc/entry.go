package yamldoc

import (
	"bytes"
	"errors"
	"io"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A changedEntry is an edited entry of a block collection whose text consists of whole lines.
// These lines can be read without the rest of the document, because exactly the lines that
// are indented further belong to the entry. Documents with anchors, tags or merge keys have
// no changedEntries, because the meaning of their lines depends on other lines.
type changedEntry struct {
	of    *node
	i     int // the index of the entry in the collection
	text  string
	value model.Value // the wanted value
}

// changedEntries returns the smallest entries that contain all splices of the editor.
// It returns none if other parts change, or if the entries cannot be read alone.
func (e *editor) changedEntries(want model.Value) []changedEntry {
	root := e.doc.root
	if root == nil || len(e.splices) == 0 || e.odd || e.doc.JSON || root.anchors || root.aliases {
		return nil
	}
	if text := e.text[e.doc.start:e.doc.end]; bytes.Contains(text, []byte("!")) || bytes.Contains(text, []byte("<<")) {
		return nil
	}
	var found []changedEntry
	if !e.entriesIn(&found, root, e.doc.Value, want, e.splices, e.doc.end) {
		return nil
	}
	return found
}

// entriesIn adds the changed entries of a collection to found. The last entry of the
// collection ends at offset end. It returns false, and adds nothing, if the collection
// gains or loses entries, or if a splice is not inside one of them.
func (e *editor) entriesIn(found *[]changedEntry, n *node, old, want model.Value, splices []splice, end int) bool {
	if !n.isBlock() || n.entries() == 0 || old.Type() != want.Type() || want.Len() != n.entries() || splices[0].from < n.marks[0] {
		return false
	}
	had := len(*found)
	for i := range n.entries() {
		to := end
		if i+1 < n.entries() {
			to = lineStart(e.text, n.marks[i+1])
		}
		inside := 0
		for inside < len(splices) && splices[inside].to <= to {
			inside++
		}
		if !e.entryIn(found, n, i, old, want, splices[:inside], to) {
			*found = (*found)[:had]
			return false
		}
		splices = splices[inside:]
	}
	if len(splices) > 0 {
		*found = (*found)[:had]
	}
	return len(splices) == 0
}

// entryIn does the work of entriesIn for one entry.
func (e *editor) entryIn(found *[]changedEntry, n *node, i int, old, want model.Value, splices []splice, end int) bool {
	key, value := n.entry(i)
	if key == nil {
		old, want = old.At(i), want.At(i)
	} else {
		name, err := nameOf(key.Node)
		if err != nil {
			return false
		}
		old, _ = old.Get(name)
		want, _ = want.Get(name)
	}
	if len(splices) == 0 {
		return model.Equal(old, want)
	}
	if e.entriesIn(found, value, old, want, splices, end) {
		return true
	}
	start := lineStart(e.text, n.marks[i])
	if start+n.column != n.marks[i] || len(bytes.Trim(e.text[start:n.marks[i]], " ")) > 0 {
		return false
	}
	text := applied(e.text, start, end, splices)
	if !strings.HasSuffix(text, "\n") && end < len(e.text) || len(text) <= n.column {
		return false
	}
	// if the entry followed text, a comment could become part of the text
	if c := text[n.column]; c <= ' ' || c > '~' || c == '#' {
		return false
	}
	*found = append(*found, changedEntry{n, i, text, want})
	return true
}

// isAsWanted reports whether the wanted value of an entry is the value of a tree.
func (c changedEntry) isAsWanted(root *yaml.Node) bool {
	if root.Kind != c.of.Kind || root.Style&yaml.FlowStyle != 0 || root.Column != c.of.column+1 {
		return false
	}
	key, value := c.of.entry(c.i)
	if key == nil {
		return len(root.Content) == 1 && isEqual(root.Content[0], c.value) && !moreAmbiguous(root, value.Node)
	}
	name, err := nameOf(key.Node)
	return err == nil && len(root.Content) == 2 && isNamed(root.Content[0], name) && isEqual(root.Content[1], c.value) && !moreAmbiguous(root, key.Node, value.Node)
}

// unconfirmed reads the changed entries again, and returns the parts whose entries are not
// confirmed to have their wanted values.
func unconfirmed(changed []part) []part {
	var all []changedEntry
	for _, p := range changed {
		all = append(all, p.entries...)
	}
	ends := []int{0} // the ends of runs; each run is read with one parser
	for i, size := 0, 0; i < len(all); i++ {
		if size += len(all[i].text); size > runBytes || i+1 == len(all) || !strings.HasSuffix(all[i].text, "\n") {
			ends = append(ends, i+1)
			size = 0
		}
	}
	good := make([]bool, len(all))
	inParallel(len(ends)-1, func(i int) { confirm(all[ends[i]:ends[i+1]], good[ends[i]:]) })
	var left []part
	for _, p := range changed {
		confirmed := len(p.entries) > 0
		for range p.entries {
			confirmed = confirmed && good[0]
			good = good[1:]
		}
		if !confirmed {
			left = append(left, p)
		}
	}
	return left
}

// confirm reads entries, and sets good for those that have their wanted values. It sets no
// element of good if a text does not contain exactly one document.
func confirm(run []changedEntry, good []bool) {
	const mark = "---\n"
	size := 0
	for _, c := range run {
		size += len(mark) + len(c.text)
	}
	var text bytes.Buffer
	text.Grow(size)
	for _, c := range run {
		text.WriteString(mark)
		text.WriteString(c.text)
	}
	decoder := yaml.NewDecoder(&text)
	var tree yaml.Node
	ok := make([]bool, len(run))
	for i, c := range run {
		if decoder.Decode(&tree) != nil {
			return
		}
		ok[i] = c.isAsWanted(tree.Content[0])
	}
	if errors.Is(decoder.Decode(&tree), io.EOF) {
		copy(good, ok)
	}
}
