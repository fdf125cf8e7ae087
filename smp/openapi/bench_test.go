package openapi_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// benchmarks contains the operations to measure. A test runs each of them, too.
var benchmarks = []struct {
	name  string
	setUp func(testing.TB) func() error
}{
	{"Schema/Service v2", schemaOf(serviceV2)},
	{"Schema/Service v3", schemaOf(serviceV3)},
	{"Schema/Gateway CRD", func(t testing.TB) func() error {
		root := model.MustParse(gatewayCRD)
		return func() error {
			crd, err := openapi.ReadCRD(root)
			if err != nil {
				return err
			}
			_, err = crd.Schema("v1")
			return err
		}
	}},
	{"Encode/Service", func(t testing.TB) func() error {
		s, err := read(t, serviceV3).Schema("core.Service")
		if err != nil {
			t.Fatal(err)
		}
		return func() error {
			_ = openapi.Encode(s)
			return nil
		}
	}},
}

func schemaOf(text string) func(testing.TB) func() error {
	return func(t testing.TB) func() error {
		doc := read(t, text)
		return func() error {
			_, err := doc.Schema("core.Service")
			return err
		}
	}
}

func BenchmarkOpenAPI(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			run := bench.setUp(b)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestBenchmarks(t *testing.T) {
	for _, bench := range benchmarks {
		if err := bench.setUp(t)(); err != nil {
			t.Errorf("%s: %v", bench.name, err)
		}
	}
}
