package smp_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Values in the errors, conflicts, problems and traces of a JSON call do not change when later
// calls reuse memory.
func TestValuesOutliveTheirCall(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	of := func(name, value string) []byte {
		return fmt.Appendf(nil, `{"list":[{"name":%q,"value":%q}]}`, name, value)
	}
	wrong := []byte(`{"list":[{"name":"first","value":"x","$patch":"delete"},{"name":"second","value":"x"},{"value":"y"}]}`)
	var traced []smp.Event
	tracing := smp.Engine{Trace: func(e smp.Event) { traced = append(traced, e) }}
	pathOf := func(err error) model.Path {
		t.Helper()
		var e *smp.Error
		if !errors.As(err, &e) {
			t.Fatalf("%v", err)
		}
		return e.Path
	}
	for name, call := range map[string]func() func() string{
		"error of Apply": func() func() string {
			_, err := smp.Engine{Strict: true}.ApplyJSON(s, of("first", "x"), wrong)
			path := pathOf(err)
			return path.String
		},
		"error of Compose": func() func() string {
			_, err := smp.Engine{}.ComposeJSON(s, wrong, of("first", "x"))
			path := pathOf(err)
			return path.String
		},
		"error of Diff": func() func() string {
			_, err := smp.DiffJSON(s, []byte(`{}`), []byte(`{"a":{"$list":1,"$patch":"y"}}`))
			path := pathOf(err)
			return path.String
		},
		"conflicts of ThreeWay": func() func() string {
			_, err := smp.Engine{}.ThreeWayJSON(s, of("first", "x"), of("first", "y"), of("first", "z"), smp.ThreeWayOptions{})
			var e *smp.ConflictError
			if !errors.As(err, &e) {
				t.Fatalf("%v", err)
			}
			return func() string { return shown(e.Conflicts) }
		},
		"conflicts": func() func() string {
			conflicts, err := smp.Engine{}.ConflictsJSON(s, of("first", "x"), of("first", "y"))
			if err != nil {
				t.Fatal(err)
			}
			return func() string { return shown(conflicts) }
		},
		"problems": func() func() string {
			problems, err := smp.Engine{}.LintJSON(s, wrong)
			if err != nil {
				t.Fatal(err)
			}
			return func() string {
				var b strings.Builder
				for _, p := range problems {
					fmt.Fprintln(&b, p.Path.String(), p.Cause)
				}
				return b.String()
			}
		},
		"trace": func() func() string {
			traced = nil
			if _, err := tracing.ApplyJSON(s, of("first", "x"), of("first", "y")); err != nil {
				t.Fatal(err)
			}
			events := traced
			return func() string {
				var b strings.Builder
				for _, e := range events {
					b.WriteString(e.Path.String())
				}
				return b.String()
			}
		},
	} {
		show := call()
		before := show()
		if before == "" {
			t.Errorf("%s: it is empty", name)
		}
		for n := range 20 {
			if _, err := smp.DiffJSON(s, of(fmt.Sprint(n), "other"), of(fmt.Sprint(n), "another")); err != nil {
				t.Fatal(err)
			}
		}
		if after := show(); after != before {
			t.Errorf("%s: %s is now %s", name, before, after)
		}
	}
}

// Concurrent JSON calls give the same results as calls on values. Long and short documents
// alternate.
func TestCallsAtOnce(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	document := func(n int, value string) []byte {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"name":"%d","value":%q},`, i, value)
		}
		return []byte(`{"list":[` + b.String() + `{"name":"last"}]}`)
	}
	var group sync.WaitGroup
	for g := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := range 40 {
				original, modified := document(n*n%97, fmt.Sprint(g)), document(n*n%89, fmt.Sprint(n))
				from, to := model.MustParse(string(original)), model.MustParse(string(modified))
				want, err := smp.Diff(s, from, to)
				if err != nil {
					t.Error(err)
					return
				}
				patch, err := smp.DiffJSON(s, original, modified)
				if err != nil || string(patch) != want.JSON() {
					t.Errorf("got %s, %v", patch, err)
				}
				result, err := smp.ApplyJSON(s, original, patch)
				if err != nil || !model.Equal(model.MustParse(string(result)), to) {
					t.Errorf("got %s, %v", result, err)
				}
			}
		}()
	}
	group.Wait()
}

func shown(conflicts []smp.Conflict) string {
	var b strings.Builder
	for _, c := range conflicts {
		fmt.Fprintln(&b, c.Path, c.Left.JSON(), c.Right.JSON())
	}
	return b.String()
}
