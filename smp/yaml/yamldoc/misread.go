package yamldoc

import (
	"fmt"
	"slices"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// exactDigits is the length of a number up to which every reader reads it exactly.
const exactDigits = 15

// Misread returns a note for each number of a document that clusters change when they read
// it. It returns nothing for a document that the text does not have. Clusters keep integers of up to 64 bits, and about 17 digits of other numbers.
func (s *Stream) Misread(document int) []Note {
	if document < 0 || document >= len(s.documents) {
		return nil
	}
	d := s.documents[document]
	var notes []Note
	var look func(n *yaml.Node, path model.Path)
	look = func(n *yaml.Node, path model.Path) {
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i < len(n.Content); i += 2 {
				look(n.Content[i+1], append(slices.Clip(path), model.Field(n.Content[i].Value)))
			}
		case yaml.SequenceNode:
			for i, element := range n.Content {
				look(element, append(slices.Clip(path), model.Index(i)))
			}
		case yaml.ScalarNode:
			const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
			if len(n.Value) <= exactDigits || n.Style&quoted != 0 {
				return
			}
			said, err := model.NewNumber(n.Value)
			if err != nil {
				return
			}
			if read := readNumber(n.Value); read.Type() == model.Number && !model.Equal(said, read) {
				notes = append(notes, Note{document, n.Line, slices.Clone(path), fmt.Sprintf("clusters read the number %s as %s", n.Value, read.NumberText())})
			}
		}
	}
	if d.tree != nil && hasLongNumber(s.text[d.start:d.end]) {
		look(d.tree, nil)
	}
	return notes
}

// hasLongNumber reports whether a text may contain long numbers.
func hasLongNumber(text []byte) bool {
	long := 0
	for _, c := range text {
		if c >= '0' && c <= '9' || c == '.' {
			if long++; long >= exactDigits {
				return true
			}
		} else {
			long = 0
		}
	}
	return false
}

// readNumber returns the number that clusters read. It is absent if the number is too large.
func readNumber(text string) model.Value {
	read, err := resolve(text)
	if err != nil || read == "" {
		return model.Value{}
	}
	v, err := model.NewNumber(read)
	if err != nil {
		return model.Value{}
	}
	return v
}
