package corpus

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
	yaml "go.yaml.in/yaml/v3"
)

// A LoadError is an error in a file of a corpus.
type LoadError struct {
	// File is the name of the file: the name that was passed to the function that reads it,
	// or the name that was found in a folder.
	File string
	// Line is the line in the file, from 1. It is 0 if the line is not known, as in JSON.
	Line int
	// Err is the error.
	Err error
}

// Error returns file, line and error in one line.
func (e *LoadError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns Err.
func (e *LoadError) Unwrap() error { return e.Err }

// A source is a file of a corpus that was read strictly: it has the same meaning in YAML 1.1,
// in YAML 1.2 and, if it is JSON, in JSON.
type source struct {
	file  string
	value model.Value
	root  *yaml.Node // nil if the text is JSON
}

// readSource reads the text of a file. A text that begins with a bracket may be JSON or, if the file
// is not a .json file, YAML in flow style. Errors are *LoadErrors.
func readSource(file string, text []byte) (source, error) {
	s := source{file: file}
	var err error
	if s.value, err = model.Parse(text); err == nil {
		return s, nil
	}
	notJSON := err
	if path.Ext(file) == ".json" && looksLikeJSON(text) {
		return s, &LoadError{File: file, Err: notJSON}
	}
	var document yamldoc.Document
	stream, err := yamldoc.Read(text)
	if err == nil {
		document, err = stream.Only()
	}
	if err == nil {
		s.value, err = model.Parse(document.Value.AppendCanonical(nil)) // with members sorted
	}
	if err != nil && looksLikeJSON(text) {
		err = notJSON
	}
	if err != nil {
		return s, &LoadError{File: file, Err: err}
	}
	if s.root = document.Tree(); s.root == nil {
		return s, nil
	}
	return s, s.check(s.root, s.value)
}

// check rejects scalars that YAML would change, and anything that versions of YAML read
// differently.
func (s source) check(n *yaml.Node, v model.Value) error {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return s.faultf(n, "anchors and aliases are not allowed; write the value out")
	case n.Style&yaml.TaggedStyle != 0:
		return s.faultf(n, "the tag %s is not allowed", n.Tag)
	case n.Kind == yaml.ScalarNode:
		return s.checkScalar(n, v)
	case n.Kind == yaml.SequenceNode:
		for i, part := range n.Content {
			if err := s.check(part, v.At(i)); err != nil {
				return err
			}
		}
	case n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i]
			member, ok := v.Get(name.Value)
			if !ok || name.ShortTag() != stringTag || isSexagesimal(name) {
				return s.faultf(name, "put the name %s in quotes; YAML does not read it as this string", name.Value)
			}
			if err := s.check(n.Content[i+1], member); err != nil {
				return err
			}
		}
	}
	return nil
}

const stringTag = "!!str"

func (s source) checkScalar(n *yaml.Node, v model.Value) error {
	same := false
	switch v.Type() {
	case model.String:
		if isSexagesimal(n) {
			return s.faultf(n, "YAML 1.1 reads %s as a number to the base 60; put the value in quotes", n.Value)
		}
		same = n.ShortTag() == stringTag && n.Value == v.Text()
	case model.Number:
		if n.Value != v.NumberText() {
			return s.faultf(n, "YAML changes the number %s to %[2]s; write %[2]s, or give the document as text, as in patchText", n.Value, v.NumberText())
		}
		same = true
	case model.Bool:
		same = n.Value == "true" || n.Value == "false"
	case model.Null:
		same = n.Value == "null"
	}
	if !same {
		return s.faultf(n, "YAML reads %s as %[2]s; write %[2]s, or put the value in quotes", cmp.Or(n.Value, "an empty value"), v.JSON())
	}
	return nil
}

// sexagesimal matches the numbers to the base 60 of YAML 1.1. Other versions of YAML read them as
// strings.
var sexagesimal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`)
})

// isSexagesimal reports whether YAML 1.1 reads a scalar, such as 1:30, as a number to the base 60.
func isSexagesimal(n *yaml.Node) bool {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Style&quoted == 0 && sexagesimal().MatchString(n.Value)
}

// faultf returns a *LoadError with the line of n. If n is nil, the line is not set.
func (s source) faultf(n *yaml.Node, format string, args ...any) error {
	e := &LoadError{File: s.file, Err: fmt.Errorf(format, args...)}
	if n != nil {
		e.Line = n.Line
	}
	return e
}

// node returns the node of the value at a path of keys. If a key does not exist, it returns
// the node of the last key that does. It returns nil if the text is JSON.
func (s source) node(names ...string) *yaml.Node {
	n := s.root
	for _, name := range names {
		next := memberNode(n, name)
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// memberNode returns the value of a mapping's key, or nil if there is none.
func memberNode(n *yaml.Node, name string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}
