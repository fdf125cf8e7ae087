package play

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
)

// Copy returns a request in the format oracle.FormCase, FormIssue or FormGoTest, with the correct answer. The fault describes
// why there is no text.
func Copy(r Request, form string) (text string, fault *Fault) {
	defer recovered(&fault)
	in, err := r.read()
	if err != nil {
		return "", faultOf(err, in.docs)
	}
	c, err := in.toCase()
	if err != nil {
		return "", faultOf(err, in.docs)
	}
	to := oracle.Output{Form: form}
	if form != oracle.FormCase && form != oracle.FormGoTest && form != oracle.FormIssue {
		return "", &Fault{Message: fmt.Sprintf("unknown format %q for a copy", form)}
	}
	var b bytes.Buffer
	what := ""
	if form != oracle.FormCase {
		what = happens(r)
	}
	err = to.Write(&b, oracle.Unminimized(c, what, "smp-check run minimized.yaml"))
	if err != nil {
		return "", faultOf(err, in.docs)
	}
	return b.String(), nil
}

// happens describes the effects of a request.
func happens(r Request) string {
	reply := Run(r)
	if reply.Error != nil {
		return reply.Error.Message
	}
	lines := []string{string(r.Op) + " answers"}
	for _, p := range reply.Places {
		if len(p.Reasons) == 0 && p.Values == "" {
			continue
		}
		line := p.Change + " " + p.Path + p.Values
		for _, reason := range p.Reasons {
			line += "\n  " + string(reason.Rule) + ": " + reason.Text
		}
		lines = append(lines, line)
	}
	for _, line := range reply.Cluster {
		lines = append(lines, "on a real cluster: "+line)
	}
	return strings.Join(lines, "\n")
}
