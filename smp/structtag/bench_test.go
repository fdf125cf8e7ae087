package structtag_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp/structtag"
)

func BenchmarkOf(b *testing.B) {
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if _, err := structtag.Of[filled](); err != nil {
			b.Fatal(err)
		}
	}
}
