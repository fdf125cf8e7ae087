package load

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A mergeKey is one --merge-key: how the list or map at a path merges.
type mergeKey struct {
	text     string // as written
	path     model.Path
	override smp.Override
}

// MergeKeys is the flag --merge-key, which may be repeated.
type MergeKeys []mergeKey

// What stands for a strategy in place of keys. A key of that name is written in
// quotes.
const (
	wordSet    = "set"
	wordAtomic = "atomic"
)

// String returns what was written.
func (f *MergeKeys) String() string {
	var texts []string
	for _, k := range *f {
		texts = append(texts, k.text)
	}
	return strings.Join(texts, " ")
}

// Type names the flag's value in help texts.
func (f *MergeKeys) Type() string { return "PATH=KEYS" }

// Set reads PATH=KEYS.
func (f *MergeKeys) Set(text string) error {
	pathText, keys, ok := cutUnquoted(text, '=')
	if !ok || pathText == "" {
		return errors.New("want PATH=KEYS, as in spec.rules=name")
	}
	k := mergeKey{text: text}
	var err error
	if k.path, err = FieldPath(pathText); err != nil {
		return err
	}
	switch keys {
	case "":
		return fmt.Errorf("no key after =; %s=%s makes a list a set, %[1]s=%[3]s one that is replaced", pathText, wordSet, wordAtomic)
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

// keyNames reads names that are separated by commas, each of which may be
// quoted as a JSON string.
func keyNames(text string) ([]string, error) {
	var names []string
	for more := true; more; {
		var name string
		name, text, more = cutUnquoted(text, ',')
		if strings.HasPrefix(name, `"`) {
			if err := json.Unmarshal([]byte(name), &name); err != nil {
				return nil, fmt.Errorf("%s is not a key in quotes", name)
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// cutUnquoted cuts text at the first separator that is neither between double
// quotes nor in brackets.
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

// FieldPath reads a path of field names.
func FieldPath(text string) (model.Path, error) {
	path, err := model.ParsePath(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no path, such as spec.rules: %w", text, err)
	}
	for _, step := range path {
		if _, ok := step.(model.Field); !ok {
			return nil, fmt.Errorf("%s: the path consists of field names, as in spec.rules; %s is not one", text, step)
		}
	}
	return path, nil
}

// Apply returns the schema with what the flags declare. Outer places come
// before what is inside them, so that the order of the flags does not matter;
// the last flag for a place counts. Errors are *smp.Errors whose Document is
// the flag.
func (f MergeKeys) Apply(s smp.Schema) (smp.Schema, error) {
	outerFirst := f.last()
	slices.SortStableFunc(outerFirst, func(a, b mergeKey) int { return cmp.Compare(len(a.path), len(b.path)) })
	for _, k := range outerFirst {
		if err := k.reaches(s); err != nil {
			return smp.Schema{}, err
		}
		with, err := s.With(k.path, k.override)
		if err != nil {
			return smp.Schema{}, InFile(err, "schema", "--merge-key")
		}
		s = with
	}
	return s, nil
}

// last returns the last flag for each place.
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

// reaches rejects a place inside a list or map that is replaced as a whole: what is
// declared there would have no effect. It rejects keys of what is no list, too.
func (k mergeKey) reaches(s smp.Schema) error {
	for i, step := range k.path {
		for s.Type() == smp.ListType && s.Merging() {
			s = s.Element()
		}
		if s.Type() != smp.ScalarType && s.Strategy() == smp.Replace {
			outer := k.path[:i]
			return &smp.Error{Code: smp.InvalidSchema, Document: "--merge-key", Path: k.path, Cause: fmt.Errorf(
				"nothing in it merges, because %s is replaced as a whole; if that is a list, another --merge-key %[1]s=KEYS says that it merges", outer)}
		}
		s, _ = s.Member(string(step.(model.Field)))
	}
	if kind := s.Type(); k.override.Keys != nil && (kind == smp.MapType || kind == smp.ScalarType) {
		return &smp.Error{Code: smp.InvalidSchema, Document: "--merge-key", Path: k.path, Cause: fmt.Errorf("this is a %s; only lists have keys, or are sets", kind)}
	}
	return nil
}
