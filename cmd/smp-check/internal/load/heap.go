package load

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	// heapPerByte is how large the heap may become for a byte of a file. Trees and
	// values of a YAML text take some 45 times its bytes, and the collector lets a
	// heap grow to twice what is in use.
	heapPerByte = 100
	// smallRead is how much may be read without a thought of the heap.
	smallRead = 1 << 20
	// firstHeap is what a heap becomes at most before the first collection.
	firstHeap = 192 << 20
	// usualHeap is what a heap becomes before the collector works harder than usual, if
	// the files are not so long that they need more.
	usualHeap = 384 << 20
	// indexPerByte is how large the heap may become for a byte of files of which only an
	// index is kept.
	indexPerByte = 3
)

// A heap puts garbage collection off while files are read and merged: much of what is
// made is kept to the end of a command, so that the collector would go through it again
// and again for nothing. It starts when the heap has the size that it would have in the
// end anyway, and then keeps the heap near what files of this size need.
type heap struct {
	mu    sync.Mutex
	read  int // bytes of files
	ready int // of them when garbage collection was put off last
	whole int // bytes of the longest file that was parsed in one go
}

// parsed takes note of a file that is parsed in one go, with all its trees.
func (h *heap) parsed(bytes int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.whole = max(h.whole, bytes)
}

// hold makes ready for the documents of some more bytes. The environment has its way:
// with GOGC or GOMEMLIMIT nothing is put off.
func (h *heap) hold(bytes int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.read += bytes
	if h.read < max(smallRead, h.ready+h.ready/4) || os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	h.ready = h.read
	first, _ := h.sizes(memoryLimit())
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(int64(first))
	runtime.SetFinalizer(new([]byte), func(*[]byte) { // with the first collection
		h.mu.Lock()
		defer h.mu.Unlock()
		debug.SetGCPercent(100)
		_, usual := h.sizes(memoryLimit())
		debug.SetMemoryLimit(int64(usual))
	})
}

// sizes returns the size of the heap before its first collection, and the size from which the
// collector works harder: at most a half and nine tenths of the memory limit of the container.
func (h *heap) sizes(limit int) (first, usual int) {
	first = min(h.read*heapPerByte, firstHeap)
	usual = max(usualHeap, h.whole*heapPerByte, h.read*indexPerByte)
	return min(first, limit/2), min(usual, limit/10*9)
}
