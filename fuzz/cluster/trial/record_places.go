package trial

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A change is a set of ways to change a field.
type change uint8

const (
	sets    change = 1 << iota // the field is set, but was missing
	adds                       // the list has more elements
	removes                    // the field is deleted, or its list has fewer elements
	changes                    // the field gets another value
)

// changeWords are the signs of the ways in the text of places.
var changeWords = []struct {
	way  change
	sign string
}{{sets, "="}, {adds, "+"}, {removes, "-"}, {changes, "~"}}

// changeOf returns the way in which a field changes, or 0.
func changeOf(before, after model.Value) change {
	lacks := func(v model.Value) bool {
		return v.Type() == model.Absent || v.Type() == model.Null || v.Type() == model.List && v.Len() == 0
	}
	switch {
	case lacks(before) && lacks(after), model.Equal(before, after):
		return 0
	case lacks(before):
		return sets
	case lacks(after):
		return removes
	case before.Type() == model.List && after.Type() == model.List && after.Len() != before.Len():
		if after.Len() > before.Len() {
			return adds
		}
		return removes
	}
	return changes
}

// A placeRecord contains what the server does with the fields of a kind, by the places of the fields without the
// elements of lists, such as spec.containers.image.
type placeRecord struct {
	accepted, frozen map[string]change
	// kept are the values that the server kept when it got null, by place.
	kept map[string]map[string]bool
	// roots are the places that the server names when it rejects a change. A change of any other field inside
	// is rejected, too.
	roots map[string]bool
	// needed are the places without which the server rejected an object, and neededZero those in which it rejected
	// 0, false or {}. oneOf are the fields of a map without which the server rejected the map, because it had
	// none of several. The values are the uses of the maps around the fields.
	needed, neededZero map[string]string
	oneOf              map[string]*alternatives
}

type alternatives struct {
	use   string
	names map[string]bool
}

// places contains a placeRecord for each kind.
type places struct {
	lock  sync.Mutex
	kinds map[kubernetes.Kind]*placeRecord
	// optional and optionalZero are the fields without which the server accepted an object, or with a zero, in the
	// uses of a type: "env EnvVar value". shapes are the names of the fields that it accepted together in a map.
	// A field that is required in one kind is probably required in other kinds under the same condition.
	optional, optionalZero map[string]bool
	shapes                 map[string]map[string]bool
}

func newPlaces() *places {
	return &places{
		kinds: map[kubernetes.Kind]*placeRecord{}, optional: map[string]bool{}, optionalZero: map[string]bool{},
		shapes: map[string]map[string]bool{},
	}
}

func (p *places) of(kind kubernetes.Kind) *placeRecord {
	if p.kinds[kind] == nil {
		p.kinds[kind] = &placeRecord{
			accepted: map[string]change{}, frozen: map[string]change{}, kept: map[string]map[string]bool{}, roots: map[string]bool{},
			needed: map[string]string{}, neededZero: map[string]string{}, oneOf: map[string]*alternatives{},
		}
	}
	return p.kinds[kind]
}

// useOf returns the use of a type: the last field in the path of a map, and the name of its definition.
func useOf(path model.Path, definition string) string {
	names := strings.Split(fieldsOf(path), ".")
	return names[len(names)-1] + " " + definition
}

// note records the server's answer to a value of a field. status is that of a rejection.
func (p *places) note(s *spot, a answer, sent, status model.Value) {
	place := fieldsOf(s.path)
	fixed, _ := s.Live.Get("immutable")
	if part := s.Path[strings.LastIndex(s.Path, "/"):]; part == "/status" || part == "/scale" || strings.HasPrefix(place, "metadata.") || fixed.Bool() {
		return // a patch of the object does not change its status, metadata is the same in all kinds, and immutable freezes data
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	of, around := p.of(s.Kind), s.path[:len(s.path)-1]
	use := useOf(around, s.id.Definition)
	rejected := status.Type() != model.Absent
	isNull, isZero := sent.Type() == model.Null, sent.Type() != model.String && sent.Type() != model.List && isZero(sent)
	switch {
	case rejected && (isNull || isZero):
		of.require(s, use, status, isNull)
	case rejected || a.outcome == 0:
	case isNull && (len(s.grown) == 0 || !a.isUpdate):
		p.optional[use+" "+s.id.Field] = true
	case isZero:
		p.optionalZero[use+" "+s.id.Field] = true
	}
	if !rejected && a.outcome != 0 {
		v, _ := around.Lookup(a.stored)
		p.shape(use, v)
	}
	switch {
	case !a.isUpdate || len(s.grown) > 0:
	case rejected:
		of.reject(place, changeOf(a.before, sent), status)
	case a.outcome == 0:
	case isNull && model.Equal(a.before, a.after):
		if of.kept[place] == nil {
			of.kept[place] = map[string]bool{}
		}
		of.kept[place][a.before.Canonical()] = true
	case !isNull && !isZero && sent.Len() > 0: // a value that the server drops is accepted, too
		of.accepted[place] |= changeOf(a.before, a.after) | changeOf(a.before, sent)
	default:
		of.accepted[place] |= changeOf(a.before, a.after)
	}
}

// isZero reports whether a value is the zero of its type.
func isZero(v model.Value) bool {
	switch v.Type() {
	case model.Map, model.List:
		return v.Len() == 0
	case model.Bool:
		return !v.Bool()
	case model.String:
		return v.Text() == ""
	}
	return model.Equal(v, model.NewInt(0))
}

// require records that the server rejected an object in which a field is null or zero, if the reason is that the
// field is required, or one of several fields of the map around it.
func (p *placeRecord) require(s *spot, use string, status model.Value, isNull bool) {
	causes, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(status)
	place, inside := fieldsOf(s.path), s.path[:len(s.path)-1]
	for _, c := range causes.Elements() {
		field, _ := c.Get("field")
		reason, _ := c.Get("reason")
		switch {
		case reason.Text() != "FieldValueRequired":
		case isNull && (field.Text() == s.path.String() || strings.HasPrefix(field.Text(), s.path.String()+".")):
			p.needed[place] = use
		case field.Text() == s.path.String():
			p.neededZero[place] = use
		case field.Text() == inside.String() && isNull:
			around := fieldsOf(inside)
			if p.oneOf[around] == nil {
				p.oneOf[around] = &alternatives{use, map[string]bool{}}
			}
			p.oneOf[around].names[s.id.Field] = true
		}
	}
}

// shape records the fields of a map that the server accepted. Empty values count as missing, except for {} and 0.
func (p *places) shape(use string, v model.Value) {
	if v.Type() != model.Map {
		return
	}
	var names []string
	for name, member := range v.Members() {
		if empty := isZero(member) && member.Type() != model.Map && member.Type() != model.Number; !empty && member.Type() != model.Null {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if p.shapes[use] == nil {
		p.shapes[use] = map[string]bool{}
	}
	p.shapes[use][strings.Join(names, " ")] = true
}

// refuted reports whether the server accepted a map with none of the fields.
func (p *places) refuted(use string, names map[string]bool) bool {
	for shape := range p.shapes[use] {
		if !slices.ContainsFunc(strings.Fields(shape), func(name string) bool { return names[name] }) {
			return true
		}
	}
	return false
}

// shapesIn records all maps of an object that the server has stored.
func (r *recorder) shapesIn(t smp.Definition, v model.Value, path model.Path) {
	name, t := r.resolve("", t)
	if name != "" && len(path) > 0 {
		r.places.shape(useOf(path, name), v)
	}
	for field, member := range v.Members() {
		if typ, ok := t.Fields[field]; ok {
			r.shapesIn(typ, member, path.Append(model.Field(field)))
		} else if t.Values != nil {
			r.shapesIn(*t.Values, member, path.Append(model.Field(field)))
		}
	}
	if t.Element != nil {
		for i, element := range v.Elements() {
			r.shapesIn(*t.Element, element, path.Append(model.Index(i)))
		}
	}
}

// index matches the index or key of an element in the place of a cause.
var index = regexp.MustCompile(`\[[^]]*\]`)

// frozenLength matches the messages about elements of a list that keeps its elements.
var frozenLength = regexp.MustCompile(`item may not be (added|removed)`)

// reject records a rejected change of a place, if the server rejected it because a field is immutable.
func (p *placeRecord) reject(place string, way change, status model.Value) {
	causes, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(status)
	for _, c := range causes.Elements() {
		field, _ := c.Get("field")
		message, _ := c.Get("message")
		if text := message.Text(); !frozen.MatchString(text) && !frozenInside.MatchString(text) && !frozenLength.MatchString(text) {
			continue
		}
		named := index.ReplaceAllString(field.Text(), "")
		switch {
		case isInside(place, named):
			p.roots[named] = true
			p.frozen[place] |= way
		case isInside(named, place):
			p.roots[named] = true
			p.frozen[named] |= changes
		default: // the message is about an alias of the field, or about all fields that exclude each other
			p.roots[place] = true
			p.frozen[place] |= way
		}
	}
}

// isInside reports whether a place is equal to another one, or inside it.
func isInside(place, around string) bool {
	return place == around || strings.HasPrefix(place, around+".")
}

// waysIn returns the ways that are recorded for a place and all places inside.
func waysIn(of map[string]change, place string) change {
	var all change
	for other, ways := range of {
		if isInside(other, place) {
			all |= ways
		}
	}
	return all
}

// immutable returns the places that never change, each followed by the exceptions inside: "!place" for places that may
// change in every way, and with a sign for those that may only be added, removed or changed.
func (p *placeRecord) immutable(s smp.Schema) []string {
	var words []string
	around := ""
	for _, root := range slices.Sorted(maps.Keys(p.roots)) {
		if around != "" && isInside(root, around) || waysIn(p.frozen, root)&^p.accepted[root] == 0 {
			continue
		}
		except := append(p.exceptions(root), p.keptIn(s, root)...)
		if (p.accepted[root]|p.frozen[root])&sets == 0 && p.frozen[root] != 0 {
			except = append(except, "!="+root) // it was never tried
		}
		if slices.Contains(except, "!"+root) {
			continue
		}
		around = root
		words = append(append(words, root), except...)
	}
	return words
}

// keptIn returns exceptions for the places in which the server keeps the value if it gets null, because the value is not
// a constant default of the schema. If the server keeps only some values, the exception is !-PLACE=VALUE.
func (p *placeRecord) keptIn(s smp.Schema, root string) []string {
	const longest = 60
	var words []string
	for _, place := range slices.Sorted(maps.Keys(p.kept)) {
		isDefault := fieldAt(s, place).Default()
		if !isInside(place, root) || p.accepted[place]&removes != 0 {
			continue
		}
		if p.frozen[place]&removes == 0 && !isDefault.IsScalar() {
			words = append(words, "!-"+place)
			continue
		}
		for _, value := range slices.Sorted(maps.Keys(p.kept[place])) {
			if value != isDefault.Canonical() && len(value) <= longest && !strings.ContainsAny(value, " \n") {
				words = append(words, "!-"+place+"="+value)
			}
		}
	}
	return words
}

func (p *placeRecord) exceptions(place string) []string {
	switch accepted, frozen := waysIn(p.accepted, place), waysIn(p.frozen, place); {
	case accepted == 0:
		return nil
	case frozen == 0:
		return []string{"!" + place}
	}
	var words []string
	for _, w := range changeWords {
		if p.accepted[place]&w.way != 0 {
			words = append(words, "!"+w.sign+place)
		}
	}
	below := map[string]bool{}
	for _, of := range []map[string]change{p.accepted, p.frozen} {
		for other := range of {
			if rest, ok := strings.CutPrefix(other, place+"."); ok {
				name, _, _ := strings.Cut(rest, ".")
				below[place+"."+name] = true
			}
		}
	}
	for _, inner := range slices.Sorted(maps.Keys(below)) {
		words = append(words, p.exceptions(inner)...)
	}
	return words
}

// required returns the places without which the server rejects an object, except for those that are required in every
// kind, and have a mark. For PLACE=0, the server also rejects 0, false and {}. For PLACE.A|B, the map needs one of
// the fields.
func (p *places) required(kind kubernetes.Kind, s smp.Schema) []string {
	of := p.kinds[kind]
	var words []string
	for place, use := range of.needed {
		name := place[strings.LastIndex(place, ".")+1:]
		if !p.optional[use+" "+name] && !p.refuted(use, map[string]bool{name: true}) && !fieldAt(s, place).Marks().Required {
			words = append(words, place)
		}
	}
	for place, use := range of.neededZero {
		name := place[strings.LastIndex(place, ".")+1:]
		if !p.optional[use+" "+name] && !p.optionalZero[use+" "+name] && !p.refuted(use, map[string]bool{name: true}) {
			words = append(words, place+"=0")
		}
	}
	for place, one := range of.oneOf {
		for _, u := range elementOf(fieldAt(s, place)).Unions() {
			var fields []string
			for _, m := range u.Members {
				fields = append(fields, m.Fields...)
			}
			if slices.ContainsFunc(fields, func(name string) bool { return one.names[name] }) {
				clear(one.names) // without fields that have another effect
				for _, name := range fields {
					one.names[name] = true
				}
			}
		}
		if !p.refuted(one.use, one.names) {
			words = append(words, place+"."+strings.Join(slices.Sorted(maps.Keys(one.names)), "|"))
		}
	}
	slices.Sort(words)
	return words
}

// fieldAt returns the schema of the field at a place.
func fieldAt(s smp.Schema, place string) smp.Schema {
	for name := range strings.SplitSeq(place, ".") {
		s, _ = elementOf(s).Member(name)
	}
	return s
}

// elementOf returns the schema of the elements of a list, or another schema as it was given.
func elementOf(s smp.Schema) smp.Schema {
	for s.Type() == smp.ListType {
		s = s.Element()
	}
	return s
}

// text returns a line for each kind that has words.
func (p *places) text(words func(kind kubernetes.Kind) []string) []byte {
	var b strings.Builder
	for _, kind := range slices.SortedFunc(maps.Keys(p.kinds), kubernetes.Kind.Compare) {
		if all := words(kind); len(all) > 0 {
			fmt.Fprintf(&b, "%s %s: %s\n", kind.APIVersion, kind.Kind, strings.Join(all, " "))
		}
	}
	return []byte(b.String())
}
