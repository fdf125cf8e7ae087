package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	yaml "go.yaml.in/yaml/v3"
)

// TestInPlaceCost patches 5 MB of manifests in their file, and prints in one run what
// that takes and what the parser of YAML takes for the texts alone. Bounds are of
// processor time, as other work on the machine changes that least.
func TestInPlaceCost(t *testing.T) {
	size := 5 << 20
	if testing.Short() || raceEnabled {
		size = 1 << 20
	}
	text, patches := deployments(size)
	first := patches[:1+bytes.Index(patches[1:], []byte("---"))]
	for _, test := range []struct {
		name  string
		patch []byte
		most  float64 // times the parser's
	}{
		{"one document changes", first, 3},
		{"all documents change", patches, 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			ratio := 0.0
			for range 3 {
				parser := timed(func() { parseYAML(t, text); parseYAML(t, test.patch) })
				ours := timed(func() { applyInPlace(t, text, test.patch) })
				ratio = ours.cpu.Seconds() / parser.cpu.Seconds()
				t.Logf("%d + %d bytes: %v; the parser alone %v: %.1f times the processor time, %.1f times the time", len(text), len(test.patch), ours, parser,
					ratio, ours.wall.Seconds()/parser.wall.Seconds())
				if ratio <= test.most {
					return
				}
			}
			t.Errorf("apply --in-place takes %.1f times the parser's processor time; at most %v were expected", ratio, test.most)
		})
	}
}

// A cost is what something takes.
type cost struct{ cpu, wall time.Duration }

func (c cost) String() string {
	return fmt.Sprintf("%v (processors: %v)", c.wall.Round(time.Millisecond), c.cpu.Round(time.Millisecond))
}

func timed(do func()) cost {
	before, start := processorTime(), time.Now()
	do()
	return cost{processorTime() - before, time.Since(start)}
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func parseYAML(t *testing.T, text []byte) {
	t.Helper()
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		err := decoder.Decode(new(yaml.Node))
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// applyInPlace patches a file of this text, which has to change.
func applyInPlace(t *testing.T, text, patch []byte) {
	t.Helper()
	dir := t.TempDir()
	original, patchFile := filepath.Join(dir, "original.yaml"), filepath.Join(dir, "patch.yaml")
	if err := errors.Join(os.WriteFile(original, text, 0o644), os.WriteFile(patchFile, patch, 0o644)); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	if status := run([]string{"apply", "--in-place", original, patchFile}, strings.NewReader(""), &stdout, &stderr); status != exitDone {
		t.Fatalf("exit status %d, %s", status, &stderr)
	}
	edited, err := os.ReadFile(original)
	if err != nil || bytes.Count(edited, []byte("replicas: -1\n")) != bytes.Count(patch, []byte("replicas: -1\n")) {
		t.Fatalf("%.200s, %v", edited, err)
	}
}

// deployments returns a text of about this size, and a patch for each document in it.
func deployments(size int) (text, patches []byte) {
	for i := 0; len(text) < size; i++ {
		text = fmt.Appendf(text, `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-%[1]d # the %[1]dth
  labels: {app: web, tier: "front"}
spec:
  replicas: %[1]d
  template:
    spec:
      # What runs.
      containers:
      - name: nginx
        image: nginx:1.%[1]d
        args: ["-g", 'daemon off;']
        ports:
        - containerPort: 80
          protocol: TCP
        resources:
          limits:
            memory: 128Mi
            cpu: "1"
`, i)
		patches = fmt.Appendf(patches, `---
kind: Deployment
metadata:
  name: web-%d
spec:
  replicas: -1
  template:
    spec:
      containers:
      - name: nginx
        image: other
`, i)
	}
	return text, patches
}
