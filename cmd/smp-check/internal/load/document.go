package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	smpyaml "github.com/strategicpatch/smp/smp/yaml"
)

// A Document is one that has been read and parsed.
type Document struct {
	Name  string      // of the file, and which of its documents it is where there are several; for errors
	Value model.Value // null or absent where the file is empty; see Loaded

	source source
	id     *Identity // of a document that is away
	away   bool      // its value is only in the file
}

// A source is where a document stands.
type source struct {
	file string
	text []byte
	line int // lines of the file before the text
	// begins is the line of the file where the document begins, with its separator.
	begins int
	list   model.Path // to the document in a List that the text is
	tree   *tree      // of the text
	kept   *Kept      // where Reader.Keep asked for it
	place  *place     // where text and tree can be read again if they are not here
	outer  *outerText // of a text in another document
}

// Document reads the one document that a file holds. Errors name the file and,
// where the text is at fault, the line.
func (r *Reader) Document(file string) (Document, error) {
	text, err := r.Read(file)
	if err != nil {
		return Document{}, err
	}
	return OnlyDocument(DisplayName(file), text)
}

// OnlyDocument returns the one document of a text that was read from a file.
func OnlyDocument(file string, text []byte) (Document, error) {
	docs, err := parse(file, text, false)
	switch {
	case err != nil:
		return Document{}, err
	case len(docs) == 0:
		return Document{Name: file, Value: model.NewNull()}, nil
	case len(docs) > 1:
		return Document{}, fmt.Errorf("%s:%d: a second document begins here; this command takes one object: save each document in a file of its own", file, docs[1].source.begins)
	}
	return docs[0], docs[0].CheckSingle()
}

// parse returns the documents of a text, Lists as they are: none for an empty one. Their
// members have the order of the text.
func parse(file string, text []byte, keep bool) ([]Document, error) {
	if isJSON(text) && !keep {
		return parseParts(file, text)
	}
	s, err := yamldoc.Read(text)
	switch {
	case err != nil && keep:
		if parts := splitJSON(source{text: text}); len(parts) > 1 {
			return nil, fmt.Errorf("%s:%d: a second JSON document begins here; to keep its style, a file holds one, or YAML documents with --- between them", file, parts[1].line+1)
		}
		return nil, ParseError(file, text, err)
	case err != nil:
		return parseParts(file, text)
	}
	docs := make([]Document, 0, len(s.Documents()))
	for i, d := range s.Documents() {
		if d.Value.Type() == model.Null {
			continue
		}
		from := source{file: file, text: text, begins: d.Line, tree: new(tree)}
		if d.Tree() != nil {
			from.tree = &tree{Node: yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{d.Tree()}}}
		}
		if keep {
			from.kept = &Kept{Stream: s, Document: i}
		}
		docs = append(docs, Document{Name: file, Value: d.Value, source: from})
	}
	return docs, nil
}

// parseParts reads each document of a text alone: JSON, of which several may follow one
// another, and what cannot be read as a whole, to find the fault.
func parseParts(file string, text []byte) ([]Document, error) {
	var docs []Document
	for _, s := range split(text) {
		v, err := parseText(file, s.text)
		if parts := splitJSON(s); err != nil && len(parts) > 1 {
			for _, part := range parts {
				if v, err = model.Parse(part.text); err != nil {
					return nil, part.fault(file)
				}
				part.file, part.tree, part.begins = file, new(tree), part.line+1
				docs = append(docs, Document{Name: file, Value: v, source: part})
			}
			continue
		}
		if err != nil {
			return nil, s.fault(file)
		}
		if k := v.Type(); k != model.Null && k != model.Absent {
			s.file, s.tree, s.begins = file, new(tree), s.line+1
			docs = append(docs, Document{Name: file, Value: v, source: s})
		}
	}
	return docs, nil
}

// fault says what is wrong with a text that does not parse, and in which line of the
// file.
func (s source) fault(file string) error {
	text := append(bytes.Repeat([]byte("\n"), s.line), s.text...)
	_, err := parseText(file, text)
	return ParseError(file, text, err)
}

// mayFlow reports whether what begins as JSON in a file may be YAML.
func mayFlow(file string) bool { return filepath.Ext(file) != ".json" }

// parseText returns the document of a text from a file. What begins as JSON and is
// none may be YAML in flow style, as kubectl takes it: {spec: {replicas: 3}}.
func parseText(file string, text []byte) (model.Value, error) {
	if isJSON(text) && !mayFlow(file) {
		return model.Parse(text)
	}
	v, err := model.Parse(text)
	if err == nil {
		return v, nil
	}
	if s, err := yamldoc.Read(text); err == nil {
		if d, err := s.Only(); err == nil { // with members in the order of the text
			return d.Value, nil
		}
	}
	return smpyaml.Parse(text)
}

// Inline returns the documents of texts of -p on the command line, YAML or JSON.
func Inline(texts []string) ([]Stream, error) {
	var all []Stream
	for i, text := range texts {
		name := "-p"
		if len(texts) > 1 {
			name = fmt.Sprintf("-p #%d", i+1)
		}
		v, err := parseText(name, []byte(text))
		if err != nil {
			return nil, source{text: []byte(text)}.fault(name)
		}
		if v.Type() == model.Null {
			return nil, fmt.Errorf("%s: this patch is empty; {} is one that changes nothing", name)
		}
		if v.Type() == model.String {
			what := "a text" // and may be a secret
			if isFileName(v.Text()) {
				what = fmt.Sprintf("the text %q", v.Text())
			}
			return nil, fmt.Errorf("%s: a patch is a map, and this is %s; if that is a file, name it without -p", name, what)
		}
		d := Document{Name: name, Value: v, source: source{file: name, text: []byte(text), begins: 1, tree: new(tree)}}
		if err := d.CheckSingle(); err != nil {
			return nil, err
		}
		all = append(all, Stream{Name: name, Docs: []Document{d}})
	}
	return all, nil
}

// isFileName reports whether a text looks like the name of a file with documents.
func isFileName(text string) bool {
	return len(text) < 100 && !strings.ContainsAny(text, " \n") && hasDocuments(text)
}

// CheckPresent rejects a file without a document: as what is wanted, it would
// delete all there is.
func (d Document) CheckPresent() error {
	if k := d.Value.Type(); !d.away && (k == model.Absent || k == model.Null) {
		return fmt.Errorf("%s: the file is empty; a document is wanted, {} for an empty one", d.Name)
	}
	return nil
}

// CheckSingle rejects a List: it holds documents, and a patch is for one.
func (d Document) CheckSingle() error {
	items, isList := d.items()
	if !isList {
		return nil
	}
	return &smp.Error{
		Code:     smp.WrongType,
		Document: d.Name,
		Path:     model.Path{model.Field("kind")},
		Cause: fmt.Errorf("a List of %d objects; a patch is for one object: save each item in a file of its own, or ask for one by name (kubectl get KIND NAME -o yaml)",
			items.Len()),
	}
}

// items returns the documents of a List, and whether the document is one.
func (d Document) items() (model.Value, bool) {
	items, _ := d.Value.Get("items")
	return items, corpus.DeclaredKind(d.Value).Kind == "List" && items.Type() == model.List
}

// DisplayName is how errors call a file.
func DisplayName(file string) string {
	if file == output.Stream {
		return output.StdinText
	}
	return file
}

// split returns the YAML documents of a text, blank ones aside. A text without
// separators comes back as it is.
func split(text []byte) []source {
	if !bytes.HasPrefix(text, []byte("---")) && !bytes.Contains(text, []byte("\n---")) {
		return []source{{text: text}}
	}
	var parts []source
	start, line, startLine, content := 0, 0, 0, false
	end := func(offset int) {
		if content {
			parts = append(parts, source{text: text[start:offset], line: startLine})
		}
		start, startLine, content = offset, line, false
	}
	offset := 0
	for _, raw := range bytes.SplitAfter(text, []byte("\n")) {
		rest, separator := afterSeparator(raw)
		if separator {
			end(offset)
		}
		content = content || hasContent(rest)
		offset += len(raw)
		line++
	}
	end(offset)
	return parts
}

// splitJSON returns the documents of a text in which JSON documents follow one
// another; none where there is anything else.
func splitJSON(s source) []source {
	if !isJSON(s.text) {
		return nil
	}
	var parts []source
	decoder := json.NewDecoder(bytes.NewReader(s.text))
	for start := 0; decoder.More(); {
		var raw json.RawMessage
		if decoder.Decode(&raw) != nil {
			return nil
		}
		end := int(decoder.InputOffset())
		part := s.text[start:end]
		skipped := part[:len(part)-len(bytes.TrimLeft(part, " \t\r\n"))]
		parts = append(parts, source{text: part[len(skipped):], line: s.line + bytes.Count(s.text[:start+len(skipped)], []byte("\n"))})
		start = end
	}
	return parts
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

// File returns the name of the file that the document is from.
func (d Document) File() string { return d.source.file }
