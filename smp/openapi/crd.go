package openapi

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A CRD is a CustomResourceDefinition. It never changes and may be shared between
// goroutines.
type CRD struct {
	group, kind string
	versions    []crdVersion
}

type crdVersion struct {
	name     string
	schema   site // schema of the custom resource; absent if the CRD has none
	preserve bool // spec.preserveUnknownFields
}

// String returns the group and the kind, such as gateway.networking.k8s.io/Gateway.
func (c *CRD) String() string { return c.group + "/" + c.kind }

const crdGroup = "apiextensions.k8s.io/"

// ReadCRD reads a CustomResourceDefinition of version apiextensions.k8s.io/v1 or v1beta1. The
// schemas are read later, by [CRD.Schema]. In these schemas, list types and map types count as
// strategies.
//
//	crd, err := openapi.ReadCRD(doc)
//	if err != nil { … }
//	schema, err := crd.Schema("v1")
//
// If doc is not a CustomResourceDefinition, or lacks its group, kind or versions, the
// error is an [*smp.Error] with Code InvalidSchema and the path of the fault.
func ReadCRD(doc model.Value) (*CRD, error) {
	root := site{value: doc}
	if doc.Type() != model.Map {
		return nil, fault(nil, "expected a CustomResourceDefinition, got %s", doc.Type().Noun())
	}
	kind, err := root.text("kind")
	if err != nil {
		return nil, err
	}
	if kind != "CustomResourceDefinition" {
		return nil, fault(model.Path{model.Field("kind")}, "expected CustomResourceDefinition, got %s", kind)
	}
	apiVersion, err := root.text("apiVersion")
	if err != nil {
		return nil, err
	}
	version, ok := strings.CutPrefix(apiVersion, crdGroup)
	if !ok || version != "v1" && version != "v1beta1" {
		return nil, fault(model.Path{model.Field("apiVersion")}, "%s is not supported; expected %[2]sv1 or %[2]sv1beta1", apiVersion, crdGroup)
	}
	return readCRDSpec(root, version == "v1beta1")
}

func readCRDSpec(root site, beta bool) (*CRD, error) {
	spec, err := root.needMap("spec")
	if err != nil {
		return nil, err
	}
	names, err := spec.needMap("names")
	if err != nil {
		return nil, err
	}
	c := &CRD{}
	if c.group, err = spec.text("group"); err != nil {
		return nil, err
	}
	if c.kind, err = names.text("kind"); err != nil {
		return nil, err
	}
	c.versions, err = readVersions(spec, beta)
	return c, err
}

// readVersions reads the served versions. In v1beta1, there may be a single version in place of the
// list, and the versions may share one schema.
func readVersions(spec site, beta bool) ([]crdVersion, error) {
	shared, _, err := spec.maybeMap("validation")
	if err != nil {
		return nil, err
	}
	if !beta {
		shared = site{}
	}
	preserve, err := spec.flag("preserveUnknownFields", beta)
	if err != nil {
		return nil, err
	}
	list, ok := spec.member("versions")
	if k := list.value.Type(); beta && (!ok || k == model.Null || k == model.List && list.value.Len() == 0) {
		name, err := spec.text("version")
		if err != nil {
			return nil, err
		}
		v := crdVersion{name: name, preserve: preserve}
		v.schema, err = shared.resourceSchema()
		return []crdVersion{v}, err
	}
	if list.value.Type() != model.List || !ok {
		return nil, fault(list.at.path(nil), "expected a list of versions")
	}
	var versions []crdVersion
	for i, v := range list.value.Elements() {
		version, served, err := readVersion(site{v, list.at.element(i)}, shared)
		if err != nil {
			return nil, err
		}
		if served {
			version.preserve = preserve
			versions = append(versions, version)
		}
	}
	return versions, nil
}

func readVersion(s, shared site) (v crdVersion, served bool, err error) {
	if s.value.Type() != model.Map {
		return v, false, fault(s.at.path(nil), "expected a map, got %s", s.value.Type().Noun())
	}
	if v.name, err = s.text("name"); err != nil {
		return v, false, err
	}
	if served, err = s.flag("served", true); err != nil {
		return v, false, err
	}
	own, ok, err := s.maybeMap("schema")
	if err != nil {
		return v, false, err
	}
	if !ok {
		own = shared
	}
	v.schema, err = own.resourceSchema()
	return v, served, err
}

// resourceSchema returns the openAPIV3Schema of a version or of the CRD's validation,
// or an absent value if there is none.
func (s site) resourceSchema() (site, error) {
	schema, _, err := s.maybeMap("openAPIV3Schema")
	return schema, err
}

// Group returns the API group of the custom resource.
func (c *CRD) Group() string { return c.group }

// Kind returns the kind of the custom resource.
func (c *CRD) Kind() string { return c.kind }

// Versions returns the names of the served versions, in the order of the document. The
// caller may change the slice.
func (c *CRD) Versions() []string {
	names := make([]string, len(c.versions))
	for i, v := range c.versions {
		names[i] = v.name
	}
	return names
}

// Schema returns the schema of the custom resource in a served version. The schema has the fields
// of every resource: apiVersion, kind, and metadata as in [ObjectMeta]. If a version defines no
// schema, all other fields merge without a schema (rule unknown-field).
//
// The error is an [*smp.Error]. Its Code is UnknownKind if the version does not exist or is not
// served. If the schema has a fault, the Code is InvalidSchema, and the error has the path in the
// CRD.
func (c *CRD) Schema(version string) (smp.Schema, error) {
	v, err := c.version(version)
	if err != nil {
		return smp.Schema{}, err
	}
	return v.read()
}

// version returns the served version with the given name.
func (c *CRD) version(name string) (crdVersion, error) {
	for _, v := range c.versions {
		if v.name == name {
			return v, nil
		}
	}
	path := model.Path{model.Field("spec"), model.Field("versions")}
	return crdVersion{}, unknownKind(path, "version %q of %s.%s is not served", name, c.kind, c.group)
}

func (v crdVersion) read() (smp.Schema, error) {
	r := newReader(v.schema.value, v.schema.at.path(nil), options{listTypes: true})
	r.preserve, r.custom = v.preserve, true
	t := smp.Definition{Type: smp.MapType}
	if present(v.schema.value) {
		var err error
		if t, err = r.resource(); err != nil {
			return smp.Schema{}, err
		}
	}
	makeResource(&t)
	return r.build(t)
}

// resource returns the definition of the root as a map to which fields can be added.
func (r *reader) resource() (smp.Definition, error) {
	meant, err := r.read(site{value: r.root}, 0)
	if err != nil {
		return smp.Definition{}, err
	}
	t := smp.Definition{Type: smp.MapType}
	switch meant.typ {
	case smp.MapType:
		if t, err = r.structure(meant); err != nil {
			return smp.Definition{}, err
		}
	case smp.AnyType:
	default:
		return smp.Definition{}, fault(r.base, "a custom resource must be a map, got a %s", meant.typ)
	}
	t.Origin = meant.structure.at.path(r.base)
	return r.place(t, meant)
}

// needMap returns the member with the given name, which must be a map.
func (s site) needMap(name string) (site, error) {
	m, ok, err := s.maybeMap(name)
	if err == nil && !ok {
		err = missing(s, name)
	}
	return m, err
}

// missing returns the error for a missing member.
func missing(s site, name string) error {
	return fault(s.at.path(nil), "missing %s; a CustomResourceDefinition requires it here", name)
}

// maybeMap returns the member with the given name, which must be a map, null or absent.
func (s site) maybeMap(name string) (site, bool, error) {
	m, ok := s.member(name)
	switch {
	case !ok || m.value.Type() == model.Null:
		return site{}, false, nil
	case m.value.Type() != model.Map:
		return site{}, false, fault(m.at.path(nil), "expected a map, got %s", m.value.Type().Noun())
	}
	return m, true, nil
}

// text returns the member with the given name, which must be a string and not empty.
func (s site) text(name string) (string, error) {
	v, ok := s.member(name)
	switch {
	case !ok:
		return "", missing(s, name)
	case v.value.Type() != model.String || v.value.Text() == "":
		return "", fault(v.at.path(nil), "expected a string that is not empty")
	}
	return v.value.Text(), nil
}

// flag returns the member with the given name, which must be a boolean, null or absent. If it is
// null or absent, flag returns the parameter otherwise.
func (s site) flag(name string, otherwise bool) (bool, error) {
	v, ok := s.member(name)
	switch {
	case !ok || v.value.Type() == model.Null:
		return otherwise, nil
	case v.value.Type() != model.Bool:
		return false, fault(v.at.path(nil), "expected true or false, got %s", v.value.Type().Noun())
	}
	return v.value.Bool(), nil
}
