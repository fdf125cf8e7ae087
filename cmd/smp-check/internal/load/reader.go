package load

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/smp"
)

// A Reader reads the files of a command line. A document may be at most MaxSize bytes long.
type Reader struct {
	Stdin   io.Reader // content of "-"
	Stderr  io.Writer // shows a counter of files on a terminal
	MaxSize byteSize  // value of --max-size; 0 for the default
	// Texts, if not nil, replaces the disk: the content of each file by name.
	Texts  map[string][]byte
	Keep   bool // read documents with their text for editing (see Kept)
	GoOn   bool // collect errors of files in Faults, and read the other files
	Faults []*finding.Finding
	// Kindless is set if --kind gives the kind of patches. Documents without a kind in
	// directories are then patches, too.
	Kindless bool
	// AnyMaps is set with --schemaless. Documents that look like messages of kubectl are then accepted.
	AnyMaps bool
	// Encrypted makes the reader accept documents that SOPS has encrypted (see [IsEncrypted]).
	Encrypted bool
	tookIn    bool // standard input has been read

	mu     sync.Mutex        // guards once and recent
	once   map[string][]byte // the texts of files that cannot be read twice
	recent []recentText      // texts that were read again, with the most recent one last
}

// Read returns the content of a file, or of standard input for "-", which can be read only
// once. It reads at most as many bytes as the size limit. Errors contain the name of the
// file.
func (r *Reader) Read(name string) ([]byte, error) {
	in, size, _, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if size > r.maxSize() {
		return nil, r.overLimit("file", DisplayName(name), 0)
	}
	return r.readAll(DisplayName(name), in, size)
}

// open opens a file, or standard input for "-". The size is 0 if it is unknown. The file can be read
// again if plain is set.
func (r *Reader) open(name string) (in io.ReadCloser, size int64, plain bool, err error) {
	if name == output.Stream {
		if r.tookIn {
			return nil, 0, false, errors.New("standard input (-) can be read only once; name a file for the other document")
		}
		r.tookIn = true
		return io.NopCloser(r.Stdin), 0, false, nil
	}
	if text, ok := r.Texts[name]; ok {
		return io.NopCloser(bytes.NewReader(text)), int64(len(text)), false, nil
	}
	if r.Texts != nil {
		return nil, 0, false, output.FileError(name, fs.ErrNotExist)
	}
	if err := output.CheckName(name); err != nil {
		return nil, 0, false, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, false, output.FileError(name, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = output.FileError(name, err)
	case info.IsDir():
		err = fmt.Errorf("%s: is a folder; name a file", name)
	case info.Mode().IsRegular():
		return f, info.Size(), true, nil
	default:
		return f, 0, false, nil
	}
	f.Close()
	return nil, 0, false, err
}

// maxSize returns the largest permitted size of a document.
func (r *Reader) maxSize() int64 { return int64(cmp.Or(r.MaxSize, DefaultMaxSize)) }

// readAll reads in to its end. The size is only a hint: a pipe has none, and a file may grow.
func (r *Reader) readAll(name string, in io.Reader, size int64) ([]byte, error) {
	var text bytes.Buffer
	text.Grow(int(min(size, r.maxSize())) + bytes.MinRead)
	n, err := text.ReadFrom(io.LimitReader(in, r.maxSize()+1))
	switch {
	case err != nil:
		return nil, output.FileError(name, err)
	case n > r.maxSize():
		return nil, r.overLimit("file", name, 0)
	}
	return text.Bytes(), nil
}

// overLimit returns the error for a file, or for a document that begins after a number of lines, that is
// too large.
func (r *Reader) overLimit(what, name string, before int) error {
	fault := finding.Unread(name, smp.Limit, fmt.Errorf("the %s is larger than %s; --max-size raises the limit", what, byteSize(r.maxSize()).inWords()))
	if before > 0 {
		fault.Line = before + 1
	}
	return fault
}

// A byteSize is a flag: a number of bytes.
type byteSize int64

const (
	kibibyte = 1 << 10
	mebibyte = 1 << 20
	gibibyte = 1 << 30
	// DefaultMaxSize is the largest permitted size of a document without --max-size.
	DefaultMaxSize = 64 * mebibyte
	// hardMaxSize is the largest size that the 32-bit offsets of a parsed document can
	// represent.
	hardMaxSize = 4*gibibyte - 1
)

// String returns the size in the largest unit that divides it.
func (b byteSize) String() string {
	for _, unit := range []struct {
		size byteSize
		name string
	}{{gibibyte, "GiB"}, {mebibyte, "MiB"}, {kibibyte, "KiB"}} {
		if b >= unit.size && b%unit.size == 0 {
			return strconv.FormatInt(int64(b/unit.size), 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(b), 10)
}

// inWords returns the size with its unit.
func (b byteSize) inWords() string {
	if b%kibibyte != 0 {
		return b.String() + " bytes"
	}
	return b.String()
}

// Set parses a number of bytes, optionally with the unit KiB, MiB or GiB.
func (b *byteSize) Set(text string) error {
	number, unit := text, int64(1)
	for _, u := range []struct {
		name string
		size int64
	}{{"KiB", kibibyte}, {"MiB", mebibyte}, {"GiB", gibibyte}} {
		if n, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = n, u.size
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > hardMaxSize/unit {
		return errors.New("expected a size such as 64MiB, above 0 and below 4GiB")
	}
	*b = byteSize(n * unit)
	return nil
}

// Type names the flag's value in help texts.
func (b *byteSize) Type() string { return "size" }
