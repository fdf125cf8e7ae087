package load

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
	"github.com/strategicpatch/smp/model"
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

// File returns the name of the document's file.
func (d Document) File() string { return d.source.file }
