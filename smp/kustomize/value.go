package kustomize

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
)

var errTooDeep = fmt.Errorf("the document is nested more than %d levels deep", model.DefaultMaxDepth)

// valueOf returns the value of a node. Numbers that JSON cannot express become strings, and so do
// scalars that are not null, booleans or numbers by their tags.
func valueOf(n *yaml.RNode) (model.Value, error) {
	text, err := appendJSON(nil, n.YNode(), 0)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text)
}

func appendJSON(dst []byte, n *yaml.Node, depth int) ([]byte, error) {
	if depth > model.DefaultMaxDepth {
		return nil, errTooDeep
	}
	var err error
	switch n.Kind {
	case yaml.SequenceNode:
		dst = append(dst, '[')
		for i, element := range n.Content {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendJSON(dst, element, depth+1); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case yaml.MappingNode:
		dst = append(dst, '{')
		for i := range len(n.Content) / 2 {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(model.NewString(n.Content[2*i].Value).AppendJSON(dst), ':')
			if dst, err = appendJSON(dst, n.Content[2*i+1], depth+1); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	}
	return append(dst, scalarJSON(n)...), nil
}

// maxDigits is the maximal length of integers that JSON has no notation for, such as 0x10. The time to
// convert a longer one grows with the square of its length, so it stays a string.
const maxDigits = 1000

func scalarJSON(n *yaml.Node) string {
	plain := strings.ReplaceAll(n.Value, "_", "")
	switch n.ShortTag() {
	case yaml.NodeTagNull:
		return "null"
	case yaml.NodeTagBool:
		if b, err := strconv.ParseBool(n.Value); err == nil {
			return strconv.FormatBool(b)
		}
	case yaml.NodeTagInt:
		if v, err := model.NewNumber(n.Value); err == nil {
			return v.NumberText() // keep all digits
		}
		if len(plain) > maxDigits {
			break
		}
		if i, ok := new(big.Int).SetString(plain, 0); ok {
			return i.String()
		}
	case yaml.NodeTagFloat:
		if v, err := model.NewNumber(n.Value); err == nil {
			return v.NumberText()
		}
		if f, err := strconv.ParseFloat(plain, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			text, _ := json.Marshal(f) // cannot fail, because f is finite
			return string(text)
		}
	}
	return model.NewString(n.Value).JSON()
}

// hasAliases reports whether a node contains aliases or merge keys.
func hasAliases(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Tag == yaml.MergeTag {
		return true
	}
	for _, part := range n.Content {
		if hasAliases(part) {
			return true
		}
	}
	return false
}
