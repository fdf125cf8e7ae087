package load

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An Identity identifies the object of a document. Missing fields are empty.
type Identity struct {
	kubernetes.Kind
	Namespace, Name string
	GenerateName    string // prefix from which a server generates the name, if there is no name
	// bare is set if the document has its name at the top level instead of in metadata. Such
	// a document is a configuration file, for instance of Talos, and not a cluster's object.
	bare bool
}

// IdentityOf returns the identity of a document's object.
func IdentityOf(v model.Value) Identity {
	metadata, _ := v.Get("metadata")
	namespace, _ := metadata.Get("namespace")
	name, _ := metadata.Get("name")
	id := Identity{Kind: corpus.DeclaredKind(v), Namespace: namespace.Text(), Name: name.Text()}
	if metadata.Type() == model.Absent && kinds.Complete(id.Kind) {
		name, _ = v.Get("name")
		id.Name, id.bare = name.Text(), name.Type() == model.String
	}
	if id.Name == "" {
		generate, _ := metadata.Get("generateName")
		id.GenerateName = generate.Text()
	}
	return id
}

// String returns the kind, namespace and name, as in "Deployment shop/web", without the
// missing parts. It leaves out the middle of very long parts, so use the fields to compare
// identities.
func (id Identity) String() string {
	name := strings.TrimPrefix(model.Shorten(id.Namespace)+"/"+model.Shorten(id.Name+id.GenerateName), "/")
	text := strings.TrimSpace(model.Shorten(id.Kind.Kind) + " " + name)
	if text == "" {
		return "a document without kind and name"
	}
	return text
}

// isEmpty reports whether the identity has neither kind nor name.
func (id Identity) isEmpty() bool { return id.Kind.Kind == "" && id.Name+id.GenerateName == "" }

// shares returns how many of the fields kind and name both identities have. The caller has
// checked that the identities fit.
func (id Identity) shares(other Identity) int {
	n := 0
	if id.Kind.Kind != "" && other.Kind.Kind != "" {
		n++
	}
	if id.Name+id.GenerateName != "" && other.Name+other.GenerateName != "" {
		n++
	}
	return n
}

// fits reports whether two identities may belong to the same object: the fields that both
// have are equal, and a name begins with the generateName of the other identity.
func (id Identity) fits(other Identity) bool {
	same := func(a, b string) bool { return a == "" || b == "" || a == b }
	made := func(a, b Identity) bool { return a.Name == "" || strings.HasPrefix(a.Name, b.GenerateName) }
	return same(id.APIVersion, other.APIVersion) && same(id.Kind.Kind, other.Kind.Kind) &&
		same(id.Namespace, other.Namespace) && same(id.Name, other.Name) &&
		same(id.GenerateName, other.GenerateName) && made(id, other) && made(other, id)
}

// An identityKey is a hash of an identity. Two identities collide with a probability of about
// 2⁻¹⁰⁰.
type identityKey [2]uint64

var identitySeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func (id *Identity) key() (k identityKey) {
	var text []byte
	for _, part := range []string{id.APIVersion, id.Kind.Kind, id.Namespace, id.Name, id.GenerateName} {
		text = append(binary.AppendUvarint(text, uint64(len(part))), part...)
	}
	if id.bare {
		text = append(text, 1)
	}
	for i, seed := range identitySeeds {
		k[i] = maphash.Bytes(seed, text)
	}
	return k
}

// with returns the identity with the fields of other that id lacks.
func (id Identity) with(other Identity) Identity {
	id.APIVersion, id.Kind.Kind = cmp.Or(id.APIVersion, other.APIVersion), cmp.Or(id.Kind.Kind, other.Kind.Kind)
	id.Namespace = cmp.Or(id.Namespace, other.Namespace)
	if id.Name == "" {
		id.Name, id.bare = other.Name, other.bare
	}
	id.GenerateName = cmp.Or(id.GenerateName, other.GenerateName)
	if id.Name != "" {
		id.GenerateName = ""
	}
	return id
}

// WithoutIdentity returns a patch without apiVersion, kind, name, generateName and namespace.
func WithoutIdentity(patch model.Value) (model.Value, error) {
	top := []model.Member{{Name: "apiVersion"}, {Name: "kind"}}
	if metadata, _ := patch.Get("metadata"); metadata.Type() == model.Map {
		metadata, err := metadata.WithMembers(model.Member{Name: "name"}, model.Member{Name: "generateName"}, model.Member{Name: "namespace"})
		if err != nil {
			return model.Value{}, err
		}
		top = append(top, model.Member{Name: "metadata", Value: metadata})
	}
	if patch.Type() != model.Map {
		return patch, nil // the engine rejects it
	}
	return patch.WithMembers(top...)
}

// WithIdentity returns the patch with the identity of the document of in front: apiVersion,
// kind, name and namespace, as far as the document has them and the patch does not. If the
// document has no name, generateName is added instead.
func WithIdentity(patch, of model.Value) (model.Value, error) {
	fields := []string{"apiVersion", "kind"}
	if IdentityOf(of).bare {
		fields = append(fields, "name")
	}
	head, err := says(patch, of, fields...)
	if err != nil {
		return model.Value{}, err
	}
	patched, _ := patch.Get("metadata")
	document, _ := of.Get("metadata")
	if patched.Type() != model.Absent && patched.Type() != model.Map {
		return merged(head, patch) // the patch replaces the metadata by which the object would be found
	}
	name := "name"
	if IdentityOf(of).Name == "" {
		name = "generateName"
	}
	metadata, err := says(patched, document, name, "namespace")
	if err != nil {
		return model.Value{}, err
	}
	if metadata.Len() == 0 {
		return merged(head, patch)
	}
	if metadata, err = merged(metadata, patched); err != nil {
		return model.Value{}, err
	}
	if head, err = head.WithMembers(model.Member{Name: "metadata", Value: metadata}); err != nil {
		return model.Value{}, err
	}
	rest, err := patch.WithMembers(model.Member{Name: "metadata"})
	if err != nil {
		return model.Value{}, err
	}
	return merged(head, rest)
}

// says returns a map of the named string members that the document has and the patch lacks.
func says(patch, document model.Value, names ...string) (model.Value, error) {
	var members []model.Member
	for _, name := range names {
		v, _ := document.Get(name)
		if _, said := patch.Get(name); !said && v.Type() == model.String {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	return model.NewMap(members...)
}

// merged returns v with the members of other appended.
func merged(v, other model.Value) (model.Value, error) {
	var members []model.Member
	for name, member := range other.Members() {
		members = append(members, model.Member{Name: name, Value: member})
	}
	return v.WithMembers(members...)
}
