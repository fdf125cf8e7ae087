package table

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

const (
	csrSpec     = "k8s.io/api/certificates/v1.CertificateSigningRequestSpec"
	jobSpec     = "k8s.io/api/batch/v1.JobSpec"
	limitRange  = "k8s.io/api/core/v1.LimitRangeItem"
	nodeSpec    = "k8s.io/api/core/v1.NodeSpec"
	podSpec     = "k8s.io/api/core/v1.PodSpec"
	pvSpec      = "k8s.io/api/core/v1.PersistentVolumeSpec"
	serviceSpec = "k8s.io/api/core/v1.ServiceSpec"
	subject     = "k8s.io/api/rbac/v1.Subject"
	volume      = "k8s.io/api/core/v1.Volume"
	objectMeta  = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"
)

// An Adjustment changes marks that are derived from the record. A field with Set.Derived has no
// default.
type Adjustment struct {
	FieldID
	Set, Clear smp.Marks
	Reason     string
}

// Adjustments lists the fields whose marks differ from those derived from the record.
var Adjustments = []Adjustment{
	{FieldID{objectMeta, "creationTimestamp"}, smp.Marks{FilledIn: true}, smp.Marks{}, "Templates have metadata too, in which it is never set."},
	{FieldID{objectMeta, "name"}, smp.Marks{}, smp.Marks{NotStored: true, Required: true}, "It is the identity of the object. Metadata of templates needs no name."},
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
	{FieldID{objectMeta, "generation"}, smp.Marks{Derived: true}, smp.Marks{}, "The server counts the changes of the spec."},
	{FieldID{pvSpec, "persistentVolumeReclaimPolicy"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A VolumeAttachment has a spec too, in which it is never filled in."},
	{FieldID{pvSpec, "volumeMode"}, smp.Marks{FilledIn: true}, smp.Marks{}, "A VolumeAttachment has a spec too, in which it is never filled in."},
	{FieldID{podSpec, "priority"}, smp.Marks{Derived: true}, smp.Marks{}, "It comes from the priority class."},
	{FieldID{podSpec, "preemptionPolicy"}, smp.Marks{Derived: true}, smp.Marks{}, "It comes from the priority class."},
	{FieldID{csrSpec, "uid"}, smp.Marks{Derived: true}, smp.Marks{}, "It is that of the user who creates the request."},
	{FieldID{csrSpec, "username"}, smp.Marks{Derived: true}, smp.Marks{}, "It is that of the user who creates the request."},
	{FieldID{nodeSpec, "podCIDR"}, smp.Marks{Derived: true}, smp.Marks{}, "It is the first of podCIDRs."},
	{FieldID{serviceSpec, "ipFamilies"}, smp.Marks{Derived: true}, smp.Marks{}, "They are those of the cluster."},
	{FieldID{serviceSpec, "healthCheckNodePort"}, smp.Marks{Derived: true}, smp.Marks{}, "The server allocates it."},
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
	m.Derived = r.Derived
	m.Required = r.Required
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
	drops := s.DroppedZeros(types)
	set := func(id FieldID, change func(*smp.Definition)) error {
		for _, all := range []map[string]smp.Definition{s.Plain, s.ListTyped} {
			field, ok := all[id.Definition].Fields[id.Field]
			if !ok {
				return fmt.Errorf("%s has no field %s", id.Definition, id.Field)
			}
			change(&field)
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
		if err := set(id, func(f *smp.Definition) {
			m := &f.Marks
			m.NotStored, m.FilledIn, m.Immutable = marks.NotStored, marks.FilledIn, marks.Immutable
			m.ZeroFilledIn = recorded.Zero == FilledIn && !m.Quantity && f.Scalars&(smp.NumberScalar|smp.BoolScalar) != 0
			// The fields of metadata have marks of their own.
			m.Derived, m.Required = marks.Derived && f.Ref != objectMeta, marks.Required && f.Ref != objectMeta
			// The API server may reject a zero only where it is of no use.
			m.NotStored = m.NotStored || recorded.Zero == 0 && drops[id] && !changed
			if def := recorded.Default; f.Type == smp.ScalarType && def.IsScalar() && !isGoZero(types[id.Definition], id.Field, def) {
				f.Default = def
			}
		}); err != nil {
			return fmt.Errorf("the record: %w", err)
		}
	}
	for _, a := range Adjustments {
		if err := set(a.FieldID, func(f *smp.Definition) {
			m := &f.Marks
			m.NotStored = (m.NotStored || a.Set.NotStored) && !a.Clear.NotStored
			m.FilledIn = (m.FilledIn || a.Set.FilledIn) && !a.Clear.FilledIn
			m.Required = (m.Required || a.Set.Required) && !a.Clear.Required
			m.AliasOf += a.Set.AliasOf
			if a.Set.Derived {
				m.Derived, f.Default = true, model.Value{}
			}
		}); err != nil {
			return fmt.Errorf("an adjustment: %w", err)
		}
	}
	return nil
}

// isGoZero reports whether a default only means that the Go type of the field is not a pointer, so
// that encoding/json writes its zero.
func isGoZero(of reflect.Type, field string, def model.Value) bool {
	f, ok := goField(of, field)
	isZero := def.Text() == "" && def.Type() == model.String || def.Type() == model.Bool && !def.Bool() || model.Equal(def, model.NewInt(0))
	return ok && f.Type.Kind() != reflect.Pointer && isZero
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
	}{{m.NotStored, "not stored"}, {m.FilledIn, "filled in"}, {m.ZeroFilledIn, "zero filled in"}, {m.Derived, "derived"}, {m.Immutable, "immutable"}, {m.Required, "required"}, {m.Quantity, "quantity"}, {m.Time, "time"}, {m.Base64, "base64"}} {
		if w.set {
			words = append(words, w.word)
		}
	}
	if m.AliasOf != "" {
		words = append(words, "alias of "+m.AliasOf)
	}
	return words
}
