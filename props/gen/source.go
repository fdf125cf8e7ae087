package gen

import "math/rand/v2"

// A Source makes the choices that determine an input.
type Source interface {
	// Intn returns a number in [0, n), where n is at least 1. The label names the choice, for
	// sources that keep a log.
	Intn(label string, n int) int
}

// Bytes is a Source that reads its choices from bytes. After the last byte, every choice is zero.
// Zeros give the simplest input.
type Bytes struct{ rest []byte }

// FromBytes returns a Source that reads data. The Source does not change data.
func FromBytes(data []byte) *Bytes { return &Bytes{rest: data} }

// Intn reads as many bytes as n needs. It reads none if n is 1.
func (b *Bytes) Intn(_ string, n int) int {
	number := 0
	for reach := 1; reach < n; reach <<= 8 {
		number <<= 8
		if len(b.rest) > 0 {
			number |= int(b.rest[0])
			b.rest = b.rest[1:]
		}
	}
	return number % n
}

// Seed is a Source of pseudo-random choices. Equal seeds give equal choices on every
// platform.
type Seed struct{ random *rand.Rand }

// FromSeed returns the Source with this seed.
func FromSeed(seed uint64) *Seed {
	return &Seed{random: rand.New(rand.NewPCG(seed, 0))}
}

// Intn returns a number in [0, n). All numbers are equally likely.
func (s *Seed) Intn(_ string, n int) int { return s.random.IntN(n) }

var (
	_ Source = (*Bytes)(nil)
	_ Source = (*Seed)(nil)
)
