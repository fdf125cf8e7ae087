package props_test

import (
	"os"
	"testing"

	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/props"
)

// engineVariable is the environment variable with the command of an engine in another process,
// which speaks the engine protocol of the corpus.
const engineVariable = "SMP_ENGINE"

// TestForeignLaws checks the laws with an engine in another process. Failures are shrunk like
// those of an engine in this process, and each step calls the other engine.
//
//	SMP_ENGINE='python3 engine.py' go test ./props -run TestForeignLaws
func TestForeignLaws(t *testing.T) {
	command := os.Getenv(engineVariable)
	if command == "" {
		t.Skip(engineVariable + " names no engine")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	// The command is relative to the root, where tests are usually started.
	if err := os.Chdir(".."); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chdir(dir); err != nil {
			t.Error(err)
		}
	})
	f, err := protocol.Launch{Command: command}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	props.Run(t, f)
}
