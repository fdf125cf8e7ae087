package load

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// KindOfResource returns the kind of a resource that is named as in kubectl: by its name, its group
// and, optionally, a version. The kind is a built-in one or one of custom. Other texts are returned
// unchanged. If several versions have the name, KindOfResource returns the name alone, unless it is
// also the name of a resource of another group.
//
//	deployment.apps        apps/v1/Deployment
//	deployments.v1.apps    apps/v1/Deployment
//	pods.v1.               v1/Pod
func KindOfResource(text string, custom []kubernetes.Kind) string {
	name, group, found := strings.Cut(text, ".")
	if !found || strings.Contains(text, "/") {
		return text
	}
	group, part, hasPart := strings.Cut(group, "#")
	if hasPart {
		part = "#" + part
	}
	all := slices.Concat(custom, kubernetes.Kinds())
	kinds := slices.DeleteFunc(slices.Clone(all), func(k kubernetes.Kind) bool {
		of := groupOf(k)
		version := k.APIVersion[strings.LastIndexByte(k.APIVersion, '/')+1:]
		return group != of && group != version+"."+of && (of != "" || group != version)
	})
	switch named := kindsNamed(name, kinds); len(named) {
	case 0:
		return text
	case 1:
		return named[0].String() + part
	default:
		if !slices.Equal(named, kindsNamed(name, all)) {
			return text
		}
	}
	return name + part
}

// LongName replaces the short name, plural or singular of a kind that a file of --crd defines by the
// kind. A group and a part may follow the name, as in KindOfResource. LongName returns other texts
// unchanged, and also a name that two of these kinds share. Call it after CheckCRDs.
func (r *Reader) LongName(text string) string {
	whole, _, _ := strings.Cut(text, "#")
	name, group, hasGroup := strings.Cut(whole, ".")
	if strings.Contains(whole, "/") || len(kindsNamed(name, append(r.Custom(), kubernetes.Kinds()...))) > 0 {
		return text
	}
	var kinds []string
	for _, crd := range r.crds {
		if (!hasGroup || crd.isIn(group)) && slices.Contains(crd.names(), strings.ToLower(name)) && !slices.Contains(kinds, crd.Kind()) {
			kinds = append(kinds, crd.Kind())
		}
	}
	if len(kinds) != 1 {
		return text
	}
	return kinds[0] + text[len(name):]
}

// IsKindName reports whether a value of --kind is a name, and not an apiVersion with a kind.
func IsKindName(text string) bool {
	whole, _, _ := strings.Cut(text, "#")
	return whole != "" && !strings.Contains(whole, "/")
}

// NameKind sets Kind to the kind with a name, which may be one of --crd. Call it after CheckCRDs.
func (c *SchemaChoice) NameKind(r *Reader, text string) error {
	return c.Kind.set(KindOfResource(r.LongName(text), r.Custom()), r.Custom())
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
