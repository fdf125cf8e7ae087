// Command versions compares apimachinery's engine in every minor version of Kubernetes and
// writes fuzz/upstream/VERSIONS.md:
//
//	go -C fuzz/upstream run ./cmd/versions
//
// It downloads and builds each release once, in a folder below .cache.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/strategicpatch/smp/fuzz/upstream/versions"
)

func main() {
	patches := flag.Int("patches", 20_000, "put `N` patches to every release")
	pairs := flag.Int("pairs", 3000, "make patches between `N` pairs of documents")
	flag.Parse()
	if err := run(*patches, *pairs); err != nil {
		fmt.Fprintln(os.Stderr, "versions:", err)
		os.Exit(1)
	}
}

func run(patches, pairs int) error {
	const root = "../.."
	start := time.Now()
	log := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%5ds %s\n", int(time.Since(start).Seconds()), fmt.Sprintf(format, args...))
	}
	size := versions.Size{Patches: patches, Pairs: pairs, Releases: versions.Releases()}
	report, stop, err := versions.Run(root, filepath.Join(root, ".cache", "versions"), size, runtime.NumCPU(), log)
	defer stop()
	if err != nil {
		return err
	}
	page := report.Page()
	log("the page is made")
	if err := os.WriteFile(filepath.Join(root, versions.PageFile), []byte(page), 0o644); err != nil {
		return err
	}
	if n := report.Unlike(); n > 0 {
		return fmt.Errorf("the newest release answers %d patches differently from package cluster", n)
	}
	return nil
}
