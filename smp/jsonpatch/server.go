package jsonpatch

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// MaxCopied is the number of bytes that the copy operations of one patch may copy in total. API
// servers have the same limit of 3 MiB.
const MaxCopied = 3 << 20

// FromValueAsServer converts a JSON value to a patch like an API server. Null is a patch without
// operations. Members of an operation may be missing, null or unknown, and pointers may have any
// form. [Patch.ApplyAsServer] decides whether that is an error. A member from must be a string or
// null, even if the operation does not use it.
//
// The error is an [*Error] with Code InvalidPatch if the value is not a list of maps
// and nulls, or if an op, path or from is neither a string nor null.
func FromValueAsServer(v model.Value) (Patch, error) {
	if v.Type() == model.Null {
		return Patch{}, nil
	}
	if v.Type() != model.List {
		return nil, newError(InvalidPatch, "expected a list of operations, got %s", v.Type().Noun())
	}
	p := make(Patch, 0, v.Len())
	for i, e := range v.Elements() {
		o, err := readServerOperation(e)
		if err != nil {
			return nil, err.in(i, o.Op)
		}
		p = append(p, o)
	}
	return p, nil
}

func readServerOperation(v model.Value) (Operation, *Error) {
	if v.Type() != model.Map && v.Type() != model.Null {
		return Operation{}, newError(InvalidPatch, "expected an operation, which is a map, got %s", v.Type().Noun())
	}
	var texts [3]string
	var has [3]bool
	for i, name := range [3]string{"op", "path", "from"} {
		m, _ := v.Get(name)
		switch m.Type() {
		case model.String:
			texts[i], has[i] = m.Text(), true
		case model.Null, model.Absent:
		default:
			return Operation{}, newError(InvalidPatch, "%q: expected a string, got %s", name, m.Type().Noun())
		}
	}
	o := Operation{Op: Op(texts[0]), Path: texts[1], From: texts[2], pathless: !has[1]}
	o.Value, _ = v.Get("value")
	return o, nil
}

// ApplyAsServer applies a patch like an API server, which differs from RFC 6902:
//
//   - An index may count from the end. The index -1 means the last element or, if the operation
//     adds an element, the place after the last one. An index may have leading zeros and a plus
//     sign.
//   - The text before the first slash of a pointer is ignored. For example, x/a means /a. A pointer
//     without a slash is rejected. The only exception is "", the whole document, which can be
//     replaced and tested.
//   - A tilde that is not followed by 0 or 1 is a literal tilde.
//   - A missing Value is null.
//   - A field that a map lacks can be replaced. In a test and in a copy operation, it counts as
//     null.
//   - The whole document can only be replaced by a map or a list.
//   - A test compares strings, numbers and booleans by their text. For example, 3.0 differs from 3,
//     and "\u0066ront" differs from "front". Values of the document have the text that
//     encoding/json writes, for example "\u003c" for "<". Values from the patch keep their text,
//     and copied values are escaped like the document.
//   - If a test compares a map that contains a null which the patch added, this null is not equal
//     to null. A copy of such a null is equal to {}.
//
// The error is an [*Error]. Its Code is Panic if an API server would panic. An invalid operation is
// an error only when it is reached. If an earlier operation fails, that failure is reported
// instead.
func (p Patch) ApplyAsServer(document model.Value) (model.Value, error) {
	result, _, err := p.apply(document, true)
	return result, err
}

// ApplyCounting is like [Patch.ApplyAsServer], and also returns the number of bytes that the copy
// operations have copied, even if there is an error. The number is little more than [MaxCopied] at
// most. Programs that apply many patches can limit the sum of these numbers.
func (p Patch) ApplyCounting(document model.Value) (result model.Value, copied int, err error) {
	return p.apply(document, true)
}

// A nullness is the internal form of null in an API server. The server stores a document as
// pointers to text that it has not read yet, and so distinguishes these forms of null.
type nullness uint8

const (
	plainNull  nullness = iota // no pointer: null from the document, or inside a value of the patch
	sentNull                   // a pointer to no text: null as the value of an operation
	copiedNull                 // a pointer to the text null, which is read as a nil map
)

// sent returns a node for the value of an operation.
func sent(v model.Value) *node {
	switch v.Type() {
	case model.Absent:
		return &node{value: model.NewNull()}
	case model.Null:
		return &node{value: v, null: sentNull}
	}
	return &node{value: v, sent: true}
}

// nothing reports whether the node is nil, or an API server has no pointer for its value.
func (n *node) nothing() bool {
	return n == nil || n.value.Type() == model.Null && n.null == plainNull
}

func panics(format string, args ...any) *Error { return newError(Panic, format, args...) }

// serverNames returns the names in a pointer, and false if the pointer has no slash.
func serverNames(pointer string) ([]string, bool) {
	_, rest, ok := strings.Cut(pointer, "/")
	if !ok {
		return nil, false
	}
	names := strings.Split(rest, "/")
	for i, name := range names {
		names[i] = unescaper.Replace(name)
	}
	return names, true
}

// runAsServer applies one operation like an API server.
func (a *applier) runAsServer(o *Operation) *Error {
	switch {
	case o.Op == "":
		return newError(InvalidPatch, `missing "op"`)
	case !slices.Contains(ops, o.Op):
		err := newError(InvalidPatch, "unknown operation %q; expected %s", string(o.Op), opNames)
		o.Op = ""
		return err
	case o.pathless:
		return newError(InvalidPatch, `missing "path"`)
	case o.Path == "" && o.Op == Replace:
		return a.replaceDocument(o.Value)
	case o.Path == "" && o.Op == Test:
		return a.testDocument(o.Value)
	}
	path, ok := serverNames(o.Path)
	from, fromOK := serverNames(o.From)
	switch {
	case !ok:
		return newError(InvalidPatch, "expected the pointer %q to begin with \"/\"", o.Path)
	case o.Op.needsFrom() && !fromOK:
		return newError(InvalidPatch, "expected the pointer %q to begin with \"/\"", o.From)
	}
	switch o.Op {
	case Add:
		return a.put(path, sent(o.Value), (*node).insert)
	case Remove:
		_, err := a.remove(path)
		return err
	case Replace:
		return a.put(path, sent(o.Value), (*node).replace)
	case Test:
		return a.testAsServer(o, path)
	case Move:
		n, err := a.remove(from)
		if err != nil {
			return err
		}
		return a.put(path, n, (*node).insert)
	default:
		return a.copyAsServer(from, path)
	}
}

func (a *applier) replaceDocument(v model.Value) *Error {
	switch v.Type() {
	case model.Absent:
		return panics(`missing "value" for the whole document`)
	case model.Map, model.List:
		a.root = sent(v)
		return nil
	}
	return newError(InvalidPatch, "expected a map or a list for the whole document, got %s", v.Type().Noun())
}

func (a *applier) testDocument(v model.Value) *Error {
	if v.Type() == model.Absent {
		return panics(`missing "value" for the whole document`)
	}
	return a.compare(a.root, v, nil)
}

func (a *applier) testAsServer(o *Operation, path []string) *Error {
	n, err := a.find(path)
	switch {
	case err != nil && !a.lacks(path):
		err.Code, err.Want = TestFailed, o.Value
		return err
	case n.nothing() && (o.Value.Type() == model.Absent || o.Value.Type() == model.Null):
		return nil
	case n.nothing():
		err = newError(TestFailed, "expected %s, got nothing", o.Value.Type().Noun())
		err.Want = o.Value
		return err.at(path)
	}
	return a.compare(n, o.Value, path)
}

// compare compares the node at a path with the value of a test.
func (a *applier) compare(n *node, want model.Value, path []string) *Error {
	equal, err := n.matches(want)
	if err != nil {
		return err.at(path)
	}
	if equal {
		return nil
	}
	return n.differs(want, path)
}

func (a *applier) copyAsServer(from, path []string) *Error {
	n, err := a.find(from)
	if err != nil && !a.lacks(from) {
		return err
	}
	if n.nothing() {
		return a.put(path, &node{value: model.NewNull()}, (*node).insert)
	}
	a.scratch = n.appendGo(a.scratch[:0])
	if a.copied += len(a.scratch); a.copied > MaxCopied {
		return newError(Limit, "the operations of the patch copy more than %d bytes", MaxCopied).at(path)
	}
	value, fault := model.Parse(a.scratch, model.MaxDepth(model.HardMaxDepth))
	if fault != nil {
		return modelError(fault).at(from)
	}
	copied := sent(value)
	if value.Type() == model.Null {
		copied.null = copiedNull
	}
	return a.put(path, copied, (*node).insert)
}

// matches reports whether a node passes a test. The method nothing must return false for the node.
// The cost depends on the size of want.
func (n *node) matches(want model.Value) (bool, *Error) {
	switch {
	case n.null == sentNull:
		return want.Type() == model.Null, nil
	case n.null == copiedNull:
		return want.Type() == model.Map && want.Len() == 0, nil
	case n.value.IsScalar():
		text := want.JSON()
		return len(n.value.Text()) < len(text) && string(n.appendGoScalar(nil)) == text, nil
	case n.value.Type() != want.Type():
		return false, nil
	}
	if want.Type() == model.Map {
		return n.matchesMap(want)
	}
	return n.matchesList(want)
}

// len returns the number of members or elements.
func (n *node) len() int {
	switch {
	case !n.open:
		return n.value.Len()
	case n.value.Type() == model.Map:
		return n.count
	}
	return n.list.len()
}

func (n *node) matchesMap(want model.Value) (bool, *Error) {
	if n.len() != want.Len() {
		return false, nil
	}
	n.openUp()
	for name, w := range want.Members() {
		m := n.member(name)
		if m == nil || m.nothing() != (w.Type() == model.Null) {
			return false, nil
		}
		if m.nothing() {
			continue
		}
		if equal, err := m.matches(w); !equal || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (n *node) matchesList(want model.Value) (bool, *Error) {
	if n.len() != want.Len() {
		return false, nil
	}
	n.openUp()
	list := n.list.appendTo(make([]*node, 0, want.Len()))
	for i, w := range want.Elements() {
		if list[i].nothing() || w.Type() == model.Null {
			return false, panics("a server cannot compare lists with null in them")
		}
		if equal, err := list[i].matches(w); !equal || err != nil {
			return false, err
		}
	}
	return true, nil
}

// appendGo appends the text that an API server writes for a node.
func (n *node) appendGo(dst []byte) []byte {
	switch {
	case n.value.IsScalar():
		return escapeHTML(dst, n.appendGoScalar(nil))
	case n.value.Type() == model.Null:
		return append(dst, "null"...)
	}
	n.openUp()
	if n.value.Type() == model.List {
		dst = append(dst, '[')
		for i, e := range n.list.appendTo(make([]*node, 0, n.list.len())) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = e.appendGo(dst)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	first := true
	field := func(name string, m *node) {
		if m == nil {
			return
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(escapeHTML(dst, model.NewString(name).AppendCanonical(nil)), ':')
		dst = m.appendGo(dst)
	}
	for name := range n.value.Members() {
		field(name, n.member(name))
	}
	for _, name := range n.looked {
		if _, read := n.value.Get(name); !read {
			field(name, n.members[name])
		}
	}
	return append(dst, '}')
}

// appendGoScalar appends the text of a string, number or boolean. It is the text of the
// patch, or the text that encoding/json writes for a value of the document.
func (n *node) appendGoScalar(dst []byte) []byte {
	switch {
	case n.sent:
		return n.value.AppendJSON(dst)
	case n.value.Type() == model.Number:
		return appendGoNumber(dst, n.value)
	}
	return escapeHTML(dst, n.value.AppendCanonical(nil))
}

// appendGoNumber appends a number as Go writes it. If its text is a 64-bit integer, it is written
// as an integer. If not, it is written as a float.
func appendGoNumber(dst []byte, v model.Value) []byte {
	text := v.NumberText()
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.AppendInt(dst, i, 10)
	}
	f := v.Float64()
	size := math.Abs(f)
	switch {
	case math.IsInf(f, 0): // no server stores such a number
		return append(dst, text...)
	case size == 0 || size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	dst = append(append(dst, mantissa...), 'e')
	return append(append(dst, exponent[0]), strings.TrimLeft(exponent[1:], "0")...)
}

// escapeHTML appends JSON text. Like encoding/json, it escapes the characters that have
// a meaning in HTML or JavaScript.
func escapeHTML(dst, text []byte) []byte {
	const hex = "0123456789abcdef"
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '<' || c == '>' || c == '&':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c == 0xE2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xA8: // U+2028 and U+2029
			dst = append(dst, '\\', 'u', '2', '0', '2', hex[text[i+2]&15])
			i += 2
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
