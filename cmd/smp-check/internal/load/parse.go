package load

import (
	"bytes"
	"fmt"
	"path/filepath"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
	"github.com/strategicpatch/smp/model"
	smpyaml "github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// parse returns the documents of a text. An empty text has none. The items of a List are not
// separate documents here. Members have the order of the text. If keep is set, the documents can be
// written back with their style.
func parse(at source, keep bool) ([]Document, error) {
	if yamlerror.IsJSON(at.text) && !keep {
		return parseParts(at)
	}
	s, err := yamldoc.Read(at.text)
	switch {
	case err != nil && keep:
		if parts := splitJSON(source{text: at.text}); len(parts) > 1 {
			return nil, fmt.Errorf("%s:%d: a second JSON document begins here; to keep its style, use YAML documents separated by ---", at.file, parts[1].line+1)
		}
		return nil, ParseError(at.file, at.text, err)
	case err != nil:
		return parseParts(at)
	}
	all := s.Documents()
	docs := make([]Document, 0, len(all))
	begin := 0 // of the separator and the directives before the document
	for i, d := range all {
		start, end := d.Span()
		from := at
		from.span, from.held = [2]int{begin, end}, len(all) > 1 && start == 0 && end == len(at.text)
		for begin = end; bytes.HasPrefix(at.text[begin:], []byte("...")); { // the end of this document
			line, _, _ := bytes.Cut(at.text[begin:], []byte("\n"))
			begin = min(begin+len(line)+1, len(at.text))
		}
		if d.Value.Type() == model.Null {
			continue
		}
		from.begins, from.tree = at.line+d.Line, new(tree)
		if d.Tree() != nil {
			from.tree = &tree{Node: yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{d.Tree()}}}
		}
		if keep {
			from.kept = &Kept{Stream: s, Document: i}
		}
		docs = append(docs, Document{Name: at.file, Value: d.Value, source: from})
	}
	return docs, nil
}

// parseParts parses each document of a text separately. Its callers use it for sequences of
// JSON documents, and to find the faulty document in a text that cannot be parsed as a whole.
func parseParts(at source) ([]Document, error) {
	var docs []Document
	for _, s := range split(at) {
		v, err := parseText(at.file, s.text)
		if err != nil {
			parts := splitJSON(s)
			if len(parts) < 2 {
				return nil, s.fault(at.file)
			}
			for _, part := range parts {
				if v, err = model.Parse(part.text); err != nil {
					text := part.padded()
					_, err = model.Parse(text)
					return nil, ParseError(at.file, text, err)
				}
				part.tree, part.begins = new(tree), part.line+1
				docs = append(docs, Document{Name: at.file, Value: v, source: part})
			}
			continue
		}
		if k := v.Type(); k != model.Null && k != model.Absent {
			s.tree, s.begins = new(tree), s.line+1
			docs = append(docs, Document{Name: at.file, Value: v, source: s})
		}
	}
	return docs, nil
}

// fault returns the error of a text that cannot be parsed, with the position in the file.
func (s source) fault(file string) error {
	text := s.padded()
	_, err := parseText(file, text)
	return ParseError(file, text, err)
}

// padded returns the text with white space in front, so that positions in it are those in the file.
func (s source) padded() []byte {
	space := append(bytes.Repeat([]byte("\n"), s.line), bytes.Repeat([]byte(" "), s.column)...)
	return append(space, s.text...)
}

// mayFlow reports whether a text that begins like JSON may be YAML in flow style.
func mayFlow(file string) bool { return filepath.Ext(file) != ".json" }

// parseText parses the document in a text. A text that begins like JSON but is not valid JSON
// may be YAML in flow style, which kubectl also accepts:
//
//	{spec: {replicas: 3}}
func parseText(file string, text []byte) (model.Value, error) {
	if yamlerror.IsJSON(text) && !mayFlow(file) {
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
