package desk

import (
	"runtime"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
)

// A desk keeps little memory, whatever the calls before needed.
func TestKeptMemory(t *testing.T) {
	if !door.Shortcuts.HasDesks() || poisoned {
		t.Skip("no memory is kept")
	}
	var list []any
	for range 4000 {
		list = append(list, map[string]any{"a": "b"})
	}
	tree := map[string]any{"list": list}
	long := `{"a":[` + strings.Repeat(`{"b":1},`, 20000) + `1]}`
	const desks = 50
	kept := make([]model.Desk, desks)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range kept {
		kept[i] = door.Shortcuts.NewDesk()
		v := kept[i].Wrap(tree)
		elements, _ := v.Get("list")
		for _, e := range elements.Elements() {
			e.Get("a")
		}
		for range 3 {
			if _, err := kept[i].Parse(long); err != nil {
				t.Fatal(err)
			}
		}
		kept[i].Done()
	}
	if grown := int64(heap()) - int64(before); grown > desks*300<<10 {
		t.Errorf("%d desks keep %d bytes", desks, grown)
	}
	runtime.KeepAlive(kept)
}
