package comparison

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
)

// An Engine is one of the engines that are compared.
type Engine struct {
	// Name is the name in the protocol and in file names. Title is a description.
	Name, Title string
	// Program is its adapter, below the folder of programs, and Arguments are the adapter's
	// arguments. A Program with a slash is not built.
	Program, Arguments string
	// Asks is the number of times that the engine is called with the same input, to detect
	// varying answers.
	Asks int
	// Laws and Shrink limit the work for a slow engine, if they are not 0: the number of
	// inputs for laws, and the number of simpler inputs for shrinking.
	Laws, Shrink int
}

// A walk over a Go map begins at one of eight places, so two neighboring members swap places
// with a probability of 1/8. The probability that they never do so in manyAsks walks is 1 in
// 600,000. fewAsks is for slow engines whose answers have never varied.
const (
	manyAsks = 100
	fewAsks  = 20
)

// timeout is the time limit for an answer. It is much longer than any answer takes, so that a
// busy machine does not change the results.
const timeout = 2 * time.Minute

// Engines returns the compared engines. The first one is this project's.
func Engines() []Engine {
	return []Engine{
		{Name: "smp", Title: "this project", Program: "smp-check", Arguments: "serve-engine", Asks: manyAsks},
		{Name: "rocq", Title: "`props/rocq`: a model with machine-checked proofs, extracted to OCaml. Its three-way patches may differ from those of the cases, with the same effect, and it spells equal numbers alike", Program: provedModel, Asks: fewAsks},
		{Name: "shipped", Title: "`k8s.io/apimachinery` v0.37.2, `strategicpatch`", Program: "adapter-shipped", Asks: manyAsks},
		{Name: "kubectl", Title: "`k8s.io/kubectl` v0.37.2, `kubectl patch --local`: built-in kinds only", Program: "adapter-kubectl", Asks: manyAsks, Laws: 200, Shrink: 60},
		{Name: "kyaml", Title: "`sigs.k8s.io/kustomize/kyaml` v0.21.2, `merge2`", Program: "adapter-kyaml", Asks: fewAsks},
		{Name: "merge-patch", Title: "JSON Merge Patch, RFC 7386, of `github.com/evanphx/json-patch` v5.9.11: a baseline that does not merge lists", Program: "adapter-merge-patch", Asks: manyAsks},
		{Name: "partial", Title: "`corpus/engines/partial.py`: an example that supports part of the format", Program: "python3", Arguments: "corpus/engines/partial.py", Asks: fewAsks},
	}
}

// provedModel is the program that is built from the proved model.
const provedModel = "adapter-rocq"

// programs is the folder of programs in the commands on the page. It is relative to the root
// of the repository.
const programs = ".cache/engines"

// Build builds the programs of all engines into a folder, except that of the proved model,
// which BuildModel builds. The argument root is the root of the repository.
func Build(root, folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	for _, step := range []struct{ module, packages string }{
		{".", "./cmd/smp-check"}, {"fuzz/upstream", "./cmd/adapter-shipped ./cmd/adapter-kubectl ./cmd/adapter-kyaml ./cmd/adapter-merge-patch"},
	} {
		// Without symbols and debug information, linking takes half the time.
		args := append([]string{"build", "-ldflags=-s", "-o", folder + string(filepath.Separator)}, strings.Fields(step.packages)...)
		build := exec.Command("go", args...)
		build.Dir = filepath.Join(root, step.module)
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("go build in %s: %w\n%s", step.module, err, out)
		}
	}
	return nil
}

// BuildModel builds the program of the proved model into a folder. It requires ocamlfind.
func BuildModel(root, folder string) error {
	if _, err := exec.LookPath("ocamlfind"); err != nil {
		return errors.New("the engine of the proved model requires ocamlfind (Debian: apt-get install ocaml-nox ocaml-findlib)")
	}
	out, err := exec.Command(filepath.Join(root, modelBuild), filepath.Join(folder, provedModel)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", modelBuild, err, out)
	}
	return nil
}

// modelBuild is the script that builds the proved model.
const modelBuild = "props/rocq/engine/build"

// buildCommands are shell commands that do the same as Build and BuildModel. They run in the
// root of the repository.
var buildCommands = []string{
	"go build -o " + programs + "/ ./cmd/smp-check",
	"go -C fuzz/upstream build -o ../../" + programs + "/ ./cmd/...",
	modelBuild + " " + programs + "/" + provedModel,
}

// command returns the command line of the engine's program, which is below a folder.
func (e Engine) command(folder string) string {
	program := e.Program
	if strings.HasPrefix(program, "adapter-") || program == "smp-check" {
		program = folder + "/" + program
	}
	return strings.TrimSpace(program + " " + e.Arguments)
}

// start starts one process of the engine for each worker, from the root of the repository.
func (e Engine) start(folder string, workers int) ([]corpus.Subject, func(), error) {
	var subjects []corpus.Subject
	var started []*protocol.Foreign
	stop := func() {
		for _, f := range started {
			f.Close()
		}
	}
	for range workers {
		f, err := protocol.Launch{Command: e.command(folder), Timeout: timeout, Repeat: e.Asks}.Start()
		if err != nil {
			stop()
			return nil, nil, fmt.Errorf("engine %s: %w", e.Name, err)
		}
		if f.Name() != e.Name {
			stop()
			return nil, nil, fmt.Errorf("engine %s calls itself %s", e.Name, f.Name())
		}
		started = append(started, f)
		subjects = append(subjects, newSteady(f))
	}
	return subjects, stop, nil
}
