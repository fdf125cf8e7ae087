package fuzz

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	yaml "go.yaml.in/yaml/v3"
	clusters "sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// Manifest calls [EditYAML] with an input from bytes. The bytes before the first zero byte
// are the text, and those after it are choices. If the text is empty, choices generate one.
func Manifest(data []byte) error {
	text, rest, _ := bytes.Cut(data, []byte{0})
	if len(text) > maxYAML || len(rest) > maxInput {
		return fmt.Errorf("%w: more than %d bytes", ErrUnparsable, maxYAML)
	}
	src := gen.FromBytes(rest)
	if len(text) == 0 {
		text = YAMLText(src)
	}
	return EditYAML(text, src)
}

// EditYAML edits a YAML text with package yamldoc, as the choices determine. The edited text must have the wanted
// value. Readers of YAML 1.1 and 1.2 must read the same scalars in it, unless they disagreed
// about them before. If no value changes, no byte may change. If one scalar changes, only its
// lines may change.
func EditYAML(text []byte, src gen.Source) error {
	s, err := yamldoc.Read(text)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	if err := described(s); err != nil {
		return err
	}
	before := string(text)
	want := make([]model.Value, len(s.Documents()))
	for i, d := range s.Documents() {
		want[i] = d.Value
		if len(d.Value.AppendJSON(nil)) > maxInput {
			return fmt.Errorf("%w: more than %d bytes with its aliases written out", ErrUnparsable, maxInput)
		}
	}
	if err := readsAlike(text, want); err != nil {
		return err
	}
	if same, notes, err := s.Edit(want); err != nil || string(same) != before || len(notes) > 0 {
		return fmt.Errorf("without a change, %q becomes %q, %v, %v", before, same, notes, err)
	}
	if len(want) == 0 {
		return nil
	}
	e := yamlEditor{src: src}
	which := src.Intn("document", len(want))
	old := want[which]
	small := src.Intn("one scalar", 3) == 0
	if small {
		want[which], small = e.oneScalar(want[which])
	} else {
		want[which] = e.edited(want[which], 0)
	}
	edited, notes, err := s.Edit(want)
	if string(text) != before {
		return fmt.Errorf("the edit changed the text %q that it was made to", before)
	}
	if errors.Is(err, yamldoc.ErrUneditable) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q cannot become %s: %w", text, want[which].JSON(), err)
	}
	if err := readsAlike(edited, want); err != nil {
		return fmt.Errorf("%q edited to be %s: %w", text, want[which].JSON(), err)
	}
	if err := commentsStay(text, edited, s, notes); err != nil {
		return fmt.Errorf("%q edited to be %s is %q with notes %v: %w", text, want[which].JSON(), edited, notes, err)
	}
	if again, err := editedAgain(edited, want); err != nil || !bytes.Equal(again, edited) {
		return fmt.Errorf("%q edited to be %s is %q, and edited again %q, %w", text, want[which].JSON(), edited, again, err)
	}
	if err := othersStay(s, which, old, want[which], edited, notes); err != nil {
		return fmt.Errorf("%q edited to be %s is %q with notes %v: %w", text, want[which].JSON(), edited, notes, err)
	}
	// JSON stays JSON, so its numbers may be ambiguous as YAML.
	if slices.ContainsFunc(s.Documents(), func(d yamldoc.Document) bool { return d.JSON }) {
		return nil
	}
	if err := sameAmbiguities(text, edited); err != nil {
		return fmt.Errorf("%q edited to be %s is %q: %w", text, want[which].JSON(), edited, err)
	}
	if place, ok := s.Place(which, e.path); small && ok && len(notes) == 0 {
		return otherLinesStay(text, edited, place)
	}
	return nil
}

// readsAlike checks that a text is read as these values. If the reader of clusters accepts
// the text, it must read the same values.
func readsAlike(text []byte, want []model.Value) error {
	s, err := yamldoc.Read(text)
	if err != nil {
		return fmt.Errorf("%q cannot be read: %w", text, err)
	}
	if len(s.Documents()) != len(want) {
		return fmt.Errorf("%q has %d documents instead of %d", text, len(s.Documents()), len(want))
	}
	for i, d := range s.Documents() {
		if !model.Equal(d.Value, want[i]) {
			return fmt.Errorf("%q is read as %s instead of %s", text, d.Value.JSON(), want[i].JSON())
		}
	}
	if len(want) != 1 || s.Documents()[0].JSON {
		return nil
	}
	if theirs, err := clusters.YAMLToJSONStrict(text); err == nil {
		if v, err := model.Parse(theirs); err == nil && !model.Equal(v, want[0]) {
			return fmt.Errorf("%q is read as %s, by clusters as %s", text, want[0].JSON(), v.JSON())
		}
	}
	return nil
}

// commentsStay checks that each comment of a generated text is in the edited text or in a
// note about it.
func commentsStay(text, edited []byte, s *yamldoc.Stream, notes []yamldoc.Note) error {
	all := string(edited)
	for _, d := range s.Documents() { // a string may contain text that looks like a comment
		all += "\n" + d.Value.JSON()
	}
	for _, n := range notes {
		all += "\n" + n.Text
	}
	for _, comment := range commentsOf(string(text)) {
		if !strings.Contains(all, comment) {
			return fmt.Errorf("the comment %q has vanished", comment)
		}
	}
	return nil
}

// othersStay checks that unchanged values of a document keep their text, unless a note
// reports that something was rewritten.
func othersStay(s *yamldoc.Stream, document int, old, want model.Value, edited []byte, notes []yamldoc.Note) error {
	if slices.ContainsFunc(notes, func(n yamldoc.Note) bool { return !strings.Contains(n.Text, " the comment") }) {
		return nil
	}
	text := s.Text()
	for _, path := range samePaths(nil, old, want, nil) {
		at, ok := s.Place(document, path)
		if ok && at.End < len(text) && !bytes.Contains(edited, text[at.Start:at.End]) {
			return fmt.Errorf("%s has not the text %q any more", path, text[at.Start:at.End])
		}
	}
	return nil
}

// samePaths appends the paths of the outermost fields that are equal in two values.
func samePaths(found []model.Path, old, want model.Value, path model.Path) []model.Path {
	for name, member := range old.Members() {
		below := path.Append(model.Field(name))
		if after, _ := want.Get(name); model.Equal(member, after) {
			found = append(found, below)
		} else {
			found = samePaths(found, member, after, below)
		}
	}
	return found
}

// editedAgain edits a text so that it gets the values that it already has.
func editedAgain(text []byte, want []model.Value) ([]byte, error) {
	s, err := yamldoc.Read(text)
	if err != nil {
		return nil, err
	}
	edited, _, err := s.Edit(want)
	return edited, err
}

// otherLinesStay checks that only the lines of a scalar have changed.
func otherLinesStay(text, edited []byte, scalar yamldoc.Place) error {
	start := bytes.LastIndexByte(text[:scalar.Start], '\n') + 1
	if len(bytes.TrimSpace(text[start:scalar.Start])) == 0 {
		// The scalar is below its name. A scalar of another type may have to be on the line
		// of the name.
		start = bytes.LastIndexByte(bytes.TrimRight(text[:scalar.Start], " \t\r\n"), '\n') + 1
	}
	end := len(text)
	if scalar.End > scalar.Start && text[scalar.End-1] == '\n' {
		end = scalar.End
	} else if i := bytes.IndexByte(text[scalar.End:], '\n'); i >= 0 {
		end = scalar.End + i
	}
	if !bytes.HasPrefix(edited, text[:start]) || !bytes.HasSuffix(edited, text[end:]) {
		return fmt.Errorf("%q became %q, though only the scalar %q was to change", text, edited, text[scalar.Start:scalar.End])
	}
	return nil
}

var core12 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|)$`)
})

var full11 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?` +
		`|[-+]?([0-9][0-9_]*)?\.[0-9.]*([eE][-+][0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|<<|=` +
		`|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?([Tt \t].*)?|)$`)
})

var decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// sameAmbiguities checks that an edit adds no scalars on which readers of YAML 1.1 and 1.2
// disagree.
func sameAmbiguities(text, edited []byte) error {
	before, after := ambiguous(text), ambiguous(edited)
	for _, scalar := range after {
		if !slices.Contains(before, scalar) {
			return fmt.Errorf("readers of YAML differ on %q", scalar)
		}
	}
	return nil
}

func ambiguous(text []byte) []string {
	var found []string
	var look func(n *yaml.Node)
	look = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && n.Style == 0 && core12().MatchString(n.Value) != full11().MatchString(n.Value) && !decimal.MatchString(n.Value) ||
			n.Kind == yaml.ScalarNode && n.Style == 0 && strings.HasPrefix(strings.TrimLeft(n.Value, "+-"), "0") && len(n.Value) > 1 && core12().MatchString(n.Value) && !decimal.MatchString(n.Value) {
			found = append(found, n.Value)
		}
		for _, part := range n.Content {
			look(part)
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for n := new(yaml.Node); decoder.Decode(n) == nil; n = new(yaml.Node) {
		look(n)
	}
	return found
}

// A yamlEditor generates the wanted values of a document.
type yamlEditor struct {
	src  gen.Source
	path model.Path
	word string // the replacement of scalars; empty for any replacement
}

var nastyTexts = []string{"no", "0777", "1e3", "~", "1_000", "0o7", "1:30", "2001-01-01", "<<", "=", "a: b", "a #b", "- x", "\n", "x\ny\n", "x\n\n", " lead\nx", "trail ", "é",
	"\u2028", "null", "", "{a}", "[", "*a", "&a", "!t", "%", "@", "`", "'", `"`, "\t", "---", "...", "x:", ":x", "?", "? x", "|", ">", "\ufeff", "\x00", strings.Repeat("long ", 60),
	"plain", "x y", "a\nb", "a\r\nb", "# no", "1.0", "+1", ".5", "0x1F", "-", "--flag", "--- a", "\U0001f600", "it's", "a,b", "x]"}

func (e *yamlEditor) scalar() model.Value {
	if e.word != "" {
		return model.NewString(e.word)
	}
	switch e.src.Intn("kind", 6) {
	case 0:
		return model.NewInt(int64(e.src.Intn("number", 20)) - 10)
	case 1:
		return model.MustParse([]string{"null", "true", "false", "1.5", "1e30", "-0.25", "1e-7", "9007199254740993", "18446744073709551615"}[e.src.Intn("which", 9)])
	}
	return model.NewString(nastyTexts[e.src.Intn("text", len(nastyTexts))])
}

func (e *yamlEditor) name() string {
	if e.src.Intn("nasty", 3) == 0 {
		return nastyTexts[e.src.Intn("text", len(nastyTexts))]
	}
	return string(rune('a' + e.src.Intn("new name", 6)))
}

func (e *yamlEditor) fresh(depth int) model.Value {
	switch kind := e.src.Intn("fresh", 5); {
	case kind == 0 && depth < 3:
		var members []model.Member
		for range e.src.Intn("members", 3) {
			if name := e.name(); !slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name }) {
				members = append(members, model.Member{Name: name, Value: e.fresh(depth + 1)})
			}
		}
		return must(model.NewMap(members...))
	case kind == 1 && depth < 3:
		var elements []model.Value
		for range e.src.Intn("elements", 3) {
			elements = append(elements, e.fresh(depth+1))
		}
		return must(model.NewList(elements...))
	}
	return e.scalar()
}

// oneScalar replaces one scalar with another one, and records its path.
func (e *yamlEditor) oneScalar(v model.Value) (model.Value, bool) {
	switch {
	case v.Len() == 0 && (v.Type() == model.Map || v.Type() == model.List):
		return v, false
	case v.Type() == model.Map:
		members := v.AppendMembers(nil)
		m := members[e.src.Intn("which", len(members))]
		e.path = append(e.path, model.Field(m.Name))
		below, ok := e.oneScalar(m.Value)
		return must(v.WithMembers(model.Member{Name: m.Name, Value: below})), ok
	case v.Type() == model.List:
		i := e.src.Intn("which", v.Len())
		e.path = append(e.path, model.Index(i))
		below, ok := e.oneScalar(v.At(i))
		return must(v.WithElements([]model.Element{{Index: i, Value: below}})), ok
	}
	return e.scalar(), true
}

// edited changes parts of a value.
func (e *yamlEditor) edited(v model.Value, depth int) model.Value {
	if e.src.Intn("whole", 8) == 7 {
		return e.fresh(depth)
	}
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			switch e.src.Intn("member", 6) {
			case 0:
				changes = append(changes, model.Member{Name: name})
			case 1, 2:
				changes = append(changes, model.Member{Name: name, Value: e.edited(member, depth+1)})
			}
		}
		v = must(v.WithMembers(changes...))
		for range e.src.Intn("more", 3) {
			v = must(v.WithMembers(model.Member{Name: e.name(), Value: e.fresh(depth)}))
		}
		return v
	case model.List:
		var elements []model.Value
		for _, element := range v.Elements() {
			switch e.src.Intn("element", 6) {
			case 0:
				continue
			case 1, 2:
				element = e.edited(element, depth+1)
			case 3:
				elements = append(elements, e.fresh(depth))
			}
			elements = append(elements, element)
		}
		if n := len(elements); n > 1 && e.src.Intn("move", 3) == 0 {
			i, j := e.src.Intn("from", n), e.src.Intn("to", n)
			elements[i], elements[j] = elements[j], elements[i]
		}
		return must(model.NewList(elements...))
	}
	return e.scalar()
}
