package differential_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

// lookups contains the schemas of one kind from different sources.
type lookups struct {
	goType, v2, v3 differential.Subject
}

// choose returns one of the three schemas, and most often that of the Go type.
func (l lookups) choose(n uint64) differential.Subject {
	switch n % 4 {
	case 0:
		return l.v2
	case 1:
		return l.v3
	default:
		return l.goType
	}
}

func document(name string, read func([]byte) (*differential.Document, error)) (*differential.Document, error) {
	f, err := os.Open(filepath.Join("..", "schemas", "testdata", name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return read(text)
}

var documents = sync.OnceValues(func() (both [2]*differential.Document, err error) {
	if both[0], err = document("v2.json.gz", differential.ReadV2); err != nil {
		return both, fmt.Errorf("OpenAPI v2: %w", err)
	}
	if both[1], err = document("v3.json.gz", differential.ReadV3); err != nil {
		return both, fmt.Errorf("OpenAPI v3: %w", err)
	}
	return both, nil
})

// lookupsOf returns the schemas of a built-in kind. A kind that no document
// defines has only the schema of its Go type.
func lookupsOf(k table.GoKind) (lookups, error) {
	both, err := documents()
	if err != nil {
		return lookups{}, err
	}
	goType, err := differential.OfGoType(k)
	l := lookups{goType, goType, goType}
	if err != nil {
		return l, err
	}
	name := table.ModelName(k.Type.PkgPath() + "." + k.Type.Name())
	if !both[0].Has(name) || !both[1].Has(name) {
		return l, nil
	}
	if l.v2, err = both[0].Definition(name); err != nil {
		return l, err
	}
	l.v3, err = both[1].Definition(name)
	return l, err
}
