// Package reuse provides memory that several calls can reuse.
package reuse

// A Block allocates slices from a piece of memory and frees all of them at the same time. The zero
// Block is ready to use by one goroutine.
//
// After Reset the same memory is used again, so the results of exported functions must not refer to
// it.
type Block[T any] struct {
	all, free []T // current piece, and its unused rest
}

const (
	largestPiece = 256     // length of the longest piece, unless a call of Take needs more
	keptPiece    = 1 << 12 // length of the longest piece that Reset keeps
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

// Reset clears all slices and makes their memory available again. It does not keep an unusually
// large piece.
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
