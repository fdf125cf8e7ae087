package yamldoc_test

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"testing"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

//go:embed testdata/deployment.txt
var deployment string // the deployment with a given number

// manifests returns a text of a given length, with one scalar to change in each
// document.
func manifests(size int) []byte {
	var text bytes.Buffer
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, deployment, i)
	}
	return text.Bytes()
}

// patched returns the values with another number of replicas in the given number of
// documents.
func patched(b *testing.B, s *yamldoc.Stream, many int) []model.Value {
	var want []model.Value
	for i, d := range s.Documents() {
		v := d.Value
		if i >= many {
			want = append(want, v)
			continue
		}
		spec, ok := v.Get("spec")
		if !ok {
			b.Fatal("no spec")
		}
		spec, err := spec.WithMembers(model.Member{Name: "replicas", Value: model.NewInt(-1)})
		if err != nil {
			b.Fatal(err)
		}
		if v, err = v.WithMembers(model.Member{Name: "spec", Value: spec}); err != nil {
			b.Fatal(err)
		}
		want = append(want, v)
	}
	return want
}

// BenchmarkEdit reads and edits 5 MB. For comparison, it also measures only the parser.
func BenchmarkEdit(b *testing.B) {
	text := manifests(5 << 20)
	b.Run("parser", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ResetTimer()
		for range b.N {
			d := yaml.NewDecoder(bytes.NewReader(text))
			for {
				n := new(yaml.Node)
				if err := d.Decode(n); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ResetTimer()
		for range b.N {
			if _, err := yamldoc.Read(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, many := range map[string]int{"edit one document": 1, "edit all documents": 1 << 30} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ResetTimer()
			for range b.N {
				s, err := yamldoc.Read(text)
				if err != nil {
					b.Fatal(err)
				}
				if _, notes, err := s.Edit(patched(b, s, many)); err != nil || len(notes) > 0 {
					b.Fatal(err, notes)
				}
			}
		})
	}
}
