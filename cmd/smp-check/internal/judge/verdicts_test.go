package judge_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A verdict is a line of testdata/verdicts.jsonl, which .ci/long cluster verdicts writes: an object as a
// server has stored it, or the server's answer to a patch of the object before it.
type verdict struct {
	Object, Patch json.RawMessage
	Rejected      int
	Reason        string
	Causes        []cause
	Message       string
}

type cause struct{ Reason, Field, Message string }

var (
	immutable = regexp.MustCompile(`immutable|may not be changed|not be modified|cannot be changed|can't be changed|may not be updated|may not change|updates to .* forbidden|item may not be (added|removed)`)
	misread   = regexp.MustCompile(`cannot unmarshal|unrecognized type|cannot be handled as|expected map, got|parsing time|quantities must match|illegal base64`)
)

// reasons returns why the server rejected a patch.
func (v verdict) reasons() []string {
	if v.Rejected == 0 {
		return nil
	}
	if len(v.Causes) == 0 {
		if misread.MatchString(v.Message) {
			return []string{string(smp.WrongType)}
		}
		return []string{fmt.Sprintf("%d %s", v.Rejected, v.Reason)}
	}
	all := map[string]bool{}
	for _, c := range v.Causes {
		switch {
		case immutable.MatchString(c.Message):
			all[string(judge.ImmutableField)] = true
		case c.Reason == "FieldValueRequired":
			all[string(judge.MissingField)] = true
		case c.Reason == "FieldValueTypeInvalid", c.Field == "patch", misread.MatchString(c.Message):
			all[string(smp.WrongType)] = true
		case c.Reason == "FieldValueDuplicate":
			all[string(judge.DuplicateName)] = true
		default:
			all[c.Reason] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// A judged patch is a patch with the answer of the server and the findings of explain.
type judged struct {
	verdict
	kind  kubernetes.Kind
	found []finding.Finding
}

// judgeAll returns all patches with their findings.
var judgeAll = sync.OnceValues(func() ([]judged, error) {
	file, err := os.Open(cmp.Or(os.Getenv("VERDICTS"), "testdata/verdicts.jsonl"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	const longest = 1 << 20
	lines.Buffer(nil, longest)
	var object model.Value
	var all []judged
	for lines.Scan() {
		j := judged{kind: corpus.DeclaredKind(object)}
		if err := json.Unmarshal(lines.Bytes(), &j.verdict); err != nil {
			return nil, err
		}
		if j.Object != nil {
			object = model.MustParse(string(j.Object))
		}
		if j.Patch != nil {
			j.found = onServer(object, model.MustParse(string(j.Patch)))
			all = append(all, j)
		}
	}
	return all, lines.Err()
})

// A comparison is the result of comparing findings with the answers of a server.
type comparison struct {
	// falseAlarms describe accepted patches with a finding that a server rejects them.
	falseAlarms []string
	// rejected and silent count the rejected patches by reason, and those without a finding that a server rejects them.
	rejected, silent map[string]int
	// examples describe silent rejections, by reason.
	examples map[string][]string
}

// compare compares the findings with the answers of the server, after a change of the findings.
func compare(t *testing.T, change func([]finding.Finding) []finding.Finding) comparison {
	t.Helper()
	all, err := judgeAll()
	const enough = 500
	if err != nil || len(all) < enough {
		t.Fatal(len(all), err)
	}
	c := comparison{rejected: map[string]int{}, silent: map[string]int{}, examples: map[string][]string{}}
	for _, j := range all {
		found := change(slices.Clone(j.found))
		rejects := slices.ContainsFunc(found, judge.Rejects)
		text := fmt.Sprintf("%s\n\tpatch %s\n\tserver %d %s %v %s\n\tfound %v", j.kind, j.Patch, j.Rejected, j.Reason, j.Causes, j.Message, found)
		if j.Rejected == 0 && rejects {
			c.falseAlarms = append(c.falseAlarms, text)
		}
		for _, reason := range j.reasons() {
			c.rejected[reason]++
			if !rejects {
				c.silent[reason]++
				c.examples[reason] = append(c.examples[reason], text)
			}
		}
	}
	return c
}

// onServer returns the findings of explain for a server's dialect.
func onServer(object, patch model.Value) []finding.Finding {
	kind := corpus.DeclaredKind(object)
	s, _ := kubernetes.Lookup(kind.APIVersion, kind.Kind)
	inPatch := judge.InPatch(s, load.Document{Value: patch})
	result, err := cluster.Engine{}.Apply(s, object, patch)
	if err != nil {
		return append(inPatch, finding.Finding{Code: smp.WrongType, Severity: finding.Error, Sentence: err.Error()})
	}
	return slices.Concat(inPatch, judge.InResult(s, object, result, inPatch), judge.WrongTypes(s, load.Document{Value: result}))
}

// silent are the reasons for which a server rejects patches of testdata/verdicts.jsonl without a finding, and their numbers.
// No finding covers values that are invalid for other reasons. The immutable and required fields among them depend on
// the values of other fields.
var silent = map[string]int{
	string(judge.ImmutableField): 22, string(judge.MissingField): 31, string(judge.DuplicateName): 1,
	"FieldValueForbidden": 4, "FieldValueInvalid": 204, "FieldValueNotSupported": 134,
}

// falseAlarms is the number of accepted patches with a finding: a Node may get another podCIDR.
const falseAlarms = 1

// TestVerdicts compares the findings of explain with the answers of a server to generated patches.
func TestVerdicts(t *testing.T) {
	c := compare(t, func(found []finding.Finding) []finding.Finding { return found })
	t.Logf("rejected %v", c.rejected)
	if len(c.falseAlarms) != falseAlarms {
		t.Errorf("%d false alarms, expected %d:\n%s", len(c.falseAlarms), falseAlarms, strings.Join(c.falseAlarms, "\n"))
	}
	for _, reason := range slices.Sorted(maps.Keys(c.silent)) {
		if c.silent[reason] != silent[reason] {
			t.Errorf("%d silent rejections for %s, expected %d", c.silent[reason], reason, silent[reason])
			for _, text := range c.examples[reason] {
				t.Logf("silent %s: %s", reason, text)
			}
		}
	}
	if len(c.silent) != len(silent) {
		t.Errorf("silent rejections for %v, expected %v", c.silent, silent)
	}
}

// TestVerdictsFindFaults leaves out the findings of one code, or adds one, which the comparison must detect.
func TestVerdictsFindFaults(t *testing.T) {
	for _, code := range []smp.Code{judge.ImmutableField, judge.MissingField, smp.WrongType} {
		without := compare(t, func(found []finding.Finding) []finding.Finding {
			return slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Code == code })
		})
		if without.silent[string(code)] <= silent[string(code)] {
			t.Errorf("no further rejection is silent without findings of the code %s", code)
		}
		always := compare(t, func(found []finding.Finding) []finding.Finding {
			return append(found, finding.Finding{Code: code, Severity: finding.Warning})
		})
		if len(always.falseAlarms) <= falseAlarms {
			t.Errorf("findings of the code %s in every patch do not count as false alarms", code)
		}
	}
}
