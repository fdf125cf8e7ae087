//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endings are the signals of TestEndings.
var endings = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL}

// TestEndings ends commands by signals at times that are evenly spread over their run. No copy of an
// object may stay in the temporary folder, and every file has its old or its new text. Only SIGKILL may leave
// temporary files in the folder of a file, and the next run removes them. ENDINGS is the number of times.
func TestEndings(t *testing.T) {
	stages := 1
	if text := os.Getenv("ENDINGS"); text != "" {
		if _, err := fmt.Sscan(text, &stages); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() || raceEnabled {
		t.Skip("takes long")
	}
	var secrets, patches strings.Builder
	const pad = 1 << 16
	for i := range 400 { // so that the results do not fit into the memory of a spool
		fmt.Fprintf(&secrets, "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s%d}\nstringData: {key: hunter2-%s}\n", i, strings.Repeat("x", pad))
		fmt.Fprintf(&patches, "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s%d}\nstringData: {other: new}\n", i)
	}
	apply := []string{"apply", "secrets", "patches.yaml"}
	for _, args := range [][]string{
		apply, append(apply, "-o", "json"), append(apply, "--in-place"),
		{"diff", "--as", "result", "secrets", "modified"}, {"threeway", "--as", "result", "secrets", "modified"},
		{"minimize", "--exec", "sleep 0.1; grep -q hunter2", "secrets/one.yaml", "one.yaml"},
	} {
		folder, copies := t.TempDir(), t.TempDir()
		old := []byte(secrets.String())
		write := func(name string, text []byte) {
			name = filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("patches.yaml", []byte(patches.String()))
		write("modified/all.yaml", []byte(strings.ReplaceAll(secrets.String(), "hunter2", "hunter3")))
		write("one.yaml", []byte("stringData: {other: new}\n"))
		run := func(after time.Duration, s syscall.Signal) time.Duration {
			write("secrets/all.yaml", old)
			write("secrets/one.yaml", []byte("apiVersion: v1\nkind: Secret\nmetadata: {name: one}\nstringData: {key: hunter2}\n"))
			cmd := exec.Command("smp-check", args...)
			cmd.Dir, cmd.Env = folder, append(os.Environ(), "TMPDIR="+copies)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			begin := time.Now()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if s != 0 {
				time.AfterFunc(after, func() { _ = cmd.Process.Signal(s) })
			}
			_ = cmd.Wait()
			return time.Since(begin)
		}
		whole := run(0, 0)
		changed, err := os.ReadFile(filepath.Join(folder, "secrets", "all.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range endings {
			for i := range stages {
				after := whole * time.Duration(i+1) / time.Duration(stages+1)
				run(after, s)
				name := fmt.Sprintf("smp-check %s, %v after %v", strings.Join(args, " "), s, after)
				text, err := os.ReadFile(filepath.Join(folder, "secrets", "all.yaml"))
				if err != nil || !bytes.Equal(text, old) && !bytes.Equal(text, changed) {
					t.Errorf("%s: the file has %d bytes, not the old %d or the new %d, %v", name, len(text), len(old), len(changed), err)
				}
				found, _ := filepath.Glob(filepath.Join(copies, "*"))
				inFolder, _ := filepath.Glob(filepath.Join(folder, "secrets", ".smp-check-*"))
				if s == syscall.SIGKILL && len(inFolder) > 0 {
					run(0, 0)
					inFolder, _ = filepath.Glob(filepath.Join(folder, "secrets", ".smp-check-*"))
				}
				if s == syscall.SIGKILL && args[0] == "minimize" {
					found = nil // its case files have names, because the command of --exec reads them
				}
				if s == syscall.SIGINT && args[0] == "minimize" {
					found = nil // the best case so far
				}
				if found = append(found, inFolder...); len(found) > 0 {
					t.Errorf("%s: %q are left", name, found)
				}
				if err := os.RemoveAll(copies); err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir(copies, 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
