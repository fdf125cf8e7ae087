package load

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

const definitionKind = "CustomResourceDefinition"

// readDefinitions reads the definitions of custom resources that files hold. A file
// may be a bundle of documents, and a name a folder of files; other kinds in those
// are passed over. A file of one document has to be a definition, and each name has
// to lead to one.
func readDefinitions(r *Reader, names []string) ([]Document, error) {
	var found []Document
	for _, name := range names {
		files, err := filesIn(name)
		if err != nil {
			return nil, err
		}
		before := len(found)
		for _, file := range files {
			docs, err := r.documents(file)
			if err != nil {
				return nil, err
			}
			if len(docs) == 1 && file == name {
				if d := docs[0]; d.Value.Kind() == model.Map && corpus.DeclaredKind(d.Value).Kind == "" {
					return nil, fmt.Errorf("%s: is no %s: it does not say its kind; name a schema with --schema", d.Name, definitionKind)
				}
				found = append(found, docs...)
				continue
			}
			for _, d := range docs {
				if corpus.DeclaredKind(d.Value).Kind == definitionKind {
					found = append(found, d)
				}
			}
		}
		if len(found) == before {
			return nil, fmt.Errorf("%s: holds no %s", name, definitionKind)
		}
	}
	return found, nil
}

// filesIn returns the YAML and JSON files of a folder, sorted, or the file itself.
func filesIn(name string) ([]string, error) {
	if info, err := os.Stat(name); name == output.Stream || err != nil || !info.IsDir() {
		return []string{name}, nil // where there is none, reading it says so
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, output.FileError(name, err)
	}
	var files []string
	for _, entry := range entries {
		if ext := filepath.Ext(entry.Name()); !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, ext) {
			files = append(files, filepath.Join(name, entry.Name()))
		}
	}
	return files, nil
}

// documents reads all documents that a file holds. Errors name the file and, where
// the text is at fault, the line.
func (r *Reader) documents(file string) ([]Document, error) {
	text, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	var docs []Document
	for _, part := range split(text) {
		d := Document{Name: DisplayName(file)}
		if d.Value, err = corpus.ParseText(part); err != nil {
			return nil, ParseError(d.Name, part, err)
		}
		if k := d.Value.Kind(); k != model.Null && k != model.Absent {
			docs = append(docs, d)
		}
	}
	if docs == nil {
		docs = []Document{{Name: DisplayName(file)}}
	}
	return docs, nil
}

// split returns the YAML documents of a text, each behind as many blank lines as
// stand before it. A text without separators comes back as it is.
func split(text []byte) [][]byte {
	if !bytes.HasPrefix(text, []byte("---")) && !bytes.Contains(text, []byte("\n---")) {
		return [][]byte{text}
	}
	var parts [][]byte
	var part []byte
	lines := 0
	for line := range bytes.Lines(text) {
		if rest, separator := afterSeparator(line); separator {
			parts = append(parts, part)
			part = append(bytes.Repeat([]byte("\n"), lines), rest...)
		} else {
			part = append(part, line...)
		}
		lines++
	}
	return append(parts, part)
}
