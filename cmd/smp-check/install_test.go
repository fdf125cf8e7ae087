package main

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The command of the README that installs a published version works: go install gets the command
// from a proxy that has this tree as its only version, and the installed command writes a
// patch. go install compiles everything again, so this test runs only in .ci/nightly, which sets
// SMP_CHECKS. TestExamples runs the command that installs from the clone.
func TestReadmeInstall(t *testing.T) {
	if raceEnabled {
		t.Skip("what is installed is built without the race detector")
	}
	if testing.Short() || os.Getenv("SMP_CHECKS") == "" {
		t.Skip("it builds the command anew; the nightly run sets SMP_CHECKS")
	}
	text := readPage(t, readmePage)
	readTree(t)
	cache := strings.TrimSpace(string(goCommand(t, "env", "GOMODCACHE")))
	proxies := []string{fileURL(proxyOfTree(t)), fileURL(filepath.Join(cache, "cache", "download")), os.Getenv("GOPROXY")}
	bin := t.TempDir()
	for name, value := range map[string]string{
		"GOPROXY": strings.TrimSuffix(strings.Join(proxies, ","), ","), "GOSUMDB": "off", "GOFLAGS": "-modcacherw", "GOWORK": "off",
		"GOBIN": bin, "PATH": bin + string(os.PathListSeparator) + os.Getenv("PATH"),
	} {
		t.Setenv(name, value)
	}
	t.Setenv("GOMODCACHE", t.TempDir()) // the files of the tree must not stay in the cache
	command := regexp.MustCompile(`(?m)^go install \S+@latest`).FindString(text)
	install := exec.Command("sh", "-c", command)
	install.Dir = t.TempDir()
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("$ %s\n%s", command, out)
	}
	installed := filepath.Join(bin, "smp-check")
	out, err := exec.Command(installed, "--version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "smp-check "+treeVersion+" ") {
		t.Errorf("the version is %q, %v", out, err)
	}
	out, err = exec.Command(installed, "diff", "testdata/example/service.yaml", "testdata/example/service-new.yaml").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "spec:\n") {
		t.Errorf("diff: %v %s", err, out)
	}
}

// treeVersion is the version that the proxy gives the tree.
const treeVersion = "v0.1.0"

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }

// proxyOfTree creates a module proxy of files that has the tree as its only version.
func proxyOfTree(t *testing.T) string {
	t.Helper()
	proxy := t.TempDir()
	dir := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
	check(t, os.MkdirAll(dir, 0o755))
	mod, err := os.ReadFile(filepath.Join(moduleRoot, "go.mod"))
	check(t, err)
	for name, text := range map[string]string{
		"list": treeVersion + "\n", treeVersion + ".mod": string(mod), treeVersion + ".info": `{"Version":"` + treeVersion + `"}`,
	} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	file, err := os.Create(filepath.Join(dir, treeVersion+".zip"))
	check(t, err)
	archive := zip.NewWriter(file)
	check(t, filepath.WalkDir(moduleRoot, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != moduleRoot && (strings.HasPrefix(d.Name(), ".") || isModule(name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		inside, err := filepath.Rel(moduleRoot, name)
		if err != nil {
			return err
		}
		w, err := archive.Create(modulePath + "@" + treeVersion + "/" + filepath.ToSlash(inside))
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}))
	check(t, archive.Close())
	check(t, file.Close())
	return proxy
}

// isModule reports whether a directory is the root of a module.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
