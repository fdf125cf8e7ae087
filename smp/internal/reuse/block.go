// Package reuse provides scratch memory that calls reuse.
package reuse

// A Block hands out slices of a piece of memory and takes all of them back at the same
// time. The zero Block is ready to use by one goroutine.
//
// After Reset the same memory is handed out again, so the results of exported functions
// must not refer to it.
type Block[T any] struct {
	all, free []T // the current piece, and its unused rest
}

const (
	largestPiece = 64      // length of the longest piece, unless a call of Take needs more
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

// Reset takes back and clears all slices. It leaves an unusually large piece to the
// garbage collector.
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
