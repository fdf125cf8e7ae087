package load

import (
	"bytes"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
)

// Kept is where a document stands in a text that keeps its style. Reader.Keep asks
// for it.
type Kept struct {
	Stream   *yamldoc.Stream
	Document int        // of the stream
	List     model.Path // to the document in a List; empty for the document of the stream
}

// Kept returns where the document stands.
func (d Document) Kept() Kept {
	k := d.source.kept
	k.List = d.source.list
	return k
}

// parseKept does what parse does and keeps how the text is written. Numbers are
// spelled as in the text, and a map may set what its merge key brings.
func parseKept(file string, text []byte) ([]Document, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return nil, ParseError(file, text, err)
	}
	parts, at := split(text), 0
	var docs []Document
	for i, d := range s.Documents() {
		if d.Value.Kind() == model.Null {
			continue
		}
		from := source{text: text}
		// Both stand in the order of the text.
		for at+1 < len(parts) && parts[at+1].line < d.Line {
			at++
		}
		if at < len(parts) && parts[at].line < d.Line && d.Line <= parts[at].line+bytes.Count(parts[at].text, []byte("\n"))+1 {
			from = parts[at]
		}
		from.file, from.tree, from.kept = file, new(yaml.Node), Kept{Stream: s, Document: i}
		docs = append(docs, Document{file, d.Value, from})
	}
	return docs, nil
}
