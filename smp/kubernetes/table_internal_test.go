package kubernetes

import (
	"testing"
	"time"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/smp"
)

// These are limits for the cost that the table adds to a program.
const (
	maxBytes      = 64 << 10
	maxFirst      = 8 * time.Millisecond
	maxFirstAlloc = 10000
)

func TestTableFitsItsSize(t *testing.T) {
	if n := len(tableNames) + len(tableKinds) + len(tableTypes); n == 0 || n > maxBytes {
		t.Errorf("the table takes %d bytes in a binary, at most %d are allowed", n, maxBytes)
	}
}

// first does the work of the first lookup in a process.
func first(k Kind) smp.Schema {
	var t table
	t.decode()
	return t.build(t.byKind[k], false)
}

func TestFirstLookupFitsItsBudget(t *testing.T) {
	k := Kind{"apps/v1", "Deployment"}
	best := time.Hour
	for range 10 {
		start := cputime.Used()
		first(k)
		best = min(best, cputime.Used()-start)
	}
	if best > maxFirst {
		t.Errorf("the first lookup takes %s, at most %s are allowed", best, maxFirst)
	}
	if n := testing.AllocsPerRun(10, func() { first(k) }); n > maxFirstAlloc {
		t.Errorf("the first lookup allocates %v times, at most %d are allowed", n, maxFirstAlloc)
	}
}

// Decoding a definition consumes all of its bytes.
func TestDefinitionsEndWhereTheyEnd(t *testing.T) {
	var whole table
	whole.decode()
	for number, text := range whole.definitions {
		r := reader{text: text, names: whole.names}
		r.typ()
		if r.text != "" {
			t.Errorf("definition %d has %d bytes left over", number, len(r.text))
		}
	}
}

func BenchmarkFirstLookup(b *testing.B) {
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		first(Kind{"apps/v1", "Deployment"})
	}
}
