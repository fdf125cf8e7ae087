package model

import "math/bits"

// Hash returns a hash of v. Equal values have the same hash, even if they differ in spelling or in
// the order of members. The hash of a value differs from process to process.
func (v Value) Hash() uint64 {
	switch typ := v.Type(); typ {
	case Bool:
		if v.Bool() {
			return mix(uint64(Bool), 1)
		}
		return mix(uint64(Bool), 0)
	case Number:
		return parseDecimal(v.NumberText()).hash()
	case String:
		return mix(uint64(String), hashText(v.Text()))
	case List:
		h := uint64(v.Len())
		for c := walk(v); c.more(); {
			h = mix(h, c.element().Hash())
		}
		return mix(uint64(List), h)
	case Map:
		// A sum is independent of the order.
		var sum uint64
		for c := walk(v); c.more(); {
			name, value := c.member()
			sum += mix(hashText(name), value.Hash())
		}
		return mix(uint64(Map), sum)
	default:
		return mix(uint64(typ), 0)
	}
}

// mix combines two hashes into one. The result depends on the order of the arguments.
func mix(h, x uint64) uint64 {
	high, low := bits.Mul64(h^0x9e3779b97f4a7c15^hashKey, x^0xd6e8feb86659fd93)
	return high ^ low ^ bits.RotateLeft64(h, 29) + x
}

// hashKey is as secret as seed, so that an attacker cannot choose values with equal hashes.
var hashKey = hashText("")
