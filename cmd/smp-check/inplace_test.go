package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	yaml "go.yaml.in/yaml/v3"
)

// TestInPlaceCost patches 5 MB of manifests in their file. It prints the cost of the command,
// and the cost of only parsing the YAML, each measured in its own process. The bounds are in
// processor time, because other work on the machine affects it least.
func TestInPlaceCost(t *testing.T) {
	size := 5 << 20
	if testing.Short() || raceEnabled {
		size = 1 << 20
	}
	text, patches := deployments(t, size)
	first := patches[:1+bytes.Index(patches[1:], []byte("---"))]
	for _, test := range []struct {
		name  string
		patch []byte
		most  float64 // as a multiple of the parser's cost
	}{
		{"one document changes", first, 2.3},
		{"all documents change", patches, 4.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			ratio := 0.0
			for range 3 {
				original, patch := filepath.Join(t.TempDir(), "original.yaml"), filepath.Join(t.TempDir(), "patch.yaml")
				if err := errors.Join(os.WriteFile(original, text, 0o644), os.WriteFile(patch, test.patch, 0o644)); err != nil {
					t.Fatal(err)
				}
				parser := costOf(t, "parse-yaml", original, patch)
				ours := costOf(t, "smp-check", "apply", "--in-place", original, patch)
				edited, err := os.ReadFile(original)
				if err != nil || bytes.Count(edited, []byte("replicas: -1\n")) != bytes.Count(test.patch, []byte("replicas: -1\n")) {
					t.Fatalf("%.200s, %v", edited, err)
				}
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

// A cost is the time and memory that a command takes.
type cost struct{ cpu, wall time.Duration }

func (c cost) String() string {
	return fmt.Sprintf("%v (processors: %v)", c.wall.Round(time.Millisecond), c.cpu.Round(time.Millisecond))
}

// costOf runs one of the commands of TestMain, which must succeed.
func costOf(t *testing.T, command string, args ...string) cost {
	t.Helper()
	cmd, start := exec.Command(command, args...), time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(start)}
}

// parseYAML is a command that parses its files and does nothing else.
func parseYAML() {
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		for decoder := yaml.NewDecoder(bytes.NewReader(text)); err == nil; {
			err = decoder.Decode(new(yaml.Node))
		}
		if !errors.Is(err, io.EOF) {
			panic(err)
		}
	}
}

// deployments returns a text of about the given size, and a patch for each document
// in it.
func deployments(t *testing.T, size int) (text, patches []byte) {
	t.Helper()
	deployment, err := os.ReadFile("../../corpus/yamldoc/testdata/deployment.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; len(text) < size; i++ {
		text = fmt.Appendf(text, string(deployment), i)
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
