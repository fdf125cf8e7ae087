package table

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/strategicpatch/smp/smp"
)

const (
	jobSpec     = "k8s.io/api/batch/v1.JobSpec"
	limitRange  = "k8s.io/api/core/v1.LimitRangeItem"
	podSpec     = "k8s.io/api/core/v1.PodSpec"
	serviceSpec = "k8s.io/api/core/v1.ServiceSpec"
	subject     = "k8s.io/api/rbac/v1.Subject"
	volume      = "k8s.io/api/core/v1.Volume"
	objectMeta  = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"
)

// An Adjustment changes marks that are derived from the record.
type Adjustment struct {
	FieldID
	Set, Clear smp.Marks
	Reason     string
}

// Adjustments lists the fields whose marks differ from those derived from the record.
var Adjustments = []Adjustment{
	{FieldID{"k8s.io/api/admissionregistration/v1.RuleWithOperations", "scope"}, smp.Marks{FilledIn: true}, smp.Marks{}, "It is filled in as in NamedRuleWithOperations."},
	{FieldID{objectMeta, "creationTimestamp"}, smp.Marks{FilledIn: true}, smp.Marks{}, "Templates have metadata too, in which it is never set."},
	{FieldID{objectMeta, "name"}, smp.Marks{}, smp.Marks{NotStored: true}, "It is the identity of the object. Metadata of templates needs no name."},
	{FieldID{objectMeta, "namespace"}, smp.Marks{}, smp.Marks{NotStored: true}, "It is the identity of the object. Metadata of templates needs no namespace."},
	{FieldID{objectMeta, "resourceVersion"}, smp.Marks{}, smp.Marks{NotStored: true}, "It is the condition of an update."},
	{FieldID{objectMeta, "deletionGracePeriodSeconds"}, smp.Marks{}, smp.Marks{NotStored: true}, "Only the server sets it."},
	{FieldID{jobSpec, "completions"}, smp.Marks{FilledIn: true}, smp.Marks{}, "It is filled in if parallelism is missing, too."},
	{FieldID{limitRange, "default"}, smp.Marks{FilledIn: true}, smp.Marks{}, "It is filled in from max of containers."},
	{FieldID{limitRange, "defaultRequest"}, smp.Marks{FilledIn: true}, smp.Marks{}, "It is filled in from default, and from min of containers."},
	{FieldID{podSpec, "tolerations"}, smp.Marks{FilledIn: true}, smp.Marks{}, "Admission adds tolerations to pods, and not to templates."},
	{FieldID{subject, "apiGroup"}, smp.Marks{FilledIn: true}, smp.Marks{}, "The group of a ServiceAccount is the empty string."},
	{FieldID{volume, "emptyDir"}, smp.Marks{FilledIn: true}, smp.Marks{}, "It is filled in if the volume has no other source, and cleared by the strategy retainKeys if a source is added."},
	{FieldID{serviceSpec, "clusterIP"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A Service of type ExternalName has none, and cannot have one."},
	{FieldID{serviceSpec, "clusterIPs"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A Service of type ExternalName has none, and cannot have one."},
	{FieldID{serviceSpec, "ipFamilies"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A Service of type ExternalName has none, and cannot have one."},
	{FieldID{serviceSpec, "ipFamilyPolicy"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A Service of type ExternalName has none, and cannot have one."},
	{FieldID{serviceSpec, "internalTrafficPolicy"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A Service of type ExternalName has none, and cannot have one."},
	{FieldID{podSpec, "serviceAccountName"}, smp.Marks{NotStored: true}, smp.Marks{}, "It is filled in only from its alias, serviceAccount."},
	{FieldID{podSpec, "serviceAccount"}, smp.Marks{NotStored: true, AliasOf: "serviceAccountName"}, smp.Marks{}, "It is filled in only from serviceAccountName, and deprecated for it."},
}

// marks derives marks from the record. The argument text is true for a string. The argument
// older is true if the Go type of an earlier release encodes the zero differently.
//
// A zero that is not stored in some places and filled in elsewhere counts as not stored if it
// has the same effect as null everywhere, so that it can be left out of a patch. A field
// whose null is filled in counts as filled in, unless it is a string and servers store "".
func (r Recorded) marks(text, older bool) (m smp.Marks) {
	m.NotStored = r.Zero&NotStored != 0 && r.Zero&Stored == 0 && !r.Differs && !older
	m.FilledIn = r.Zero == FilledIn && r.Null&^FilledIn == 0 || r.Null == FilledIn && (r.Zero == 0 || r.Zero == Stored && !text)
	m.Immutable = r.Change == Immutable
	return m
}

// addMarks adds the behavior of the server to the fields of all definitions, and marks the Go
// types for quantities, times and binary data.
func (s *Source) addMarks(types map[string]reflect.Type, record *Record, older OlderTags) error {
	for definition := range s.Plain {
		for _, all := range []map[string]smp.Definition{s.Plain, s.ListTyped} {
			all[definition] = markedByType(all[definition], types[definition])
		}
	}
	set := func(id FieldID, change func(*smp.Marks)) error {
		for _, all := range []map[string]smp.Definition{s.Plain, s.ListTyped} {
			field, ok := all[id.Definition].Fields[id.Field]
			if !ok {
				return fmt.Errorf("%s has no field %s", id.Definition, id.Field)
			}
			change(&field.Marks)
			all[id.Definition].Fields[id.Field] = field
		}
		return nil
	}
	for id, recorded := range record.Fields {
		_, changed := older.Fields[id]
		field := s.Plain[id.Definition].Fields[id.Field]
		if field.Type == smp.AnyType && field.Ref == "" {
			continue // the zero of the field is unknown
		}
		marks := recorded.marks(field.Scalars&smp.StringScalar != 0, changed)
		if err := set(id, func(m *smp.Marks) {
			m.NotStored, m.FilledIn, m.Immutable = marks.NotStored, marks.FilledIn, marks.Immutable
		}); err != nil {
			return fmt.Errorf("the record: %w", err)
		}
	}
	for _, a := range Adjustments {
		if err := set(a.FieldID, func(m *smp.Marks) {
			m.NotStored = (m.NotStored || a.Set.NotStored) && !a.Clear.NotStored
			m.FilledIn = (m.FilledIn || a.Set.FilledIn) && !a.Clear.FilledIn
			m.AliasOf += a.Set.AliasOf
		}); err != nil {
			return fmt.Errorf("an adjustment: %w", err)
		}
	}
	return nil
}

var (
	quantityType = reflect.TypeFor[resource.Quantity]()
	timeTypes    = []reflect.Type{reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.MicroTime]()}
	bytesType    = reflect.TypeFor[[]byte]()
)

// markedByType returns a type with the marks of quantities, times and binary data, at any depth.
func markedByType(t smp.Definition, of reflect.Type) smp.Definition {
	if of == nil || t.Ref != "" {
		return t
	}
	of = pointee(of)
	t.Marks.Quantity = of == quantityType
	t.Marks.Time = of == timeTypes[0] || of == timeTypes[1]
	t.Marks.Base64 = of == bytesType
	for name, field := range t.Fields {
		if f, ok := goField(of, name); ok {
			t.Fields[name] = markedByType(field, f.Type)
		}
	}
	if k := of.Kind(); k == reflect.Map && t.Values != nil {
		values := markedByType(*t.Values, of.Elem())
		t.Values = &values
	} else if k == reflect.Slice && t.Element != nil {
		element := markedByType(*t.Element, of.Elem())
		t.Element = &element
	}
	return t
}

// markWords returns the names of marks for the listing.
func markWords(m smp.Marks) []string {
	var words []string
	for _, w := range []struct {
		set  bool
		word string
	}{{m.NotStored, "not stored"}, {m.FilledIn, "filled in"}, {m.Immutable, "immutable"}, {m.Quantity, "quantity"}, {m.Time, "time"}, {m.Base64, "base64"}} {
		if w.set {
			words = append(words, w.word)
		}
	}
	if m.AliasOf != "" {
		words = append(words, "alias of "+m.AliasOf)
	}
	return words
}
