package protocol_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

const (
	// modeVariable is an environment variable that turns the test binary into an
	// engine with the named behavior.
	modeVariable = "SMP_TEST_ENGINE"
	// childVariable names a file, to which a child process of the engine writes its number.
	childVariable = "SMP_TEST_CHILD"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVariable); mode != "" {
		behave(mode)
		return
	}
	os.Exit(m.Run())
}

// commandOf returns the command line that starts an engine with this mode.
func commandOf(mode string) string {
	return fmt.Sprintf("%s=%s exec '%s'", modeVariable, mode, os.Args[0])
}

// behave runs an engine that speaks the protocol. If the patch has a member "misbehave", it
// misbehaves according to its mode.
func behave(mode string) {
	server := protocol.EngineServer()
	switch mode {
	case "version":
		fmt.Println(`{"version":2,"name":"a","ops":["apply"],"dialects":["documented"]}`)
		return
	case "nameless":
		fmt.Println(`{"version":1,"ops":["fly"],"dialects":["documented"]}`)
		return
	case "empty":
		fmt.Println(`{"version":1}`)
		return
	case "no-list":
		fmt.Println(`{"version":1,"name":"a","ops":"apply","dialects":["documented"]}`)
		return
	case "half":
		fmt.Println(`{"version":1`)
		return
	case "no-json":
		fmt.Println(`hello`)
		return
	case "silent":
		time.Sleep(time.Hour)
	case "gone":
		fmt.Fprintln(os.Stderr, "there is no engine here")
		os.Exit(4)
	case "deaf":
		fmt.Println(`{"version":1,"name":"a","ops":["apply"],"dialects":["documented"]}`)
		time.Sleep(time.Hour)
	}
	answer := server.Answer
	if mode == "fickle" || mode == "fickle-and-simple" {
		count := 0
		fickle := answer
		answer = func(r protocol.Request) corpus.Outcome {
			if _, ok := r.Input.Patch.Get("misbehave"); ok {
				count++
				return corpus.Outcome{Result: model.NewInt(int64(count / 3))}
			}
			return fickle(r)
		}
	}
	server.Answer = func(r protocol.Request) corpus.Outcome {
		if _, ok := r.Input.Patch.Get("misbehave"); ok {
			misbehave(mode)
		}
		return answer(r)
	}
	var out io.Writer = os.Stdout
	if mode == "fickle-and-simple" {
		out = simple{out}
	}
	if err := server.Serve(os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// simple is an output that hides the ability of an engine to repeat requests.
type simple struct{ io.Writer }

func (s simple) Write(line []byte) (int, error) {
	_, err := s.Writer.Write(bytes.Replace(line, []byte(`"repeats":true`), []byte(`"repeats":false`), 1))
	return len(line), err
}

func misbehave(mode string) {
	switch mode {
	case "dies":
		fmt.Fprintln(os.Stderr, "first words\nlast words")
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("not an answer")
	case "no-answer":
		fmt.Println(`{"seq":2}`)
	case "two-answers":
		fmt.Println(`{"seq":2,"result":{},"skipped":"why"}`)
	case "out-of-order":
		fmt.Println(`{"seq":1,"result":{}}`)
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "orphan", "daemon":
		// A child process holds the pipes open after the engine has exited. The test would wait
		// for it until the time limit of go test.
		command := []string{"sh", "-c", `echo $$ >"$1.new" && mv "$1.new" "$1" && exec sleep 3600`, "sh", os.Getenv(childVariable)}
		if mode == "daemon" {
			command = append([]string{"setsid"}, command...)
		}
		child := exec.Command(command[0], command[1:]...)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		for { // before that, the child may still be in the session of the engine
			if _, err := os.Stat(os.Getenv(childVariable)); err == nil {
				os.Exit(5)
			}
			time.Sleep(time.Millisecond)
		}
	case "chatty":
		fmt.Println(`{"seq":2,"result":{"misbehave":1}}`)
	}
}

func start(t *testing.T, command string, timeout time.Duration) *protocol.Foreign {
	t.Helper()
	f, err := protocol.Launch{Command: command, Timeout: timeout, StartTimeout: time.Minute}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func patchInput(original, patch string) corpus.Input {
	return corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: model.MustParse(original), Patch: model.MustParse(patch)}
}

// Every case has the same verdict with and without the protocol.
func TestForeignCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	f := start(t, commandOf("good"), time.Minute)
	if f.Name() != "smp" || f.Dialect() != corpus.Documented {
		t.Errorf("the engine is %s, dialect %s", f.Name(), f.Dialect())
	}
	g, err := protocol.Launch{Command: commandOf("good"), Dialect: corpus.Kubernetes}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	divergent := corpus.Terms{Dialect: corpus.Kubernetes}
	for i, c := range cases {
		if testing.Short() && i%8 != 0 {
			continue
		}
		here, there := corpus.Run(c, corpus.Engine()), corpus.Run(c, f)
		if here.Passed() != there.Passed() || here.Skipped != there.Skipped {
			t.Errorf("here %s\nthere %s", here, there)
		}
		here, there = divergent.Run(c, corpus.EngineOf(corpus.Kubernetes)), divergent.Run(c, g)
		if here.Passed() != there.Passed() || here.Skipped != there.Skipped {
			t.Errorf("here %s\nthere %s", here, there)
		}
	}
}

// A failure is the answer to the request that caused it. The engine is
// restarted and answers the next request.
func TestForeignFaults(t *testing.T) {
	for _, test := range []struct {
		mode, message, stderr string
		kind                  corpus.FaultCode
	}{
		{"dies", "exit status 3", "first words\nlast words", corpus.Died},
		{"hangs", "no answer in 5s", "", corpus.Hung},
		{"garbage", "not an answer", "", corpus.Garbage},
		{"no-answer", "expected one of result, error, skipped, panic and varies, got 0", "", corpus.Garbage},
		{"two-answers", "expected one of result, error, skipped, panic and varies, got 2", "", corpus.Garbage},
		{"out-of-order", "expected the answer to request 2, got that to 1", "", corpus.OutOfOrder},
		{"closes", "the engine closed its output", "", corpus.Died},
		{"orphan", "exit status 5", "", corpus.Died},
		{"daemon", "exit status 5", "", corpus.Died},
	} {
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			if test.mode == "daemon" {
				if _, err := exec.LookPath("setsid"); err != nil {
					t.Skip("there is no setsid")
				}
			}
			timeout := time.Minute
			if test.kind == corpus.Hung {
				timeout = 5 * time.Second // long enough for the answers to the other requests
			}
			child := filepath.Join(t.TempDir(), "child")
			f := start(t, fmt.Sprintf("%s='%s' %s", childVariable, child, commandOf(test.mode)), timeout)
			t.Cleanup(func() { endProcess(child) })
			good, bad := patchInput(`{"a":1}`, `{"b":2}`), patchInput(`{}`, `{"misbehave":1}`)
			for i, in := range []corpus.Input{good, bad, good} {
				out := f.Run(in)
				fault := corpus.FaultOf(out.Err)
				switch {
				case i != 1 && (out.Err != nil || out.Result.Canonical() != `{"a":1,"b":2}`):
					t.Errorf("run %d: %v, %v", i, out.Result, out.Err)
				case i != 1:
				case fault == nil:
					t.Errorf("no fault: %v, %v", out.Result, out.Err)
				case fault.Code != test.kind || !strings.Contains(fault.Message, test.message) || !strings.HasSuffix(fault.Stderr, test.stderr):
					t.Errorf("fault %v", fault)
				}
			}
		})
	}
}

// endProcess ends the process whose number is in a file. The file may be missing.
func endProcess(file string) {
	text, _ := os.ReadFile(file)
	if number, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
		if process, err := os.FindProcess(number); err == nil {
			_ = process.Kill() // it may have been ended together with the engine
		}
	}
}

// If an engine gives two answers to a request, the second one is a fault of the next request.
func TestForeignAnswersTooMuch(t *testing.T) {
	f := start(t, commandOf("chatty"), time.Minute)
	good, bad := patchInput(`{"a":1}`, `{"b":2}`), patchInput(`{}`, `{"misbehave":1}`)
	for i, in := range []corpus.Input{good, bad, good, good} {
		fault := corpus.FaultOf(f.Run(in).Err)
		if (fault != nil) != (i == 2) || fault != nil && fault.Code != corpus.OutOfOrder {
			t.Errorf("run %d: %v", i, fault)
		}
	}
}

// An engine that reads nothing cannot block the driver, regardless of the
// length of a request.
func TestForeignDeaf(t *testing.T) {
	f := start(t, commandOf("deaf"), time.Second)
	large := patchInput(`{}`, `{"a":"`+strings.Repeat("x", 1<<20)+`"}`)
	for range 2 {
		if fault := corpus.FaultOf(f.Run(large).Err); fault == nil || fault.Code != corpus.Hung {
			t.Errorf("fault %v", fault)
		}
	}
}

func TestForeignDoesNotStart(t *testing.T) {
	for _, test := range []struct{ command, message string }{
		{commandOf("version"), "expected version 1 of the protocol, got 2"},
		{commandOf("nameless"), `the answer to start lacks name, ops: unknown operation "fly"; expected apply, diff, threeway, compose, conflicts or lint`},
		{commandOf("empty"), "the answer to start lacks name, ops, dialects"},
		{commandOf("no-list"), `not-started: ops: expected a list of strings, got "apply"`},
		{commandOf("half"), "not-started: expected a JSON map as answer to start (syntax error at byte 12: the text ends too early)"},
		{commandOf("no-json"), "not-started: expected a JSON map as answer to start: hello"},
		{commandOf("gone"), "exit status 4\nend of its standard error:\nthere is no engine here"},
		{commandOf("silent"), "no answer in 1s"},
		{"exec /there/is/no/such/engine", "exit status 127"},
		{"true", "exit status 0"},
	} {
		timeout := time.Minute
		if test.command == commandOf("silent") {
			timeout = time.Second
		}
		_, err := protocol.Launch{Command: test.command, StartTimeout: timeout}.Start()
		fault := corpus.FaultOf(err)
		if fault == nil || fault.Code != corpus.NotStarted || !strings.Contains(fault.Error(), test.message) {
			t.Errorf("%s: %v", test.command, err)
		}
	}
}

// If an engine cannot be restarted several times, the driver gives up, and reports this for
// each further request.
func TestForeignDoesNotStartAgain(t *testing.T) {
	once := t.TempDir() + "/once"
	f := start(t, fmt.Sprintf("mkdir '%s' && %s", once, commandOf("dies")), time.Minute)
	f.Run(patchInput(`{}`, `{"misbehave":1}`))
	for i := range 5 {
		fault := corpus.FaultOf(f.Run(patchInput(`{}`, `{}`)).Err)
		if fault == nil || fault.Code != corpus.NotStarted || (i >= 3) != (fault.Message == "the engine failed to start 3 times in a row") {
			t.Errorf("run %d: %v", i, fault)
		}
	}
}

// The protocol preserves the parts of errors that the laws and the runner use.
func TestForeignErrors(t *testing.T) {
	want := []error{
		&smp.Error{Code: smp.MissingMergeKey, Document: "patch", Path: model.Path{model.Field("a.b"), model.Index(2)}, Rule: smp.RuleKeyedMerge, Cause: errors.New("c")},
		&smp.ConflictError{Conflicts: []smp.Conflict{{Path: model.Path{model.Field("a")}, Code: smp.BothChanged, Left: model.MustParse(`1.0`)}}},
		&corpus.Unclassified{Message: "no"},
		&smp.Error{Code: "conflict", Cause: errors.New("somewhere")},
		&corpus.Fault{Code: corpus.Panicked, Message: "index out of range"},
	}
	for _, want := range want {
		got := throughLine(t, corpus.Outcome{Err: want})
		if kind, other := fmt.Sprintf("%T", got.Err), fmt.Sprintf("%T", want); kind != other {
			t.Errorf("%v became %v, a %s", want, got.Err, kind)
		}
		var e, sent *smp.Error
		if errors.As(want, &sent) && (!errors.As(got.Err, &e) || e.Code != sent.Code || !e.Path.Equal(sent.Path) || e.Document != sent.Document || e.Rule != sent.Rule) {
			t.Errorf("%v became %v", want, got.Err)
		}
		var c *smp.ConflictError
		if errors.As(got.Err, &c) && (len(c.Conflicts) != 1 || c.Conflicts[0].Path.String() != "a" || c.Conflicts[0].Left.JSON() != "1.0" || c.Conflicts[0].Right.Type() != model.Absent) {
			t.Errorf("%v became %v", want, got.Err)
		}
	}
}

// The protocol preserves the places where the answer of a cluster varies.
func TestForeignVariesAt(t *testing.T) {
	in := corpus.Input{
		Op: corpus.OpApply, Schema: smp.Schemaless,
		Original: model.MustParse(`{"labels":{"a":"b"}}`),
		Patch:    model.MustParse(`{"labels":{"tier":"z"},"$deleteFromPrimitiveList/labels":null}`),
	}
	for _, test := range []struct {
		patch string
		want  string
	}{
		{`{"labels":{"tier":"z"},"$deleteFromPrimitiveList/labels":null}`, "labels"},
		{`{"labels":{"tier":"z"}}`, ""},
	} {
		in.Patch = model.MustParse(test.patch)
		got := throughLine(t, corpus.Cluster(cluster.Engine{}).Run(in))
		var places []string
		for _, p := range got.VariesAt {
			places = append(places, p.String())
		}
		if strings.Join(places, " ") != test.want {
			t.Errorf("%s varies at %v, want %q", test.patch, places, test.want)
		}
	}
}

// The protocol preserves the list of wide replacements, even if it is empty.
func TestForeignWide(t *testing.T) {
	for _, want := range [][]model.Path{nil, {}, {{model.Field("a.b")}, {model.Field("l"), model.Key{{Name: "n", Value: model.NewString("x")}}}}} {
		got := throughLine(t, corpus.Outcome{Result: model.MustParse(`{}`), Wide: want})
		if (got.Wide == nil) != (want == nil) || !slices.EqualFunc(got.Wide, want, model.Path.Equal) {
			t.Errorf("%v became %v", want, got.Wide)
		}
	}
}

// The text of an error about an answer ends with the answer.
func TestReplyErrors(t *testing.T) {
	for line, want := range map[string]string{
		`[]`:                                 `garbage: expected a JSON map as answer: []`,
		`{}`:                                 `out-of-order: expected the answer to request 7, got that to nothing`,
		`{"seq":7,"error":"no"}`:             `garbage: invalid answer: error: expected a map: {"seq":7,"error":"no"}`,
		`{"seq":7,"skipped":true}`:           `garbage: invalid answer: skipped: expected the reason, which is a string: {"seq":7,"skipped":true}`,
		`{"seq":7,"result":{"a":"\ud800"}}`:  `garbage: expected a JSON map as answer (syntax error in result.a, byte 24: unpaired surrogate in a string): {"seq":7,"result":{"a":"\ud800"}}`,
		`{"seq":7,"result":{"a":NaN}}`:       `garbage: expected a JSON map as answer (syntax error in result.a, byte 23: expected a value, got 'N'): {"seq":7,"result":{"a":NaN}}`,
		`{"seq":7,"error":{"code":"limit"}}`: `garbage: invalid answer: error: unexpected key code; the protocol calls the error code kind: {"seq":7,"error":{"code":"limit"}}`,
		`{"seq":7,"result":{},"rules":"a"}`:  `garbage: invalid answer: rules: expected a list of strings, got "a": {"seq":7,"result":{},"rules":"a"}`,
		`{"seq":7,"result":{},"wide":["["]}`: `garbage: invalid answer: wide: invalid path "[": {"seq":7,"result":{},"wide":["["]}`,
		`{"seq":7,"result":{},"variesAt":1}`: `garbage: invalid answer: variesAt: expected a list of strings, got 1: {"seq":7,"result":{},"variesAt":1}`,
		`{"seq":7,"result":{},"wide":[1]}`:   `garbage: invalid answer: wide: expected a list of strings, got [1]: {"seq":7,"result":{},"wide":[1]}`,
		`{"seq":7}`:                          `garbage: invalid answer: expected one of result, error, skipped, panic and varies, got 0: {"seq":7}`,
	} {
		if _, fault := protocol.ReadReply([]byte(line), 7); fault == nil || fault.Error() != want {
			t.Errorf("got  %v\nwant %s", fault, want)
		}
	}
	got, _ := protocol.ReadReply([]byte(`{"seq":7,"error":{"kind":"limit","path":"a["}}`), 7)
	if want := `limit: invalid path "a["`; got.Err == nil || got.Err.Error() != want {
		t.Errorf("got  %v\nwant %s", got.Err, want)
	}
}

// An error without a path keeps its other parts.
func TestReplyPathless(t *testing.T) {
	got, _ := protocol.ReadReply([]byte(`{"seq":7,"error":{"kind":"limit","document":"patch","rule":"root","message":"too deep"}}`), 7)
	var e *smp.Error
	if !errors.As(got.Err, &e) || e.Code != smp.Limit || e.Document != "patch" || e.Rule != smp.RuleRoot || len(e.Path) > 0 {
		t.Errorf("got %v", got.Err)
	}
	c := corpus.Case{Input: patchInput(`{}`, `{}`)}
	c.Want.Rejection = &corpus.Rejection{Code: smp.Limit, Path: model.Path{model.Field("a")}}
	if v := corpus.Run(c, fixed{got}); len(v.Failures) != 1 || v.Failures[0].Got != "limit of patch (rule root) without a path" {
		t.Errorf("got %s", v)
	}
}

// A fixed subject gives the same answer to each input.
type fixed struct{ answer corpus.Outcome }

func (fixed) Name() string                         { return "fixed" }
func (f fixed) Run(in corpus.Input) corpus.Outcome { return f.answer }

// Serve ends with an error about the line that it cannot answer.
func TestServeErrors(t *testing.T) {
	for lines, want := range map[string]string{
		`{`:                                      `expected JSON: syntax error at byte 1: the text ends too early`,
		`{}`:                                     `unknown command nothing; expected start, run or stop`,
		`{"cmd":"fly"}`:                          `unknown command "fly"; expected start, run or stop`,
		`{"cmd":"run"}`:                          `expected the command start before run`,
		"{\"cmd\":\"start\"}\n{\"cmd\":\"run\"}": `seq: expected a number, got nothing`,
	} {
		if err := protocol.EngineServer().Serve(strings.NewReader(lines), io.Discard); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// throughLine returns the outcome that a driver reads for an outcome.
func throughLine(t *testing.T, out corpus.Outcome) corpus.Outcome {
	t.Helper()
	server := protocol.EngineServer()
	server.Answer = func(protocol.Request) corpus.Outcome { return out }
	var answers strings.Builder
	lines := "{\"cmd\":\"start\",\"version\":1}\n" +
		`{"cmd":"run","seq":7,"dialect":"documented","case":{"op":"lint","schema":{"schemaless":true},"patch":{}}}` + "\n{\"cmd\":\"stop\"}\nafter the end\n"
	if err := server.Serve(strings.NewReader(lines), &answers); err != nil {
		t.Fatal(err)
	}
	last := strings.Split(strings.TrimSpace(answers.String()), "\n")
	got, fault := protocol.ReadReply([]byte(last[len(last)-1]), 7)
	if fault != nil {
		t.Fatal(fault)
	}
	return got
}

// An answer that varies is detected, both if the engine repeats requests itself
// and if the driver sends them again.
func TestForeignVaries(t *testing.T) {
	for _, mode := range []string{"fickle", "fickle-and-simple"} {
		f, err := protocol.Launch{Command: commandOf(mode), Repeat: 4}.Start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		steady, fickle := patchInput(`{"a":1}`, `{"b":2}`), patchInput(`{}`, `{"misbehave":1}`)
		for range 2 {
			if out := f.Run(steady); out.Err != nil || out.Result.Canonical() != `{"a":1,"b":2}` {
				t.Errorf("%s: %v, %v", mode, out.Result, out.Err)
			}
			if fault := corpus.FaultOf(f.Run(fickle).Err); fault == nil || fault.Code != corpus.Varies {
				t.Errorf("%s: fault %v", mode, fault)
			}
		}
		if out := f.Once().Run(fickle); out.Err != nil {
			t.Errorf("%s, asked once: %v", mode, out.Err)
		}
	}
}
