package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An exclusion is a pair of settings that an API server rejects together in objects of
// built-in kinds. It cannot be a union of the schema, because its values are not the strings
// of a discriminator, or because its fields are in a list that a patch replaces as a whole,
// so that there is no member to clear.
//
//	operator: Exists     # toleration: one
//	value: gpu           # other
type exclusion struct {
	// fields identify the map: the exclusion applies if its schema defines all of them.
	fields []string
	// The API server rejects other if one holds.
	one, other setting
}

// A setting is a condition on one or more fields of a map. It holds for the map if it holds
// for any of these fields. Dots separate the names of nested fields.
type setting struct {
	fields []string
	// values are the values for which the condition holds. If there are none, the condition
	// holds for every value except null, the values of except and, if filled is set, empty
	// values.
	values, except []model.Value
	filled         bool
	// absent makes the condition hold for a missing field, in documents but not in patches.
	absent bool
}

func set(fields ...string) setting    { return setting{fields: fields} }
func filled(fields ...string) setting { return setting{fields: fields, filled: true} }

func is(field string, values ...model.Value) setting {
	return setting{fields: []string{field}, values: values}
}

// isText is the equivalent of is for strings.
func isText(field string, texts ...string) setting {
	s := setting{fields: []string{field}}
	for _, text := range texts {
		s.values = append(s.values, model.NewString(text))
	}
	return s
}

var (
	no, yes     = model.NewBool(false), model.NewBool(true)
	metricSpec  = []string{"containerResource", "external", "object", "pods", "resource"}
	policyRule  = []string{"apiGroups", "nonResourceURLs", "resourceNames", "resources"}
	trustBundle = []string{"labelSelector", "name", "path", "signerName"}
	mount       = []string{"mountPath", "mountPropagation", "readOnly", "recursiveReadOnly"}
	recursive   = isText("recursiveReadOnly", "Enabled", "IfPossible")
	existence   = isText("operator", "Exists", "DoesNotExist")
)

// exclusions are the combinations that kube-apiserver 1.37.2 rejects with 422 Invalid.
var exclusions = []exclusion{
	{trustBundle, set("name"), set("signerName")},
	{trustBundle, set("name"), set("labelSelector")},
	{policyRule, filled("nonResourceURLs"), filled("resources", "apiGroups", "resourceNames")},
	{metricSpec, set("resource.target.averageUtilization"), set("resource.target.averageValue")},
	{metricSpec, set("containerResource.target.averageUtilization"), set("containerResource.target.averageValue")},
	{metricSpec, set("external.target.value"), set("external.target.averageValue")},
	{[]string{"effect", "operator", "tolerationSeconds", "value"}, isText("operator", "Exists"), filled("value")},
	{[]string{"key", "operator", "values"}, existence, filled("values")},
	{[]string{"operator", "scopeName", "values"}, existence, filled("values")},
	{[]string{"allocationMode", "count"}, isText("allocationMode", "All"), filled("count")},
	{mount, setting{fields: []string{"readOnly"}, values: []model.Value{no}, absent: true}, recursive},
	{mount, isText("mountPropagation", "HostToContainer", "Bidirectional"), recursive},
	{[]string{"additionalProperties", "properties", "x-kubernetes-preserve-unknown-fields"}, filled("properties"),
		setting{fields: []string{"additionalProperties"}, except: []model.Value{yes}}},
	{[]string{"defaultRequest", "maxLimitRequestRatio", "type"}, isText("type", "Pod"), filled("default", "defaultRequest")},
	{[]string{"validRange", "validValues"}, filled("validValues"), set("validRange")},
	{[]string{"allowPrivilegeEscalation", "privileged"}, is("privileged", yes), is("allowPrivilegeEscalation", no)},
	{[]string{"host", "httpHeaders", "protocol"}, isText("protocol", "HTTP2"), filled("host")},
	{[]string{"pkixPublicKey", "proofOfPossession", "stubPKCS10Request"}, filled("stubPKCS10Request"), filled("pkixPublicKey", "proofOfPossession")},
}

// configMap identifies ConfigMaps. A key must not be in both data and binaryData.
var configMap = []string{"binaryData", "data", "immutable"}

// excluded returns the exclusions that a patch or a document of a built-in kind violates.
func excluded(s smp.Schema, v model.Value, isDocument bool) []finding.Finding {
	f := exclusionFinder{isDocument: isDocument}
	f.value(s, v)
	return f.found
}

// An exclusionFinder walks through a patch or a document.
type exclusionFinder struct {
	isDocument bool
	path       model.Path
	found      []finding.Finding
}

func (f *exclusionFinder) value(s smp.Schema, v model.Value) {
	switch v.Type() {
	case model.List:
		for i, e := range v.Elements() {
			f.below(model.Index(i), s.Element(), e)
		}
	case model.Map:
		f.mapping(s, v)
		for name, member := range v.Members() {
			if inner, known := s.Member(name); known {
				f.below(model.Field(name), inner, member)
			}
		}
	}
}

func (f *exclusionFinder) below(step model.Step, s smp.Schema, v model.Value) {
	f.path = append(f.path, step)
	f.value(s, v)
	f.path = f.path[:len(f.path)-1]
}

// mapping checks the fields of a map.
func (f *exclusionFinder) mapping(s smp.Schema, v model.Value) {
	for _, x := range exclusions {
		if !defines(s, x.fields) {
			continue
		}
		_, because := x.one.in(v, f.isDocument)
		name, _ := x.other.in(v, f.isDocument)
		if because == "" || name == "" {
			continue
		}
		if x.other.values != nil {
			have, _ := fieldsOf(name).Lookup(v)
			f.add(fieldsOf(name), "a server rejects %s if %s", have.JSON(), because)
		} else {
			f.add(fieldsOf(name), "a server rejects this field if %s", because)
		}
	}
	if defines(s, configMap) {
		data, _ := v.Get("data")
		binary, _ := v.Get("binaryData")
		for name, text := range binary.SortedMembers() {
			if have, _ := data.Get(name); isSet(text) && isSet(have) {
				f.add(model.Path{model.Field("binaryData"), model.Field(name)}, "a server rejects a key that is also in data")
			}
		}
	}
}

func (f *exclusionFinder) add(below model.Path, format string, args ...any) {
	f.found = append(f.found, finding.Finding{
		Path: slices.Concat(f.path, below), Rule: smp.RuleLint, Code: smp.UnionSiblings, Severity: finding.Error, Sentence: fmt.Sprintf(format, args...),
	})
}

// in returns the first field of a map for which the setting holds, and the reason, which is
// part of a message. Both are empty if there is no such field.
func (s setting) in(v model.Value, isDocument bool) (name, holds string) {
	for _, name := range s.fields {
		have, _ := fieldsOf(name).Lookup(v)
		switch {
		case s.values != nil:
			if have.Type() == model.Absent && s.absent && isDocument {
				return name, name + " is not set"
			}
			if isOneOf(s.values, have) {
				return name, name + " is " + strings.Trim(have.JSON(), `"`)
			}
		case isSet(have) && !isOneOf(s.except, have) && !(s.filled && isEmpty(have)):
			return name, name + " is set"
		}
	}
	return "", ""
}

// fieldsOf returns the path of a name with dots.
func fieldsOf(name string) model.Path {
	var path model.Path
	for _, field := range strings.Split(name, ".") {
		path = append(path, model.Field(field))
	}
	return path
}

func defines(s smp.Schema, fields []string) bool {
	return !slices.ContainsFunc(fields, func(name string) bool { _, ok := s.Field(name); return !ok })
}

func isOneOf(values []model.Value, v model.Value) bool {
	return slices.ContainsFunc(values, func(value model.Value) bool { return model.Equal(value, v) })
}

// isSet reports whether a patch with this value sets the field rather than deleting it.
func isSet(v model.Value) bool {
	if v.Type() == model.Map {
		_, directive := v.Get("$patch")
		return !directive
	}
	return v.Type() != model.Absent && v.Type() != model.Null
}

func isEmpty(v model.Value) bool {
	switch v.Type() {
	case model.Map, model.List:
		return v.Len() == 0
	case model.String:
		return v.Text() == ""
	}
	return model.Equal(v, model.NewInt(0))
}
