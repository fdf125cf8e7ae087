package props_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// Failures are shrunk to minimal examples. Each test contains a rule that an engine violates,
// and the exact result of shrinking. Only some inputs shrink that far, and the seed selects
// one of them.
func TestShrinking(t *testing.T) {
	shrinkFully(t)
	setFlag(t, "rapid.checks", "20000")
	for _, test := range []struct {
		rule                  smp.Rule
		seed, original, patch string
	}{
		{smp.RuleScalar, "1", `{}`, `{"a":"a"}`},
		{smp.RuleMapReplace, "1", `{}`, `{"$patch":"replace"}`},
		{smp.RuleKeyedDelete, "18", `{}`, `{"a":[{"k":"a","$patch":"delete"}]}`},
	} {
		t.Run(string(test.rule), func(t *testing.T) {
			setFlag(t, "rapid.seed", test.seed)
			found := &recorder{name: t.Name()}
			found.run(func() {
				props.Check(found, corpus.OpApply, func(in corpus.Input) laws.Verdict {
					return laws.Verdict{Status: decides(in, test.rule), What: in.Original.JSON() + " patched with " + in.Patch.JSON()}
				})
			})
			want := test.original + " patched with " + test.patch
			if got := found.last("patched with"); got != want {
				t.Errorf("what is left is %s\nwant %s", got, want)
			}
		})
	}
}

// decides returns Broken if the rule determines the result of an accepted input.
func decides(in corpus.Input, rule smp.Rule) laws.Status {
	out := corpus.Engine().Run(in)
	for _, r := range out.Rules {
		if r == rule && out.Err == nil {
			return laws.Broken
		}
	}
	return laws.Held
}

// shrinkFully gives shrinking enough time on a busy machine. It skips the test in short mode.
func shrinkFully(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes its time")
	}
	setFlag(t, "rapid.nofailfile", "true")
	setFlag(t, "rapid.shrinktime", "10m")
}

func setFlag(t *testing.T, name, value string) {
	f := flag.Lookup(name)
	before := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Value.Set(before); err != nil {
			t.Error(err)
		}
	})
}

// A recorder receives the reports of rapid, in place of a test that would fail.
type recorder struct {
	name   string
	lines  []string
	failed bool
}

// run calls f, which may end with FailNow.
func (r *recorder) run(f func()) {
	defer func() {
		if p := recover(); p != nil && p != errStopped {
			panic(p)
		}
	}()
	f()
}

// last returns the last line that contains the word.
func (r *recorder) last(word string) string {
	for i := len(r.lines) - 1; i >= 0; i-- {
		if strings.Contains(r.lines[i], word) {
			return r.lines[i]
		}
	}
	return ""
}

var errStopped = fmt.Errorf("stopped")

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return r.name }
func (r *recorder) Logf(format string, args ...any) {
	r.lines = append(r.lines, strings.Split(fmt.Sprintf(format, args...), "\n")...)
}
func (r *recorder) Log(args ...any)                   { r.Logf("%s", fmt.Sprint(args...)) }
func (r *recorder) Skipf(format string, args ...any)  { r.SkipNow() }
func (r *recorder) Skip(args ...any)                  { r.SkipNow() }
func (r *recorder) SkipNow()                          { panic("rapid does not skip") }
func (r *recorder) Errorf(format string, args ...any) { r.Logf(format, args...); r.Fail() }
func (r *recorder) Error(args ...any)                 { r.Log(args...); r.Fail() }
func (r *recorder) Fatalf(format string, args ...any) { r.Logf(format, args...); r.FailNow() }
func (r *recorder) Fatal(args ...any)                 { r.Log(args...); r.FailNow() }
func (r *recorder) Fail()                             { r.failed = true }
func (r *recorder) FailNow()                          { r.Fail(); panic(errStopped) }
func (r *recorder) Failed() bool                      { return r.failed }
