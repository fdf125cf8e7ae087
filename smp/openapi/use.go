package openapi

import (
	"slices"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A use holds the keywords of a schema object that affect its place and not its structure, which
// are the strategies, the keys and the default. If an object lacks one of these keywords, it gets
// the keyword from the object that it refers to.
type use struct {
	hasStrategy bool
	strategy    smp.Strategy
	retainKeys  bool
	mergeKey    []string
	recommended []string
	listType    string   // map, set or atomic; empty if there is no list type
	mapKeys     []string // keys of list type map
	mapType     string   // granular or atomic; empty if there is no map type
	hasDefault  bool
	def         model.Value // absent if the default is not a scalar
	pointer     bool        // nullable; never copied from below
	marks       smp.Marks   // never copied from below
}

// over returns u, with the keywords that it lacks taken from below.
func (u use) over(below use) use {
	if !u.hasStrategy {
		u.hasStrategy, u.strategy, u.retainKeys = below.hasStrategy, below.strategy, below.retainKeys
	}
	if u.mergeKey == nil {
		u.mergeKey = below.mergeKey
	}
	if u.recommended == nil {
		u.recommended = below.recommended
	}
	if u.listType == "" {
		u.listType, u.mapKeys = below.listType, below.mapKeys
	}
	if u.mapType == "" {
		u.mapType = below.mapType
	}
	if !u.hasDefault {
		u.hasDefault, u.def = below.hasDefault, below.def
	}
	return u
}

// use reads the keywords that affect the place of an object.
func (r *reader) use(at *place, k *keywords) (use, error) {
	u := use{pointer: k.nullable.Bool()}
	if present(k.def) {
		u.hasDefault = true
		if k.def.IsScalar() {
			u.def = k.def
		}
	}
	for _, read := range []func(*place, *keywords, *use) error{
		r.patchStrategy, r.mergeKeys, r.listType, r.mapType, r.marks,
	} {
		if err := read(at, k, &u); err != nil {
			return use{}, err
		}
	}
	return u, nil
}

// patchStrategy reads x-kubernetes-patch-strategy.
func (r *reader) patchStrategy(at *place, k *keywords, u *use) error {
	if !present(k.strategy) {
		return nil
	}
	text, err := r.text(at, patchStrategyKeyword, k.strategy)
	if err != nil {
		return err
	}
	words := strings.Split(strings.ReplaceAll(text, "|", ","), ",")
	for i, word := range words {
		switch {
		case slices.Contains(words[:i], word):
			return r.fault(at, patchStrategyKeyword, "duplicate strategy %q", word)
		case word == "retainKeys":
			u.retainKeys = true
		case word != "merge" && word != "replace":
			return r.fault(at, patchStrategyKeyword, "unknown strategy %q; expected merge, replace or retainKeys", word)
		case u.strategy != smp.DefaultStrategy:
			return r.fault(at, patchStrategyKeyword, "expected merge or replace, got both")
		case word == "merge":
			u.strategy = smp.Merge
		default:
			u.strategy = smp.Replace
		}
	}
	u.hasStrategy = true
	return nil
}

// mergeKeys reads x-kubernetes-patch-merge-key and
// x-kubernetes-recommended-patch-merge-key.
func (r *reader) mergeKeys(at *place, k *keywords, u *use) (err error) {
	if u.mergeKey, err = r.keyList(at, mergeKeyKeyword, k.mergeKey); err != nil {
		return err
	}
	u.recommended, err = r.keyList(at, recommendedKeyword, k.recommended)
	return err
}

// keyList reads merge keys, which are separated by commas.
func (r *reader) keyList(at *place, keyword string, v model.Value) ([]string, error) {
	if !present(v) {
		return nil, nil
	}
	text, err := r.text(at, keyword, v)
	if err != nil {
		return nil, err
	}
	keys := strings.Split(text, ",")
	for _, key := range keys {
		if !isKey(key) {
			return nil, r.fault(at, keyword, "invalid merge key %q; expected field names without white space, separated by commas (rule %s)", key, smp.RuleKeysMulti)
		}
	}
	return keys, nil
}

func isKey(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
}

// listType reads x-kubernetes-list-type and the map keys.
func (r *reader) listType(at *place, k *keywords, u *use) (err error) {
	if present(k.listType) {
		u.listType, err = r.word(at, listTypeKeyword, k.listType, "atomic", "map", "set")
		if err != nil {
			return err
		}
	}
	switch isMap := u.listType == "map"; {
	case isMap && !present(k.listMapKeys):
		return r.fault(at, listTypeKeyword, "list type map requires %s, a list of field names", listMapKeysKeyword)
	case isMap:
		u.mapKeys, err = r.mapKeys(at, k.listMapKeys)
		return err
	case present(k.listMapKeys):
		return r.fault(at, listMapKeysKeyword, "%s requires %s: map", listMapKeysKeyword, listTypeKeyword)
	}
	return nil
}

func (r *reader) mapKeys(at *place, v model.Value) ([]string, error) {
	if v.Type() != model.List || v.Len() == 0 {
		return nil, r.fault(at, listMapKeysKeyword, "expected a list of at least one field name")
	}
	var keys []string
	for i, key := range v.Elements() {
		if key.Type() != model.String || !isKey(key.Text()) {
			path := at.member(listMapKeysKeyword).element(i).path(r.base)
			return nil, fault(path, "expected a field name without commas and white space (rule %s)", smp.RuleKeysMulti)
		}
		keys = append(keys, key.Text())
	}
	return keys, nil
}

// mapType reads x-kubernetes-map-type.
func (r *reader) mapType(at *place, k *keywords, u *use) (err error) {
	if present(k.mapType) {
		u.mapType, err = r.word(at, mapTypeKeyword, k.mapType, "atomic", "granular")
	}
	return err
}

// word reads a string that must be one of the words.
func (r *reader) word(at *place, keyword string, v model.Value, words ...string) (string, error) {
	text, err := r.text(at, keyword, v)
	if err != nil {
		return "", err
	}
	if !slices.Contains(words, text) {
		return "", r.fault(at, keyword, "unknown %s %q; expected one of %s", keyword, text, strings.Join(words, ", "))
	}
	return text, nil
}

func (r *reader) text(at *place, keyword string, v model.Value) (string, error) {
	if v.Type() != model.String {
		return "", r.fault(at, keyword, "expected a string, got %s", v.Type().Noun())
	}
	return v.Text(), nil
}

// flag reads a boolean that may be absent.
func (r *reader) flag(at *place, keyword string, v model.Value) (bool, error) {
	if k := v.Type(); k != model.Absent && k != model.Bool {
		return false, r.fault(at, keyword, "expected true or false, got %s", k.Noun())
	}
	return v.Bool(), nil
}
