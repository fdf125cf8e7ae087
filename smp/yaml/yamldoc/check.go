package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// check reads an edited text and returns the documents that do not have their wanted
// values, or the error if the text cannot be read. If the text has no directives and no
// document is removed, it reads only the changed entries, or else the changed documents,
// because documents without directives cannot affect each other.
func (s *Stream) check(t trial, want []model.Value) (bad []int, err error) {
	absent := slices.ContainsFunc(want, func(v model.Value) bool { return v.Type() == model.Absent })
	if absent || hasDirectives(s.text) {
		return s.checkAll(t.text, want)
	}
	t.changed = unconfirmed(t.changed)
	// These runs of documents are independent of each other, so they are read in parallel.
	runs := t.runs()
	found := make([][]int, len(runs))
	inParallel(len(runs), func(i int) { found[i] = s.checkRun(t.text, runs[i], want) })
	return slices.Concat(found...), nil
}

// hasDirectives reports whether a text may contain directives, such as %YAML.
func hasDirectives(text []byte) bool {
	return bytes.HasPrefix(text, []byte("%")) || bytes.Contains(text, []byte("\n%"))
}

// inParallel calls do for the numbers from 0 to n-1, on all processors.
func inParallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		}()
	}
	workers.Wait()
}

// runBytes is the length at which a run ends. For a shorter run, the cost of a parser would
// be too high. With longer runs, the last processor would take too long to finish.
const runBytes = 128 << 10

// runs groups consecutive changed documents into runs. Each run is read with one
// parser.
func (t trial) runs() [][]part {
	var runs [][]part
	for i := 0; i < len(t.changed); {
		end := i + 1
		for end < len(t.changed) && t.changed[end].from == t.changed[end-1].to && t.changed[end].from-t.changed[i].from < runBytes {
			end++
		}
		runs = append(runs, t.changed[i:end])
		i = end
	}
	return runs
}

// checkRun reads a run of documents and returns those that do not have their wanted
// values. It returns all of them if the text cannot be read.
func (s *Stream) checkRun(text []byte, run []part, want []model.Value) (bad []int) {
	all := func() []int {
		for _, changed := range run {
			bad = append(bad, changed.document)
		}
		return bad
	}
	end := run[len(run)-1].to
	whole := end == len(text)
	text = text[run[0].from:end]
	if !whole && !bytes.HasSuffix(text, []byte("\n")) {
		return all()
	}
	// Only the placer finds a tag without a name, and only Read finds JSON.
	if bytes.Contains(text, []byte("!")) || slices.ContainsFunc(run, func(p part) bool { return s.documents[p.document].JSON }) {
		edited, err := Read(text)
		if err != nil || len(edited.documents) != len(run) {
			return all()
		}
		for i, changed := range run {
			if !edited.documents[i].isAsWanted(&s.documents[changed.document], want[changed.document]) {
				bad = append(bad, changed.document)
			}
		}
		return bad
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for _, changed := range run {
		tree := new(yaml.Node)
		if decoder.Decode(tree) != nil {
			bad = nil
			return all()
		}
		if !isEqual(tree.Content[0], want[changed.document]) || moreAmbiguous(tree, s.documents[changed.document].tree) {
			bad = append(bad, changed.document)
		}
	}
	if !errors.Is(decoder.Decode(new(yaml.Node)), io.EOF) {
		bad = nil
		return all()
	}
	return bad
}

// checkAll reads and checks the whole text.
func (s *Stream) checkAll(text []byte, want []model.Value) (bad []int, err error) {
	edited, err := Read(text)
	if err != nil {
		return nil, err
	}
	at := 0
	for i, v := range want {
		if v.Type() == model.Absent {
			continue
		}
		if at >= len(edited.documents) || !edited.documents[at].isAsWanted(&s.documents[i], v) {
			bad = append(bad, i)
		}
		at++
	}
	if at != len(edited.documents) {
		return bad, fmt.Errorf("yaml: expected %d documents after the edit, got %d", at, len(edited.documents))
	}
	return bad, nil
}

func (d *Document) isAsWanted(before *Document, want model.Value) bool {
	return model.Equal(d.Value, want) && (d.JSON || !before.JSON && !moreAmbiguous(d.tree, before.tree))
}

// isEqual reports whether v is the value of a tree. It is fast if the names are in the
// order of the value.
func isEqual(n *yaml.Node, v model.Value) bool {
	switch n.Kind {
	case yaml.AliasNode:
		return isEqual(n.Alias, v)
	case yaml.SequenceNode:
		if v.Type() != model.List || v.Len() != len(n.Content) {
			return false
		}
		for i, element := range v.Elements() {
			if !isEqual(n.Content[i], element) {
				return false
			}
		}
		return true
	case yaml.MappingNode:
		if v.Type() != model.Map {
			return false
		}
		i := 0
		for name, member := range v.Members() {
			if 2*i == len(n.Content) || !isNamed(n.Content[2*i], name) || !isEqual(n.Content[2*i+1], member) {
				break
			}
			i++
		}
		if i == v.Len() && 2*i == len(n.Content) {
			return true
		}
		read, err := valueOf(n)
		return err == nil && model.Equal(read, v)
	}
	text, err := scalarJSON(n)
	switch {
	case err != nil:
		return false
	case text == "":
		return v.Type() == model.String && v.Text() == n.Value
	case text == v.NumberText():
		return true
	}
	read, _ := model.ParseString(text)
	return model.Equal(read, v)
}

func isNamed(key *yaml.Node, name string) bool {
	read, err := nameOf(key)
	return err == nil && read == name && !isMergeKey(key)
}

// moreAmbiguous reports whether a tree has more ambiguous scalars than the trees before:
// scalars that YAML 1.1 and 1.2 may read differently.
func moreAmbiguous(tree *yaml.Node, before ...*yaml.Node) bool {
	counts := map[string]int{}
	countAmbiguous(tree, counts, 1)
	if len(counts) == 0 {
		return false
	}
	for _, n := range before {
		countAmbiguous(n, counts, -1)
	}
	for _, more := range counts {
		if more > 0 {
			return true
		}
	}
	return false
}

func countAmbiguous(n *yaml.Node, counts map[string]int, by int) {
	const otherwise = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
	if n.Kind == yaml.ScalarNode && n.Style&otherwise == 0 && n.Value != "" && isAmbiguous(n.Value) {
		counts[n.Value] += by
	}
	for _, part := range n.Content {
		countAmbiguous(part, counts, by)
	}
}
