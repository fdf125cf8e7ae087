package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	smpyaml "github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A Document is a parsed document and its source.
type Document struct {
	Name  string      // for errors: the file, and the document if the file has several
	Value model.Value // null or absent if the file is empty

	source source
}

// A source is a place with its text.
type source struct {
	place
	text  []byte     // nil if it has to be read again
	span  [2]int     // of the document in text, with the separator before it; {0, 0} for all of text
	held  bool       // the text stays in memory, because its documents have no spans
	tree  *tree      // the parsed nodes of text
	kept  *Kept      // set by Reader.Kept
	outer *outerText // set if the text is a value of another document
}

// A place locates a document: its file and position.
type place struct {
	file   string
	reader *Reader // reads the text again; nil if the text stays in memory
	// The text begins at the offset start of the file and ends at the offset end.
	start, end int64
	sum        uint64     // of the text, to notice if the file changes
	line       int        // number of lines before the text in the file
	column     int        // number of characters before the text in its first line
	begins     int        // the document's first line in the file, counting its separator
	list       model.Path // path to the document, if the text is a List
	untyped    bool       // the document is an item without apiVersion and kind, which it has from its list
}

// Document reads the only document of a file. Errors contain the file and, for syntax errors,
// the line.
func (r *Reader) Document(file string) (Document, error) {
	text, err := r.Read(file)
	if err != nil {
		return Document{}, err
	}
	return OnlyDocument(DisplayName(file), text, r.AnyMaps)
}

// OnlyDocument returns the only document of a text read from file. An empty text gives null;
// several documents are an error. So is a message of kubectl, but if anyMaps is set, a map that looks
// like one is a document.
func OnlyDocument(file string, text []byte, anyMaps bool) (Document, error) {
	docs, err := parse(source{place: place{file: file}, text: text}, false)
	if err == nil {
		err = checkNoMessages(docs, anyMaps)
	}
	if err == nil {
		err = checkDecrypted(docs)
	}
	switch {
	case err != nil:
		return Document{}, err
	case len(docs) == 0:
		return Document{Name: file, Value: model.NewNull()}, nil
	case len(docs) > 1:
		return Document{}, fmt.Errorf("%s:%d: a second document begins here; this command accepts one object: save each document in a file of its own", file, docs[1].source.begins)
	}
	return docs[0], docs[0].CheckSingle()
}

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

// Inline parses the patches given with -p, YAML or JSON.
func Inline(texts []string) ([]Stream, error) {
	var all []Stream
	for i, text := range texts {
		name := "-p"
		if len(texts) > 1 {
			name = fmt.Sprintf("-p #%d", i+1)
		}
		if text == output.Stream {
			return nil, fmt.Errorf("%s: expected a patch, got %s; to read standard input, drop -p", name, text)
		}
		if strings.HasPrefix(text, "@") {
			return nil, fmt.Errorf("%s: expected a patch, got @ and a file name; to read a file, drop -p and @", name)
		}
		v, err := parseText(name, []byte(text))
		if err != nil {
			return nil, source{text: []byte(text)}.fault(name)
		}
		if v.Type() == model.Null {
			return nil, fmt.Errorf("%s: the patch is empty; write {} to change nothing", name)
		}
		if field := yamlerror.JoinedField([]byte(text)); field != "" {
			return nil, fmt.Errorf("%s: expected a space after the colon of %s", name, field)
		}
		if v.Type() == model.String {
			what := "a string" // the string itself is not shown, because it may be a secret
			if IsFileName(v.Text()) {
				what = fmt.Sprintf("the string %q", v.Text())
			}
			return nil, fmt.Errorf("%s: expected a patch, which is a map, got %s; to read a file, drop -p", name, what)
		}
		d := Document{Name: name, Value: v, source: source{place: place{file: name, begins: 1}, text: []byte(text), tree: new(tree)}}
		if err := d.CheckSingle(); err != nil {
			return nil, err
		}
		all = append(all, Stream{Name: name, Entries: []*Entry{d.inMemory()}})
	}
	return all, nil
}

// IsFileName reports whether a text looks like the name of a YAML or JSON file.
func IsFileName(text string) bool {
	return len(text) < 100 && !strings.ContainsAny(text, " \n") && HasDocuments(text)
}

// CheckPresent rejects an empty file, because an empty modified document would delete
// everything.
func (d Document) CheckPresent() error {
	if d.isPresent() {
		return nil
	}
	return emptyFile(d.Name)
}

// isPresent reports whether the file is not empty.
func (d Document) isPresent() bool {
	k := d.Value.Type()
	return k != model.Absent && k != model.Null
}

func emptyFile(name string) error {
	return fmt.Errorf("%s: the file is empty; expected a document, such as {}", name)
}

// Identity returns the identity of the document's object.
func (d Document) Identity() Identity { return IdentityOf(d.Value) }

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

// CheckSingle rejects a List, because a patch is for one object.
func (d Document) CheckSingle() error {
	items, isList := d.items()
	if !isList {
		return nil
	}
	return &smp.Error{
		Code:     smp.WrongType,
		Document: d.Name,
		Path:     model.Path{model.Field("kind")},
		Cause: fmt.Errorf("a List of %d objects; expected one object: save each item in a file of its own, or get one by name (kubectl get KIND NAME -o yaml)",
			items.Len()),
	}
}

// items returns the items of a List, and whether the document is a List.
func (d Document) items() (model.Value, bool) {
	items, _ := d.Value.Get("items")
	return items, IsList(d.Value)
}

// IsList reports whether a value is a List of objects: a v1 List, or a list of one kind, such as a
// DeploymentList. The latter has at least one item and no name of its own. Each item has the
// apiVersion and the kind, or it has neither of them, but metadata.
func IsList(v model.Value) bool {
	items, _ := v.Get("items")
	of, isList := itemKind(v)
	if items.Type() != model.List || !isList {
		return false
	}
	name, _ := model.Path{model.Field("metadata"), model.Field("name")}.Lookup(v)
	if of.Kind != "" && (of.APIVersion == "" || name.Text() != "") {
		return false
	}
	for _, item := range items.Elements() {
		if of.Kind != "" && corpus.DeclaredKind(item) != of && !isUntyped(item) {
			return false
		}
	}
	return of.Kind == "" || items.Len() > 0
}

// itemKind returns the kind of the items of a list, which is empty for a v1 List. It reports whether
// the kind of v is that of a list.
func itemKind(v model.Value) (of kubernetes.Kind, isList bool) {
	of = corpus.DeclaredKind(v)
	of.Kind, isList = strings.CutSuffix(of.Kind, "List")
	return of, isList
}

// isUntyped reports whether a value is an object without apiVersion and kind. An API server leaves
// them out in the items of a list of one kind.
func isUntyped(v model.Value) bool {
	metadata, _ := v.Get("metadata")
	_, hasVersion := v.Get("apiVersion")
	_, hasKind := v.Get("kind")
	return metadata.Type() == model.Map && !hasVersion && !hasKind
}

// withKind returns an object with an apiVersion and a kind in front.
func withKind(v model.Value, k kubernetes.Kind) model.Value {
	head, err := model.NewMap(model.Member{Name: "apiVersion", Value: model.NewString(k.APIVersion)}, model.Member{Name: "kind", Value: model.NewString(k.Kind)})
	if err == nil {
		head, err = merged(head, v)
	}
	if err != nil {
		return v
	}
	return head
}

// InText returns a new value of the document as its file contains it. It has no apiVersion and kind
// if the document is an item that has them from its list.
func (d Document) InText(v model.Value) (model.Value, error) {
	if !d.source.untyped || v.Type() != model.Map {
		return v, nil
	}
	return v.WithMembers(model.Member{Name: "apiVersion"}, model.Member{Name: "kind"})
}

// DisplayName returns the name of a file for errors.
func DisplayName(file string) string {
	if file == output.Stream {
		return output.StdinText
	}
	return file
}

// split returns the YAML documents of a text, without the blank ones.
func split(at source) []source {
	if !bytes.HasPrefix(at.text, []byte("---")) && !bytes.Contains(at.text, []byte("\n---")) {
		return []source{at}
	}
	var parts []source
	start, line, startLine, content := 0, 0, 0, false
	end := func(offset int) {
		if content {
			part := at.slice(start, offset)
			part.line = at.line + startLine
			parts = append(parts, part)
		}
		start, startLine, content = offset, line, false
	}
	offset := 0
	for _, raw := range bytes.SplitAfter(at.text, []byte("\n")) {
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

// slice returns a part of the text by its offsets, at the same line.
func (s source) slice(from, to int) source {
	s.text, s.start, s.end = s.text[from:to], s.start+int64(from), s.start+int64(to)
	return s
}

// alone returns the source with only the text of its document, and without the tree.
func (s source) alone() source {
	if from, to := s.span[0], s.span[1]; to > 0 {
		moved := s.after(s.text[:from])
		s = s.slice(from, to)
		s.line, s.column = moved.line, moved.column
	}
	s.span, s.tree = [2]int{}, nil
	return s
}

// splitJSON returns the documents of a sequence of JSON documents, or nil if the text does not
// begin like JSON. If a document is faulty, it is the last one, with the rest of the text.
func splitJSON(s source) []source {
	if !yamlerror.IsJSON(s.text) {
		return nil
	}
	var parts []source
	decoder := json.NewDecoder(bytes.NewReader(s.text))
	for part, from, to := s, 0, 0; ; {
		err := decoder.Decode(new(json.RawMessage))
		if errors.Is(err, io.EOF) {
			return parts
		}
		rest := bytes.TrimLeft(s.text[to:], " \t\r\n")
		if err != nil && !yamlerror.IsJSON(rest) { // the rest is not another document
			last := &parts[len(parts)-1]
			last.text, last.end = s.text[from:], s.end
			return parts
		}
		begin := len(s.text) - len(rest)
		if to = len(s.text); err == nil {
			to = int(decoder.InputOffset())
		}
		moved := part.after(s.text[from:begin])
		part, from = s.slice(begin, to), begin
		part.line, part.column = moved.line, moved.column
		if parts = append(parts, part); err != nil {
			return parts
		}
	}
}

// after returns the source moved to the position after a text that begins at its position.
func (s source) after(text []byte) source {
	if lines := bytes.Count(text, []byte("\n")); lines > 0 {
		s.line, s.column = s.line+lines, 0
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	s.column += utf8.RuneCount(text)
	return s
}

// afterSeparator returns the rest of a line after --- or ..., and whether the line begins
// with one of these. No line inside a document can begin with --- or ....
func afterSeparator(line []byte) ([]byte, bool) {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n")) {
			return rest, true
		}
	}
	return line, false
}

// hasContent reports whether a line is more than white space, a comment or a %directive.
func hasContent(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	trimmed := bytes.TrimSpace(line)
	return len(trimmed) > 0 && trimmed[0] != '#' && line[0] != '%'
}

// File returns the name of the document's file.
func (d Document) File() string { return d.source.file }
