package load

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
)

// errorsOfKubectl begin error messages of kubectl. No object begins with them.
var errorsOfKubectl = []string{"Error from server", "Unable to connect to the server", "The connection to the server"}

// errorOfKubectl returns the beginning of the text if it is an error message of kubectl.
func errorOfKubectl(text string) string {
	for _, begin := range errorsOfKubectl {
		if strings.HasPrefix(text, begin) {
			return begin
		}
	}
	return ""
}

// checkNoMessages rejects messages of kubectl. YAML reads some of them as strings, and others as
// maps, such as
//
//	error: You must be logged in to the server (Unauthorized)
//
// If anyMaps is set, a map with the field error or Warning is accepted. [ParseError] recognizes
// messages that are not YAML.
func checkNoMessages(docs []Document, anyMaps bool) error {
	for _, d := range docs {
		what, begin := "an error message", errorOfKubectl(d.Value.Text())
		for name, v := range d.Value.Members() {
			single := !anyMaps && d.Value.Len() == 1 && v.Type() == model.String
			switch found := errorOfKubectl(name); {
			case found != "":
				begin = found
			case single && name == "error":
				begin = name
			case single && name == "Warning":
				what, begin = "a warning", name
			}
		}
		if begin != "" {
			return messageError(d.source.file, what, begin)
		}
	}
	return nil
}

// messageError returns the error for a file with a message of kubectl.
func messageError(file, what, begin string) *finding.Finding {
	return finding.Unread(file, finding.Unreadable, fmt.Errorf("%s of kubectl (%s), not a Kubernetes object; correct the kubectl command that wrote it", what, begin))
}
