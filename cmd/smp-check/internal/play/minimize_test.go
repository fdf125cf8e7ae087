package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A smaller request has the same behavior. If it is redacted, it contains no word of
// the first one.
func TestMinimize(t *testing.T) {
	big := play.Service.Request
	big.Documents = slices.Clone(big.Documents)
	big.Documents[0] += "  selector: {app: dns-server}\n  clusterIP: 10.0.0.10\n"
	for _, redact := range []bool{false, true} {
		told, start := 0, time.Now()
		got := play.Minimize(big, redact, func(play.Smaller) { told++ }, func() bool { return false })
		if got.Error != nil || !got.Done || got.Bytes*2 > got.Before {
			t.Fatalf("%+v: %+v", got, got.Error)
		}
		if most := int(time.Since(start) / (100 * time.Millisecond)); told > most {
			t.Errorf("%d reports of progress, want at most %d", told, most)
		}
		reply := play.Run(*got.Request)
		if reply.Error != nil {
			t.Fatalf("%+v: %+v", reply.Error, *got.Request)
		}
		if why := reply.Places[1].Reasons; len(why) != 1 || !strings.Contains(why[0].Text, "alone finds the element and changes its") {
			t.Errorf("of the smaller request is said %+v", reply.Places)
		}
		for _, word := range []string{"dns", "TCP", "UDP"} {
			if text := strings.Join(got.Request.Documents, ""); redact && strings.Contains(text, word) {
				t.Errorf("%s is still there:\n%s", word, text)
			}
		}
	}
	rejected := play.Request{Op: corpus.OpApply, Documents: []string{play.Service.Request.Documents[0], "spec: {ports: [{name: x, targetPort: 3}]}"}}
	got := play.Minimize(rejected, false, func(play.Smaller) {}, func() bool { return false })
	if got.Error != nil {
		t.Fatalf("%+v", got.Error)
	}
	if reply := play.Run(*got.Request); reply.Error == nil || reply.Error.Code != smp.MissingMergeKey {
		t.Errorf("the smaller request gives %+v", reply)
	}
	if got := play.Minimize(play.Request{Op: corpus.OpApply, Documents: []string{"{}", "{}"}, NoSchema: true}, false, func(play.Smaller) {}, func() bool { return false }); got.Error == nil {
		t.Errorf("an empty patch was made smaller: %+v", got)
	}
	stopped := play.Minimize(big, false, func(play.Smaller) {}, func() bool { return true })
	if stopped.Done || stopped.Request == nil {
		t.Errorf("stopped at once: %+v", stopped)
	}
}

// If a redacted search is stopped, it returns the best request that may be shown. Its
// progress reports contain no word of the first request.
func TestMinimizeRedactedStops(t *testing.T) {
	big := play.Service.Request
	big.Documents = slices.Clone(big.Documents)
	for i := range 60 {
		big.Documents[0] += fmt.Sprintf("  - {name: word%d, port: 53, protocol: WORD%d}\n", i, i)
	}
	kept := func(s play.Smaller) bool {
		return s.Request != nil && strings.Contains(strings.ToLower(strings.Join(s.Request.Documents, "")), "word")
	}
	shown, told := 0, 0
	for _, after := range []int{1, 40, 80} {
		asked := 0
		stop := func() bool {
			if asked++; asked < 4 {
				time.Sleep(110 * time.Millisecond) // long enough for a progress report
			}
			return asked > after
		}
		got := play.Minimize(big, true, func(s play.Smaller) {
			told++
			if kept(s) {
				t.Errorf("told on the way: %q", s.Request.Documents)
			}
		}, stop)
		if got.Done || kept(got) || (got.Request == nil) != (got.Error != nil) {
			t.Errorf("stopped after %d: %+v, %+v", after, got, got.Error)
		}
		if got.Request != nil {
			shown++
		}
	}
	if told < 2 {
		t.Errorf("%d reports of progress in half a second, want at least 2", told)
	}
	if shown != 2 {
		t.Errorf("%d of 3 stopped searches have something to show, want 2", shown)
	}
}

// The smaller request keeps the options on which the behavior depends.
func TestMinimizeKeepsOptions(t *testing.T) {
	ports := play.Service.Request.Documents[0]
	for _, test := range []struct {
		name    string
		request play.Request
		same    func(a, b play.Request) bool
	}{
		{"strict", play.Request{Op: corpus.OpApply, Strict: true, Documents: []string{ports, "spec: {prots: []}"}}, func(a, b play.Request) bool { return a.Strict == b.Strict }},
		{"dialect", play.Request{Op: corpus.OpDiff, Documents: []string{ports, strings.Replace(ports, "TCP\n    targetPort: 5353", "TCP\n    targetPort: 1", 1)}}, func(_, b play.Request) bool { return b.Dialect == corpus.Kubernetes }},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := play.Minimize(test.request, false, func(play.Smaller) {}, func() bool { return false })
			if got.Error != nil || !test.same(test.request, *got.Request) {
				t.Fatalf("%+v, %+v", got.Request, got.Error)
			}
			before, after := play.Run(test.request), play.Run(*got.Request)
			if (before.Error == nil) != (after.Error == nil) || before.Error != nil && before.Error.Code != after.Error.Code {
				t.Errorf("%+v became %+v", before.Error, after.Error)
			}
		})
	}
}
