package identity

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
)

// linearIdents is the largest number of identities that are searched one by one. A larger number is
// searched by hash.
const linearIdents = 8

// keptTable is the size of the largest table, and the largest number of values, for which Clear keeps
// the memory for reuse.
const keptTable = 1 << 10

// An Index numbers distinct identities in the order of their addition. An identity is a fixed
// number of values, which are compared as JSON values (rule key-equality). These are the keys of an
// element, which may be absent, or one value of a set.
type Index struct {
	By    *Selection // selection of the elements; nil for other identities
	Width int        // number of values of an identity
	// Decoded reports whether values are compared as in apimachinery (divergence
	// integer-float-distinct).
	Decoded bool
	Values  []model.Value // Width for each identity

	strings    bool // every identity is a single string
	count      int
	next       int           // number of the identity after the one that FindNear found last
	hashes     []uint64      // hash of each identity, if there is a table
	table      []int32       // hash table with open addressing; a cell is the number of an identity plus one, or 0
	spareTable []int32       // cleared memory for table
	keys       []model.Value // memory for the keys of one element
}

// NewIndex returns an index for identities that have width values each. It has memory for room
// identities.
func NewIndex(width, room int) *Index {
	return &Index{Width: width, Values: make([]model.Value, 0, width*room)}
}

// Clear removes all identities. It keeps the memory for reuse, unless it is unusually large.
func (ix *Index) Clear() {
	values, hashes, spare := ix.Values, ix.hashes, ix.spareTable
	if ix.table != nil {
		spare = ix.table
	}
	*ix = Index{}
	if len(spare) <= keptTable && cap(values) <= keptTable {
		clear(values)
		clear(spare)
		ix.Values, ix.hashes, ix.spareTable = values[:0], hashes[:0], spare
	}
}

// Number returns the number of an element's identity, and adds the identity if it is new. If the
// element has no identity, it returns -1.
func (ix *Index) Number(e model.Value) int {
	var ok bool
	if ix.keys, ok = ix.By.KeysOf(ix.keys[:0], e); !ok {
		return -1
	}
	return ix.Add(ix.keys)
}

// Len returns the number of identities.
func (ix *Index) Len() int { return ix.count }

// Identity returns the values of the identity with number id. Do not change them.
func (ix *Index) Identity(id int) []model.Value {
	return ix.Values[id*ix.Width : (id+1)*ix.Width]
}

// Is reports whether the identity with number id has the given keys.
func (ix *Index) Is(id int, keys []model.Value) bool {
	if ix.strings {
		return keys[0].HasText(ix.Values[id].Text())
	}
	for i, v := range ix.Identity(id) {
		if ix.Decoded && !sameDecoded(v, keys[i]) || !ix.Decoded && !sameKey(v, keys[i]) {
			return false
		}
	}
	return true
}

// sameKey is like model.Equal, but faster for strings, because most keys are strings.
func sameKey(a, b model.Value) bool {
	if a.Type() == model.String && b.Type() == model.String {
		return a.Text() == b.Text()
	}
	return model.Equal(a, b)
}

// append adds a new identity.
func (ix *Index) append(keys []model.Value) {
	ix.strings = (ix.strings || ix.count == 0) && ix.Width == 1 && !ix.Decoded && keys[0].Type() == model.String
	ix.Values = append(ix.Values, keys...)
	ix.count++
}

// Find returns the number of the identity with the given keys, or -1.
func (ix *Index) Find(keys []model.Value) int {
	if ix.table == nil {
		return ix.search(keys)
	}
	return int(ix.table[ix.slot(ix.hash(keys), keys)]) - 1
}

// search implements Find without the table.
func (ix *Index) search(keys []model.Value) int {
	for id := range ix.Len() {
		if ix.Is(id, keys) {
			return id
		}
	}
	return -1
}

// FindNear is like Find, but first checks the identity after the one that it found last, because
// lists that are compared usually have the same order.
func (ix *Index) FindNear(keys []model.Value) int {
	id := ix.next
	if id >= ix.Len() || !ix.Is(id, keys) {
		if ix.Len() == 1 && id == 0 {
			return -1
		}
		id = ix.Find(keys)
	}
	if id >= 0 {
		ix.next = id + 1
	}
	return id
}

// Add returns the number of the identity with the given keys, and adds the identity if it is new.
func (ix *Index) Add(keys []model.Value) int {
	if ix.table == nil {
		if id := ix.search(keys); id >= 0 {
			return id
		}
		ix.append(keys)
		if ix.count > linearIdents {
			ix.rebuild()
		}
		return ix.count - 1
	}
	h := ix.hash(keys)
	slot := ix.slot(h, keys)
	if n := ix.table[slot]; n > 0 {
		return int(n - 1)
	}
	ix.append(keys)
	ix.hashes = append(ix.hashes, h)
	ix.table[slot] = int32(ix.count)
	if 2*ix.Len() > len(ix.table) {
		ix.rebuild()
	}
	return ix.Len() - 1
}

// slot returns the index of the cell in the table that holds the identity, or of the free cell for
// it.
func (ix *Index) slot(h uint64, keys []model.Value) int {
	mask := len(ix.table) - 1
	i := int(h) & mask
	for ; ix.table[i] > 0; i = (i + 1) & mask {
		if id := int(ix.table[i] - 1); ix.hashes[id] == h && ix.Is(id, keys) {
			break
		}
	}
	return i
}

// rebuild makes a table that is large enough for twice the current number of identities, and for
// the number that was passed to NewIndex.
func (ix *Index) rebuild() {
	size := 4 * linearIdents
	room := max(2*ix.Len(), cap(ix.Values)/ix.Width)
	for size < 2*room {
		size *= 2
	}
	ix.hashes = slices.Grow(ix.hashes, room-len(ix.hashes))
	for id := len(ix.hashes); id < ix.Len(); id++ {
		ix.hashes = append(ix.hashes, ix.hash(ix.Identity(id)))
	}
	ix.table, ix.spareTable = slices.Grow(ix.spareTable[:0], size)[:size], nil
	for id, h := range ix.hashes {
		i := int(h) & (size - 1)
		for ; ix.table[i] > 0; i = (i + 1) & (size - 1) {
		}
		ix.table[i] = int32(id + 1)
	}
}

// hash combines the hashes of the keys. The result depends on their order.
func (ix *Index) hash(keys []model.Value) uint64 {
	var h uint64
	for _, v := range keys {
		if ix.Decoded {
			h ^= hashDecoded(v)
		} else {
			h ^= v.Hash()
		}
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// FewTexts is the largest number of texts with which the key of an element is compared one by one.
const FewTexts = 4

// Texts appends the identities to dst as texts. It reports false if there are more than FewTexts
// identities, if an identity is not a string, or if elements have several keys.
func (ix *Index) Texts(by *Selection, dst []string) ([]string, bool) {
	if !ix.strings || ix.Len() > FewTexts || !by.ByText() {
		return nil, false
	}
	for _, key := range ix.Values {
		dst = append(dst, key.Text())
	}
	return dst, true
}

// EachMatched calls take for each element of a list that has one of the identities, with the number
// of the identity. keys is memory for the keys of one element.
func (ix *Index) EachMatched(by *Selection, list model.Value, keys []model.Value, take func(e model.Element, id int)) {
	var room [FewTexts]string
	if texts, ok := ix.Texts(by, room[:0]); ok {
		for e, id := range door.Shortcuts.Matching(list, by.Names[0], texts) {
			if id >= 0 {
				take(e, id)
			}
		}
		return
	}
	i := -1
	ix.next = 0
	for e, keys := range by.All(list, keys) {
		i++
		if keys == nil {
			continue
		}
		if id := ix.FindNear(keys); id >= 0 {
			take(model.Element{Index: i, Value: e}, id)
		}
	}
}

// SetOf returns an index of the scalars of a list.
func SetOf(list model.Value) *Index {
	ix := NewIndex(1, list.Len())
	ix.AddScalars(list)
	return ix
}

// AddScalars adds the scalars of a list to an index of values.
func (ix *Index) AddScalars(list model.Value) {
	for _, v := range list.Elements() {
		if v.IsScalar() {
			ix.Add([]model.Value{v})
		}
	}
}

// A DecodedType is the type of a value after apimachinery has decoded it. It has two
// types of numbers.
type DecodedType uint8

// These are the decoded types.
const (
	// DecodedNull is null or an absent value.
	DecodedNull DecodedType = iota
	decodedBool
	decodedString
	decodedInteger
	decodedFloat
	// DecodedList is a list.
	DecodedList
	// DecodedMap is a map.
	DecodedMap
)

// DecodedTypeOf returns the decoded type of a value.
func DecodedTypeOf(v model.Value) DecodedType {
	switch v.Type() {
	case model.Bool:
		return decodedBool
	case model.String:
		return decodedString
	case model.Number:
		if _, ok := DecodedInt(v); ok {
			return decodedInteger
		}
		return decodedFloat
	case model.List:
		return DecodedList
	case model.Map:
		return DecodedMap
	default:
		return DecodedNull
	}
}

// DecodedInt returns the value of a number, and whether apimachinery decodes it as an integer. An
// integer must be written without a fraction or an exponent and fit into an int64. For example, 1
// is an integer, but 1.0 and 1e0 are floats.
func DecodedInt(v model.Value) (int64, bool) {
	text := v.NumberText()
	if strings.ContainsAny(text, ".eE") {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// sameDecoded reports whether two scalars or nulls are equal after decoding (divergence
// integer-float-distinct).
func sameDecoded(a, b model.Value) bool {
	typ := DecodedTypeOf(a)
	switch {
	case typ != DecodedTypeOf(b):
		return false
	case typ == decodedFloat:
		return a.Float64() == b.Float64()
	default:
		return model.Equal(a, b)
	}
}

// hashDecoded returns equal hashes for values that are equal after decoding. Like the
// hashes of package model, they differ from process to process.
func hashDecoded(v model.Value) uint64 {
	if DecodedTypeOf(v) == decodedFloat {
		var bits [8]byte
		if f := v.Float64(); f != 0 { // -0 equals 0
			binary.LittleEndian.PutUint64(bits[:], math.Float64bits(f))
		}
		return maphash.Bytes(floatSeed, bits[:])
	}
	return v.Hash()
}

// floatSeed is secret, so that an attacker cannot choose floats that collide.
var floatSeed = maphash.MakeSeed()

// TakeFrom returns a list without the scalars that the index of single values has (rule set-delete).
func (ix *Index) TakeFrom(list model.Value) model.Value {
	var gone []model.Element
	for i, e := range list.Elements() {
		if e.IsScalar() && ix.Find([]model.Value{e}) >= 0 {
			gone = append(gone, model.Element{Index: i})
		}
	}
	if gone == nil {
		return list
	}
	list, _ = list.WithElements(gone) // removing elements cannot fail, because the value only becomes smaller
	return list
}
