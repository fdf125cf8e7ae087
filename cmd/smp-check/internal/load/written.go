package load

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// AddSpellings adds the file's spelling of each string in the document to spelled, unless spelled
// has one.
func (d Document) AddSpellings(spelled map[string]string) {
	s := d.source.withTree()
	s.tree.addSpellings(d.Value, s.node(), spelled)
}

func (t *tree) addSpellings(v model.Value, n *yaml.Node, spelled map[string]string) {
	if n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if text := v.Text(); v.Type() == model.String && n != nil && n.Kind == yaml.ScalarNode && n.Value == text {
		if _, ok := spelled[text]; !ok {
			spelled[text] = spelling(n)
		}
	}
	for name, member := range v.Members() {
		_, inside := t.child(n, model.Field(name))
		t.addSpellings(member, inside, spelled)
	}
	for i, e := range v.Elements() {
		_, inside := t.child(n, model.Index(i))
		t.addSpellings(e, inside, spelled)
	}
}

// spelling returns a string as the file spells it, on one line.
func spelling(n *yaml.Node) string {
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		return "'" + strings.ReplaceAll(n.Value, "'", "''") + "'"
	case n.Style&(yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 || strings.Contains(n.Value, "\n"):
		return model.NewString(n.Value).JSON()
	}
	return n.Value
}
