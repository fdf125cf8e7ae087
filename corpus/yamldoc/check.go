package yamldoc

import yaml "go.yaml.in/yaml/v3"

// moreAmbiguous reports whether a document has scalars that readers of YAML 1.1 and
// 1.2 may read otherwise, more of them than before.
func (d *Document) moreAmbiguous(before *Document) bool {
	if d.JSON {
		return false
	}
	counts := map[string]int{}
	countAmbiguous(before.tree, func(text string) { counts[text]++ })
	more := false
	countAmbiguous(d.tree, func(text string) {
		counts[text]--
		more = more || counts[text] < 0
	})
	return more
}

func countAmbiguous(n *yaml.Node, found func(text string)) {
	const otherwise = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
	if n.Kind == yaml.ScalarNode && n.Style&otherwise == 0 && isAmbiguous(n.Value) {
		found(n.Value)
	}
	for _, part := range n.Content {
		countAmbiguous(part, found)
	}
}
