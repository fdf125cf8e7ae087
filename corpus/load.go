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
)

//go:embed cases schemas
var embedded embed.FS

// casesFolder holds the cases of a corpus, beside the schemas they share.
const casesFolder = "cases"

// Cases returns the embedded cases, sorted by name.
func Cases() ([]Case, error) {
	return CasesWhere(func(string, []byte) bool { return true })
}

// CasesWhere returns those of the embedded cases, sorted by name, that keep accepts.
// It gets the name and the text of each, before anything of it is read, which is what
// takes the time: rule ids, for one, stand in the text as they are.
func CasesWhere(keep func(name string, text []byte) bool) ([]Case, error) {
	l := loader{files: newLibrary(embedded.ReadFile), keep: keep}
	l.walk(embedded, casesFolder, "")
	if len(l.cases)+len(l.faults) == 0 {
		return nil, nil
	}
	return l.finish()
}

// Load returns the cases of files and folders on disk, those of each in the
// order of their names. A folder that has a folder named cases gives the cases
// in there; other folders give all .yaml, .yml and .json files below them.
//
// The error joins a *LoadError for each faulty file: not YAML or JSON, an
// unknown or missing key, inputs that the operation does not take, ids that do
// not exist, a schema that cannot be built, content that another case has
// already, a number that YAML would change; and for a path without cases.
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

// Read returns the case that a text holds, as a *LoadError says what is wrong
// with it. The name of the text is for messages, and for the files that the
// case refers to: they are looked for on disk, beside it.
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

// A loader collects cases, and what is wrong with others.
type loader struct {
	files  *library
	keep   func(name string, text []byte) bool // nil for all
	cases  []Case
	faults []error
}

func (l *loader) fail(file string, err error) {
	var e *LoadError
	if !errors.As(err, &e) {
		err = &LoadError{File: file, Err: err}
	}
	// Many cases may trip over one file they share.
	same := func(other error) bool { return other.Error() == err.Error() }
	if !slices.ContainsFunc(l.faults, same) {
		l.faults = append(l.faults, err)
	}
}

// walk adds the cases below a folder of a file system; pipes, which may never end, are
// none. The library knows that file system's root by the name prefix.
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
		l.fail(where, errors.New("there are no cases here"))
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

// finish refuses cases that say the same, and returns all if nothing is wrong.
func (l *loader) finish() ([]Case, error) {
	first := map[string]string{}
	for _, c := range l.cases {
		id := c.identity()
		if other, ok := first[id]; ok {
			l.fail(c.File, fmt.Errorf("the case has the content of %s", other))
			continue
		}
		first[id] = c.File
	}
	if len(l.cases)+len(l.faults) == 0 {
		l.fail(".", errors.New("there are no cases"))
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
