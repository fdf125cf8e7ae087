package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Resource describes one version of a resource that the server serves.
type Resource struct {
	Group, Version, Name string
	// Kind is the kind of the documents.
	Kind       kubernetes.Kind
	Namespaced bool
	Verbs      []string
	// Parts are the subresources that accept patches.
	Parts []string
}

// Path returns the path of an object. Without a name, it returns the path of the collection.
func (r Resource) Path(namespace, name string) string {
	path := "/apis/" + r.Group
	if r.Group == "" {
		path = "/api"
	}
	path += "/" + r.Version
	if r.Namespaced && namespace != "" {
		path += "/namespaces/" + namespace
	}
	path += "/" + r.Name
	if name != "" {
		path += "/" + url.PathEscape(name)
	}
	return path
}

// Takes reports whether the resource supports a verb.
func (r Resource) Takes(verb string) bool { return slices.Contains(r.Verbs, verb) }

// aggregated is the content type of the list of all resources.
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// Resources returns all served resources, sorted by kind.
func (c *Client) Resources(ctx context.Context) ([]Resource, error) {
	var all []Resource
	for _, path := range []string{"/api", "/apis"} {
		a, err := c.Do(ctx, Request{Method: http.MethodGet, Path: path, Accept: aggregated})
		if err != nil {
			return nil, err
		}
		var list groupList
		if err := json.Unmarshal(a.Text, &list); err != nil {
			return nil, err
		}
		all = append(all, list.resources()...)
	}
	slices.SortFunc(all, func(a, b Resource) int { return a.Kind.Compare(b.Kind) })
	return all, nil
}

// A groupList is the server's representation of the resources.
type groupList struct {
	Items []struct {
		Metadata struct{ Name string }
		Versions []struct {
			Version   string
			Resources []struct {
				Resource     string
				ResponseKind struct{ Group, Version, Kind string }
				Scope        string
				Verbs        []string
				Subresources []struct {
					Subresource string
					Verbs       []string
				}
			}
		}
	}
}

func (l groupList) resources() []Resource {
	var all []Resource
	for _, g := range l.Items {
		for _, v := range g.Versions {
			for _, r := range v.Resources {
				resource := Resource{
					Group: g.Metadata.Name, Version: v.Version, Name: r.Resource,
					Kind: kubernetes.Kind{
						APIVersion: strings.TrimPrefix(g.Metadata.Name+"/"+v.Version, "/"),
						Kind:       r.ResponseKind.Kind,
					},
					Namespaced: r.Scope == "Namespaced", Verbs: r.Verbs,
				}
				for _, part := range r.Subresources {
					if slices.Contains(part.Verbs, "patch") {
						resource.Parts = append(resource.Parts, part.Subresource)
					}
				}
				all = append(all, resource)
			}
		}
	}
	return all
}
