package load

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Match finds for each document of s the document of other about the same object, and returns
// its index or -1. If both streams are single documents, they match unconditionally. If not,
// documents match if they have the same apiVersion, kind, namespace and name (or
// generateName). Fields that one of the documents lacks are not compared. If there are
// several candidates, the one that shares the most fields matches.
//
// Match returns an error if several candidates remain (for instance because other has the
// object twice), if two documents of s match the same one, or if a file has no document.
func (s Stream) Match(other Stream) ([]int, error) {
	for _, stream := range []Stream{other, s} {
		if stream.Empty() {
			return nil, stream.Entries[0].CheckPresent()
		}
	}
	if !s.Many() && !other.Many() {
		return []int{0}, nil
	}
	return s.matchIn(indexOf(other))
}

// matchIn does the work of Match for documents that must identify their objects.
func (s Stream) matchIn(x *objectIndex) ([]int, error) {
	matches, own := make([]int, len(s.Entries)), s.identities()
	once, taken := make(places, len(s.Entries)), make(map[int]bool, len(s.Entries))
	for i, id := range own {
		once.add(id, i)
	}
	var rest []int
	for i, id := range own {
		k := id.key()
		j, ok := x.exactly[k]
		if !ok || j < 0 || once[k] < 0 {
			rest = append(rest, i)
			continue
		}
		matches[i], taken[int(j)] = int(j), true
	}
	nearly := map[int]*Entry{}
	for _, i := range rest {
		d := s.Entries[i]
		found := x.nearest(own[i], taken)
		if len(found) == 0 {
			matches[i] = -1
			continue
		}
		j := found[0]
		if len(found) > 1 {
			first, second := x.docs[j], x.docs[found[1]]
			if x.ids[j].Name != "" && *x.ids[j] == *x.ids[found[1]] {
				return nil, &repeated{first, second}
			}
			return nil, ambiguous(d, first, second)
		}
		if first, twice := nearly[j]; twice {
			return nil, fmt.Errorf("%s: both this document and %s may belong to %s; %s", d.Name(), first.Name(), x.docs[j].Name(), saysAll)
		}
		matches[i], nearly[j] = j, d
	}
	return matches, nil
}

// ambiguous returns the error for a document that may belong to two others.
func ambiguous(d, first, second *Entry) error {
	return fmt.Errorf("%s: this document may belong to %s or to %s; %s", d.Name(), first.Name(), second.Name(), saysAll)
}

// places maps identities to their indexes. The index is -1 for an identity that occurs twice
// or has no name.
type places map[identityKey]int32

func (p places) add(id *Identity, i int) {
	k, at := id.key(), int32(i)
	if _, twice := p[k]; twice || id.Name+id.GenerateName == "" {
		at = -1
	}
	p[k] = at
}

// An objectIndex finds documents by the identities of their objects.
type objectIndex struct {
	docs    []*Entry
	ids     []*Identity
	exactly places
	byName  map[string][]int // nil until it is needed
	all     []int
}

// indexOf returns the index of the documents of a stream.
func indexOf(s Stream) *objectIndex {
	x := &objectIndex{exactly: make(places, len(s.Entries))}
	ids := s.identities()
	for i, d := range s.Entries {
		x.add(d, ids[i])
	}
	return x
}

// add adds a document, and returns its index.
func (x *objectIndex) add(d *Entry, id *Identity) int {
	i := len(x.docs)
	x.exactly.add(id, i)
	if x.byName != nil {
		x.byName[id.Name] = append(x.byName[id.Name], i)
	}
	x.docs, x.ids, x.all = append(x.docs, d), append(x.ids, id), append(x.all, i)
	return i
}

// complete adds the fields that the identity with index i lacks, if the document d has them.
// If there are any, d represents the object in messages.
func (x *objectIndex) complete(i int, d *Entry, id *Identity) {
	before := x.ids[i]
	after := before.with(*id)
	if after == *before {
		return
	}
	if k := before.key(); x.exactly[k] == int32(i) {
		delete(x.exactly, k) // a document with the old identity may also be for a later object
	}
	if after.Name+after.GenerateName != "" {
		x.exactly[after.key()] = int32(i)
	}
	x.docs[i], x.ids[i] = d, &after
}

// of returns the indexes of the identities that may have this name, in order. For an empty name, it
// returns all indexes.
func (x *objectIndex) of(name string) []int {
	if name == "" {
		return x.all
	}
	if x.byName == nil {
		x.byName = map[string][]int{}
		for i, id := range x.ids {
			x.byName[id.Name] = append(x.byName[id.Name], i)
		}
	}
	found := slices.Concat(x.byName[name], x.byName[""])
	slices.Sort(found)
	return found
}

// nearest returns the indexes of the identities that are not taken, fit id and share the most
// with it. An identity without kind and name fits another such identity, and any other one
// only if nothing better is left.
func (x *objectIndex) nearest(id *Identity, taken map[int]bool) []int {
	var found []int
	most := 0
	if !id.isEmpty() {
		most = 1 // a document with a kind never matches one without kind and name
	}
	for _, j := range x.of(id.Name) {
		other := x.ids[j]
		if taken[j] || !id.fits(*other) {
			continue
		}
		n := id.shares(*other)
		if id.isEmpty() && other.isEmpty() {
			n = 1
		}
		if n > most {
			found, most = nil, n
		}
		if n == most {
			found = append(found, j)
		}
	}
	return found
}

// saysAll is advice on how documents identify their objects.
const saysAll = "if there are several objects, each document requires apiVersion, kind and metadata.name, and metadata.namespace if names are not unique"

// identities returns the identity of each document of the stream.
func (s Stream) identities() []*Identity {
	ids := make([]*Identity, len(s.Entries))
	for i := range s.Entries {
		ids[i] = &s.Entries[i].id
	}
	return ids
}

// A Pairing is the documents of two streams, paired by object.
type Pairing struct {
	Both [][2]*Entry // documents about the same object
	Rest []Unmatched // documents without a counterpart
	Many bool        // whether each document must identify its object
	// Repeated are the objects that occur twice in one of the streams. Both and Rest do not
	// contain them.
	Repeated map[Identity]bool
	// Streams are the two streams.
	Streams []Stream
}

// An Unmatched is a document without a counterpart in the other stream.
type Unmatched struct {
	*Entry
	Missing string // name of the stream without a counterpart
}

// A Group is the patches for one object: for each stream, its patches in the order of its files and
// documents.
type Group [][]*Entry

// Groups groups the documents of streams by object. The result many reports whether each
// document must identify its object. If each stream is a file with a single document, and no
// two of these documents name different objects, they are one group. If anyKind is set, such
// documents may have different kinds. Ambiguous documents are errors (see [Stream.Match]).
func Groups(streams []Stream, anyKind bool) (groups []Group, many bool, err error) {
	var all []*Entry
	var alone Group
	for _, s := range streams {
		many = many || s.Many()
		if s.Empty() {
			return nil, many, s.Entries[0].CheckPresent()
		}
		all, alone = append(all, s.Entries...), append(alone, s.Entries)
	}
	if !many && mayBeOne(all, anyKind) {
		return []Group{alone}, false, nil
	}
	var of []int // the index of each layer's stream
	var layers []Stream
	for n, s := range streams {
		if err := s.Unread(); err != nil {
			return nil, true, err
		}
		for _, layer := range s.layers() {
			layers, of = append(layers, layer), append(of, n)
		}
	}
	objects, found := indexOf(Stream{}), make([][]int, len(layers))
	for n, s := range layers {
		if found[n], err = s.matchIn(objects); err != nil {
			return nil, true, err
		}
		for i, id := range s.identities() {
			switch j := found[n][i]; {
			case j >= 0:
				objects.complete(j, s.Entries[i], id)
			case !id.isEmpty(): // the object of any other document may be in a later stream
				found[n][i] = objects.add(s.Entries[i], id)
			}
		}
	}
	for n, s := range layers {
		matches, err := s.matchIn(objects) // with those of later layers
		if err != nil {
			return nil, true, err
		}
		for i, id := range s.identities() {
			switch first, now := found[n][i], matches[i]; {
			case now < 0: // first is negative, too: an object that had matched still fits
				found[n][i] = objects.add(s.Entries[i], id)
			case first < 0:
				found[n][i] = now
			case now != first:
				return nil, true, ambiguous(s.Entries[i], objects.docs[first], objects.docs[now])
			}
		}
	}
	groups = make([]Group, len(objects.docs))
	for n, s := range layers {
		for i, j := range found[n] {
			if groups[j] == nil {
				groups[j] = make(Group, len(streams))
			}
			groups[j][of[n]] = append(groups[j][of[n]], s.Entries[i])
		}
	}
	return groups, true, nil
}

// layers divides a stream into streams that have one document for each object. The first stream has
// the first document for each object, the next one the second document, and so on.
func (s Stream) layers() []Stream {
	var layers [][]*Entry
	seen := make(map[identityKey]int, len(s.Entries))
	for i, id := range s.identities() {
		n := 0
		if id.Name != "" {
			n = seen[id.key()]
			seen[id.key()]++
		}
		if n == len(layers) {
			layers = append(layers, nil)
		}
		layers[n] = append(layers[n], s.Entries[i])
	}
	streams := make([]Stream, len(layers))
	for n, docs := range layers {
		streams[n] = s.With(docs)
	}
	return streams
}

// mayBeOne reports whether documents may all be for one object, because none of the fields
// that identify it has two values. Like [corpus.CommonKind], it compares kinds only if a
// document has both apiVersion and kind. If anyKind is set, it does not compare them at all.
func mayBeOne(docs []*Entry, anyKind bool) bool {
	anyKind = anyKind || !slices.ContainsFunc(docs, func(d *Entry) bool { return kinds.Complete(d.Identity().Kind) })
	var all Identity
	for _, d := range docs {
		id := d.Identity()
		if anyKind {
			id.Kind = kubernetes.Kind{}
		}
		if !all.fits(id) {
			return false
		}
		all = all.with(id)
	}
	return true
}

// repeatedIn returns the identities that occur twice in s or in other.
func (s Stream) repeatedIn(other Stream) map[Identity]bool {
	twice := map[Identity]bool{}
	for _, one := range []Stream{s, other} {
		for _, r := range one.repeats() {
			twice[r.first.Identity()] = true
		}
	}
	return twice
}

// without returns the stream without the objects of these identities.
func (s Stream) without(ids map[Identity]bool) Stream {
	if len(ids) == 0 {
		return s
	}
	left := s.With(slices.DeleteFunc(slices.Clone(s.Entries), func(d *Entry) bool { return ids[d.Identity()] }))
	left.folder = true
	return left
}

// Pairs pairs the documents of two streams, in the order of b. Objects that occur twice in a
// directory are ambiguous and left out. Objects that occur twice in a file are an error.
func Pairs(a, b Stream) (Pairing, error) {
	p := Pairing{Many: a.Many() || b.Many(), Streams: []Stream{a, b}}
	for _, s := range []Stream{a, b} {
		if repeats := s.Repeats(); repeats != nil && !s.folder {
			return p, repeats
		}
	}
	if p.Many {
		p.Repeated = a.repeatedIn(b)
		a, b = a.without(p.Repeated), b.without(p.Repeated)
	}
	matches, err := b.Match(a)
	if err != nil {
		return p, err
	}
	matched := map[int]bool{}
	for i, d := range b.Entries {
		if j := matches[i]; j >= 0 {
			p.Both = append(p.Both, [2]*Entry{a.Entries[j], d})
			matched[j] = true
		} else {
			p.Rest = append(p.Rest, Unmatched{d, a.Name})
		}
	}
	for j, d := range a.Entries {
		if !matched[j] {
			p.Rest = append(p.Rest, Unmatched{d, b.Name})
		}
	}
	return p, nil
}
