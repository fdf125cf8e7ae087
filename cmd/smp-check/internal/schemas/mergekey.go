package schemas

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A mergeKey is one value of --merge-key: how the list or map at a path merges.
type mergeKey struct {
	text     string // as given
	path     model.Path
	override smp.Override
}

// MergeKeys is the flag --merge-key, which may be given several times.
type MergeKeys []mergeKey

// These words name a strategy in place of keys. To use one of them as a key, quote it.
const (
	wordSet    = "set"
	wordAtomic = "atomic"
)

// String returns the values as given.
func (f *MergeKeys) String() string {
	var texts []string
	for _, k := range *f {
		texts = append(texts, k.text)
	}
	return strings.Join(texts, " ")
}

// Type names the flag's value in help texts.
func (f *MergeKeys) Type() string { return "PATH=KEYS" }

// Set parses PATH=KEYS:
//
//	spec.rules=name,port
//	spec.names=set
//	spec.rules=atomic
func (f *MergeKeys) Set(text string) error {
	pathText, keys, ok := cutUnquoted(text, '=')
	if !ok || pathText == "" {
		return errors.New("expected PATH=KEYS, as in spec.rules=name")
	}
	k := mergeKey{text: text}
	var err error
	if k.path, err = meant.FieldPath(pathText); err != nil {
		return err
	}
	switch keys {
	case "":
		return fmt.Errorf("missing key after =; write %s=%s for a set, or %[1]s=%[3]s to replace the list as a whole", pathText, wordSet, wordAtomic)
	case wordSet:
		k.override.Strategy, k.override.Keys = smp.Merge, []string{}
	case wordAtomic:
		k.override.Strategy = smp.Replace
	default:
		if k.override.Keys, err = keyNames(keys); err != nil {
			return err
		}
	}
	*f = append(*f, k)
	return nil
}

// keyNames parses names separated by commas. A name may be quoted as a JSON string.
func keyNames(text string) ([]string, error) {
	var names []string
	for more := true; more; {
		var name string
		name, text, more = cutUnquoted(text, ',')
		if strings.HasPrefix(name, `"`) {
			if err := json.Unmarshal([]byte(name), &name); err != nil {
				return nil, fmt.Errorf("expected a key in quotes, got %s", name)
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// cutUnquoted cuts text at the first separator that is neither in double quotes nor in
// brackets.
func cutUnquoted(text string, separator byte) (before, after string, found bool) {
	quoted, brackets := false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			brackets++
		case c == ']':
			brackets--
		case c == separator && brackets <= 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// Apply returns the schema with the declarations of the flags. If several flags have the same
// path, the last one counts. Apart from that, their order does not matter. Errors are
// *smp.Errors whose Document is --merge-key.
func (f MergeKeys) Apply(s smp.Schema) (smp.Schema, error) {
	outerFirst := f.last()
	slices.SortStableFunc(outerFirst, func(a, b mergeKey) int { return cmp.Compare(len(a.path), len(b.path)) })
	for _, k := range outerFirst {
		if err := k.reaches(s); err != nil {
			return smp.Schema{}, err
		}
		with, err := s.With(k.path, k.override)
		if err != nil {
			return smp.Schema{}, k.suggesting(s, load.InFile(err, "schema", "--merge-key"))
		}
		s = with
	}
	return s, nil
}

// Keys reports whether a flag defines keys for the list at a path.
func (f MergeKeys) Keys(path model.Path) bool {
	return slices.ContainsFunc(f, func(k mergeKey) bool { return k.path.Equal(path) })
}

// last returns the last flag of each path.
func (f MergeKeys) last() MergeKeys {
	var last MergeKeys
	for i, k := range f {
		again := func(later mergeKey) bool { return later.path.Equal(k.path) }
		if !slices.ContainsFunc(f[i+1:], again) {
			last = append(last, k)
		}
	}
	return last
}

// reaches rejects a path inside a list or map that is replaced as a whole, because the flag
// would have no effect there. It also rejects keys for anything but a list.
func (k mergeKey) reaches(s smp.Schema) error {
	for i, step := range k.path {
		for s.Type() == smp.ListType && s.Merging() {
			s = s.Element()
		}
		if s.Type() != smp.ScalarType && s.Strategy() == smp.Replace {
			outer := k.path[:i]
			return &smp.Error{Code: smp.InvalidSchema, Document: "--merge-key", Path: k.path, Cause: fmt.Errorf(
				"nothing merges here, because %s is replaced as a whole; if %[1]s is a list, add --merge-key %[1]s=KEYS", outer)}
		}
		s, _ = s.Member(string(step.(model.Field)))
	}
	if kind := s.Type(); k.override.Keys != nil && (kind == smp.MapType || kind == smp.ScalarType) {
		return &smp.Error{Code: smp.InvalidSchema, Document: "--merge-key", Path: k.path, Cause: fmt.Errorf("expected a list, got a %s; only lists have keys or are sets", kind)}
	}
	return nil
}

// suggesting adds a suggestion to an error about the path of the flag, if a field of the path is unknown.
func (k mergeKey) suggesting(s smp.Schema, err error) error {
	var e *smp.Error
	if !errors.As(err, &e) {
		return err
	}
	around := s
	for i, step := range k.path {
		if around = inMap(around); around.Type() == smp.ListType {
			return err // lists in lists
		}
		name := string(step.(model.Field))
		inner, known := around.Member(name)
		if !known && around.Declared() && (i > 0 || name != "apiVersion" && name != "kind") {
			suggesting := *e
			if meant := FieldMeant(s, around, k.path[:i+1]); meant != "" {
				suggesting.Cause = fmt.Errorf("%w; %s", e.Cause, finding.DidYouMean(meant))
			}
			return &suggesting
		}
		around = inner
	}
	return err
}
