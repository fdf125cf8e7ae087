// Package reuse holds memory that calls use one after the other.
package reuse

// A Block hands out pieces of memory and takes all of them back at once. The zero
// Block is ready, and for one goroutine.
//
// Only its owner may know what was taken: after Reset a piece has other values. So no
// part of what a caller gets may stand in a Block.
type Block[T any] struct {
	all, free []T // the piece that is in use, and what is left of it
}

const (
	largestPiece = 64      // how many values are made at once for those to come
	keptPiece    = 1 << 12 // how many are kept at most
)

// Take returns n zero values.
func (b *Block[T]) Take(n int) []T {
	if n > len(b.free) {
		b.all = make([]T, max(n, min(2*len(b.all), largestPiece)))
		b.free = b.all
	}
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}

// Reset takes back all that was handed out, and clears it. An unusually large piece is
// left to the garbage collector.
func (b *Block[T]) Reset() {
	if len(b.free) == len(b.all) {
		return
	}
	if len(b.all) > keptPiece {
		*b = Block[T]{}
	}
	clear(b.all[:len(b.all)-len(b.free)])
	b.free = b.all
}
