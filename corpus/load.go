package corpus

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

//go:embed cases schemas
var embedded embed.FS

// casesFolder is the folder with the cases of a corpus, next to the folder with the schemas
// that cases share.
const casesFolder = "cases"

// Cases returns the embedded cases, sorted by name. The errors are those of Load.
func Cases() ([]Case, error) {
	return CasesWhere(func(string, []byte) bool { return true })
}

// CasesWhere returns the embedded cases for which keep returns true, sorted by name. CasesWhere is
// faster than Cases, because the other cases are not parsed. The function keep gets the name and
// text of a case. For example, it can search the text for the id of a rule.
func CasesWhere(keep func(name string, text []byte) bool) ([]Case, error) {
	l := loader{files: newLibrary(embedded.ReadFile), keep: keep}
	l.walk(embedded, casesFolder, "")
	if len(l.cases)+len(l.faults) == 0 {
		return nil, nil
	}
	return l.finish()
}

// Load returns the cases in files and folders on disk, sorted by name within each folder. If a
// folder has a subfolder named cases, the cases in this subfolder and the files with an op in the
// folder itself are loaded. If not, all .yaml, .yml and .json files below the folder are loaded.
//
// The error joins one *LoadError for each faulty file. A file is faulty if it is not YAML or
// JSON, has unknown or missing keys, unknown ids, documents that the operation does not
// accept, a number that YAML would change, a schema that cannot be built, or the same content
// as another case. A path without cases is an error, too.
func Load(paths ...string) ([]Case, error) {
	l := loader{files: newLibrary(os.ReadFile)}
	for _, name := range paths {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			l.fail(name, err)
		case info.IsDir():
			folder := filepath.ToSlash(name)
			if inner, err := os.Stat(path.Join(folder, casesFolder)); err == nil && inner.IsDir() {
				l.addOwn(folder)
				folder = path.Join(folder, casesFolder)
			}
			l.walk(os.DirFS(folder), ".", folder)
		default:
			file := filepath.ToSlash(name)
			l.add(file, caseName(path.Base(file)))
		}
	}
	return l.finish()
}

// Read parses the text of a case file and returns the case. The error is a *LoadError. name is the
// file name in error messages. Files that the case refers to are read from disk, relative to the
// folder of name.
func Read(name string, text []byte) (Case, error) {
	s, err := readSource(name, text)
	if err != nil {
		return Case{}, err
	}
	c, err := readCase(s, newLibrary(os.ReadFile))
	if err != nil {
		return Case{}, err
	}
	c.Name = caseName(path.Base(filepath.ToSlash(name)))
	return c, nil
}

// isCase reports whether a file that is not in a folder of cases is a case: its text is a map with an
// op. A text that cannot be parsed is not a case.
func isCase(text []byte) bool {
	v, err := model.Parse(text)
	if err == nil {
		return hasOp(v)
	}
	stream, err := yamldoc.Read(text)
	return err == nil && slices.ContainsFunc(stream.Documents(), func(d yamldoc.Document) bool { return hasOp(d.Value) })
}

func hasOp(v model.Value) bool {
	_, ok := v.Get("op")
	return ok
}

// addOwn adds the cases that are in a folder next to its subfolder of cases. Other files in the
// folder, such as the schema of case files, are not cases.
func (l *loader) addOwn(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		l.fail(folder, err)
		return
	}
	for _, entry := range entries {
		file := path.Join(folder, entry.Name())
		if !entry.Type().IsRegular() || !isCaseFile(file) {
			continue
		}
		text, err := l.files.read(file)
		if err != nil {
			l.fail(file, err)
		} else if isCase(text) {
			l.add(file, caseName(entry.Name()))
		}
	}
}

// A loader collects cases, and the errors of faulty files.
type loader struct {
	files  *library
	keep   func(name string, text []byte) bool // nil to keep all
	cases  []Case
	faults []error
}

func (l *loader) fail(file string, err error) {
	var e *LoadError
	if !errors.As(err, &e) {
		err = &LoadError{File: file, Err: err}
	}
	// Many cases may refer to the same faulty file. Its error is reported once.
	same := func(other error) bool { return other.Error() == err.Error() }
	if !slices.ContainsFunc(l.faults, same) {
		l.faults = append(l.faults, err)
	}
}

// walk adds the cases below a folder of a file system. It skips pipes and devices,
// because reading them may never end. The library adds prefix to the names of the file
// system's files.
func (l *loader) walk(fsys fs.FS, folder, prefix string) {
	found := false
	err := fs.WalkDir(fsys, folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&(fs.ModeDir|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) == 0 && isCaseFile(name) {
			found = true
			l.add(path.Join(prefix, name), caseName(strings.TrimPrefix(name, folder+"/")))
		}
		return err
	})
	where := path.Join(prefix, folder)
	if err != nil {
		l.fail(where, err)
	}
	if !found && err == nil {
		l.fail(where, errors.New("no cases found"))
	}
}

func (l *loader) add(file, name string) {
	text, err := l.files.read(file)
	if err != nil {
		l.fail(file, err)
		return
	}
	if l.keep != nil && !l.keep(name, text) {
		return
	}
	s, err := readSource(file, text)
	if err != nil {
		l.fail(file, err)
		return
	}
	c, err := readCase(s, l.files)
	if err != nil {
		l.fail(file, err)
		return
	}
	c.Name = name
	l.cases = append(l.cases, c)
}

// finish rejects cases with equal content. If there are no errors, it returns all cases.
func (l *loader) finish() ([]Case, error) {
	first := map[string]string{}
	for _, c := range l.cases {
		id := c.identity()
		if other, ok := first[id]; ok {
			l.fail(c.File, fmt.Errorf("same content as %s", other))
			continue
		}
		first[id] = c.File
	}
	if len(l.cases)+len(l.faults) == 0 {
		l.fail(".", errors.New("no cases found"))
	}
	if len(l.faults) > 0 {
		return nil, errors.Join(l.faults...)
	}
	return l.cases, nil
}

func isCaseFile(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

func caseName(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }
