package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// linearIdents is up to how many identities are searched one by one; beyond,
// by hash.
const linearIdents = 8

// keptTable is how large a table may be that is kept.
const keptTable = 1 << 10

// An identIndex numbers distinct identities in the order in which they were
// added. An identity is a fixed number of values, compared as JSON values (rule
// key-equality): the keys of an element, absent ones included, or one value of
// a set.
type identIndex struct {
	width int
	// decoded compares as the shipped engine does (divergence
	// integer-float-distinct).
	decoded bool
	strings bool // all identities are one string each
	count   int
	values  []model.Value // width for each identity
	hashes  []uint64      // of each identity, once there is a table
	table   []int32       // open addressing: the number of an identity plus one
	spare   []int32       // all zero, for the table

	by   *selection    // whose identities these are, if they are those of elements
	keys []model.Value // scratch
}

func newIdentIndex(width, room int) *identIndex {
	return &identIndex{width: width, values: make([]model.Value, 0, width*room)}
}

// clear forgets all identities, and the memory for them if it is unusually much.
func (x *identIndex) clear() {
	values, hashes, spare := x.values, x.hashes, x.spare
	if x.table != nil {
		spare = x.table
	}
	*x = identIndex{}
	if len(spare) <= keptTable {
		clear(values)
		clear(spare)
		x.values, x.hashes, x.spare = values[:0], hashes[:0], spare
	}
}

// number returns the number of an element's identity, which is new when it was not
// there; -1 for an element that has none.
func (x *identIndex) number(e model.Value) int {
	var ok bool
	if x.keys, ok = x.by.keysOf(x.keys[:0], e); !ok {
		return -1
	}
	return x.add(x.keys)
}

// len returns how many identities there are.
func (x *identIndex) len() int { return x.count }

// identity returns the values of identity id, which are not to be changed.
func (x *identIndex) identity(id int) []model.Value {
	return x.values[id*x.width : (id+1)*x.width]
}

// is reports whether identity id is keys.
func (x *identIndex) is(id int, keys []model.Value) bool {
	if x.strings {
		return keys[0].Spells(x.values[id].Text())
	}
	for i, v := range x.identity(id) {
		if x.decoded && !sameDecoded(v, keys[i]) || !x.decoded && !sameKey(v, keys[i]) {
			return false
		}
	}
	return true
}

// sameKey is model.Equal with a short way for strings, which most keys are.
func sameKey(a, b model.Value) bool {
	if a.Kind() == model.String && b.Kind() == model.String {
		return a.Text() == b.Text()
	}
	return model.Equal(a, b)
}

// append adds an identity that is not there.
func (x *identIndex) append(keys []model.Value) {
	x.strings = (x.strings || x.count == 0) && x.width == 1 && !x.decoded && keys[0].Kind() == model.String
	x.values = append(x.values, keys...)
	x.count++
}

// find returns the number of the identity, or -1.
func (x *identIndex) find(keys []model.Value) int {
	if x.table == nil {
		return x.search(keys)
	}
	return int(x.table[x.slot(x.hash(keys), keys)]) - 1
}

// search is find without the table.
func (x *identIndex) search(keys []model.Value) int {
	for id := range x.len() {
		if x.is(id, keys) {
			return id
		}
	}
	return -1
}

// findNear is find with a guess: lists that are compared are mostly in the
// same order, so the identity after the last one found is tried first.
func (x *identIndex) findNear(last int, keys []model.Value) int {
	guess := last + 1
	if guess < x.len() && x.is(guess, keys) {
		return guess
	}
	if x.len() == 1 && guess == 0 {
		return -1
	}
	return x.find(keys)
}

// add returns the number of the identity, which is new when it was not there.
func (x *identIndex) add(keys []model.Value) int {
	if x.table == nil {
		if id := x.search(keys); id >= 0 {
			return id
		}
		x.append(keys)
		if x.count > linearIdents {
			x.rebuild()
		}
		return x.count - 1
	}
	h := x.hash(keys)
	slot := x.slot(h, keys)
	if n := x.table[slot]; n > 0 {
		return int(n - 1)
	}
	x.append(keys)
	x.hashes = append(x.hashes, h)
	x.table[slot] = int32(x.count)
	if 2*x.len() > len(x.table) {
		x.rebuild()
	}
	return x.len() - 1
}

// slot returns where in the table the identity is, or where it would go.
func (x *identIndex) slot(h uint64, keys []model.Value) int {
	mask := len(x.table) - 1
	i := int(h) & mask
	for ; x.table[i] > 0; i = (i + 1) & mask {
		if id := int(x.table[i] - 1); x.hashes[id] == h && x.is(id, keys) {
			break
		}
	}
	return i
}

// rebuild makes a table with room for what there is and as much again, or for
// all that newIdentIndex was told of.
func (x *identIndex) rebuild() {
	size := 4 * linearIdents
	room := max(2*x.len(), cap(x.values)/x.width)
	for size < 2*room {
		size *= 2
	}
	x.hashes = slices.Grow(x.hashes, room-len(x.hashes))
	for id := len(x.hashes); id < x.len(); id++ {
		x.hashes = append(x.hashes, x.hash(x.identity(id)))
	}
	x.table, x.spare = roomFor(size, x.spare)[:size], nil
	for id, h := range x.hashes {
		i := int(h) & (size - 1)
		for ; x.table[i] > 0; i = (i + 1) & (size - 1) {
		}
		x.table[i] = int32(id + 1)
	}
}

// hash mixes the hashes of keys; their order counts.
func (x *identIndex) hash(keys []model.Value) uint64 {
	var h uint64
	for _, v := range keys {
		if x.decoded {
			h ^= hashDecoded(v)
		} else {
			h ^= v.Hash()
		}
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// fewTexts is up to how many texts an element's key is compared with one by one.
const fewTexts = 4

// texts appends to dst what identifies elements by a selection, and reports
// whether that is a few texts, and nothing else.
func (x *identIndex) texts(by *selection, dst []string) ([]string, bool) {
	if !x.strings || x.len() > fewTexts || !by.byText() {
		return nil, false
	}
	for _, key := range x.values {
		dst = append(dst, key.Text())
	}
	return dst, true
}

// eachMatched calls take with each element of a list that has one of the
// identities, and with that. keys is scratch.
func (x *identIndex) eachMatched(by *selection, list model.Value, keys []model.Value, take func(e model.Element, id int)) {
	var room [fewTexts]string
	if texts, ok := x.texts(by, room[:0]); ok {
		for e, id := range list.Spelled(by.names[0], texts) {
			if id >= 0 {
				take(e, id)
			}
		}
		return
	}
	i, last := -1, -1
	for e, keys := range by.all(list, keys) {
		i++
		if keys == nil {
			continue
		}
		if id := x.findNear(last, keys); id >= 0 {
			last = id
			take(model.Element{Index: i, Value: e}, id)
		}
	}
}

// setOf indexes the scalars of a list by value.
func setOf(list model.Value) *identIndex {
	x := newIdentIndex(1, list.Len())
	x.addScalars(list)
	return x
}

func (x *identIndex) addScalars(list model.Value) {
	for _, v := range list.Elements() {
		if v.IsScalar() {
			x.add([]model.Value{v})
		}
	}
}
