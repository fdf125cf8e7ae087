package yamldoc

import (
	"math/bits"

	"github.com/strategicpatch/smp/model"
)

// shallow is the number of levels at which values are compared directly.
const shallow = 32

// A comparison compares values at all levels of a document. In deep documents, comparing
// whole values at each level would take time proportional to length × depth, so the
// comparison caches hashes of values.
type comparison struct {
	depth  int // depth of the values in the document
	hashes map[model.Value]uint64
}

// equal reports whether two values are equal. Values with different hashes are different.
func (c *comparison) equal(a, b model.Value) bool {
	if c.depth > shallow && c.hash(a) != c.hash(b) {
		return false
	}
	return model.Equal(a, b)
}

// hash returns a hash of a value. Equal values have equal hashes.
func (c *comparison) hash(v model.Value) uint64 {
	if c.depth <= shallow || v.Type() != model.Map && v.Type() != model.List {
		return v.Hash()
	}
	if h, ok := c.hashes[v]; ok {
		return h
	}
	h := uint64(v.Type())
	for _, e := range v.Elements() {
		h = mixed(h, c.hash(e))
	}
	for name, m := range v.Members() { // in any order
		h += mixed(model.NewString(name).Hash(), c.hash(m))
	}
	if c.hashes == nil {
		c.hashes = map[model.Value]uint64{}
	}
	c.hashes[v] = h
	return h
}

// mixed combines two hashes. The result depends on their order.
func mixed(h, x uint64) uint64 {
	high, low := bits.Mul64(h^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return high ^ low
}
