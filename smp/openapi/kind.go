package openapi

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A kindName is a kind in the form of x-kubernetes-group-version-kind.
type kindName struct{ group, version, kind string }

// Kind returns the schema of the definition whose x-kubernetes-group-version-kind contains the
// given kind. apiVersion has the form group/version. For the core group it is only the version:
//
//	pod, err := d.Kind("v1", "Pod")
//	deployment, err := d.Kind("apps/v1", "Deployment")
//
// The error is an [*smp.Error]. Its Code is UnknownKind if there is no such definition. The Code is
// InvalidSchema if there are several such definitions, or if the extension of a definition is
// malformed. The other errors are those of [Document.Schema].
func (d *Document) Kind(apiVersion, kind string) (smp.Schema, error) {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		group, version = "", apiVersion
	}
	var kinds map[kindName][]site
	if d.kinds != nil {
		var err error
		if kinds, err = d.kinds(); err != nil {
			return smp.Schema{}, err
		}
	}
	sites := kinds[kindName{group, version, kind}]
	switch len(sites) {
	case 0:
		return smp.Schema{}, unknownKind(nil, "the document has no kind %s in %s", kind, apiVersion)
	case 1:
		return d.reader().schema(sites[0])
	default:
		return smp.Schema{}, fault(sites[1].at.member(kindKeyword).path(nil),
			"kind %s in %s is already defined in %s", kind, apiVersion, sites[0].at.path(nil))
	}
}

// findKinds collects the kinds of all definitions. It runs only once, in the first call of Kind.
func (d *Document) findKinds() (map[kindName][]site, error) {
	kinds := map[kindName][]site{}
	for _, names := range d.definitions {
		for name, v := range names.value.Members() {
			list, ok := v.Get(kindKeyword)
			if !ok {
				continue
			}
			definition := site{v, names.at.member(name)}
			at := definition.at.member(kindKeyword)
			if list.Type() != model.List {
				return nil, fault(at.path(nil), "expected a list, got %s", list.Type().Noun())
			}
			for i, entry := range list.Elements() {
				k, err := kindNameOf(site{entry, at.element(i)})
				if err != nil {
					return nil, err
				}
				sites := kinds[k]
				if n := len(sites); n == 0 || sites[n-1] != definition {
					kinds[k] = append(sites, definition)
				}
			}
		}
	}
	return kinds, nil
}

func kindNameOf(s site) (k kindName, err error) {
	if s.value.Type() != model.Map {
		return k, fault(s.at.path(nil), "expected a map, got %s", s.value.Type().Noun())
	}
	var parts [3]string
	for i, name := range []string{"group", "version", "kind"} {
		v, _ := s.value.Get(name)
		if present(v) && v.Type() != model.String {
			return k, fault(s.at.member(name).path(nil), "expected a string, got %s", v.Type().Noun())
		}
		parts[i] = v.Text()
	}
	return kindName{parts[0], parts[1], parts[2]}, nil
}

func unknownKind(path model.Path, format string, args ...any) error {
	return &smp.Error{Code: smp.UnknownKind, Document: "schema", Path: path, Cause: faults.Errorf(format, args...)}
}
