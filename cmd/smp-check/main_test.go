package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect of outputs")

func TestMain(m *testing.M) {
	command := func() {
		if os.Getenv(keepsNothing) != "" {
			load.Held = load.Limits{}
		}
		main()
	}
	commands := map[string]func() int{}
	for name, run := range map[string]func(){"smp-check": command, "broken-engine": brokenEngine, "parse-yaml": parseYAML} {
		commands[name] = func() int { run(); return 0 }
	}
	os.Exit(testscript.RunMain(m, commands))
}

// keepsNothing is a variable of the environment of the command in tests: with it every document
// is read again, as those of large folders are.
const keepsNothing = "SMP_CHECK_KEEPS_NOTHING"

// TestScripts runs the command as users do: one script for one behaviour, each
// of which says what is on both streams and the exit status.
func TestScripts(t *testing.T) {
	testscript.Run(t, scripts(setup))
}

// TestScriptsReadAgain runs the scripts about files and folders with a command that keeps no
// document in memory. What it writes is the same.
func TestScriptsReadAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts run once") // under the race detector, too
	}
	params := scripts(func(env *testscript.Env) error {
		env.Setenv(keepsNothing, "1")
		return setup(env)
	})
	params.Dir, params.UpdateScripts = t.TempDir(), false
	for _, name := range []string{
		"apply_delete", "apply_in_place", "apply_mistakes", "compose", "conflicts", "diff", "explain", "folders", "generate_name",
		"lint", "lint_files", "long_lists", "mixed_kinds", "result", "streams", "threeway", "threeway_annotation", "threeway_conflict",
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "script", name+".txtar"))
		check(t, err)
		check(t, os.WriteFile(filepath.Join(params.Dir, name+".txtar"), text, 0o644))
	}
	testscript.Run(t, params)
}

func scripts(setup func(*testscript.Env) error) testscript.Params {
	return testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               setup,
		Condition:           condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":    status,
			"repeat":    repeat,
			"populate":  populate,
			"interrupt": interrupt,
		},
	}
}

// interrupt presses Control-C for all commands in the background.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: interrupt")
	}
	for _, cmd := range ts.BackgroundCmds() {
		ts.Check(cmd.Process.Signal(os.Interrupt))
	}
}

// setup puts the manifests that the README shows where a script can name them
// as example/FILE.
func setup(env *testscript.Env) error {
	// The race detector otherwise keeps every command from ending for a second.
	env.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	return errors.Join(
		os.CopyFS(filepath.Join(env.WorkDir, "example"), os.DirFS("testdata/example")),
		os.CopyFS(filepath.Join(env.WorkDir, "stored"), os.DirFS("testdata/stored")), // see .ci/long cluster examples
	)
}

// condition answers [root]: permissions do not bind the superuser.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Getuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// status is the script command "status N COMMAND [ARGUMENT...]": it runs the
// command, which must exit with exactly this status. As after exec, its streams
// are stdout and stderr; where the status is 2, stdout must be empty, but for what lint
// found in other files.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if got == exitBad && ts.ReadFile("stdout") != "" && !slices.Contains(args, "lint") {
		ts.Fatalf("a failed command wrote to standard output")
	}
}

// repeat is the script command "repeat FILE (TEXT N)...": it writes a file of
// texts, each repeated N times.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args)%2 != 1 {
		ts.Fatalf("usage: repeat FILE (TEXT N)...")
	}
	var text strings.Builder
	for pair := args[1:]; len(pair) > 0; pair = pair[2:] {
		n, err := strconv.Atoi(pair[1])
		ts.Check(err)
		text.WriteString(strings.Repeat(strings.ReplaceAll(pair[0], `\n`, "\n"), n))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text.String()), 0o644))
}

// brokenPipe is a standard output that nobody reads.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestOutputFails(t *testing.T) {
	var stderr strings.Builder
	args := []string{"apply", "testdata/example/service.yaml", "testdata/example/service-patch.yaml"}
	if got := run(args, strings.NewReader(""), brokenPipe{}, &stderr); got != exitBad {
		t.Errorf("exit status %d, want %d", got, exitBad)
	}
	if got, want := stderr.String(), "smp-check: standard output: broken pipe\n"; got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
}
