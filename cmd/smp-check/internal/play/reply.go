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

// A Reply is what the page shows. What does not apply is left out.
type Reply struct {
	Error  *Fault `json:"error,omitempty"`
	Kind   string `json:"kind,omitempty"`   // as which the documents are merged
	Patch  string `json:"patch,omitempty"`  // that was found
	Result string `json:"result,omitempty"` // of the patch
	Lines  []Line `json:"lines,omitempty"`  // of the result, if it differs from what is patched

	Places    []explain.Place `json:"places,omitempty"`
	More      int             `json:"more,omitempty"`          // places that are left out
	Unknown   []string        `json:"unknown,omitempty"`       // likely mistakes that are not in Lint
	Cluster   []string        `json:"cluster,omitempty"`       // what a cluster does otherwise
	OnCluster string          `json:"clusterResult,omitempty"` // its result, where that is another one
	Repair    *Repair         `json:"repair,omitempty"`
	Lint      json.RawMessage `json:"lint,omitempty"`      // as lint -o json writes it, without what the rest of the reply describes
	Conflicts json.RawMessage `json:"conflicts,omitempty"` // as conflicts -o json writes it

	Notes      []string `json:"notes,omitempty"`
	MergePatch string   `json:"mergePatch,omitempty"`
	JSONPatch  string   `json:"jsonPatch,omitempty"`
}

// A Fault is why there is no result, and where.
type Fault struct {
	Message  string   `json:"message"`
	Document string   `json:"document,omitempty"`
	Line     int      `json:"line,omitempty"` // 0 where no line is at fault
	Code     smp.Code `json:"kind,omitempty"`
	Path     string   `json:"path,omitempty"`
	Rule     smp.Rule `json:"rule,omitempty"`
	RuleText string   `json:"ruleText,omitempty"`
}

// inText is how errors about a text begin.
var inText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z]+(?:\[[0-9]+\])?):([0-9]+):`) })

// faultOf returns an error with the line of the document that it is about.
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

// linesOf returns notes without the name of the command in front.
func linesOf(notes *note.Notes) []string {
	var b strings.Builder
	_ = notes.Write(&b)
	var lines []string
	for line := range strings.Lines(b.String()) {
		line = strings.TrimPrefix(line, "smp-check: ")
		lines = append(lines, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "note: "))
	}
	return onPage(lines)
}
