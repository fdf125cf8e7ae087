package load

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

const (
	// heapPerByte is how large the heap may become for a byte of a file. Trees and
	// values of a YAML text take some 45 times its bytes, and the collector lets a
	// heap grow to twice what is in use.
	heapPerByte = 100
	// smallRead is how much may be read without a thought of the heap.
	smallRead = 1 << 20
	// largestHeap is what a heap becomes at most before the collector works as usual.
	largestHeap = 1 << 30
)

// A heap puts garbage collection off while files are read and merged: almost all that
// is made is kept to the end of a command, so that the collector would go through it
// again and again for nothing. It starts when the heap has the size that it would have
// in the end anyway, and then works as usual.
type heap struct {
	read  int // bytes of files
	ready int // of them when garbage collection was put off last
}

// hold makes ready for the documents of some more bytes. The environment has its way:
// with GOGC or GOMEMLIMIT nothing is put off.
func (h *heap) hold(bytes int) {
	h.read += bytes
	if h.read < max(smallRead, h.ready+h.ready/4) || os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	h.ready = h.read
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(min(int64(h.read)*heapPerByte, largestHeap))
	runtime.AddCleanup(new([]byte), func(struct{}) { // with the first collection
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
	}, struct{}{})
}
