package yamldoc

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// An editor collects the splices for one document.
type editor struct {
	*Stream
	doc     *Document
	keys    KeysFunc // nil if no schema is known
	style   style
	splices []splice
	sites   map[*node]model.Value // the future values of anchors that stay
	rewrite *node                 // the node to rewrite
	path    model.Path
	notes   []Note
	err     error
	compare comparison

	known, elements map[*node]*siblings // caches of entriesOf and fieldsOf
	all             *siblings           // cache of the method everywhere

	names  map[*node]map[int]string // the new names of the renamed fields of maps, by index
	after  map[*node][]model.Value  // cache of elementAfter
	starts map[*node]entryStart     // the last answer of startOf for each collection
	below  map[int][]commentLine    // cache of commentsBelow
}

func (e *editor) run(want model.Value, how effort) {
	if e.doc.root == nil || how == wholeDocument {
		e.whole(want)
		return
	}
	e.value(e.doc.root, e.doc.Value, want, slot{column: -1})
	if how == smallestNode {
		e.rewrite = e.around()
		e.splices, e.notes, e.sites = nil, nil, map[*node]model.Value{}
		e.value(e.doc.root, e.doc.Value, want, slot{column: -1})
	}
}

// around returns the smallest collection around all splices.
func (e *editor) around() *node {
	from, to := e.doc.end, 0
	for _, c := range e.splices {
		from, to = min(from, c.from), max(to, c.to)
	}
	n := e.doc.root
	for {
		i := slices.IndexFunc(n.kids, func(kid *node) bool {
			return len(kid.kids) > 0 && kid.start <= from && to <= kid.end
		})
		if i < 0 {
			return n
		}
		n = n.kids[i]
	}
}

// whole rewrites a document, except for the comments at its beginning.
func (e *editor) whole(want model.Value) {
	from, to := e.doc.start, e.doc.end
	if e.doc.JSON {
		part := e.text[from:to]
		from += len(part) - len(bytes.TrimLeft(part, " \t\r\n"))
		to = from + len(bytes.TrimSpace(part))
		e.splice(from, to, asJSON(want))
		e.note(from, "the document is rewritten")
		return
	}
	if e.odd { // the lines of such a text are not known
		e.splice(from, to, e.lines(want, 0, pattern{}))
		e.note(from, "the document is rewritten")
		return
	}
	marked := lineStart(e.text, from) != from
	if !marked || isBlankOrComment(e.text[from:lineEnd(e.text, from)]) {
		if marked {
			from, marked = min(lineEnd(e.text, from), to), !bytes.HasSuffix(e.text[:lineEnd(e.text, from)], []byte("\n"))
		}
		for from < to {
			next := lineEnd(e.text, from)
			if !isBlankOrComment(e.text[from:next]) {
				break
			}
			from = next
		}
	}
	text := e.lines(want, 0, pattern{})
	if marked {
		text = e.newline + text
	}
	e.splice(from, to, text)
	e.note(from, "the document is rewritten")
}

func isBlankOrComment(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#'
}

func (e *editor) splice(from, to int, text string) {
	e.splices = append(e.splices, splice{from, to, text})
}

func (e *editor) note(at int, text string) {
	line, _ := e.lineOf(e.doc, at)
	e.notes = append(e.notes, Note{Line: line, Path: slices.Clone(e.path), Text: text})
}

// A slot describes the surroundings of a value in the text.
type slot struct {
	column  int   // of the surrounding block collection; -1 if there is none
	flow    bool  // inside a flow collection
	element bool  // the value follows a dash
	in      *node // the surrounding collection, or nil
	list    *node // the collection around in, or nil
}

// value edits a node to have the wanted value.
func (e *editor) value(n *node, old, want model.Value, at slot) {
	if n.Anchor != "" {
		e.sites[n] = want
	}
	if n.alias != nil {
		if site, ok := e.sites[n.alias]; !ok || !model.Equal(site, want) {
			e.note(n.start, fmt.Sprintf("the alias *%s is written out", n.Node.Value))
			e.replace(n, want, at)
		}
		return
	}
	e.compare.depth = len(e.path)
	same := e.compare.equal(old, want)
	switch {
	case n == e.rewrite:
		e.note(n.start, "rewritten")
	case same && !n.anchors && !n.aliases:
		return
	case want.Type() == model.Map && old.Type() == model.Map && len(n.kids) > 0:
		e.mapping(n, old, want, at)
		return
	case want.Type() == model.List && old.Type() == model.List && len(n.kids) > 0:
		e.list(n, old, want, at)
		return
	case same:
		return
	case want.Type() == model.String && old.Type() == model.String && e.respell(n, want.Text(), at):
		return
	}
	e.replace(n, want, at)
}

// An item is an entry of the wanted collection: an existing entry or a new one.
type item struct {
	from  int // the index of the existing entry; added for a new one
	name  string
	old   model.Value
	value model.Value
	other bool  // an existing entry had another name
	like  *node // the value that a new entry overrides, or nil
}

const added = -1

// entry edits an entry that stays. Merge keys that stay are not edited.
func (e *editor) entry(n *node, it item, at slot) {
	key, value := n.entry(it.from)
	if key != nil && key.isMerge() && !e.doc.JSON {
		return
	}
	if key == nil {
		e.path = append(e.path, model.Index(it.from))
	} else {
		e.path = append(e.path, model.Field(e.nameOf(key)))
		if it.other {
			e.rename(key, it.name, at.flow)
		} else if key.alias != nil {
			if site, ok := e.sites[key.alias]; !ok || site.Type() != model.String || site.Text() != it.name {
				e.note(key.start, fmt.Sprintf("the alias *%s is written out", key.Node.Value))
				e.splice(key.start, key.end, string(AppendQuoted(nil, it.name)))
			}
		} else if key.Anchor != "" {
			e.sites[key] = model.NewString(it.name)
		}
	}
	e.value(value, it.old, it.value, at)
	e.path = e.path[:len(e.path)-1]
}

// mapping edits a map that stays a map.
func (e *editor) mapping(n *node, old, want model.Value, at slot) {
	items, merge := e.kept(n, old, want, nil)
	if merge == nil && len(items) < min(n.entries(), want.Len()) {
		e.names[n] = e.renamed(n, old, want)
		items, merge = e.kept(n, old, want, e.names[n])
	}
	if merge != nil || len(items) < want.Len() {
		seen := make(map[string]bool, len(items))
		for _, it := range items {
			seen[it.name] = true
		}
		for name, v := range want.Members() {
			if !seen[name] && !(merge != nil && merge.brings[name]) {
				one := item{from: added, name: name, value: v}
				if merge != nil {
					one.like = merge.hides[name]
					if before, _ := old.Get(name); model.Equal(before, v) {
						e.note(n.start, fmt.Sprintf("%s is written out, because the value of the merge key changes", name))
					}
				}
				items = append(items, one)
			}
		}
	}
	e.entries(n, items, want, at)
}

// kept returns the entries of a map that stay, some of them with new names, and the entries
// that come from merge keys. The result merge is the plan for merge keys.
func (e *editor) kept(n *node, old, want model.Value, names map[int]string) (items []item, merge *merging) {
	items = make([]item, 0, n.entries())
	for i := range n.entries() {
		key, _ := n.entry(i)
		if key.isMerge() && !e.doc.JSON {
			if merge == nil {
				merge = e.merging(n, want)
			}
			items = merge.append(items, e, n, i)
			continue
		}
		name := e.nameOf(key)
		before, _ := old.Get(name)
		other, isOther := names[i]
		if isOther {
			name = other
		}
		if v, ok := want.Get(name); ok {
			items = append(items, item{from: i, name: name, old: before, value: v, other: isOther})
		}
	}
	return items, merge
}

// list edits a list that stays a list.
func (e *editor) list(n *node, old, want model.Value, at slot) {
	before, after := old.AppendElements(nil), want.AppendElements(nil)
	items := make([]item, len(after))
	for i, from := range e.match(before, after, e.path) {
		items[i] = item{from: from, value: after[i]}
		if from != added {
			items[i].old = before[from]
		}
	}
	e.entries(n, items, want, at)
}

// entries edits a collection to have these entries.
func (e *editor) entries(n *node, items []item, want model.Value, at slot) {
	inner := slot{column: n.column, flow: at.flow || n.isFlow(), element: n.marks != nil && len(n.kids) == len(n.marks), in: n, list: at.in}
	unchanged := len(items) == n.entries()
	for i, it := range items {
		unchanged = unchanged && it.from == i
	}
	switch {
	case unchanged:
		for _, it := range items {
			e.entry(n, it, inner)
		}
	case len(items) == 0:
		e.replace(n, want, at)
	case n.isFlow():
		e.composeFlow(n, items, inner, func() { e.replace(n, want, at) })
	default:
		e.composeBlock(n, items, inner)
	}
}
