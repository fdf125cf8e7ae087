package kustomization

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// An ID identifies an object. Fields that a document lacks are empty.
type ID struct{ Group, Version, Kind, Namespace, Name string }

// IDOf returns the identity of a document.
func IDOf(v model.Value) ID {
	declared := corpus.DeclaredKind(v)
	group, version, grouped := strings.Cut(declared.APIVersion, "/")
	if !grouped {
		group, version = "", declared.APIVersion
	}
	metadata, _ := v.Get("metadata")
	name, _ := metadata.Get("name")
	namespace, _ := metadata.Get("namespace")
	return ID{group, version, declared.Kind, namespace.Text(), name.Text()}
}

// String returns kind, namespace and name, as in "Deployment shop/web". It leaves out the middle
// of very long parts, so use the fields to compare identities.
func (id ID) String() string {
	return model.Shorten(id.Kind) + " " + strings.TrimPrefix(model.Shorten(id.Namespace)+"/"+model.Shorten(id.Name), "/")
}

// These annotations tell a function the names that an object had before kustomize changed
// them, for example by prefixes and suffixes. Each is a list separated by commas.
const (
	previousNames      = "internal.config.kubernetes.io/previousNames"
	previousNamespaces = "internal.config.kubernetes.io/previousNamespaces"
	previousKinds      = "internal.config.kubernetes.io/previousKinds"
	// inKustomize is an annotation that kustomize adds to every object that it passes to a
	// function.
	inKustomize = "kustomize.config.k8s.io/id"
)

// previousIDs returns the earlier identities of an object, beginning with the first one.
func previousIDs(v model.Value, id ID) []ID {
	list := func(name string) []string {
		if text := annotation(v, name); text != "" {
			return strings.Split(text, ",")
		}
		return nil
	}
	names, namespaces, kinds := list(previousNames), list(previousNamespaces), list(previousKinds)
	ids := make([]ID, len(names))
	for i, name := range names {
		ids[i] = id
		ids[i].Name = name
		if i < len(namespaces) {
			ids[i].Namespace = namespaces[i]
		}
		if i < len(kinds) {
			ids[i].Kind = kinds[i]
		}
	}
	return ids
}

func annotation(v model.Value, name string) string {
	text, _ := model.Path{model.Field("metadata"), model.Field("annotations"), model.Field(name)}.Lookup(v)
	return text.Text()
}

// internalPrefixes are the prefixes of annotations by which the caller of a function
// recognizes objects. The caller removes these annotations from its output.
var internalPrefixes = []string{"internal.config.kubernetes.io/", "kustomize.config.k8s.io/", "config.kubernetes.io/index", "config.kubernetes.io/path"}

// WithNotes returns a patched object with the annotations that the caller of a function uses,
// because a patch may have removed them. If the patch has changed the name, namespace or
// kind, WithNotes adds a note of the former one for kustomize, which uses it to correct
// references. Objects that are not from kustomize get no note.
func WithNotes(before, after model.Value) (model.Value, error) {
	var notes []model.Member
	annotations, _ := model.Path{model.Field("metadata"), model.Field("annotations")}.Lookup(before)
	for name, text := range annotations.Members() {
		isInternal := slices.ContainsFunc(internalPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if isInternal && annotation(after, name) != text.Text() {
			notes = append(notes, model.Member{Name: name, Value: text})
		}
	}
	was := IDOf(before)
	if was != IDOf(after) && annotation(before, inKustomize) != "" {
		for _, note := range [][2]string{
			{previousNames, was.Name}, {previousNamespaces, was.effectiveNamespace()}, {previousKinds, was.Kind},
		} {
			text := note[1]
			if earlier := annotation(before, note[0]); earlier != "" {
				text = earlier + "," + text
			}
			notes = append(notes, model.Member{Name: note[0], Value: model.NewString(text)})
		}
	}
	if len(notes) == 0 {
		return after, nil
	}
	return withMembers(after, []string{"metadata", "annotations"}, notes)
}

// withMembers returns a map in which these members are set in the map at a path. It adds that
// map if there is none.
func withMembers(v model.Value, path []string, members []model.Member) (model.Value, error) {
	if v.Type() != model.Map {
		v, _ = model.NewMap()
	}
	if len(path) == 0 {
		return v.WithMembers(members...)
	}
	inner, _ := v.Get(path[0])
	inner, err := withMembers(inner, path[1:], members)
	if err != nil {
		return v, err
	}
	return v.WithMembers(model.Member{Name: path[0], Value: inner})
}

// nowhere is the namespace of objects whose kind has none.
const nowhere = "_non_namespaceable_"

// effectiveNamespace returns the namespace in which an object is created. It returns
// "default" if the object has none, and nowhere if its kind is not namespaced.
func (id ID) effectiveNamespace() string {
	switch {
	case id.isClusterScoped():
		return nowhere
	case id.Namespace == "":
		return "default"
	}
	return id.Namespace
}

func (id ID) isClusterScoped() bool {
	for _, of := range clusterScoped {
		if of.group == id.Group {
			return slices.Contains(of.kinds, id.Kind)
		}
	}
	return false
}

// clusterScoped lists the built-in kinds whose objects are in no namespace, by group.
var clusterScoped = []struct {
	group string
	kinds []string
}{
	{"", []string{"ComponentStatus", "Namespace", "Node", "PersistentVolume"}},
	{"policy", []string{"PodSecurityPolicy"}},
	{"admissionregistration.k8s.io", []string{
		"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration",
		"ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration",
	}},
	{"apiextensions.k8s.io", []string{"CustomResourceDefinition"}},
	{"apiregistration.k8s.io", []string{"APIService"}},
	{"authentication.k8s.io", []string{"SelfSubjectReview", "TokenReview"}},
	{"authorization.k8s.io", []string{"SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"}},
	{"certificates.k8s.io", []string{"CertificateSigningRequest", "ClusterTrustBundle"}},
	{"flowcontrol.apiserver.k8s.io", []string{"FlowSchema", "PriorityLevelConfiguration"}},
	{"internal.apiserver.k8s.io", []string{"StorageVersion"}},
	{"networking.k8s.io", []string{"IPAddress", "IngressClass", "ServiceCIDR"}},
	{"node.k8s.io", []string{"RuntimeClass"}},
	{"rbac.authorization.k8s.io", []string{"ClusterRole", "ClusterRoleBinding"}},
	{"resource.k8s.io", []string{"DeviceClass", "DeviceTaintRule", "ResourceSlice"}},
	{"scheduling.k8s.io", []string{"PriorityClass"}},
	{"storage.k8s.io", []string{"CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"}},
	{"storagemigration.k8s.io", []string{"StorageVersionMigration"}},
}

// same reports whether two identities are equal. Namespaces are compared as a cluster
// interprets them.
func (id ID) same(other ID) bool {
	return id.Group == other.Group && id.Version == other.Version && id.Kind == other.Kind && id.Name == other.Name &&
		id.effectiveNamespace() == other.effectiveNamespace()
}

// names reports whether a patch with this identity may be for an object. Fields that the patch
// lacks are not compared.
func (id ID) names(object ID) bool {
	return id.Kind == object.Kind && id.Name == object.Name && (id.Version == "" || id.Group == object.Group && id.Version == object.Version) &&
		(id.Namespace == "" || id.effectiveNamespace() == object.effectiveNamespace())
}

// NamedBy returns the indexes of the objects that a patch without a target may be for. There
// should be exactly one index. It is that of the object with the patch's identity. If there
// is none, it is that of an object that had this identity before kustomize renamed the
// object, or else of one that differs from it only in fields that the patch lacks. Several
// indexes mean that the patch is ambiguous.
func NamedBy(patch ID, objects []model.Value) []int {
	var present, earlier, nearly []int
	for i, v := range objects {
		id := IDOf(v)
		if id.Kind == "" {
			continue
		}
		previous := previousIDs(v, id)
		switch {
		case patch.same(id):
			present = append(present, i)
		case slices.ContainsFunc(previous, patch.same):
			earlier = append(earlier, i)
		case patch.names(id) || slices.ContainsFunc(previous, patch.names):
			nearly = append(nearly, i)
		}
	}
	for _, found := range [][]int{present, earlier} {
		if len(found) > 0 {
			return found
		}
	}
	return nearly
}
