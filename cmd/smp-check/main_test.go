package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect of outputs")

func TestMain(m *testing.M) {
	commands := map[string]func() int{}
	for name, run := range map[string]func(){"smp-check": main, "broken-engine": brokenEngine} {
		commands[name] = func() int { run(); return 0 }
	}
	commands["on-terminal"] = onTerminal
	commands["measured"] = measured
	os.Exit(testscript.RunMain(m, commands))
}

// TestScripts runs the command like a user. Each script tests one behavior, including both
// streams and the exit status.
func TestScripts(t *testing.T) {
	params := scripts(setup)
	if raceEnabled {
		// Under the race detector, only scripts whose commands use several goroutines are run,
		// because commands take ten times as long. Two scripts would take minutes.
		starting := regexp.MustCompile(`smp-check (?:run|laws|minimize|play) |--in-place`)
		params = only(t, params, func(name, text string) bool {
			return name != "long_lists" && name != "laws_built_in" && starting.MatchString(text) || slices.Contains(reading, name)
		})
	}
	testscript.Run(t, params)
}

// reading lists the scripts that read many files, or many documents of one file.
var reading = []string{"folders", "lint_files", "mixed_kinds", "streams"}

// only returns the parameters with the scripts for which keep returns true, which are not
// rewritten.
func only(t *testing.T, params testscript.Params, keep func(name, text string) bool) testscript.Params {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(params.Dir, "*.txtar"))
	check(t, err)
	params.Dir, params.UpdateScripts = t.TempDir(), false
	kept := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(t, err)
		if name := filepath.Base(file); keep(strings.TrimSuffix(name, ".txtar"), string(text)) {
			check(t, os.WriteFile(filepath.Join(params.Dir, name), text, 0o644))
			kept++
		}
	}
	if kept == 0 {
		t.Fatalf("there is no such script")
	}
	return params
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

// onTerminal is the command "on-terminal stdout|stderr COMMAND [ARGUMENT...]" of scripts,
// after ttyin: it runs a command with one of its streams on the terminal. The command starts
// after the typed line has arrived, because the terminal may echo that line at any time. It
// ends after the script has read the output, because unread output would be lost. A terminal
// buffers about 20 kB; after that, writers must wait.
func onTerminal() int {
	terminal, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err == nil {
		_, err = bufio.NewReader(terminal).ReadString('\n')
	}
	if err != nil || len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: on-terminal stdout|stderr COMMAND [ARGUMENT...]:", err)
		return exitBad
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if os.Args[1] == "stdout" {
		cmd.Stdout = terminal
	} else {
		cmd.Stderr = terminal
	}
	if os.Getenv("TERM") == "" {
		cmd.Env = append(os.Environ(), "TERM=xterm")
	}
	err = cmd.Run()
	if cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, "on-terminal:", err)
		return exitBad
	}
	if _, err := terminal.WriteString(strings.Repeat(" ", 1<<16)); err != nil {
		fmt.Fprintln(os.Stderr, "on-terminal:", err)
		return exitBad
	}
	return cmd.ProcessState.ExitCode()
}

// interrupt sends an interrupt to all commands in the background, like Control-C.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: interrupt")
	}
	for _, cmd := range ts.BackgroundCmds() {
		ts.Check(cmd.Process.Signal(os.Interrupt))
	}
}

// setup copies the manifests of the README, so that scripts can name them as example/FILE.
func setup(env *testscript.Env) error {
	// Without this, the race detector delays the end of every command by a second.
	env.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	return errors.Join(
		os.CopyFS(filepath.Join(env.WorkDir, "example"), os.DirFS("testdata/example")),
		os.CopyFS(filepath.Join(env.WorkDir, "stored"), os.DirFS("testdata/stored")), // see .ci/long cluster examples
	)
}

// condition implements [root], because permissions do not apply to the superuser.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Getuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// status is the script command "status N COMMAND [ARGUMENT...]": it runs the command, which
// must exit with exactly this status. As after exec, its streams are stdout and stderr. If the
// status is 2, stdout must be empty, except for problems that lint found in other files.
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
	for _, flags := range [][]string{nil, {"--keep-style"}} {
		var stderr strings.Builder
		args := append([]string{"apply", "testdata/example/service.yaml", "testdata/example/service-patch.yaml"}, flags...)
		if got := execute(args, strings.NewReader(""), brokenPipe{}, &stderr); got != exitBad {
			t.Errorf("%s: exit status %d, want %d", args, got, exitBad)
		}
		if got, want := stderr.String(), "smp-check: standard output: broken pipe\n"; got != want {
			t.Errorf("%s: stderr %q, want %q", args, got, want)
		}
	}
}
