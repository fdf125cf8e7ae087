package trial

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Schemas contains the results of comparing the schemas that the server publishes with the
// built-in table.
type Schemas struct {
	// Kinds contains the numbers of compared kinds, by version of OpenAPI.
	Kinds map[string]int
	// Places is the number of compared schemas.
	Places int
	// Served is the number of served kinds. NotServed is the number of the other kinds in the
	// table: lists, options, and objects that are never resources.
	Served, NotServed int
	// Explained counts the differences that have a reason, by reason. Failed contains the
	// other differences.
	Explained map[string]*Failures
	Failed    []string
}

// Schemas compares the OpenAPI documents of the server, in both versions, and its served
// kinds with the table. It returns an error if a document cannot be read.
func (w *World) Schemas(ctx context.Context) (*Schemas, error) {
	result := &Schemas{Kinds: map[string]int{}, Explained: map[string]*Failures{}}
	served := map[kubernetes.Kind]bool{}
	for _, r := range w.Resources {
		if _, builtIn := goKinds()[r.Kind]; builtIn || !strings.Contains(r.Group, ".example") {
			served[r.Kind] = true
		}
	}
	for kind := range served {
		if _, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind); !ok {
			result.Failed = append(result.Failed, fmt.Sprintf("the table does not have %s, which is served", kind))
		}
	}
	result.Served = len(served)
	v2, err := w.document(ctx, "/openapi/v2")
	if err != nil {
		return nil, err
	}
	paths, err := w.Must(ctx, client.Request{Method: http.MethodGet, Path: "/openapi/v3"})
	if err != nil {
		return nil, err
	}
	published := map[string]func(apiVersion string) (*openapi.Document, error){
		"v2": func(string) (*openapi.Document, error) { return v2, nil },
		"v3": func(apiVersion string) (*openapi.Document, error) {
			prefix := "apis/"
			if !strings.Contains(apiVersion, "/") {
				prefix = "api/"
			}
			if _, ok := (model.Path{model.Field("paths"), model.Field(prefix + apiVersion)}).Lookup(paths); !ok {
				return nil, nil
			}
			return w.document(ctx, "/openapi/v3/"+prefix+apiVersion)
		},
	}
	for _, kind := range kubernetes.Kinds() {
		if !served[kind] {
			result.NotServed++
		}
		table, _ := kubernetes.Lookup(kind.APIVersion, kind.Kind)
		for version, of := range published {
			document, err := of(kind.APIVersion)
			if err != nil {
				return nil, err
			}
			if err := result.compare(version, kind, table, document, served[kind]); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

func (w *World) document(ctx context.Context, path string) (*openapi.Document, error) {
	v, err := w.Must(ctx, client.Request{Method: http.MethodGet, Path: path})
	if err != nil {
		return nil, err
	}
	return openapi.Read(v)
}

// compare compares one kind. A kind that is not served need not be published.
func (s *Schemas) compare(version string, kind kubernetes.Kind, table smp.Schema, document *openapi.Document, served bool) error {
	var published smp.Schema
	err := fmt.Errorf("there is no document of %s", kind.APIVersion)
	if document != nil {
		published, err = document.Kind(kind.APIVersion, kind.Kind)
	}
	if err != nil {
		if served {
			s.Failed = append(s.Failed, fmt.Sprintf("OpenAPI %s of %s: %v", version, kind, err))
		}
		return nil
	}
	s.Kinds[version]++
	walk := schemaWalk{seen: map[[2]smp.Schema]bool{}}
	walk.compare(nil, table, published)
	s.Places += len(walk.seen)
	for _, d := range walk.found {
		text := fmt.Sprintf("OpenAPI %s of %s, %s: %s", version, kind, d.path, d)
		if reason := d.reason(version); reason != "" {
			if s.Explained[reason] == nil {
				s.Explained[reason] = &Failures{}
			}
			s.Explained[reason].add(text)
		} else {
			s.Failed = append(s.Failed, text)
		}
	}
	return nil
}

// A schemaWalk compares two schemas.
type schemaWalk struct {
	seen  map[[2]smp.Schema]bool
	found []schemaDifference
}

// A schemaDifference is a difference between the schemas of a place.
type schemaDifference struct {
	path                     model.Path
	aspect, table, published string
}

func (d schemaDifference) String() string {
	return fmt.Sprintf("%s is %q in the table and %q there", d.aspect, d.table, d.published)
}

func (w *schemaWalk) compare(path model.Path, table, published smp.Schema) {
	pair := [2]smp.Schema{table, published}
	if w.seen[pair] {
		return
	}
	w.seen[pair] = true
	for _, aspect := range aspects {
		if a, b := aspect.of(table), aspect.of(published); a != b {
			w.found = append(w.found, schemaDifference{path, aspect.name, a, b})
			if aspect.name == "kind" {
				return
			}
		}
	}
	for name, field := range table.Fields() {
		if other, ok := published.Field(name); ok {
			w.compare(path.Append(model.Field(name)), field, other)
		}
	}
	if values, ok := table.Values(); ok {
		if other, ok := published.Values(); ok {
			w.compare(path.Append(model.Field("*")), values, other)
		}
	}
	if table.Type() == smp.ListType {
		w.compare(path.Append(model.Field("[]")), table.Element(), published.Element())
	}
}

// aspects are the compared properties of a schema.
var aspects = []struct {
	name string
	of   func(smp.Schema) string
}{
	{"kind", func(s smp.Schema) string { return s.Type().String() }},
	{"scalars", func(s smp.Schema) string { return fmt.Sprint(s.Scalars()) }},
	{"strategy", func(s smp.Schema) string { return s.Strategy().String() }},
	{"retainKeys", func(s smp.Schema) string { return fmt.Sprint(s.RetainKeys()) }},
	{"keys", func(s smp.Schema) string { return strings.Join(s.Keys(), ",") }},
	{"recommended keys", func(s smp.Schema) string { return strings.Join(s.Recommended(), ",") }},
	{"defaults of keys", keyDefaults},
	{"fields", func(s smp.Schema) string {
		fields := maps.Collect(s.Fields())
		return strings.Join(slices.Sorted(maps.Keys(fields)), ",")
	}},
	{"unions", unionWords},
	{"other names", func(s smp.Schema) string { _, free := s.Values(); return fmt.Sprint(free) }},
}

// unionWords describes the unions of a map. It leaves out the values that count as unset,
// because only the table defines them.
func unionWords(s smp.Schema) string {
	var b strings.Builder
	for _, u := range s.Unions() {
		fmt.Fprintf(&b, "%s{", u.Discriminator)
		for _, m := range u.Members {
			fmt.Fprintf(&b, "%s=%s ", m.Value, strings.Join(m.Fields, "+"))
		}
		b.WriteString("} ")
	}
	return b.String()
}

// keyDefaults returns the defaults of a list's keys. It leaves out defaults of "" and 0,
// because they only mean that the Go field is not a pointer. The table ignores them as well
// (rule keys-default).
func keyDefaults(s smp.Schema) string {
	var b strings.Builder
	for _, key := range slices.Concat(s.Keys(), s.Recommended()) {
		v, ok := s.KeyDefault(key)
		if n, isInt := v.Int64(); ok && !(isInt && n == 0) && v.Text() != "" {
			fmt.Fprintf(&b, "%s=%s ", key, v.Canonical())
		}
	}
	return b.String()
}

// These are the reasons for differences between the table and a document.
const (
	rawObject  = "A field that holds raw JSON is published as a map; the table takes any value, as the Go type does."
	noDefaults = "OpenAPI v2, as it is published, has no defaults of keys."
	noUnion    = "A union that is not published; the table has it from marks in the sources, or because the server checks it."
)

// reason returns the reason for a difference, if there is one.
func (d schemaDifference) reason(version string) string {
	switch {
	case d.aspect == "kind" && d.table == smp.AnyType.String() && d.published == smp.MapType.String():
		return rawObject
	case d.aspect == "defaults of keys" && d.published == "" && version == "v2":
		return noDefaults
	case d.aspect == "unions" && d.published == "":
		return noUnion
	default:
		return ""
	}
}
