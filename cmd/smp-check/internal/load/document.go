package load

import (
	"bytes"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Document is a file that has been read and parsed.
type Document struct {
	Name  string      // of the file, for errors
	Value model.Value // null or absent where the file is empty
}

// Document reads the one document that a file holds. Errors name the file and,
// where the text is at fault, the line.
func (r *Reader) Document(file string) (Document, error) {
	text, err := r.Read(file)
	if err != nil {
		return Document{}, err
	}
	d := Document{Name: DisplayName(file)}
	if text, err = OnlyDocument(d.Name, text); err != nil {
		return Document{}, err
	}
	if d.Value, err = corpus.ParseText(text); err != nil {
		return Document{}, ParseError(d.Name, text, err)
	}
	return d, d.CheckSingle()
}

// Inline returns the document of a text from the command line: YAML or JSON,
// whatever it begins with.
func Inline(name, text string) (Document, error) {
	v, err := corpus.ParseText([]byte(text))
	if err != nil {
		if v, err = corpus.ParseText([]byte("--- " + text)); err != nil {
			return Document{}, ParseError(name, []byte("--- "+text), err)
		}
	}
	d := Document{name, v}
	return d, d.CheckSingle()
}

// CheckPresent rejects a file without a document: as what is wanted, it would
// delete all there is.
func (d Document) CheckPresent() error {
	if k := d.Value.Kind(); k == model.Absent || k == model.Null {
		return fmt.Errorf("%s: the file is empty; a document is wanted, {} for an empty one", d.Name)
	}
	return nil
}

// CheckSingle rejects a List: it holds documents, and a patch is for one.
func (d Document) CheckSingle() error {
	items, _ := d.Value.Get("items")
	if corpus.DeclaredKind(d.Value).Kind != "List" || items.Kind() != model.List {
		return nil
	}
	return &smp.Error{
		Kind:     smp.WrongKind,
		Document: d.Name,
		Path:     model.Path{model.Field("kind")},
		Cause: fmt.Errorf("a List of %d objects; a patch is for one object: save each item in a file of its own, or ask for one by name (kubectl get KIND NAME -o yaml)",
			items.Len()),
	}
}

// DisplayName is how errors call a file.
func DisplayName(file string) string {
	if file == output.Stream {
		return output.StdinText
	}
	return file
}

// OnlyDocument returns the only YAML document of a text that is not empty,
// with its lines where they were. A text without document separators comes
// back as it is; JSON has none. Two documents are an error with the line at
// which the second begins.
func OnlyDocument(name string, text []byte) ([]byte, error) {
	if !bytes.HasPrefix(text, []byte("---")) && !bytes.Contains(text, []byte("\n---")) {
		return text, nil
	}
	var found struct {
		yes                bool
		start, end, before int // bytes, and lines before start
	}
	inside, start, before := false, 0, 0
	offset, line := 0, 0
	for raw := range bytes.Lines(text) {
		rest, separator := afterSeparator(raw)
		if separator {
			inside, start, before = false, offset, line
		}
		if !inside && hasContent(rest) {
			if found.yes {
				return nil, fmt.Errorf("%s:%d: a second YAML document begins here; a patch is for one object: save each document in a file of its own", name, before+1)
			}
			inside, found.yes = true, true
			found.start, found.before = start, before
		}
		offset += len(raw)
		line++
		if inside {
			found.end = offset
		}
	}
	if !found.yes {
		return nil, nil
	}
	return append(bytes.Repeat([]byte("\n"), found.before), text[found.start:found.end]...), nil
}

// afterSeparator returns what follows the marks that begin or end a document,
// which can stand nowhere else at the start of a line.
func afterSeparator(line []byte) ([]byte, bool) {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n")) {
			return rest, true
		}
	}
	return line, false
}

// hasContent reports whether a line is more than blank, comment or %directive.
func hasContent(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	trimmed := bytes.TrimSpace(line)
	return len(trimmed) > 0 && trimmed[0] != '#' && line[0] != '%'
}
