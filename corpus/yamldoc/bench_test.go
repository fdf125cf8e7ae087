package yamldoc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
)

// manifests returns a text of some bytes, with one scalar to change in each
// document.
func manifests(size int, separator string) []byte {
	var text bytes.Buffer
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, `%[2]s%[3]sapiVersion: apps/v1
%[3]skind: Deployment
%[3]smetadata:
%[3]s  name: web-%[1]d # the %[1]dth
%[3]s  labels: {app: web, tier: "front"}
%[3]sspec:
%[3]s  replicas: %[1]d
%[3]s  template:
%[3]s    spec:
%[3]s      # What runs.
%[3]s      containers:
%[3]s      - name: nginx
%[3]s        image: nginx:1.%[1]d
%[3]s        args: ["-g", 'daemon off;']
%[3]s        ports:
%[3]s        - containerPort: 80
%[3]s          protocol: TCP
%[3]s        resources:
%[3]s          limits:
%[3]s            memory: 128Mi
%[3]s            cpu: "1"
`, i, separator, strings.Repeat(" ", max(0, 4-len(separator))))
	}
	return text.Bytes()
}

// patched returns values of which every document has another number of replicas.
func patched(b *testing.B, s *yamldoc.Stream) []model.Value {
	var want []model.Value
	for _, d := range s.Documents() {
		v := d.Value
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

// BenchmarkEdit reads and edits 5 MB, beside what the parser takes for its tree.
func BenchmarkEdit(b *testing.B) {
	text := manifests(5<<20, "---\n")
	b.Run("parser", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
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
		for b.Loop() {
			if _, err := yamldoc.Read(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("edit", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			s, err := yamldoc.Read(text)
			if err != nil {
				b.Fatal(err)
			}
			if _, notes, err := s.Edit(patched(b, s)); err != nil || len(notes) > 0 {
				b.Fatal(err, notes)
			}
		}
	})
}
