package table

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A namedUnion is a union that is defined here, because neither markers nor published schemas
// define it. It describes combinations that the validation of the API server rejects.
type namedUnion struct {
	// group is an API group or a single version of one. An API group means every version in
	// which the type has all the fields.
	group, typ string
	union      smp.Union
	reason     string
}

// named lists these unions. The following fields look like unions but are not, because the
// server accepts combinations of them. In DaemonSets, it accepts rollingUpdate together with
// OnDelete. In metric targets for an object, it accepts value together with averageValue. In
// persistent volumes, it accepts the source flexVolume together with some others. In
// services, it drops sessionAffinityConfig if sessionAffinity is None.
var named = []namedUnion{
	{"k8s.io/api/core", "Probe", of("exec", "httpGet", "tcpSocket", "grpc"), "one handler"},
	{"k8s.io/api/core", "LifecycleHandler", of("exec", "httpGet", "tcpSocket", "sleep"), "one handler"},
	{"k8s.io/api/core", "Volume", of(jsonNames[corev1.VolumeSource]()...), "one volume type"},
	{"k8s.io/api/core", "PersistentVolumeSpec", of(without("flexVolume", jsonNames[corev1.PersistentVolumeSource]())...), "one volume type"},
	{"k8s.io/api/core", "VolumeProjection", of(jsonNames[corev1.VolumeProjection]()...), "one volume type for each source"},
	{"k8s.io/api/core", "DownwardAPIVolumeFile", of("fieldRef", "resourceFieldRef"), "not both"},
	{"k8s.io/api/core", "EnvVar", unset(of("value", "valueFrom"), "value", model.NewString("")), "valueFrom needs an empty value"},
	{"k8s.io/api/core", "EnvVarSource", of(jsonNames[corev1.EnvVarSource]()...), "one source"},
	{"k8s.io/api/core", "EnvFromSource", of("configMapRef", "secretRef"), "one source"},
	{"k8s.io/api/core", "PodResourceClaim", of("resourceClaimName", "resourceClaimTemplateName"), "at most one"},
	{"k8s.io/api/networking", "NetworkPolicyPeer", smp.Union{Members: []smp.UnionMember{
		{Fields: []string{"podSelector", "namespaceSelector"}}, {Fields: []string{"ipBlock"}},
	}}, "ipBlock excludes the selectors, which combine"},
	{"k8s.io/api/networking", "IngressBackend", of("service", "resource"), "one backend"},
	{"k8s.io/api/networking", "ServiceBackendPort", unset(unset(of("name", "number"), "name", model.NewString("")), "number", model.NewInt(0)), "name or number"},
	{"k8s.io/api/apps", "DeploymentStrategy", by("type", "RollingUpdate", "rollingUpdate"), "rollingUpdate needs type RollingUpdate"},
	{"k8s.io/api/apps", "StatefulSetUpdateStrategy", by("type", "RollingUpdate", "rollingUpdate"), "rollingUpdate needs type RollingUpdate"},
	{"k8s.io/api/autoscaling", "MetricSpec", by("type", "Object", "object", "Pods", "pods", "Resource", "resource",
		"ContainerResource", "containerResource", "External", "external"), "the source that type names, and no other"},
	{"k8s.io/api/policy", "PodDisruptionBudgetSpec", of("minAvailable", "maxUnavailable"), "not both"},
	{"k8s.io/api/batch", "PodFailurePolicyRule", of("onExitCodes", "onPodConditions"), "one of both"},
	{"k8s.io/api/admissionregistration", "WebhookClientConfig", of("url", "service"), "one of both"},
	{"k8s.io/api/admissionregistration", "ParamRef", unset(of("name", "selector"), "name", model.NewString("")), "not both"},
	{"k8s.io/api/admissionregistration", "Mutation", by("patchType", "ApplyConfiguration", "applyConfiguration", "JSONPatch", "jsonPatch"), "the one that patchType names, and no other"},
	{"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions", "WebhookClientConfig", of("url", "service"), "one of both"},
	{"k8s.io/api/resource", "DeviceRequest", of("exactly", "firstAvailable"), "one of both"},
	{"k8s.io/api/core", "VolumeMount", unset(unset(of("subPath", "subPathExpr"), "subPath", model.NewString("")), "subPathExpr", model.NewString("")), "not both"},
	{"k8s.io/api/core", "TopologySpreadConstraint", by("whenUnsatisfiable", "DoNotSchedule", "minDomains"), "minDomains needs whenUnsatisfiable DoNotSchedule"},
	{"k8s.io/api/core", "ServiceSpec", group(smp.Union{Discriminator: "type"}, "LoadBalancer",
		"loadBalancerSourceRanges", "loadBalancerClass", "allocateLoadBalancerNodePorts"), "these need type LoadBalancer"},
	{"k8s.io/api/core", "PodSpec", unset(unset(of("shareProcessNamespace", "hostPID"), "shareProcessNamespace", no), "hostPID", no), "not both true"},
	{"k8s.io/api/core", "PodSpec", unset(unset(group(group(smp.Union{}, "", "hostUsers"), "", "hostPID", "hostIPC"),
		"hostUsers", model.NewBool(true)), "hostPID", no), "hostUsers false excludes the host's PIDs and IPC"},
	{"k8s.io/api/core", "PodSpec", unset(group(group(smp.Union{}, "", "hostnameOverride"), "", "setHostnameAsFQDN", "hostNetwork"),
		"setHostnameAsFQDN", no), "hostnameOverride excludes both"},
	{"k8s.io/api/core", "PodSpec", of("schedulingGroup", "evictionResponders"), "not both"},
	{"k8s.io/api/core", "FCVolumeSource", of("targetWWNs", "wwids"), "not both"},
	{"k8s.io/api/core", "FlockerVolumeSource", unset(unset(of("datasetName", "datasetUUID"), "datasetName", model.NewString("")), "datasetUUID", model.NewString("")), "not both"},
	{"k8s.io/api/batch", "JobSpec", group(smp.Union{Discriminator: "completionMode"}, "Indexed",
		"backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"), "these need completionMode Indexed"},
	{"k8s.io/api/networking", "IngressClassParametersReference", by("scope", "Namespace", "namespace"), "namespace needs scope Namespace"},
	{"k8s.io/api/storage", "VolumeAttachmentSource", of("persistentVolumeName", "inlineVolumeSpec"), "one of both"},
	{"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions", "CustomResourceConversion", by("strategy", "Webhook", "webhook"), "webhook needs strategy Webhook"},
	{"k8s.io/kube-aggregator/pkg/apis/apiregistration", "APIServiceSpec", unset(unset(of("insecureSkipTLSVerify", "caBundle"),
		"insecureSkipTLSVerify", no), "caBundle", model.NewString("")), "not both"},
	{"k8s.io/api/resource/v1", "ResourceSliceSpec", nodesOfSlice, "one of these"},
	{"k8s.io/api/resource/v1beta2", "ResourceSliceSpec", nodesOfSlice, "one of these"},
	{"k8s.io/api/resource/v1beta1", "ResourceSliceSpec", unset(unset(nodesOfSlice, "nodeName", model.NewString("")), "allNodes", no), "one of these"},
	{"k8s.io/api/resource", "ResourceSliceSpec", of("sharedCounters", "devices"), "one of both"},
	{"k8s.io/api/authorization", "FieldSelectorAttributes", unset(of("rawSelector", "requirements"), "rawSelector", model.NewString("")), "not both"},
	{"k8s.io/api/authorization", "LabelSelectorAttributes", unset(of("rawSelector", "requirements"), "rawSelector", model.NewString("")), "not both"},
}

var (
	nodesOfSlice = of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection")
	no           = model.NewBool(false)
)

// group adds a member that consists of several fields to a union.
func group(u smp.Union, value string, fields ...string) smp.Union {
	u.Members = append(slices.Clone(u.Members), smp.UnionMember{Value: value, Fields: fields})
	return u
}

// of returns a union without a discriminator, whose members are single fields.
func of(fields ...string) smp.Union {
	var u smp.Union
	for _, name := range fields {
		u.Members = append(u.Members, smp.UnionMember{Fields: []string{name}})
	}
	return u
}

// by returns a union with a discriminator. The pairs are values of the discriminator, each
// followed by its field.
func by(discriminator string, pairs ...string) smp.Union {
	u := smp.Union{Discriminator: discriminator}
	for i := 0; i < len(pairs); i += 2 {
		u.Members = append(u.Members, smp.UnionMember{Value: pairs[i], Fields: pairs[i+1 : i+2]})
	}
	return u
}

// unset adds a value of a field that counts as unset.
func unset(u smp.Union, field string, v model.Value) smp.Union {
	u.Members = slices.Clone(u.Members)
	for i := range u.Members {
		if u.Members[i].Fields[0] == field {
			u.Members[i].Unset = append(u.Members[i].Unset, v)
		}
	}
	return u
}

func without(name string, names []string) []string {
	return slices.DeleteFunc(names, func(s string) bool { return s == name })
}

// jsonNames returns the names of the fields of a struct.
func jsonNames[T any]() []string {
	var names []string
	t := reflect.TypeFor[T]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// addUnions adds the unions to the definitions: unions that are marked in the sources of the
// Go types, as in published schemas, and the named ones.
func (s *Source) addUnions() error {
	marked, err := markedUnions(s.Names())
	if err != nil {
		return err
	}
	for name, u := range marked {
		s.addUnion(name, u)
	}
	for _, n := range named {
		found := false
		for _, name := range s.Names() {
			pkg, typ, _ := cutLast(name, ".")
			group, _, _ := cutLast(pkg, "/")
			if group != n.group && pkg != n.group || typ != n.typ || !hasFields(s.Plain[name], n.union) {
				continue
			}
			if _, twice := marked[name]; twice {
				return fmt.Errorf("%s: the Go source already marks this union; remove it from the list named", name)
			}
			found = true
			s.addUnion(name, n.union)
		}
		if !found {
			return fmt.Errorf("no version of %s.%s has the fields of its union", n.group, n.typ)
		}
	}
	return nil
}

func (s *Source) addUnion(name string, u smp.Union) {
	for _, all := range []map[string]smp.Definition{s.Plain, s.ListTyped} {
		t := all[name]
		t.Unions = append(t.Unions, u)
		all[name] = t
	}
}

func hasFields(t smp.Definition, u smp.Union) bool {
	for _, m := range u.Members {
		for _, name := range m.Fields {
			if _, ok := t.Fields[name]; !ok {
				return false
			}
		}
	}
	return true
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// markedUnions reads the markers in the sources of the packages of definitions.
func markedUnions(definitions []string) (map[string]smp.Union, error) {
	packages := map[string]bool{}
	for _, name := range definitions {
		pkg, _, _ := cutLast(name, ".")
		packages[pkg] = true
	}
	args := append([]string{"list", "-f", "{{.ImportPath}} {{.Dir}}"}, slices.Sorted(maps.Keys(packages))...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	unions := map[string]smp.Union{}
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			addMarked(unions, pkg, f)
		}
	}
	maps.DeleteFunc(unions, func(name string, _ smp.Union) bool { return !slices.Contains(definitions, name) })
	return unions, nil
}

func addMarked(unions map[string]smp.Union, pkg string, f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			typ := spec.(*ast.TypeSpec)
			s, ok := typ.Type.(*ast.StructType)
			if !ok {
				continue
			}
			if u := markedUnion(s, marked(g.Doc, "+union")); len(u.Members) > 1 || u.Discriminator != "" && len(u.Members) > 0 {
				unions[pkg+"."+typ.Name.Name] = u
			}
		}
	}
}

// values contains the discriminator values that differ from the name of the field in Go, by
// this name.
var values = map[string]string{"LocalhostProfile": "Localhost", "Queuing": "Queue"}

// markedUnion returns the union of a struct with marked fields. If the struct itself is marked
// (whole), every field except for the discriminator is a member. The value of a member is the
// field's name in Go, or its entry in values.
func markedUnion(s *ast.StructType, whole bool) smp.Union {
	var u smp.Union
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 || f.Tag == nil {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		switch {
		case whole && marked(f.Doc, "+unionDiscriminator"):
			u.Discriminator = name
		case whole || marked(f.Doc, "+k8s:unionMember") || marked(f.Doc, "+k8s:zeroOrOneOfMember"):
			value := cmp.Or(values[f.Names[0].Name], f.Names[0].Name)
			u.Members = append(u.Members, smp.UnionMember{Value: value, Fields: []string{name}})
		}
	}
	if u.Discriminator == "" {
		for i := range u.Members {
			u.Members[i].Value = ""
		}
	}
	return u
}

// marked reports whether a line of a comment is the marker. The marker may be limited to a
// stage, as in +k8s:alpha(since: "1.35")=+k8s:unionMember. A marker for the items of a list
// does not count.
func marked(doc *ast.CommentGroup, marker string) bool {
	for line := range strings.Lines(doc.Text()) {
		line = strings.TrimSpace(line)
		if line == marker || strings.HasSuffix(line, "="+marker) && !strings.HasPrefix(line, "+k8s:item") {
			return true
		}
	}
	return false
}
