package explain

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

var linesOfPage = regexp.MustCompile(`<h2>(\w+)|<div class="line ([a-z]*)" style="--in: (-?\d+)" data-path="([^"]*)" data-effect="(-?\d+)">(.*)</div>`)

// Each line of a page has the indent, path, effect and class of its place.
func TestPageLines(t *testing.T) {
	original := model.MustParse(`{"metadata":{"name":"p"},"spec":{"containers":[{"name":"web","env":[{"name":"A"}],"ports":[{}]},{"name":"log"}],"tolerations":[{"key":"a"},{"key":"b"}]}}`)
	patch := model.MustParse(`{"spec":{"$setElementOrder/containers":[{"name":"log"},{"name":"web"}],"containers":[{"name":"web","env":[{"name":"B","value":"2"}]}],"tolerations":[{"key":"a"},{},{"key":"c"}]}}`)
	x, err := New(engine.Engine{}, kubernetes.MustLookup("v1", "Pod"), original, patch)
	if err != nil {
		t.Fatal(err)
	}
	page, err := x.Html("original.yaml", "patch.yaml", patch, nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range linesOfPage.FindAllStringSubmatch(string(page), -1) {
		text := line[1]
		if text == "" {
			text = fmt.Sprintf("%s %-30s %-41s %2s %s", line[3], html.UnescapeString(line[6]), html.UnescapeString(line[4]), line[5], line[2])
		}
		lines = append(lines, strings.TrimSpace(text))
	}
	if got := strings.Join(lines, "\n"); got != strings.TrimSpace(wantPageLines) {
		t.Errorf("the page has these lines:\n%s", got)
	}
}

const wantPageLines = `
original
0 metadata:                      metadata                                  -1
1 name: "p"                      metadata.name                             -1
0 spec:                          spec                                      -1
1 containers:                    spec.containers                            0 changed
2 - name: "web"                  spec.containers[name=web]                  1 changed
3 env:                           spec.containers[name=web].env              2 changed
4 - name: "A"                    spec.containers[name=web].env[name=A]     -1
3 ports:                         spec.containers[name=web].ports           -1
4 - {}                           spec.containers[name=web].ports[protocol=TCP] -1
2 - name: "log"                  spec.containers[name=log]                 -1
1 tolerations:                   spec.tolerations                           4 changed
2 - key: "a"                     spec.tolerations[0]                        4 kept
2 - key: "b"                     spec.tolerations[1]                        4 removed
patch
0 spec:                          spec                                      -1
1 $setElementOrder/containers:   spec["$setElementOrder/containers"]       -1
2 - name: "log"                  spec.containers[name=log]                 -1
2 - name: "web"                  spec.containers[name=web]                  1 changed
1 containers:                    spec.containers                            0 changed
2 - name: "web"                  spec.containers[name=web]                  1 changed
3 env:                           spec.containers[name=web].env              2 changed
4 - name: "B"                    spec.containers[name=web].env[name=B]      3 added
5 value: "2"                     spec.containers[name=web].env[name=B].value  3 added
1 tolerations:                   spec.tolerations                           4 changed
2 - key: "a"                     spec.tolerations[0]                        4 kept
2 - {}                           spec.tolerations[1]                        4 added
2 - key: "c"                     spec.tolerations[2]                        4 added
result
0 metadata:                      metadata                                  -1
1 name: "p"                      metadata.name                             -1
0 spec:                          spec                                      -1
1 containers:                    spec.containers                            0 changed
2 - name: "log"                  spec.containers[name=log]                 -1
2 - name: "web"                  spec.containers[name=web]                  1 changed
3 env:                           spec.containers[name=web].env              2 changed
4 - name: "A"                    spec.containers[name=web].env[name=A]     -1
4 - name: "B"                    spec.containers[name=web].env[name=B]      3 added
5 value: "2"                     spec.containers[name=web].env[name=B].value  3 added
3 ports:                         spec.containers[name=web].ports           -1
4 - {}                           spec.containers[name=web].ports[protocol=TCP] -1
1 tolerations:                   spec.tolerations                           4 changed
2 - key: "a"                     spec.tolerations[0]                        4 kept
2 - {}                           spec.tolerations[1]                        4 added
2 - key: "c"                     spec.tolerations[2]                        4 added
`
