package minimize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A grouping defines which parts of documents are dropped together.
type grouping int

const (
	// byKeys groups fields with equal names, elements with equal merge keys, and equal
	// scalars in lists, in all documents.
	byKeys grouping = iota
	// byAllKeys is like byKeys, but uses recommended keys if a list has any.
	byAllKeys
	// alone makes each part of each document a group of its own.
	alone
	// inStep and inStepByAllKeys are like byKeys and byAllKeys, but group elements without keys
	// by their values, because their indexes differ between a document and the answer. Keys and
	// directives are dropped only together with the map that contains them: without them, the
	// map would mean something else.
	inStep
	inStepByAllKeys
)

func (g grouping) usesAllKeys() bool { return g == byAllKeys || g == inStepByAllKeys }

func (g grouping) isInStep() bool { return g == inStep || g == inStepByAllKeys }

// A spot is one part of one document.
type spot struct {
	document int
	path     model.Path // consists of fields and indexes
	value    model.Value
}

// A place is a group of spots that are dropped together, with the places inside it.
type place struct {
	spots  []spot
	inside []*place
	weight int // the length of the text at the spots
	// byValue is set if the spots are elements that are grouped by their values.
	byValue bool
}

// The directives: prefixes of field names, directives that list fields, and $patch.
const (
	orderPrefix       = "$setElementOrder/"
	deletePrefix      = "$deleteFromPrimitiveList/"
	retainKeys        = "$retainKeys"
	patchMergeKeyName = "$patchMergeKey"
	patchMark         = "$patch"
)

// directiveOf splits the name of a map member into a directive and the field that it applies
// to. The directive is empty if the name is that of a field.
//
//	$setElementOrder/ports  gives  $setElementOrder/, ports
func directiveOf(name string) (directive, field string) {
	for _, prefix := range []string{orderPrefix, deletePrefix} {
		if field, ok := strings.CutPrefix(name, prefix); ok {
			return prefix, field
		}
	}
	return "", name
}

// listsFields reports whether the elements of a directive are names of fields.
func listsFields(name string) bool { return name == retainKeys || name == patchMergeKeyName }

// placesIn returns the place of the roots of an operation's documents, with all places inside it.
func placesIn(op corpus.Op, s smp.Schema, docs []corpus.Document, by grouping) *place {
	root := &place{}
	for i, doc := range docs {
		root.spots = append(root.spots, spot{document: i, value: doc.Value})
	}
	root.fill(s, by, nil)
	if by.isInStep() {
		isAnswer := func(doc corpus.Document) bool { return doc.Name == wanted || doc.Name == answered }
		needed := 1
		if op == corpus.OpDiff || op == corpus.OpThreeWay {
			needed = len(slices.DeleteFunc(slices.Clone(docs), isAnswer))
		}
		root.dropUnshared(docs, needed)
	}
	return root
}

// dropUnshared removes the places inside p, at any depth, that cannot be dropped in step. These are
// elements grouped by values that only answers contain, and maps grouped by values that the wanted
// answer does not share with the needed number of documents. Elements of lists without keys may
// belong together although their values differ, such as {a: 1, v: 1} in original and {a: 1, v: 2} in
// modified.
func (p *place) dropUnshared(docs []corpus.Document, needed int) {
	p.inside = slices.DeleteFunc(p.inside, func(inner *place) bool {
		inWanted, inDocuments := false, map[int]bool{}
		for _, at := range inner.spots {
			switch docs[at.document].Name {
			case wanted:
				inWanted = true
			case answered:
			default:
				inDocuments[at.document] = true
			}
		}
		if inner.spots[0].value.IsScalar() {
			return inner.byValue && len(inDocuments) == 0
		}
		return inner.byValue && (!inWanted || len(inDocuments) < needed)
	})
	for _, inner := range p.inside {
		inner.dropUnshared(docs, needed)
	}
}

// fill finds the places inside a place. If it is a place of elements, keys are the names of their
// keys.
func (p *place) fill(s smp.Schema, by grouping, keys []string) {
	g := group{by: by, places: map[string]*place{}}
	schemas := map[*place]smp.Schema{}
	keysOf := map[*place][]string{}
	for _, at := range p.spots {
		p.weight += len(at.value.JSON())
		for name, m := range at.value.Members() {
			_, field := directiveOf(name)
			schema, _ := s.Member(field)
			if !by.isInStep() || !slices.Contains(fixedNames, name) && !slices.Contains(keys, name) {
				inner := g.add("."+field, spot{at.document, at.path.Append(model.Field(name)), m})
				schemas[inner] = schema
			}
			if !listsFields(name) {
				continue
			}
			for i, e := range m.Elements() {
				// The element may be dropped together with the field that it names.
				g.add("."+e.Text(), spot{at.document, at.path.Append(model.Field(name), model.Index(i)), e})
			}
		}
		for i, e := range at.value.Elements() {
			id := identity(s, e, i, by)
			inner := g.add(id, spot{at.document, at.path.Append(model.Index(i)), e})
			inner.byValue = strings.HasPrefix(id, valueMark)
			schemas[inner] = s.Element()
			keysOf[inner] = slices.Concat(s.Keys(), s.Recommended())
		}
	}
	p.inside = g.order
	for _, inner := range p.inside {
		inner.fill(schemas[inner], by, keysOf[inner])
	}
	// Dropping large places first makes the documents small early.
	slices.SortStableFunc(p.inside, func(a, b *place) int { return b.weight - a.weight })
}

// A group collects the places inside a place, by the identity of their spots.
type group struct {
	by     grouping
	places map[string]*place
	order  []*place
}

func (g *group) add(id string, at spot) *place {
	if g.by == alone {
		id = fmt.Sprint(at.document, at.path)
	}
	p, ok := g.places[id]
	if !ok {
		p = &place{}
		g.places[id] = p
		g.order = append(g.order, p)
	}
	p.spots = append(p.spots, at)
	return p
}

// valueMark is the beginning of the identity of elements that are grouped by their values.
const valueMark = "="

// identity returns the text by which elements are grouped: the merge keys, the value of a scalar
// or, in step, of any element, or else the index.
func identity(s smp.Schema, e model.Value, i int, by grouping) string {
	keys := s.Keys()
	if all := s.Recommended(); by.usesAllKeys() && all != nil {
		keys = all
	}
	if e.Type() != model.Map || len(keys) == 0 {
		if e.IsScalar() || by.isInStep() {
			return valueMark + e.Canonical()
		}
		return fmt.Sprint("#", i)
	}
	id := "["
	for _, key := range keys {
		v, ok := e.Get(key)
		if !ok {
			v, _ = s.KeyDefault(key)
		}
		id += v.Canonical() + ","
	}
	return id
}
