// Package reuse provides memory that several calls can reuse.
package reuse

// A Block allocates slices from a piece of memory and frees all of them at the same time. The zero
// Block is ready to use by one goroutine.
//
// After Reset the same memory is used again, so the results of exported functions must not refer to
// it.
type Block[T any] struct {
	all, free []T // current piece, and its unused rest
	before    int // number of values that were taken from the pieces before the current one
}

const (
	largestPiece = 256     // length of the longest piece, unless a call of Take needs more
	keptPiece    = 1 << 12 // length of the longest piece that Reset keeps
)

// Take returns n zero values.
func (b *Block[T]) Take(n int) []T {
	if n > len(b.free) {
		b.before += len(b.all) - len(b.free)
		b.all = make([]T, max(n, min(2*len(b.all), largestPiece)))
		b.free = b.all
	}
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}

// Reset clears all slices and makes their memory available again. If one piece was not enough, the
// next one has room for all that was taken. Reset does not keep an unusually large piece.
func (b *Block[T]) Reset() {
	total := b.before + len(b.all) - len(b.free)
	switch {
	case total > keptPiece:
		*b = Block[T]{}
		return
	case b.before > 0:
		*b = Block[T]{all: make([]T, total)}
	default:
		clear(b.all[:len(b.all)-len(b.free)])
	}
	b.free = b.all
}
