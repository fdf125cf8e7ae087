package table

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the bits of a head, the first number of a type in the table. Package
// smp/kubernetes, which reads the table, documents the format.
const (
	kindReference = 4

	headScalarsShift       = 3
	headScalars            = 1<<3 - 1
	headFractions          = 1 << 9
	headDefault            = 1 << 8
	headScalarAcceptsLists = 1 << 7

	headStrategyShift = 3
	headRetainKeys    = 1 << 5
	headKeys          = 1 << 13
	headMapKeys       = 1 << 7
	headRecommended   = 1 << 8
	headListType      = 1 << 9
	headBelow         = 1 << 10
	headAcceptsLists  = 1 << 11
	headUnions        = 1 << 12
	headMarks         = 1 << 6

	headScalarMarks = 1 << 6
)

// A writer appends types to its text. It writes words and definitions as numbers.
type writer struct {
	text       []byte
	word       func(string) int
	definition func(string) int
}

func (w *writer) number(n int) { w.text = binary.AppendUvarint(w.text, uint64(n)) }

func (w *writer) words(words []string) {
	w.number(len(words))
	for _, word := range words {
		w.number(w.word(word))
	}
}

// typ writes the type that plain describes, and the differences between plain and listTyped.
func (w *writer) typ(plain, listTyped smp.Definition) {
	if plain.Type == smp.ScalarType {
		w.scalar(plain)
		return
	}
	head := int(plain.Type) | int(plain.Strategy)<<headStrategyShift
	if plain.Ref != "" {
		head |= kindReference
	}
	decided := plain.Strategy != listTyped.Strategy || len(plain.Keys) != len(listTyped.Keys)
	for bit, set := range map[int]bool{
		headRetainKeys:   plain.RetainKeys,
		headKeys:         len(plain.Keys) > 0,
		headMapKeys:      plain.MapKeys,
		headRecommended:  len(plain.Recommended) > 0,
		headListType:     decided,
		headAcceptsLists: plain.AcceptsLists,
		headUnions:       len(plain.Unions) > 0,
		headMarks:        plain.Marks != smp.Marks{},
		headBelow:        plain.Values != nil || plain.Element != nil,
	} {
		if set {
			head |= bit
		}
	}
	w.number(head)
	w.marks(plain.Marks)
	if len(plain.Keys) > 0 {
		w.words(plain.Keys)
	}
	if len(plain.Recommended) > 0 {
		w.words(plain.Recommended)
	}
	if decided {
		w.number(int(listTyped.Strategy))
		w.words(listTyped.Keys)
	}
	switch {
	case plain.Ref != "":
		w.number(w.definition(plain.Ref))
	case plain.Type == smp.MapType:
		w.fields(plain, listTyped)
		w.unions(plain.Unions)
		if plain.Values != nil {
			w.typ(*plain.Values, *listTyped.Values)
		}
	case plain.Element != nil:
		w.typ(*plain.Element, *listTyped.Element)
	}
}

func (w *writer) scalar(t smp.Definition) {
	head := int(smp.ScalarType) | int(t.Scalars)&headScalars<<headScalarsShift
	if t.Scalars&smp.NumberScalar == smp.NumberScalar {
		head |= headFractions
	}
	if t.AcceptsLists {
		head |= headScalarAcceptsLists
	}
	if t.Marks != (smp.Marks{}) {
		head |= headScalarMarks
	}
	hasDefault := t.Default.Type() != model.Absent
	if hasDefault {
		head |= headDefault
	}
	w.number(head)
	w.marks(t.Marks)
	if hasDefault {
		w.number(w.word(t.Default.JSON()))
	}
}

// marks writes marks, if there are any.
func (w *writer) marks(m smp.Marks) {
	if m == (smp.Marks{}) {
		return
	}
	bits := 0
	for i, set := range []bool{m.NotStored, m.FilledIn, m.Immutable, m.Quantity, m.Time, m.AliasOf != "", m.Base64, m.Derived, m.ZeroFilledIn, m.Required} {
		if set {
			bits |= 1 << i
		}
	}
	w.number(bits)
	if m.AliasOf != "" {
		w.number(w.word(m.AliasOf))
	}
}

func (w *writer) fields(plain, listTyped smp.Definition) {
	w.number(len(plain.Fields))
	for _, name := range slices.Sorted(maps.Keys(plain.Fields)) {
		w.number(w.word(name))
		w.typ(plain.Fields[name], listTyped.Fields[name])
	}
}

// unions writes the unions of a map, if it has any.
func (w *writer) unions(unions []smp.Union) {
	if len(unions) == 0 {
		return
	}
	w.number(len(unions))
	for _, u := range unions {
		if u.Discriminator == "" {
			w.number(0)
		} else {
			w.words([]string{u.Discriminator})
		}
		w.number(len(u.Members))
		for _, m := range u.Members {
			w.words(m.Fields)
			if u.Discriminator != "" {
				w.number(w.word(m.Value))
			}
			unset := make([]string, len(m.Unset))
			for i, v := range m.Unset {
				unset[i] = v.JSON()
			}
			w.words(unset)
		}
	}
}

// A wordList numbers words in the order in which they are added.
type wordList struct {
	all     []string
	numbers map[string]int
	uses    map[string]int
}

func (l *wordList) number(word string) int {
	n, ok := l.numbers[word]
	if !ok {
		if l.numbers == nil {
			l.numbers, l.uses = map[string]int{}, map[string]int{}
		}
		n = len(l.all)
		l.numbers[word] = n
		l.all = append(l.all, word)
	}
	l.uses[word]++
	return n
}

// byUse returns the same words numbered by frequency, so that the most frequent numbers are
// short.
func (l *wordList) byUse() *wordList {
	ranked := slices.Clone(l.all)
	slices.Sort(ranked)
	slices.SortStableFunc(ranked, func(a, b string) int { return l.uses[b] - l.uses[a] })
	r := &wordList{}
	for _, word := range ranked {
		r.number(word)
	}
	return r
}
