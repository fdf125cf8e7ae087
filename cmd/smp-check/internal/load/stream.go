package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
)

// A Stream is the documents of a file, or of all YAML and JSON files in a directory and its
// subdirectories. The items of a List are separate documents.
type Stream struct {
	Name    string // file or directory
	Entries []*Entry
	folder  bool
	Passed  Skipped            // skipped files of a directory
	Faults  []*finding.Finding // unreadable files of a directory, except for templates
}

// Many reports whether the documents of the stream must identify their objects, because there
// are several documents, or because they come from a directory.
func (s Stream) Many() bool { return len(s.Entries) != 1 || s.folder }

// Empty reports whether the stream is an empty file.
func (s Stream) Empty() bool { return !s.Many() && s.Entries[0].CheckPresent() != nil }

// With returns a stream of some of the documents of s. They must identify their objects if
// the documents of s must do so.
func (s Stream) With(entries []*Entry) Stream {
	return Stream{Name: s.Name, Entries: entries, folder: s.Many()}
}

// Stream reads the documents of a file or directory. An empty file has one null document. In
// directories, Stream skips kustomizations, charts, templates and documents without
// apiVersion or kind, and lists unreadable files in Faults.
func (r *Reader) Stream(name string) (Stream, error) {
	s := Stream{Name: DisplayName(name)}
	files, unread, isFolder := r.Files(name)
	s.folder = isFolder
	if r.GoOn {
		r.Faults = append(r.Faults, unread...)
	} else {
		s.Faults = unread
	}
	for i, one := range r.all(files) {
		file, entries, err := files[i], one.entries, one.err
		if r.GoOn && err == nil && !isFolder && len(entries) == 1 {
			err = entries[0].CheckPresent()
		}
		switch {
		case err != nil && isFolder && IsTemplateFault(err):
			s.Passed.Templates = append(s.Passed.Templates, DisplayName(file))
		case err != nil && r.GoOn:
			r.Faults = append(r.Faults, asFault(file, err))
		case err != nil && isFolder:
			s.Faults = append(s.Faults, asFault(file, err))
		case err != nil:
			return s, err
		case isFolder:
			s.addObjects(entries, r.Kindless)
		default:
			s.Entries = append(s.Entries, entries...)
		}
	}
	if len(s.Entries) == 0 && isFolder && len(r.Faults) == 0 {
		if len(s.Faults) > 0 {
			return s, s.Faults[0]
		}
		return s, s.noObjects()
	}
	return s, nil
}

// noObjects returns the error for a folder without objects.
func (s Stream) noObjects() error {
	switch of := s.Passed; {
	case len(of.Kustomizations) > 0:
		return fmt.Errorf("%s: no file in this folder contains an object or a patch; %s is a kustomization\n%s", s.Name, of.Kustomizations[0], InsteadOfKustomization)
	case len(of.Templates) > 0:
		return fmt.Errorf("%s: no file in this folder contains an object or a patch; %s is a template: render it first, for example with helm template", s.Name, of.Templates[0])
	}
	return fmt.Errorf("%s: no file in this folder contains a document with apiVersion and kind", s.Name)
}

// A fileRead is the result of reading a file.
type fileRead struct {
	entries []*Entry
	err     error
}

// all reads files on all processors, with a counter on a terminal.
func (r *Reader) all(files []string) []fileRead {
	read := make([]fileRead, len(files))
	if len(files) == 1 {
		read[0].entries, read[0].err = r.Entries(files[0])
		return read
	}
	shown := output.NewCounter(r.Stderr, len(files), "files")
	defer shown.End()
	inParallel(len(files), func(i int) {
		read[i].entries, read[i].err = r.Entries(files[i])
		shown.Step(false)
	})
	return read
}

// addObjects adds the objects in a file of a directory, and records the other documents in
// Passed. If kindless is set, documents without a kind are added, too, because they may be
// patches.
func (s *Stream) addObjects(entries []*Entry, kindless bool) {
	for _, d := range entries {
		if d.isObject() {
			s.Entries = append(s.Entries, d)
			continue
		}
		before := len(s.Passed.Kindless)
		if d.isPresent() {
			s.Passed.add(d)
		}
		if kindless && len(s.Passed.Kindless) > before {
			s.Passed.Kindless = s.Passed.Kindless[:before]
			s.Entries = append(s.Entries, d)
		}
	}
}

// asFault returns the error of a file as a finding.
func asFault(file string, err error) *finding.Finding {
	var fault *finding.Finding
	if file = DisplayName(file); !errors.As(err, &fault) {
		fault = finding.Unread(file, finding.Unreadable, errors.New(strings.TrimPrefix(err.Error(), file+": ")))
	}
	return fault
}

// Streams reads the documents of several files or directories.
func Streams(r *Reader, names []string) ([]Stream, error) {
	var all []Stream
	for _, name := range names {
		s, err := r.Stream(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Files returns the YAML and JSON files in a directory and its subdirectories, sorted by
// name, and the unreadable files. It also reports whether name is a directory; if not, the
// only file is name. Hidden files and directories are skipped. So are pipes, because reading
// them may never end.
func (r *Reader) Files(name string) (files []string, unread []*finding.Finding, isFolder bool) {
	if r.Texts != nil {
		return []string{name}, nil, false
	}
	if !IsFolder(name) {
		return []string{name}, nil, false // if the file does not exist, reading it fails
	}
	_ = filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != name && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			unread = append(unread, asFault(path, output.FileError(path, err)))
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case hidden:
		case output.CheckName(path) != nil:
			unread = append(unread, finding.Unread(strconv.Quote(path), finding.Unreadable, errors.New("the name contains control characters or is not UTF-8; rename it")))
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir() || !HasDocuments(path) || !output.IsPlain(path):
		case entry.Type()&fs.ModeSymlink != 0 && leadsOut(name, path):
			unread = append(unread, asFault(path, fmt.Errorf("%s: is a link to a file outside the folder; name the file to read it", path)))
		default:
			files = append(files, path)
		}
		return nil
	})
	return files, unread, true
}

// leadsOut reports whether a link in a folder has a target outside the folder.
func leadsOut(folder, link string) bool {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false // reading the file reports the error
	}
	below, err := filepath.Rel(root, target)
	return err != nil || !filepath.IsLocal(below)
}

// IsFolder reports whether name is a directory.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return name != output.Stream && err == nil && info.IsDir()
}

// HasDocuments reports whether a file name has the extension of a YAML or JSON file.
func HasDocuments(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
}

// A repeated is the error for an object that occurs twice in a stream.
type repeated struct{ first, second *Entry }

// filesOf returns the files with documents for the same object as d, in order, and whether each of
// them has only one of these documents.
func (s Stream) filesOf(d *Entry) (files []string, single bool) {
	single = true
	wanted := d.Identity()
	for i, id := range s.identities() {
		if *id != wanted {
			continue
		}
		if file := s.Entries[i].File(); slices.Contains(files, file) {
			single = false
		} else {
			files = append(files, file)
		}
	}
	return files, single
}

func (e *repeated) Error() string {
	return fmt.Sprintf("%s:%d: %s appears twice, first at %s:%d; the object is ambiguous",
		e.second.place.file, e.second.line(), e.second.Identity(), e.first.place.file, e.first.line())
}

// inOrder is advice on how to apply the patches of s for the object of e.
func (s Stream) inOrder(e *repeated) string {
	how, names := "save each in a file of its own, and name the files", "FIRST SECOND"
	if files, single := s.filesOf(e.first); single {
		how, names = "name the files", strings.Join(files, " ")
	}
	return fmt.Sprintf("the order of patches matters: %s in order, as in smp-check apply ORIGINAL %s", how, names)
}

// checkDistinct rejects a stream in which an object occurs twice.
func (s Stream) checkDistinct() *repeated {
	if found := s.repeats(); len(found) > 0 {
		return found[0]
	}
	return nil
}

// repeats returns the objects that occur more than once in a stream, each with its first
// document.
func (s Stream) repeats() []*repeated {
	var found []*repeated
	seen := make(map[identityKey]int32, len(s.Entries))
	for i, id := range s.identities() {
		k := id.key()
		first, twice := seen[k]
		if !twice {
			seen[k] = int32(i)
		} else if id.Name != "" {
			found = append(found, &repeated{s.Entries[first], s.Entries[i]})
		}
	}
	return found
}

// Patches returns the patches for each document of originals, in the order of the streams. A
// patch that is for none of these documents is an error. An empty patch file is accepted if
// there are several originals, because diff and threeway write an empty file if nothing
// differs.
func Patches(originals Stream, streams []Stream) ([][]*Entry, error) {
	all := make([][]*Entry, len(originals.Entries))
	for _, patches := range streams {
		if originals.Many() && patches.Empty() {
			continue
		}
		if err := patches.checkDistinct(); err != nil {
			return nil, fmt.Errorf("%w; %s", err, patches.inOrder(err))
		}
		if err := patches.Unread(); err != nil {
			return nil, err
		}
		matches, err := patches.Match(originals)
		if err != nil {
			return nil, err
		}
		for i, d := range patches.Entries {
			if err := d.CheckPresent(); err != nil {
				return nil, err
			}
			if matches[i] < 0 {
				return nil, fmt.Errorf("%s: the patch is for %s, which %s does not contain%s%s", d.Name(), d.Identity(), originals.Name, originals.nearly(d.Identity()), originals.maybeUnread())
			}
			all[matches[i]] = append(all[matches[i]], d)
		}
	}
	return all, nil
}

// nearly returns advice if an object of the stream nearly has an identity: it differs only in its
// apiVersion or namespace, or its kind or name has a similar spelling.
func (s Stream) nearly(id Identity) string {
	var others, names []string
	for _, other := range s.identities() {
		same := *other
		same.APIVersion = id.APIVersion
		if other.APIVersion != id.APIVersion && kinds.Complete(other.Kind) && kinds.Complete(id.Kind) && id.fits(same) {
			return fmt.Sprintf("; the object there has apiVersion %s, not %s", model.Shorten(other.APIVersion), model.Shorten(id.APIVersion))
		}
		if other.Kind == id.Kind && other.Name == id.Name && other.Namespace != id.Namespace {
			return fmt.Sprintf("; the object there has namespace %q, not %q", model.Shorten(other.Namespace), model.Shorten(id.Namespace))
		}
		others = append(others, other.Kind.Kind)
		if other.Kind.Kind == id.Kind.Kind {
			names = append(names, other.Name)
		}
	}
	if !slices.Contains(others, id.Kind.Kind) {
		return meant.Suggestion(id.Kind.Kind, others)
	}
	return meant.Suggestion(id.Name, names)
}
