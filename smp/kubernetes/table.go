package kubernetes

import (
	"encoding/binary"
	"strconv"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These generated constants contain the table:
//
//   - tableNames contains the words of the table, separated by white space. The words are names of
//     fields, and defaults as JSON. The table refers to a word by its number. The first word has
//     number 0.
//   - tableKinds contains a line for each apiVersion with its kinds. Each kind is followed by a
//     colon and the number of its definition, as in "v1 Pod:12 Service:40".
//   - tableTypes contains the definitions one after the other. Before each definition is its
//     length. Equal definitions appear only once.
//
// A definition contains a type. A type begins with a number, its head. The three lowest bits of the
// head are the JSON type. The other bits determine which of the following parts the type has, in
// this order:
//
//   - the marks: one number, and the word of an alias;
//   - the merge keys, the recommended keys, and the strategy and keys by list type;
//   - for a scalar, its default;
//   - for a reference, the number of its definition;
//   - for a map, its named fields, its unions, and the type of its values;
//   - for a list, the type of its elements.
//
// A union consists of its discriminator, as a list of at most one word, and its members. A member
// consists of its fields, its value if the union has a discriminator, and the values that count as
// unset. All numbers are varints. Before a list of words or fields is its length.
const (
	headKind = 1<<3 - 1

	// These are the bits in the head of a scalar.
	headScalarsShift       = 3
	headScalars            = 1<<3 - 1
	headFractions          = 1 << 9 // numbers need not be whole
	headDefault            = 1 << 8
	headScalarAcceptsLists = 1 << 7
	headScalarMarks        = 1 << 6

	// These are the bits in the head of other types.
	headStrategyShift = 3
	headStrategy      = 1<<2 - 1
	headRetainKeys    = 1 << 5
	headKeys          = 1 << 13
	headMapKeys       = 1 << 7
	headRecommended   = 1 << 8
	headListType      = 1 << 9
	headBelow         = 1 << 10
	headAcceptsLists  = 1 << 11
	headUnions        = 1 << 12
	headMarks         = 1 << 6

	// These are the bits of the marks.
	marksNotStored = 1 << 0
	marksFilledIn  = 1 << 1
	marksImmutable = 1 << 2
	marksQuantity  = 1 << 3
	marksTime      = 1 << 4
	marksAliasOf   = 1 << 5
	marksBase64    = 1 << 6
	marksDerived   = 1 << 7
	marksZero      = 1 << 8
	marksRequired  = 1 << 9

	// kindReference is the type of a reference. The other types have the numbers of
	// package smp.
	kindReference = 4
)

// A table holds the constants after their first decoding, which happens on first use. The
// definitions are decoded later.
type table struct {
	names       []string
	definitions []string
	entries     []entry // sorted by Kind
	byKind      map[Kind]*entry
}

// An entry holds one kind and its schemas, which are built on first use.
type entry struct {
	Kind
	definition string
	plain      built
	listTyped  built
}

type built struct {
	once   sync.Once
	schema smp.Schema
}

var (
	loadOnce sync.Once
	loaded   table
)

// load returns the table.
func load() *table {
	loadOnce.Do(loaded.decode)
	return &loaded
}

func (t *table) decode() {
	t.names = strings.Fields(tableNames)
	for rest := (reader{text: tableTypes}); rest.text != ""; {
		length := rest.number()
		t.definitions = append(t.definitions, rest.text[:length])
		rest.text = rest.text[length:]
	}
	t.entries = make([]entry, 0, strings.Count(tableKinds, ":"))
	for _, line := range strings.Split(tableKinds, "\n") {
		words := strings.Fields(line)
		for _, word := range words[min(1, len(words)):] {
			kind, number, _ := strings.Cut(word, ":")
			t.entries = append(t.entries, entry{Kind: Kind{words[0], kind}, definition: number})
		}
	}
	t.byKind = make(map[Kind]*entry, len(t.entries))
	for i := range t.entries {
		t.byKind[t.entries[i].Kind] = &t.entries[i]
	}
}

// definition decodes the definition whose number, as text, is name.
func (t *table) definition(name string, listTypes bool) smp.Definition {
	number, _ := strconv.Atoi(name)
	r := reader{text: t.definitions[number], names: t.names, listTypes: listTypes}
	return r.typ()
}

// A reader decodes text from its beginning.
type reader struct {
	text      string
	names     []string
	listTypes bool
}

func (r *reader) number() int {
	// Nearly all numbers are small.
	if c := r.text[0]; c < 0x80 {
		r.text = r.text[1:]
		return int(c)
	}
	var bytes [binary.MaxVarintLen32]byte
	value, length := binary.Uvarint(bytes[:copy(bytes[:], r.text)])
	r.text = r.text[length:]
	return int(value)
}

func (r *reader) word() string { return r.names[r.number()] }

func (r *reader) words() []string {
	words := make([]string, r.number())
	for i := range words {
		words[i] = r.word()
	}
	return words
}

func (r *reader) typ() smp.Definition {
	head := r.number()
	if kind := smp.SchemaType(head & headKind); kind == smp.ScalarType {
		return r.scalar(head)
	}
	t := smp.Definition{
		Strategy:     smp.Strategy(head >> headStrategyShift & headStrategy),
		RetainKeys:   head&headRetainKeys != 0,
		MapKeys:      head&headMapKeys != 0,
		AcceptsLists: head&headAcceptsLists != 0,
	}
	if head&headMarks != 0 {
		t.Marks = r.marks()
	}
	if head&headKeys != 0 {
		t.Keys = r.words()
	}
	if head&headRecommended != 0 {
		t.Recommended = r.words()
	}
	if head&headListType != 0 {
		strategy, keys := smp.Strategy(r.number()), r.words()
		if r.listTypes {
			t.Strategy = strategy
			if len(keys) > 0 {
				t.Keys, t.MapKeys = keys, true
			}
		}
	}
	switch head & headKind {
	case kindReference:
		t.Ref = strconv.Itoa(r.number())
	case int(smp.MapType):
		t.Type, t.Fields = smp.MapType, r.fields()
		if head&headUnions != 0 {
			t.Unions = r.unions()
		}
		t.Values = r.below(head)
	case int(smp.ListType):
		t.Type = smp.ListType
		t.Element = r.below(head)
	}
	return t
}

func (r *reader) scalar(head int) smp.Definition {
	t := smp.Definition{
		Type:         smp.ScalarType,
		Scalars:      smp.Scalars(head >> headScalarsShift & headScalars),
		AcceptsLists: head&headScalarAcceptsLists != 0,
	}
	if head&headFractions != 0 {
		t.Scalars |= smp.NumberScalar
	}
	if head&headScalarMarks != 0 {
		t.Marks = r.marks()
	}
	if head&headDefault != 0 {
		t.Default = model.MustParse(r.word())
	}
	return t
}

func (r *reader) marks() smp.Marks {
	bits := r.number()
	m := smp.Marks{
		NotStored: bits&marksNotStored != 0, FilledIn: bits&marksFilledIn != 0, Immutable: bits&marksImmutable != 0,
		Quantity: bits&marksQuantity != 0, Time: bits&marksTime != 0, Base64: bits&marksBase64 != 0,
		Derived: bits&marksDerived != 0, ZeroFilledIn: bits&marksZero != 0,
		Required: bits&marksRequired != 0,
	}
	if bits&marksAliasOf != 0 {
		m.AliasOf = r.word()
	}
	return m
}

func (r *reader) fields() map[string]smp.Definition {
	n := r.number()
	if n == 0 {
		return nil
	}
	fields := make(map[string]smp.Definition, n)
	for range n {
		name := r.word()
		fields[name] = r.typ()
	}
	return fields
}

func (r *reader) unions() []smp.Union {
	unions := make([]smp.Union, r.number())
	for i := range unions {
		u := &unions[i]
		for _, u.Discriminator = range r.words() {
		}
		u.Members = make([]smp.UnionMember, r.number())
		for j := range u.Members {
			m := &u.Members[j]
			m.Fields = r.words()
			if u.Discriminator != "" {
				m.Value = r.word()
			}
			for _, text := range r.words() {
				m.Unset = append(m.Unset, model.MustParse(text))
			}
		}
	}
	return unions
}

func (r *reader) below(head int) *smp.Definition {
	if head&headBelow == 0 {
		return nil
	}
	t := r.typ()
	return &t
}
