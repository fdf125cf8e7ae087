package table

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// TagsFile is the path of the list of older tags from the root of the repository.
const TagsFile = "fuzz/upstream/table/tags.txt"

// TagsCommand is the command that writes the list.
const TagsCommand = "go -C fuzz/upstream run ./cmd/gen-tags"

//go:embed tags.txt
var tagsText string

// OlderTags are the fields whose zero the Go types of an older release encode differently,
// each with these releases.
type OlderTags struct {
	// Missing are modules that the proxy lacks in one of the releases.
	Missing []string
	Fields  map[FieldID][]string
}

// CommittedTags returns the committed list.
func CommittedTags() (OlderTags, error) {
	o := OlderTags{Fields: map[FieldID][]string{}}
	for line := range strings.Lines(tagsText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if len(words) < 3 {
			return o, fmt.Errorf("%s: %q has no release", TagsFile, line)
		}
		o.Fields[FieldID{words[0], strings.TrimSuffix(words[1], ":")}] = words[2:]
	}
	return o, nil
}

const tagsHead = `# Written by %s; DO NOT EDIT.
#
# Fields whose zero the Go types of other releases write differently from those of the
# table: they differ in omitempty, in omitzero or in being a pointer. Compared are
# %s.
`

// Text returns the list for the compared releases.
func (o OlderTags) Text(releases []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, tagsHead, TagsCommand, strings.Join(releases, ", "))
	for _, m := range o.Missing {
		fmt.Fprintf(&b, "# Not available: %s\n", m)
	}
	for _, id := range slices.SortedFunc(maps.Keys(o.Fields), FieldID.compare) {
		fmt.Fprintf(&b, "%s %s: %s\n", id.Definition, id.Field, strings.Join(o.Fields[id], " "))
	}
	return b.Bytes()
}

// ReadOlderTags compares the fields of the kinds with those in other releases. It downloads
// the modules of these releases.
func ReadOlderTags(releases []string) (OlderTags, error) {
	o := OlderTags{Fields: map[FieldID][]string{}}
	source, err := ReadUnmarked()
	if err != nil {
		return o, err
	}
	types := GoTypes(Kinds(NewScheme()))
	for _, release := range releases {
		folders := map[string]string{}
		for _, m := range modules {
			dir, err := downloaded(m + "@" + release)
			if err != nil {
				o.Missing = append(o.Missing, m+" "+release)
				continue
			}
			folders[m] = dir
		}
		sources := map[string]map[string]*ast.StructType{}
		for _, definition := range source.Names() {
			pkg, typ, _ := cutLast(definition, ".")
			if _, read := sources[pkg]; !read {
				if sources[pkg], err = structsOf(folders, pkg); err != nil {
					return o, err
				}
			}
			for name := range source.Plain[definition].Fields {
				now, ok := goField(types[definition], name)
				was, known := sourceField(sources[pkg], typ, name)
				if ok && known && was != writingOf(now) {
					id := FieldID{definition, name}
					o.Fields[id] = append(o.Fields[id], release)
				}
			}
		}
	}
	return o, nil
}

// downloaded returns the folder of a module in a version.
func downloaded(module string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", module)
	out, err := cmd.Output()
	var answer struct{ Dir, Error string }
	if e := json.Unmarshal(out, &answer); e != nil {
		return "", cmp.Or(err, e)
	}
	if answer.Error != "" {
		return "", fmt.Errorf("%s", answer.Error)
	}
	return answer.Dir, nil
}

// structsOf returns the structs of a package in these module folders, by name, and an empty
// map if the package does not exist.
func structsOf(folders map[string]string, pkg string) (map[string]*ast.StructType, error) {
	structs := map[string]*ast.StructType{}
	for module, dir := range folders {
		rest, ok := strings.CutPrefix(pkg, module+"/")
		if !ok {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(path.Clean(rest)), "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if s, ok := spec.Type.(*ast.StructType); ok {
						structs[spec.Name.Name] = s
					}
				}
				return true
			})
		}
	}
	return structs, nil
}

// sourceField returns how encoding/json writes the zero of the field with a JSON name in a
// struct. The field may be in an embedded struct of the same package.
func sourceField(structs map[string]*ast.StructType, typ, name string) (Writing, bool) {
	s := structs[typ]
	if s == nil {
		return Writing{}, false
	}
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
		own, _, _ := strings.Cut(tag, ",")
		_, pointer := f.Type.(*ast.StarExpr)
		if own == name {
			w := writingOfTag(tag)
			w.Pointer = pointer
			return w, true
		}
		if embedded, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 && own == "" {
			if w, ok := sourceField(structs, embedded.Name, name); ok {
				return w, true
			}
		}
	}
	return Writing{}, false
}
