package load

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

const mib = 1 << 20

// The size of the heap depends on the memory limit of the container.
func TestHeapSizes(t *testing.T) {
	h := heap{read: 10 * mib, whole: 10 * mib}
	if first, usual := h.sizes(math.MaxInt); first != firstHeap || usual != 1000*mib {
		t.Errorf("without a limit: %d and %d", first, usual)
	}
	if first, usual := h.sizes(120 * mib); first != 60*mib || usual != 108*mib {
		t.Errorf("in 120 MiB: %d and %d", first, usual)
	}
	h = heap{read: 300 * mib, whole: mib}
	if first, usual := h.sizes(math.MaxInt); first != firstHeap || usual != 900*mib {
		t.Errorf("for many files: %d and %d", first, usual)
	}
}

// collection returns the settings of the garbage collector.
func collection() (percent int, limit int64) {
	percent = debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	return percent, debug.SetMemoryLimit(-1)
}

// The garbage collector waits from the first MiB on, and again after each growth by a quarter.
func TestHeapHolds(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent, limit := collection()
	defer debug.SetMemoryLimit(limit)
	defer debug.SetGCPercent(percent)
	debug.FreeOSMemory() // so that no collection begins during the steps
	const unchanged = 1000
	h := new(heap)
	for _, step := range []struct {
		bytes int
		holds bool
	}{
		{mib / 2, false}, {mib/2 - 1, false}, {1, true}, {3 * mib, true}, {mib - 1, false}, {1, true},
	} {
		debug.SetGCPercent(unchanged)
		debug.SetMemoryLimit(math.MaxInt64)
		h.hold(step.bytes)
		wantPercent, wantLimit := unchanged, int64(math.MaxInt64)
		if step.holds {
			first, _ := h.sizes(memoryLimit())
			wantPercent, wantLimit = -1, int64(first)
		}
		if percent, limit := collection(); percent != wantPercent || limit != wantLimit {
			t.Errorf("with %d bytes: %d %% and at most %d, want %d %% and %d", h.read, percent, limit, wantPercent, wantLimit)
		}
	}
	_, usual := h.sizes(memoryLimit())
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		percent, limit := collection()
		if percent == 100 && limit == int64(usual) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("after the first collection: %d %% and at most %d", percent, limit)
		}
	}
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "off")
			debug.SetGCPercent(unchanged)
			new(heap).hold(mib)
			if percent, _ := collection(); percent != unchanged {
				t.Errorf("got %d %%", percent)
			}
		})
	}
}
