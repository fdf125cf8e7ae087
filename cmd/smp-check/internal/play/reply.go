package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Reply contains everything that the page shows. Fields that do not apply are empty.
type Reply struct {
	Error  *Fault `json:"error,omitempty"`
	Kind   string `json:"kind,omitempty"`   // the kind as which the documents are merged
	Patch  string `json:"patch,omitempty"`  // the patch that the operation creates
	Result string `json:"result,omitempty"` // the result of the patch
	Lines  []Line `json:"lines,omitempty"`  // the lines of the result, if it differs from the original

	Places    []explain.Place `json:"places,omitempty"`
	More      int             `json:"more,omitempty"`          // the number of places that are omitted
	Unknown   []string        `json:"unknown,omitempty"`       // likely mistakes that are not in Lint
	Cluster   []string        `json:"cluster,omitempty"`       // differences on a cluster
	OnCluster string          `json:"clusterResult,omitempty"` // a cluster's result, if it is different
	Repair    *Repair         `json:"repair,omitempty"`
	Lint      json.RawMessage `json:"lint,omitempty"`      // the JSON of lint, without problems that other fields contain
	Conflicts json.RawMessage `json:"conflicts,omitempty"` // the JSON of conflicts

	Notes      []string `json:"notes,omitempty"`
	MergePatch string   `json:"mergePatch,omitempty"`
	JSONPatch  string   `json:"jsonPatch,omitempty"`
}

// A Fault describes why there is no result.
type Fault struct {
	Message  string   `json:"message"`
	Document string   `json:"document,omitempty"`
	Line     int      `json:"line,omitempty"` // 0 if the fault has no line
	Code     smp.Code `json:"kind,omitempty"`
	Path     string   `json:"path,omitempty"`
	Rule     smp.Rule `json:"rule,omitempty"`
	RuleText string   `json:"ruleText,omitempty"`
}

// inText matches the beginning of an error about a text, as in "patch:3:".
var inText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z]+(?:\[[0-9]+\])?):([0-9]+):`) })

// faultOf returns the Fault for an error, with the document and the line of the error.
func faultOf(err error, docs []load.Document) *Fault {
	f := &Fault{Message: words.Replace(err.Error())}
	if m := inText().FindStringSubmatch(f.Message); m != nil {
		f.Document = m[1]
		f.Line, _ = strconv.Atoi(m[2])
	}
	var e *smp.Error
	if !errors.As(err, &e) {
		return f
	}
	f.Document, f.Code, f.Path, f.Rule, f.RuleText = e.Document, e.Code, e.Path.String(), e.Rule, report.RuleText(e.Rule)
	for _, d := range docs {
		if d.Name == e.Document {
			f.Line, _ = d.Position(e.Path)
		}
	}
	return f
}

// yamlOf returns a document as YAML.
func yamlOf(v model.Value) (string, error) {
	var b bytes.Buffer
	err := output.Documents(&b, output.FormYAML, v)
	return b.String(), err
}

// linesOf returns the text of notes, without the name of the command.
func linesOf(notes *note.Notes) []string {
	var b strings.Builder
	_ = notes.Write(&b)
	var lines []string
	for _, line := range linesIn(b.String()) {
		line = strings.TrimPrefix(line, "smp-check: ")
		lines = append(lines, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "note: "))
	}
	return onPage(lines)
}
