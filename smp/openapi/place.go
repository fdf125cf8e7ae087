package openapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A place is a position in the document in which references are resolved. It is a member or an
// element of the place above. The nil place is the root of the document.
type place struct {
	above  *place
	name   string // name of a member
	index  int    // index of an element
	inList bool
}

func (p *place) member(name string) *place { return &place{above: p, name: name} }
func (p *place) element(i int) *place      { return &place{above: p, index: i, inList: true} }

// line returns p and the places above p, with the top first. The root is not included.
func (p *place) line() []*place {
	var line []*place
	for ; p != nil; p = p.above {
		line = append(line, p)
	}
	slices.Reverse(line)
	return line
}

// path returns the place as a path below base.
func (p *place) path(base model.Path) model.Path {
	line := p.line()
	steps := make([]model.Step, len(line))
	for i, p := range line {
		if p.inList {
			steps[i] = model.Index(p.index)
		} else {
			steps[i] = model.Field(p.name)
		}
	}
	return base.Append(steps...)
}

var tokenEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the place as a JSON pointer in a URL fragment.
func (p *place) pointer() string {
	var b strings.Builder
	b.WriteByte('#')
	for _, p := range p.line() {
		b.WriteByte('/')
		if p.inList {
			b.WriteString(strconv.Itoa(p.index))
		} else {
			tokenEscapes.WriteString(&b, p.name)
		}
	}
	return b.String()
}

// A site is a value and its place.
type site struct {
	value model.Value
	at    *place
}

func (s site) member(name string) (site, bool) {
	v, ok := s.value.Get(name)
	if !ok {
		return s, false
	}
	return site{v, s.at.member(name)}, true
}

// follow returns the site that a JSON pointer leads to from s. If it fails, it returns the last
// place that exists.
func (s site) follow(pointer string) (site, error) {
	fragment, ok := strings.CutPrefix(pointer, "#")
	if !ok {
		return s, faults.Errorf("%q refers to another document; expected a reference like #/definitions/x", pointer)
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return s, faults.Errorf("%q is not a JSON pointer: %w", pointer, err)
	}
	if fragment == "" {
		return s, nil
	}
	tokens := strings.Split(fragment, "/")
	if tokens[0] != "" {
		return s, faults.Errorf("%q is not a JSON pointer; expected it to begin with #/", pointer)
	}
	for _, token := range tokens[1:] {
		next, ok := s.step(token)
		if !ok {
			return s, faults.Errorf("%q not found: there is no %q", pointer, token)
		}
		s = next
	}
	return s, nil
}

// step returns the site that one token of a JSON pointer leads to.
func (s site) step(token string) (site, bool) {
	if s.value.Type() != model.List {
		return s.member(tokenName(token))
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= s.value.Len() || strconv.Itoa(i) != token {
		return s, false
	}
	return site{s.value.At(i), s.at.element(i)}, true
}

// tokenName decodes the escapes in a token of a JSON pointer. It decodes ~1 first.
func tokenName(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// fault returns the error for a fault of a document at the given path.
func fault(path model.Path, format string, args ...any) error {
	return &smp.Error{Code: smp.InvalidSchema, Document: "schema", Path: path, Cause: faults.Errorf(format, args...)}
}
