package gen

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A keyedPatch is a patch for a keyed list that is being generated.
type keyedPatch struct {
	*generator
	list     smp.Schema
	original model.Value
	depth    int
	// selects lists the keys in $patchMergeKey of elements and order entries. It is nil if
	// they have no $patchMergeKey.
	selects []string
	mixed   bool // whether elements may have different selections
	// identities contains, for each element that is not a deletion, the fields that identify
	// the element, including $patchMergeKey.
	identities []model.Value
	elements   []model.Value
}

// keyedPatch generates a patch for a keyed list: its elements and their order. Either may be
// absent.
func (g *generator) keyedPatch(s smp.Schema, original model.Value, depth int) (elements, order model.Value) {
	p := keyedPatch{generator: g, list: s, original: original, depth: depth}
	if g.orderly && isList(original) && original.Len() > 1 && g.intn("one element", 4) > 0 {
		return p.oneElement()
	}
	p.choose()
	alone := g.alone && depth >= documentDepth-1
	hasList := g.intn("elements", 6) > 0 || alone
	hasOrder := !hasList || g.percent("order list", 35)
	if hasList {
		patches := g.count("element patches", 5, depth+1)
		if alone {
			patches = max(patches, 1)
		}
		if g.sparse && original.Len() > few && patches > 1 {
			patches = 1 // the patch changes one of many elements
		}
		for range patches {
			p.addElement()
		}
		p.addMany()
		if g.oneIn("marker in keyed list", 12) {
			p.elements = g.withMarker(p.elements)
		}
		elements = newList(p.elements...)
	}
	if hasOrder {
		order = p.order()
	}
	return elements, order
}

// oneElement generates a realistic patch for one element of a long list: its keys and one
// field. Sometimes it contains the order of the list, as clients send it. Two elements may
// have changed places in this order.
func (p *keyedPatch) oneElement() (elements, order model.Value) {
	at := p.intn("which element", p.original.Len())
	olds := p.original.AppendElements(nil)
	keysOnly := make([]model.Value, len(olds))
	for i, e := range olds {
		keysOnly[i] = newMap(slices.DeleteFunc(e.AppendMembers(nil), func(m model.Member) bool { return !slices.Contains(p.list.Keys(), m.Name) })...)
	}
	element := keysOnly[at]
	if now, ok := p.newField(p.list, olds[at], p.depth); ok {
		element = newMap(append(element.AppendMembers(nil), now)...)
	}
	if p.oneIn("order list", 3) {
		if p.oneIn("moved", 3) {
			moved(p.generator, "move", keysOnly)
		}
		order = newList(keysOnly...)
	}
	return newList(element), order
}

// choose chooses the keys by which the next elements select.
func (p *keyedPatch) choose() {
	keys, recommended := p.list.Keys(), p.list.Recommended()
	p.selects = nil
	switch {
	case recommended == nil:
		if p.oneIn("select the default key", 10) {
			p.selects = keys
		}
	case p.intn("selection", 4) == 0 && !slices.ContainsFunc(recommended[len(keys):], p.discriminates):
	case p.oneIn("part of the keys", 3):
		p.selects = keys
		for _, key := range recommended[len(keys):] {
			if p.oneIn("key", 2) {
				p.selects = append(p.selects, key)
			}
		}
	default:
		p.selects = recommended
	}
}

// addElement adds one element: a change, an addition, a deletion or a replacement.
func (p *keyedPatch) addElement() {
	if p.oneIn("mixed selection", 12) {
		p.choose()
		p.mixed = true
	}
	base := p.base()
	what := p.weighted("element patch", 55, 20, 10, 15)
	identity := p.identity(base, what == 0)
	again := len(p.identities) > 0 && p.oneIn("same element again", 12)
	if again {
		identity = p.identities[len(p.identities)-1].AppendMembers(nil)
	}
	var members []model.Member
	switch what {
	case 0, 2:
		members = p.namedByUnion(p.mapPatchMembers(p.list.Element(), base, p.depth-1, identity), identity)
	default:
		members = slices.Clone(identity)
	}
	switch what {
	case 1:
		members = append(members, model.Member{Name: patchName, Value: model.NewString("delete")})
	case 2:
		members = append(members, model.Member{Name: patchName, Value: model.NewString("replace")})
	}
	element := newMap(members...)
	if word, _ := element.Get(patchName); word.Text() != "delete" {
		p.identities = append(p.identities, newMap(identity...))
	}
	if p.quiteOdd("odd element of a patch") {
		element = p.spoilt(element)
	}
	p.elements = append(p.elements, element)
}

// addMany sometimes adds many similar elements: changes of consecutive elements of the
// original, or new ones.
func (p *keyedPatch) addMany() {
	many := p.lengthened(p.list, p.depth, nil)
	var change []model.Member
	if olds := p.original.AppendElements(nil); len(many) > 0 && len(olds) > 0 && p.intn("new elements", 3) > 0 {
		from := p.intn("from", len(olds))
		many = olds[from:min(from+len(many), len(olds))]
		change = p.fieldPatches(p.list.Element(), model.Value{}, 1)
	}
	for _, element := range many {
		if !isMap(element) {
			continue
		}
		members, identity := element.AppendMembers(nil), p.keysIn(element)
		if change != nil {
			members = slices.Clone(change)
		}
		members = slices.DeleteFunc(members, func(m model.Member) bool { return hasMember(identity, m.Name) })
		p.identities = append(p.identities, newMap(identity...))
		p.elements = append(p.elements, newMap(append(members, identity...)...))
	}
}

// keysIn returns the keys of an element as they are written. If the patch selects by
// $patchMergeKey, keysIn adds this field.
func (p *keyedPatch) keysIn(element model.Value) []model.Member {
	keys := keysOf(p.list)
	members := slices.DeleteFunc(element.AppendMembers(nil), func(m model.Member) bool { return !slices.Contains(keys, m.Name) })
	if p.selects != nil {
		members = append(members, model.Member{Name: patchMergeKeyName, Value: p.selection()})
	}
	return members
}

// base chooses the original element for the next element of the patch. The result is absent
// for a new element.
func (p *keyedPatch) base() model.Value {
	if n := p.original.Len(); n > 0 && p.intn("existing element", 4) > 0 {
		if v := p.original.At(p.intn("which element", n)); isMap(v) {
			return v
		}
	}
	return model.Value{}
}

// identity generates the keys of an element. If the patch selects by $patchMergeKey,
// identity adds this field. Keys are taken from base if base has them.
func (p *keyedPatch) identity(base model.Value, nulls bool) []model.Member {
	keys := p.selects
	if keys == nil {
		keys = p.list.Keys()
	}
	var members []model.Member
	for _, name := range keys {
		value, had := base.Get(name)
		_, hasDefault := p.list.KeyDefault(name)
		isDefaultKey := slices.Contains(p.list.Keys(), name)
		switch {
		case (hasDefault || !isDefaultKey) && p.discriminates(name) && p.oneIn("left to a union", 2):
			continue
		case nulls && !isDefaultKey && p.oneIn("key becomes null", 8):
			value = model.NewNull()
		case had && value.IsScalar() && p.intn("other key", 12) > 0:
			value = p.respelled(value)
			if def, ok := p.list.KeyDefault(name); ok && model.Equal(value, def) && p.oneIn("default left out", 3) {
				continue
			}
		case (hasDefault || !isDefaultKey) && p.intn("no key", 4) > 0:
			continue
		default:
			value = p.keyValue(p.list, name)
		}
		members = append(members, model.Member{Name: name, Value: value})
	}
	if p.selects != nil {
		members = append(members, model.Member{Name: patchMergeKeyName, Value: p.selection()})
	}
	return members
}

// discriminates reports whether a key is the discriminator of a union of the elements.
func (p *keyedPatch) discriminates(key string) bool {
	for _, u := range p.list.Element().Unions() {
		if u.Discriminator == key {
			return true
		}
	}
	return false
}

// namedByUnion returns the fields of an element. If its identity lacks a key that is the
// discriminator of a union, the fields mostly set a member of the union, which determines the
// key.
func (p *keyedPatch) namedByUnion(members, identity []model.Member) []model.Member {
	for _, u := range p.list.Element().Unions() {
		if !slices.Contains(keysOf(p.list), u.Discriminator) || hasMember(identity, u.Discriminator) || p.oneIn("key spelled out", 6) {
			continue
		}
		members = slices.DeleteFunc(members, func(m model.Member) bool { return m.Name == u.Discriminator })
		if len(setMembers(u, members)) == 0 && p.intn("no member", 4) > 0 {
			name := pick(p.generator, "field", pick(p.generator, "member", u.Members).Fields)
			field, _ := p.list.Element().Field(name)
			members = with(members, name, p.value(field, 1))
		}
	}
	return members
}

// selection generates the value of $patchMergeKey.
func (p *keyedPatch) selection() model.Value {
	if p.quiteOdd("bad $patchMergeKey") {
		return pick(p.generator, "$patchMergeKey", []model.Value{
			model.NewNull(), newList(), model.NewString("k"), newList(newNumber("1")),
			newList(model.NewString("p")), newList(model.NewString("k"), model.NewString("a")),
			newList(model.NewString("k"), model.NewString("k")),
		})
	}
	names := make([]model.Value, len(p.selects))
	for i, key := range p.selects {
		names[i] = model.NewString(key)
	}
	if p.oneIn("shuffle selection", 6) {
		shuffle(p.generator, "selection", names)
	}
	return newList(names...)
}

// spoilt returns an element that breaks a rule of keyed lists.
func (p *keyedPatch) spoilt(element model.Value) model.Value {
	replaced := func(name string, v model.Value) model.Value {
		return newMap(append(element.AppendMembers(nil), model.Member{Name: name, Value: v})...)
	}
	key := pick(p.generator, "spoilt key", keysOf(p.list))
	switch p.intn("spoilt element", 6) {
	case 0:
		members := slices.DeleteFunc(element.AppendMembers(nil), func(m model.Member) bool { return m.Name == key })
		return newMap(members...)
	case 1:
		return replaced(key, model.NewNull())
	case 2:
		return replaced(key, p.anything(1))
	case 3:
		return p.anything(1)
	case 4:
		return replaced(patchName, p.patchDirective())
	default:
		return replaced(patchMergeKeyName, p.listDirectiveValue())
	}
}

// order generates $setElementOrder. It contains the elements of the patch in their order,
// mixed with some elements of the original and some that do not exist.
func (p *keyedPatch) order() model.Value {
	if p.quiteOdd("bad order list") {
		return p.listDirectiveValue()
	}
	if p.mixed && p.oneIn("as the list stands", 3) {
		return p.orderInPlace()
	}
	if (p.mixed || p.list.Recommended() != nil) && p.oneIn("entries of all sorts", 6) {
		return p.orderOfAllSorts()
	}
	var listed []model.Value
	for _, identity := range p.identities {
		entry := p.entry(identity.AppendMembers(nil))
		if !containsValue(listed, entry) || p.quiteOdd("listed again") {
			listed = append(listed, entry)
		}
	}
	var others []model.Value
	ordered := p.some("order it", p.original.Len(), 65, 100)
	for i, element := range p.original.Elements() {
		if !isMap(element) || !ordered(i) {
			continue
		}
		if entry := p.entry(p.identity(element, false)); !containsValue(listed, entry) {
			others = append(others, entry)
		}
	}
	if p.oneIn("order what is nowhere", 5) {
		others = append(others, p.entry(p.identity(model.Value{}, false)))
	}
	return p.interleaved(listed, others)
}

// orderInPlace generates $setElementOrder for a list that keeps its order: all elements of
// the original, followed by the elements that the patch adds.
func (p *keyedPatch) orderInPlace() model.Value {
	plain := p.oneIn("entries select nothing", 2)
	if plain {
		p.selects = nil
	}
	var listed []model.Value
	add := func(identity []model.Member) {
		if plain {
			identity = slices.DeleteFunc(identity, func(m model.Member) bool { return !slices.Contains(p.list.Keys(), m.Name) })
		}
		if entry := p.entry(identity); !containsValue(listed, entry) {
			listed = append(listed, entry)
		}
	}
	for _, element := range p.original.Elements() {
		if isMap(element) {
			add(p.identity(element, false))
		}
	}
	for _, identity := range p.identities {
		add(identity.AppendMembers(nil))
	}
	return newList(listed...)
}

// orderOfAllSorts generates $setElementOrder with entries for the elements of the patch and
// the original. Each entry selects by its own keys, and some elements have two entries.
func (p *keyedPatch) orderOfAllSorts() model.Value {
	entry := func(element model.Value) model.Value {
		if p.selects = nil; p.oneIn("entry selects", 2) {
			p.selects = p.list.Recommended()
		}
		return p.entry(p.identity(element, false))
	}
	var listed, others []model.Value
	for _, element := range p.elements {
		if word, _ := element.Get(patchName); isMap(element) && word.Type() == model.Absent {
			listed = append(listed, entry(element))
		}
	}
	for _, element := range p.original.Elements() {
		if isMap(element) {
			others = append(others, entry(element))
		}
	}
	return p.interleaved(listed, others)
}

// entry generates an order entry from the fields that identify an element.
func (p *keyedPatch) entry(identity []model.Member) model.Value {
	var members []model.Member
	for _, m := range identity {
		switch {
		case m.Value.Type() == model.Null && p.intn("null key of an entry", 8) > 0:
		case p.quiteOdd("key left out of an entry"):
		default:
			members = append(members, m)
		}
	}
	if p.oneIn("extra field of an entry", 12) {
		members = append(members, model.Member{Name: p.anyName(), Value: p.anything(1)})
	}
	return newMap(members...)
}
