package openapi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A KeyProblem describes a list of maps whose elements patches cannot address reliably.
type KeyProblem struct {
	Path model.Path `json:"path"` // contains only field names, and no steps for elements of lists
	Text string     `json:"message"`
}

// String returns the path, a colon and the text.
func (p KeyProblem) String() string { return fmt.Sprintf("%s: %s", p.Path, p.Text) }

// CheckKeys reports problems with the keys of the lists of maps in a served version, sorted by
// path. These are the problems:
//
//   - The list has neither keys nor type atomic. A patch that sets one element replaces all
//     elements.
//   - A key is not required and has no default. Elements may therefore lack the key. A null default
//     is ignored.
//   - A key is nullable. API servers reject the CustomResourceDefinition.
//   - The merge key of a strategic merge patch differs from the keys of server-side
//     apply.
//   - A union of the elements is ignored (see [CRD.IgnoredUnions]).
//
// The error is an [*smp.Error] with Code UnknownKind if the version is not served.
func (c *CRD) CheckKeys(version string) ([]KeyProblem, error) { return c.checkKeys(version, false) }

// IgnoredUnions returns the unions that the schema of a served version leaves out, sorted by path.
// Such a union belongs to the elements of a list, and a merge key of the list is a field of one of
// its members. Because every element has the key, this union would exclude all its other members.
// The error is the same as for CheckKeys.
func (c *CRD) IgnoredUnions(version string) ([]KeyProblem, error) { return c.checkKeys(version, true) }

func (c *CRD) checkKeys(version string, unions bool) ([]KeyProblem, error) {
	v, err := c.version(version)
	if err != nil {
		return nil, err
	}
	k := keyChecker{onlyUnions: unions}
	k.check(v.schema.value, nil)
	return k.problems, nil
}

// A keyChecker collects problems.
type keyChecker struct {
	onlyUnions bool // report only ignored unions
	problems   []KeyProblem
}

func (k *keyChecker) check(v model.Value, path model.Path) {
	items, isList := v.Get(itemsKeyword)
	if isList {
		k.list(v, items, path)
		k.check(items, path)
	}
	properties, _ := v.Get(propertiesKeyword)
	for name, member := range properties.SortedMembers() {
		k.check(member, append(slices.Clone(path), model.Field(name)))
	}
	if values, ok := v.Get(additionalKeyword); ok && values.Type() == model.Map {
		k.check(values, append(slices.Clone(path), model.Field("*")))
	}
}

func (k *keyChecker) say(path model.Path, format string, args ...any) {
	k.problems = append(k.problems, KeyProblem{path, fmt.Sprintf(format, args...)})
}

// list checks one list.
func (k *keyChecker) list(v, items model.Value, path model.Path) {
	properties, _ := items.Get(propertiesKeyword)
	if properties.Len() == 0 {
		return // the elements are scalars, or maps without known fields
	}
	k.unions(v, items, path)
	if k.onlyUnions {
		return
	}
	listType, _ := v.Get(listTypeKeyword)
	mergeKey, _ := v.Get(mergeKeyKeyword)
	mapKeys, _ := v.Get(listMapKeysKeyword)
	var keys []string
	for _, key := range mapKeys.Elements() {
		keys = append(keys, key.Text())
	}
	switch declared := strings.Split(mergeKey.Text(), ","); {
	case listType.Text() == "set":
		k.say(path, "a set of maps has no keys, so a patch replaces the whole list; declare list type map with keys")
		return
	case listType.Text() != "map" && mergeKey.Text() == "":
		if listType.Text() == "" {
			k.say(path, "the list has no keys, so setting an element replaces all of them; declare x-kubernetes-list-type map with keys, or atomic")
		}
		return
	case listType.Text() != "map":
		k.say(path, "the merge key of a strategic merge patch is %s, but server-side apply replaces the list; declare list type map", mergeKey.Text())
		keys = declared
	case mergeKey.Text() != "" && !slices.Equal(declared, keys):
		k.say(path, "the merge key of a strategic merge patch is %s, but server-side apply uses %s; use the same keys for both", mergeKey.Text(), strings.Join(keys, ", "))
	}
	required := map[string]bool{}
	names, _ := items.Get(requiredKeyword)
	for _, name := range names.Elements() {
		required[name.Text()] = true
	}
	for _, key := range keys {
		property, ok := properties.Get(key)
		def, _ := property.Get(defaultKeyword)
		nullable, _ := property.Get(nullableKeyword)
		switch {
		case !ok:
			k.say(path, "the key %s is not a field of the elements", key)
		case !required[key] && !def.IsScalar():
			k.say(path, "the key %s does not identify elements: it is not required and has no default", key)
		case nullable.Bool() && listType.Text() == "map":
			k.say(path, "the key %s is nullable, so API servers reject the definition; remove nullable", key)
		}
	}
}

// unions reports each union of a list's elements that has a key of the list in one of its members.
func (k *keyChecker) unions(v, items model.Value, path model.Path) {
	r := newReader(v, nil, options{listTypes: true})
	list, err := r.read(site{value: v}, 0)
	if err != nil {
		return // reading the schema reports the error
	}
	t, err := r.place(smp.Definition{}, list)
	unions, f := r.unions(nil, keywordsOf(items))
	if err != nil || f != nil || len(t.Keys) == 0 {
		return
	}
	keys := slices.Concat(t.Keys, t.Recommended)
	_, dropped := withoutKeys(unions, keys)
	for _, u := range dropped {
		var members []string
		for _, m := range u.Members {
			members = append(members, strings.Join(m.Fields, "+"))
		}
		slices.Sort(members)
		why := "a member of another union with the same discriminator contains a key of the list"
		if key := keyIn(u, keys); key != "" {
			why = "every element contains " + key + ", which is a key of the list"
		}
		k.say(path, "the union of %s is ignored: %s", strings.Join(members, ", "), why)
	}
}
