//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestFolderCost compares two folders of Deployments with one object per file, and two files
// with the same objects. It prints time and memory. FOLDER_OBJECTS sets the number of objects
// on each side. The command keeps a few hundred bytes of each object, so with 100000 objects
// on each side, it stays below 500 MB.
func TestFolderCost(t *testing.T) {
	n := 1000
	if text := os.Getenv("FOLDER_OBJECTS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() || raceEnabled {
		t.Skip("takes long")
	}
	dir := t.TempDir()
	for _, side := range []string{"a", "b"} {
		var all bytes.Buffer
		for i := range n {
			text := shopDeployment(i, side)
			all.WriteString("---\n")
			all.Write(text)
			name := filepath.Join(dir, side, fmt.Sprint(i/1000), fmt.Sprint(i, ".yaml"))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, side+".yaml"), all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, as := range []struct{ name, end string }{{"folders", ""}, {"files", ".yaml"}} {
		cmd := exec.Command("smp-check", "diff", "--max-size", "1GiB", filepath.Join(dir, "a"+as.end), filepath.Join(dir, "b"+as.end))
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		start := time.Now()
		used, err := measure(t, cmd)
		if err != nil {
			t.Fatalf("%v: %s", err, errs.String())
		}
		wall := time.Since(start)
		if got := bytes.Count(out.Bytes(), []byte("image: shop:b")); got != n/2 {
			t.Errorf("%d patches, want %d", got, n/2)
		}
		used >>= 20
		cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		t.Logf("| %s | %d | %.1f s | %.1f s | %d MB |", as.name, n, wall.Seconds(), cpu.Seconds(), used)
		// The index takes about 1 KB for each pair of objects, and garbage collection doubles
		// that.
		if most := int64(300 + 2*n/1000); used > most {
			t.Errorf("%s: %d MB for %d objects a side; at most %d were expected", as.name, used, n, most)
		}
	}
}

// shopDeployment returns Deployment number i. Every second one differs between the sides.
func shopDeployment(i int, side string) []byte {
	image := "same"
	if i%2 == 1 {
		image = side
	}
	return fmt.Appendf(nil, `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-%[1]d
  namespace: ns-%[2]d
  labels:
    app: web-%[1]d
spec:
  replicas: %[3]d
  selector:
    matchLabels:
      app: web-%[1]d
  template:
    metadata:
      labels:
        app: web-%[1]d
    spec:
      containers:
      - name: web
        image: shop:%[4]s
        ports:
        - containerPort: 8080
        env:
        - name: LOG_LEVEL
          value: "info"
        - name: POD
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        resources:
          requests:
            cpu: 100m
            memory: 64Mi
      - name: proxy
        image: proxy:1
`, i, i%50, 1+i%3, image)
}
