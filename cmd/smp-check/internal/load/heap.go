package load

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	// heapPerByte is the size that the heap may reach for each byte of a file. The syntax
	// trees and values of a YAML text take about 45 times as much memory as the text, and
	// between two collections, the heap grows to twice the memory in use.
	heapPerByte = 100
	// smallRead is the number of bytes below which the garbage collector is not adjusted.
	smallRead = 1 << 20
	// firstHeap is the largest heap before the first collection.
	firstHeap = 192 << 20
	// usualHeap is the heap size above which the garbage collector runs more often, unless
	// long files need more memory.
	usualHeap = 384 << 20
	// indexPerByte is the size that the heap may reach for each byte of the files for which
	// only an index is kept.
	indexPerByte = 3
)

// A heap postpones garbage collection while files are read and merged. Most of that memory is
// needed until the command ends, so early collections would free little. The first collection
// starts at about the expected final size. Later ones run as usual, within a memory limit.
type heap struct {
	mu    sync.Mutex
	read  int // bytes of all files
	ready int // value of read when collection was last postponed
	whole int // bytes of the longest file parsed in one go
}

// parsed records that a file of this length is parsed in one go, so that all its syntax trees
// are in memory.
func (h *heap) parsed(bytes int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.whole = max(h.whole, bytes)
}

// hold prepares the heap for the documents in this many more bytes of text. It does nothing
// if GOGC or GOMEMLIMIT is set in the environment.
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
	runtime.SetFinalizer(new([]byte), func(*[]byte) { // runs at the first collection
		h.mu.Lock()
		defer h.mu.Unlock()
		debug.SetGCPercent(100)
		_, usual := h.sizes(memoryLimit())
		debug.SetMemoryLimit(int64(usual))
	})
}

// sizes returns the size of the heap before its first collection, and the size from which the
// garbage collector runs more often. They are at most a half and nine tenths of the memory
// limit of the container.
func (h *heap) sizes(limit int) (first, usual int) {
	first = min(h.read*heapPerByte, firstHeap)
	usual = max(usualHeap, h.whole*heapPerByte, h.read*indexPerByte)
	return min(first, limit/2), min(usual, limit/10*9)
}
