//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMemoryOfCommands measures the peak memory of each command on one large object, as JSON
// and as YAML. The variable MEMORY_SIZES sets other lengths in MB, as in 14,100. YAML texts
// have at most 64 MiB. MEMORY_COMMAND is a single command line to measure.
func TestMemoryOfCommands(t *testing.T) {
	sizes := []int{2}
	if text := os.Getenv("MEMORY_SIZES"); text != "" {
		sizes = nil
		for _, size := range strings.Split(text, ",") {
			n, err := strconv.Atoi(size)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	} else if testing.Short() || raceEnabled {
		t.Skip("takes long")
	}
	type form struct {
		name string
		most int // in MB
		text func(version, size int) string
	}
	forms := []form{{"json", 1 << 10, largeJSON}, {"yaml", 60, largeYAML}}
	for _, form := range forms {
		for _, size := range sizes {
			if size > form.most {
				continue
			}
			dir := t.TempDir()
			length := 0
			for version, name := range []string{"original", "modified", "current"} {
				text := form.text(version, size<<20)
				length = len(text)
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			list := `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","functionConfig":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{}},"items":[` + largeJSON(0, size<<20) + `]}`
			if err := os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o644); err != nil {
				t.Fatal(err)
			}
			lines := []string{
				`apply original -p {"spec":{"replicas":3}}`, "apply original modified", "apply --keep-style original modified", "apply --in-place original modified",
				"compose original modified", "conflicts original modified", "diff original modified", "diff --as json-patch original modified",
				"threeway original modified current", `explain original -p {"spec":{"replicas":3}}`, "lint modified", "import --target FuzzParse original", "fn",
			}
			if only := os.Getenv("MEMORY_COMMAND"); only != "" {
				lines = []string{only}
			}
			for _, line := range lines {
				args := strings.Fields(line)
				cmd := exec.Command("smp-check", append([]string{args[0], "--max-size", "1GiB"}, args[1:]...)...)
				cmd.Dir = dir
				if args[0] == "fn" {
					if form.name != "json" {
						continue
					}
					in, err := os.Open(filepath.Join(dir, "list"))
					if err != nil {
						t.Fatal(err)
					}
					defer in.Close()
					cmd.Stdin = in
				}
				var errs bytes.Buffer
				cmd.Stderr = &errs
				used, _ := measure(t, cmd) // the exit status is checked
				if code := cmd.ProcessState.ExitCode(); code != 0 && code != exitNo {
					t.Logf("| %s %s | %d MB | failed: %.100s |", form.name, line, size, errs.String())
					continue
				}
				cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				t.Logf("| %s %s | %d MB | %d MB | %.1f s |", form.name, line, size, used>>20, cpu.Seconds())
				if most := int64(200<<20 + 100*length); used > most {
					t.Errorf("%s of %d MB as %s: %d MB; expected at most %d", line, size, form.name, used>>20, most>>20)
				}
			}
		}
	}
}

// largeJSON returns a Deployment of about size bytes. Two versions differ in every hundredth
// variable.
func largeJSON(version, size int) string {
	return largeObject(size, `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"large"},"spec":{"template":{"spec":{"containers":[{"name":"c","env":[`, `]}]}}}}`, ",",
		func(i int) string {
			return fmt.Sprintf(`{"name":"VARIABLE_%d","value":"value %d of it, version %d"}`, i, i, changed(version, i))
		})
}

func largeYAML(version, size int) string {
	return largeObject(size, "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: large\nspec:\n  template:\n    spec:\n      containers:\n      - name: c\n        env:\n", "", "",
		func(i int) string {
			return fmt.Sprintf("        - name: VARIABLE_%d\n          value: value %d of it, version %d\n", i, i, changed(version, i))
		})
}

func changed(version, i int) int {
	if i%100 > 0 {
		return 0
	}
	return version
}

func largeObject(size int, head, end, separator string, element func(i int) string) string {
	var b strings.Builder
	b.Grow(size + 1<<10)
	b.WriteString(head)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(element(i))
	}
	b.WriteString(end)
	return b.String()
}
