// Command embedders runs the test suites of programs that embed another engine, unchanged and
// with ours as a replacement, and writes a page about the results: fuzz/upstream/EMBEDDERS.md
// for the replacement of apimachinery's packages, or fuzz/upstream/KUSTOMIZE.md for the
// kustomize back end.
//
//	go -C fuzz/upstream run ./cmd/embedders [PROJECT...]
//	go -C fuzz/upstream run ./cmd/embedders -kustomize [PROJECT...]
//	go -C fuzz/upstream run ./cmd/embedders -beside
//	go -C fuzz/upstream run ./cmd/embedders -function
//
// -beside only measures the kustomize back end and kyaml, and -function only compares
// smp-check fn with kustomize build. Suites that ran before on the same files are not run
// again.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
	"github.com/strategicpatch/smp/fuzz/upstream/embedders"
)

func main() {
	if len(os.Args) > 4 && os.Args[1] == "twice" { // the go command calls this program in this way to start a test program
		status, err := embedders.Twice(os.Args[2], os.Args[3], os.Args[4:]...)
		if err != nil {
			fmt.Fprintln(os.Stderr, "embedders:", err)
			status = 1
		}
		os.Exit(status)
	}
	subject, cache, names := embedders.Subjects()[0], "embedders", os.Args[1:]
	if len(names) > 0 && names[0] == "-kustomize" {
		subject, cache, names = embedders.Subjects()[1], "kustomize", names[1:]
	}
	work := func() error { return run(subject, cache, names) }
	if len(names) == 1 && names[0] == "-beside" {
		work = measure
	}
	if len(names) == 1 && names[0] == "-function" {
		work = compareFunction
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "embedders:", err)
		os.Exit(1)
	}
}

const root = "../.."

// measure writes the section of the page that compares kyaml with the kustomize back end.
func measure() error {
	file := filepath.Join(root, embedders.Subjects()[1].PageFile)
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := embedders.WithBeside(root, string(page))
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// compareFunction writes the section of the page about smp-check fn. The test of package
// builds checks it.
func compareFunction() error {
	folder, err := os.MkdirTemp("", "builds")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	command, err := builds.Command(root, folder)
	if err != nil {
		return err
	}
	cases, err := builds.All(folder, command)
	if err != nil {
		return err
	}
	for i, c := range cases {
		outcome, err := builds.Run(filepath.Join(folder, fmt.Sprint(i)), command, c)
		if err != nil {
			return err
		}
		if err := c.Check(outcome); err != nil {
			return err
		}
	}
	file := filepath.Join(root, embedders.Subjects()[1].PageFile)
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(builds.WithSection(string(page), cases)), 0o644)
}

func run(subject embedders.Subject, cache string, names []string) error {
	start := time.Now()
	log := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%5ds %s\n", int(time.Since(start).Seconds()), fmt.Sprintf(format, args...))
	}
	results, err := subject.Run(root, filepath.Join(root, ".cache", cache), names, log)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, subject.PageFile), []byte(subject.Page(results)), 0o644); err != nil {
		return err
	}
	if cache == "kustomize" {
		if err := measure(); err != nil {
			return err
		}
		if err := compareFunction(); err != nil {
			return err
		}
	}
	if all := embedders.Unexplained(results); len(all) > 0 {
		return fmt.Errorf("no reason is known for %d differences, %s among them", len(all), all[0])
	}
	return nil
}
