package schemas

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// LongName replaces the short name, plural or singular of a kind that a file of --crd defines by the
// kind. A group and a part may follow the name, as in kinds.OfResource. LongName returns other texts
// unchanged, and also a name that two of these kinds share. Call it after CheckCRDs.
func (c *Choice) LongName(text string) string {
	whole, _, _ := strings.Cut(text, "#")
	name, group, hasGroup := strings.Cut(whole, ".")
	if strings.Contains(whole, "/") || len(kinds.Called(name, append(c.Custom(), kubernetes.Kinds()...))) > 0 {
		return text
	}
	var found []string
	for _, crd := range c.crds {
		if (!hasGroup || crd.isIn(group)) && slices.Contains(crd.names(), strings.ToLower(name)) && !slices.Contains(found, crd.Kind()) {
			found = append(found, crd.Kind())
		}
	}
	if len(found) != 1 {
		return text
	}
	return found[0] + text[len(name):]
}

// NameKind sets Kind to the kind with a name, which may be one of --crd. Call it after CheckCRDs.
func (c *Choice) NameKind(text string) error {
	return c.Kind.SetAmong(kinds.OfResource(c.LongName(text), c.Custom()), c.Custom())
}

// isIn reports whether a text is the group of a definition, optionally after a served version.
func (crd crdFile) isIn(group string) bool {
	version, isBefore := strings.CutSuffix(group, "."+crd.Group())
	return group == crd.Group() || isBefore && slices.Contains(crd.Versions(), version)
}

// names returns the short names, the plural and the singular of a definition.
func (crd crdFile) names() []string {
	all, _ := model.Path{model.Field("spec"), model.Field("names")}.Lookup(crd.document.Value)
	short, _ := all.Get("shortNames")
	plural, _ := all.Get("plural")
	singular, _ := all.Get("singular")
	names := []string{plural.Text(), singular.Text()}
	for _, name := range short.Elements() {
		names = append(names, name.Text())
	}
	return names
}
