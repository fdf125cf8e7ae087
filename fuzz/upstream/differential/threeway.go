package differential

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Triple is the documents of a three-way merge.
type Triple struct{ Original, Modified, Current model.Value }

// asRead returns the documents as the shipped engine reads them, and whether it
// does.
func (t Triple) asRead() (Triple, bool) {
	read := Triple{asRead(t.Original), asRead(t.Modified), asRead(t.Current)}
	ok := read.Original.Kind() != model.Absent && read.Modified.Kind() != model.Absent && read.Current.Kind() != model.Absent
	return read, ok
}

// ThreeWay compares the patches that three documents ask for, conflicts
// overwritten. Ours is judged by the shipped engine, which applies it: that must
// give the target of the documented rules, the order of merging lists aside, and
// ask for nothing more. bare is the schema without what the shipped engine does
// not know of.
func (s Subject) ThreeWay(t Triple, bare smp.Schema) (DiffVerdict, string) {
	t, ok := t.asRead()
	if !ok {
		return UnreadDiff, ""
	}
	want, err := reference.Target(bare, t.Original, t.Modified, t.Current)
	if err != nil {
		return UnreadDiff, ""
	}
	ours, ourErr := s.ourThreeWay(t)
	theirs, theirErr := s.theirThreeWay(t)
	right := theirErr == nil && s.reaches(t, theirs, want, bare, s.theirThreeWay)
	explain := func(what string) (DiffVerdict, string) {
		return Wrong, fmt.Sprintf("%s\noriginal %s\nmodified %s\ncurrent %s\ntarget %s\nours %s, %v\ntheirs %s, %v, right: %v", what,
			t.Original.Canonical(), t.Modified.Canonical(), t.Current.Canonical(), want.Canonical(),
			ours.Canonical(), ourErr, theirs.Canonical(), theirErr, right)
	}
	switch {
	case right && (ourErr != nil || !model.Equal(ours, theirs)) && (posing(t.Original) || posing(t.Modified) || posing(t.Current)):
		return Posing, ""
	case ourErr != nil && right:
		return explain("ours is refused, theirs is right")
	case ourErr != nil:
		return Refused, ""
	case !s.reaches(t, ours, want, bare, s.ourThreeWay):
		return explain(fmt.Sprintf("ours gives %v", s.ask(t.Current, ours)))
	case right && model.Equal(ours, theirs):
		return SamePatch, ""
	case right && deletesWhatItKeeps(theirs):
		return ByChance, ""
	case right && s.least(t, theirs, want, bare):
		return explain("theirs is right and minimal")
	default:
		return OnlyOurs, ""
	}
}

func (s Subject) ourThreeWay(t Triple) (model.Value, error) {
	engine := smp.Engine{Dialect: s.Dialect, Limits: smp.Limits{Depth: model.HardMaxDepth}}
	return engine.ThreeWay(s.Schema, t.Original, t.Modified, t.Current, smp.ThreeWayOptions{Overwrite: true})
}

// theirThreeWay has the shipped engine make a patch.
func (s Subject) theirThreeWay(t Triple) (patch model.Value, err error) {
	defer recoverPanic(&err)
	text, err := strategicpatch.CreateThreeWayMergePatch(
		[]byte(t.Original.Canonical()), []byte(t.Modified.Canonical()), []byte(t.Current.Canonical()), s.Lookup, true)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text, model.MaxDepth(model.HardMaxDepth))
}

// reaches reports whether the shipped engine makes the target of the live
// document by a patch, every time, and neither the client nor ours then asks for
// more: the order of modified's elements holds too.
func (s Subject) reaches(t Triple, patch, want model.Value, bareSchema smp.Schema, again func(Triple) (model.Value, error)) bool {
	live, ok := s.gives(t.Current, patch, want, bareSchema)
	if !ok {
		return false
	}
	for _, client := range []func(Triple) (model.Value, error){again, s.ourThreeWay} {
		more, err := client(Triple{t.Original, t.Modified, live})
		if err != nil || more.Len() > 0 {
			return false
		}
	}
	return true
}

// gives returns what the shipped engine makes of the live document, and whether
// that is the target, every time.
func (s Subject) gives(current, patch, want model.Value, bareSchema smp.Schema) (live model.Value, ok bool) {
	for range 3 {
		a := s.ask(current, patch)
		if a.err != nil || a.panicked != nil || a.unread {
			return live, false
		}
		got, err := model.FromAny(a.result)
		if err != nil || !model.Equal(sorted(bareSchema, bare(got)), sorted(bareSchema, bare(want))) {
			return live, false
		}
		if live = got; !model.Equal(got, bare(got)) {
			continue
		}
	}
	return live, true
}

// least reports whether no part of a right patch can be left out.
func (s Subject) least(t Triple, patch, want model.Value, bareSchema smp.Schema) bool {
	for smaller := range withoutAPart(patch) {
		if s.reaches(t, smaller, want, bareSchema, s.ourThreeWay) {
			return false
		}
	}
	return true
}

// sorted returns a value with the elements of merging lists sorted by their
// text.
func sorted(s smp.Schema, v model.Value) model.Value {
	switch v.Kind() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			field, _ := s.Member(name)
			changes = append(changes, model.Member{Name: name, Value: sorted(field, member)})
		}
		return must(v.WithMembers(changes...))
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, sorted(s.Element(), e))
		}
		if s.Merging() {
			slices.SortFunc(elements, func(a, b model.Value) int { return strings.Compare(string(a.Canonical()), string(b.Canonical())) })
		}
		return must(model.NewList(elements...))
	default:
		return v
	}
}

// noKey is a field that no element has.
const noKey = "\x00"

// Bare returns a type without what the shipped engine does not know of:
// recommended merge keys, defaults of keys, and merge keys of several fields,
// which it takes for the name of one.
func Bare(t smp.Type) smp.Type {
	t.Recommended, t.MapKeys, t.Default = nil, false, model.Value{}
	if len(t.Keys) > 1 {
		t.Keys = []string{noKey}
	}
	if len(t.Fields) > 0 {
		fields := map[string]smp.Type{}
		for name, field := range t.Fields {
			fields[name] = Bare(field)
		}
		fields[noKey] = smp.Type{Kind: smp.ScalarType}
		t.Fields = fields
	}
	for _, part := range []**smp.Type{&t.Values, &t.Element} {
		if *part != nil {
			inner := Bare(**part)
			*part = &inner
		}
	}
	return t
}

// BareSchema is Bare for a schema without merge keys of several fields.
func BareSchema(s smp.Schema) (smp.Schema, error) {
	d, err := openapi.Read(bareDocument(openapi.Encode(s)))
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema("root")
}

// bareDocument leaves out of an OpenAPI document what Bare leaves out of types.
func bareDocument(v model.Value) model.Value {
	var changes []model.Member
	for name, member := range v.Members() {
		switch name {
		case "properties":
			var properties []model.Member
			for field, p := range member.Members() {
				properties = append(properties, model.Member{Name: field, Value: bareDocument(p)})
			}
			member = must(member.WithMembers(properties...))
		case "default", "x-kubernetes-recommended-patch-merge-key", "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
			member = model.Value{}
		default:
			if member.Kind() == model.Map {
				member = bareDocument(member)
			}
		}
		changes = append(changes, model.Member{Name: name, Value: member})
	}
	return must(v.WithMembers(changes...))
}
