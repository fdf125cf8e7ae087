package play_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/cputime"
)

// hostile are the most expensive requests of about the size limit. Diff explains its patch like
// apply.
func hostile() map[string]play.Request {
	half := play.MaxBytes/2 - 100
	if testing.Short() {
		half /= 4
	}
	deep := func(leaf string) string {
		return strings.Repeat(`{"a":`, 900) + leaf + strings.Repeat("}", 900)
	}
	wide := func(format string, size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size-40; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	env := "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    env:\n"
	ports := "apiVersion: v1\nkind: Service\nspec:\n  ports:\n"
	aliases := "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 9; i++ {
		aliases += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	return map[string]play.Request{
		"deep":        {NoSchema: true, Documents: []string{deep(`{"b":1,"c":"` + strings.Repeat("x", half-6000) + `"}`), deep(`{"b":2}`)}},
		"deep added":  {NoSchema: true, Documents: []string{"{}", deep(`"` + strings.Repeat("x", half) + `"`)}},
		"many names":  {NoSchema: true, Documents: []string{wide("k%d: 1\n", half), wide("k%d: 2\n", half)}},
		"many env":    {Documents: []string{env + wide("    - {name: e%d, value: a}\n", half), env + wide("    - {name: e%d, value: b}\n", half)}},
		"duplicates":  {Documents: []string{ports + wide("  - {port: 53, name: p%d}\n", half), ports + wide("  - {port: 53, name: q%d}\n", half)}},
		"reversed":    {Documents: []string{ports + wide("  - {port: %d}\n", half), ports + wide("  - {port: -%d}\n", half)}},
		"aliases":     {NoSchema: true, Documents: []string{aliases, aliases}},
		"directives":  {Documents: []string{ports + "  - {port: 1}\n", "spec:\n" + wide("  $setElementOrder/x%d: [1]\n", half)}},
		"deep schema": {Kind: "#", Schema: strings.Repeat(`{"properties":{"a":`, 900) + "{}" + strings.Repeat("}}", 900), Documents: []string{deep("1"), deep("2")}},
	}
}

// A link cannot hang the page: every request within the size limit is answered soon, even if
// a search is stopped.
func TestHostileRequestsAreAnswered(t *testing.T) {
	const most = 20 * time.Second // of processor time; each request takes less than 2 seconds
	for name, r := range hostile() {
		t.Run(name, func(t *testing.T) {
			for _, op := range []corpus.Op{corpus.OpApply, corpus.OpConflicts} {
				r.Op = op
				start := cputime.Used()
				reply := play.Run(r)
				text, err := json.Marshal(reply)
				if err != nil {
					t.Fatal(err)
				}
				took := cputime.Used() - start
				t.Logf("%s: %v, %d bytes, %+v", op, took.Round(time.Millisecond), len(text), reply.Error)
				if took > most || len(text) > 40*play.MaxBytes {
					t.Errorf("%s takes %v and gives %d bytes", op, took, len(text))
				}
				if reply.Error != nil && strings.Contains(reply.Error.Message, "bug") {
					t.Error(reply.Error.Message)
				}
			}
		})
	}
}
