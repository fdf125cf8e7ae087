package load

import (
	"bytes"
	"errors"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
)

// isBinary reports whether a file is not text: it contains a NUL byte and is not UTF-16.
func isBinary(text []byte) bool {
	isUTF16 := bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
	return !isUTF16 && bytes.ContainsRune(text, 0)
}

// ParseError returns the error of a text that cannot be parsed, with its position: line and
// column for JSON, and the line for YAML if the YAML library reports it.
//
// If the first line of the text or the faulty line begins with an error message of kubectl, the error
// is that of a message.
func ParseError(file string, text []byte, err error) *finding.Finding {
	if isBinary(text) {
		return finding.Unread(file, finding.Unreadable, errors.New("not a text file"))
	}
	fault := yamlerror.Of(file, text, err)
	if begin := messageAt(text, fault.Line); begin != "" {
		return messageError(file, "an error message", begin)
	}
	return fault
}

// messageAt returns the beginning of the error message of kubectl in a text that cannot be parsed. The
// message begins in the first line with content or in the faulty line, which is not indented. Other
// lines of a document may quote messages.
func messageAt(text []byte, faulty int) string {
	first := true
	for i, line := range bytes.Split(text, []byte("\n")) {
		content, separated := afterSeparator(line)
		if separated {
			content = bytes.TrimLeft(content, " ")
		}
		if !hasContent(content) || !first && i+1 != faulty {
			continue
		}
		first = false
		if begin := errorOfKubectl(string(content)); begin != "" {
			return begin
		}
	}
	return ""
}
