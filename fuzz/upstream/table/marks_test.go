package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func unmarked(t *testing.T) (*table.Source, *table.Record) {
	t.Helper()
	source, err := table.ReadUnmarked()
	if err != nil {
		t.Fatal(err)
	}
	record, err := table.ServerRecord()
	if err != nil {
		t.Fatal(err)
	}
	return source, record
}

func TestRecordIsOfTheTablesRelease(t *testing.T) {
	_, record := unmarked(t)
	if record.Release != kubernetes.Version {
		t.Errorf("the record is of %s, the table of %s; write it again with %q", record.Release, kubernetes.Version, table.RecordCommand)
	}
}

// A zero that encoding/json omits is not stored. A zero that it writes is stored, unless the
// server changes the value.
func TestRecordAgreesWithTheGoTypes(t *testing.T) {
	source, record := unmarked(t)
	drops := source.DroppedZeros(table.GoTypes(table.Kinds(table.NewScheme())))
	compared := 0
	for id, r := range record.Fields {
		dropped, known := drops[id]
		if !known || r.Zero&(table.NotStored|table.Stored) == 0 {
			continue
		}
		compared++
		agrees := dropped && r.Zero&table.Stored == 0 || !dropped && r.Zero&table.NotStored == 0
		reason := againstGoTypes[id]
		delete(againstGoTypes, id)
		if agrees && reason != "" {
			t.Errorf("%s %s agrees with its Go type; it need not be listed", id.Definition, id.Field)
		}
		if !agrees && reason == "" {
			t.Errorf("%s %s: the record has %s, and the Go type drops the zero: %t", id.Definition, id.Field, r.Zero, dropped)
		}
	}
	for id := range againstGoTypes {
		t.Errorf("%s %s is listed, and has no record", id.Definition, id.Field)
	}
	if compared < 900 {
		t.Errorf("only %d fields were compared", compared)
	}
}

// againstGoTypes lists the fields that the server treats differently from their Go types,
// with the reason.
var againstGoTypes = map[table.FieldID]string{
	{Definition: "k8s.io/api/certificates/v1.CertificateSigningRequestSpec", Field: "expirationSeconds"}:                         "An update keeps the old spec, and 0 is rejected in a new object.",
	{Definition: "k8s.io/api/core/v1.NodeSpec", Field: "configSource"}:                                                           "The feature was removed, and the server drops the field.",
	{Definition: "k8s.io/api/core/v1.NodeStatus", Field: "config"}:                                                               "The feature was removed, and the server drops the field.",
	{Definition: "k8s.io/api/core/v1.PersistentVolumeClaimSpec", Field: "dataSource"}:                                            "The server drops a source that is neither a claim nor a snapshot.",
	{Definition: "k8s.io/api/core/v1.ServiceSpec", Field: "sessionAffinityConfig"}:                                               "The server drops it unless the session affinity is ClientIP.",
	{Definition: "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.CustomResourceConversion", Field: "webhook"}:          "The server drops it unless the strategy is Webhook.",
	{Definition: "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.CustomResourceDefinitionStatus", Field: "conditions"}: "Only a dry run was made, which does not encode the object for storage.",
	{Definition: "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta", Field: "deletionGracePeriodSeconds"}:                         "Only the server sets it.",
}

func TestRecordText(t *testing.T) {
	_, record := unmarked(t)
	again, err := table.ParseRecord(string(record.Text()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(record, again, cmp.Comparer(model.Equal)); d != "" {
		t.Errorf("the text of the record is read back differently:\n%s", d)
	}
	for _, text := range []string{"a.B\n  default: c\n", "a.B\n  default: c=a\n", "a.B\n  zero kept: c\n", "a.B\n  other stored: c\n", "a.B\n  c\n"} {
		if _, err := table.ParseRecord(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// An adjustment is needed, and one that marks a field as filled in is confirmed by the record: the
// server fills in the field at least in some places.
func TestAdjustments(t *testing.T) {
	_, record := unmarked(t)
	adjustments := table.Adjustments
	table.Adjustments = nil
	defer func() { table.Adjustments = adjustments }()
	source, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range adjustments {
		had := source.Plain[a.Definition].Fields[a.Field].Marks
		sets := a.Set.NotStored && !had.NotStored || a.Set.FilledIn && !had.FilledIn || a.Set.Derived && !had.Derived || a.Set.AliasOf != ""
		// All objects have metadata, so each record has been made in other places of it.
		if !sets && a.Clear == (smp.Marks{}) && a.Definition != "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta" {
			t.Errorf("%s %s has these marks without an adjustment", a.Definition, a.Field)
		}
		// A LimitRange with bounds would change the pods of the other objects.
		exempt := a.FieldID == table.FieldID{Definition: "k8s.io/api/core/v1.LimitRangeItem", Field: "default"}
		if r := record.Fields[a.FieldID]; a.Set.FilledIn && (r.Null|r.Zero)&table.FilledIn == 0 && !exempt {
			t.Errorf("%s %s: the server has not filled in the field in any place", a.Definition, a.Field)
		}
	}
}

// A key default of the Go types is the value that the server fills in.
func TestRecordAgreesWithDefaults(t *testing.T) {
	source, record := unmarked(t)
	compared := 0
	for definition, d := range source.Plain {
		for name, field := range d.Fields {
			recorded := record.Fields[table.FieldID{Definition: definition, Field: name}].Default
			if field.Default.Type() == model.Absent || recorded.Type() == model.Absent {
				continue
			}
			if compared++; !model.Equal(field.Default, recorded) {
				t.Errorf("%s %s: the record has the default %s, and the Go type %s", definition, name, recorded, field.Default)
			}
		}
	}
	if compared == 0 {
		t.Error("no default was compared")
	}
}

// Every kind has recorded fields, or a reason why it has none.
func TestEveryKindIsRecorded(t *testing.T) {
	source, record := unmarked(t)
	recorded := map[string]bool{}
	for id := range record.Fields {
		recorded[id.Definition] = true
	}
	reasons := map[string]string{}
	for reason, kinds := range notRecorded {
		for _, kind := range strings.Fields(kinds) {
			reasons[kind] = reason
		}
	}
	for kind, root := range source.Roots {
		name := kind.String()
		_, isList := source.Plain[root].Fields["items"]
		switch reason := reasons[name]; {
		case isList && strings.HasSuffix(kind.Kind, "List"):
			continue // objects are stored, and lists of them are not
		case recorded[root] && reason != "":
			t.Errorf("%s is recorded, and has the reason %q why it is not", name, reason)
		case !recorded[root] && reason == "":
			t.Errorf("%s is not recorded; add an object for it, or a reason", name)
		}
		delete(reasons, name)
	}
	for kind := range reasons {
		t.Errorf("%s has a reason, and is not in the table", kind)
	}
}

// notRecorded contains kinds without recorded fields, by the reason.
var notRecorded = map[string]string{
	"The server answers requests for it, and stores no object.": `
		authentication.k8s.io/v1/SelfSubjectReview authentication.k8s.io/v1/TokenRequest
		authentication.k8s.io/v1/TokenReview authorization.k8s.io/v1/LocalSubjectAccessReview
		authorization.k8s.io/v1/SelfSubjectAccessReview authorization.k8s.io/v1/SelfSubjectRulesReview
		authorization.k8s.io/v1/SubjectAccessReview policy/v1/Eviction v1/Binding`,
	"It contains options of a request.": `
		v1/CreateOptions v1/DeleteOptions v1/GetOptions v1/ListOptions v1/NodeProxyOptions v1/PatchOptions
		v1/PodAttachOptions v1/PodExecOptions v1/PodLogOptions v1/PodPortForwardOptions v1/PodProxyOptions
		v1/ServiceProxyOptions v1/UpdateOptions`,
	"It is sent to other servers, or read by them.": `
		admission.k8s.io/v1/AdmissionReview admission.k8s.io/v1beta1/AdmissionReview
		apiextensions.k8s.io/v1/ConversionReview apiextensions.k8s.io/v1beta1/ConversionReview
		imagepolicy.k8s.io/v1alpha1/ImageReview`,
	"It is in documents about the server and its kinds, or in answers.": `
		apidiscovery.k8s.io/v2/APIGroupDiscovery apidiscovery.k8s.io/v2beta1/APIGroupDiscovery v1/APIGroup
		v1/APIGroupList v1/APIResourceList v1/APIVersions v1/SerializedReference v1/Status`,
	"Only the server creates it, or it is computed.": `
		v1/ComponentStatus v1/RangeAllocation`,
	"The API server of this release does not serve it.": `
		admissionregistration.k8s.io/v1alpha1/ValidatingAdmissionPolicy
		admissionregistration.k8s.io/v1alpha1/ValidatingAdmissionPolicyBinding
		admissionregistration.k8s.io/v1beta1/MutatingWebhookConfiguration
		admissionregistration.k8s.io/v1beta1/ValidatingAdmissionPolicy
		admissionregistration.k8s.io/v1beta1/ValidatingAdmissionPolicyBinding
		admissionregistration.k8s.io/v1beta1/ValidatingWebhookConfiguration
		apiextensions.k8s.io/v1beta1/CustomResourceDefinition apiregistration.k8s.io/v1beta1/APIService
		apps/v1beta1/ControllerRevision apps/v1beta1/Deployment apps/v1beta1/DeploymentRollback
		apps/v1beta1/Scale apps/v1beta1/StatefulSet apps/v1beta2/ControllerRevision apps/v1beta2/DaemonSet
		apps/v1beta2/Deployment apps/v1beta2/ReplicaSet apps/v1beta2/Scale apps/v1beta2/StatefulSet
		authentication.k8s.io/v1alpha1/SelfSubjectReview authentication.k8s.io/v1beta1/SelfSubjectReview
		authentication.k8s.io/v1beta1/TokenReview authorization.k8s.io/v1beta1/LocalSubjectAccessReview
		authorization.k8s.io/v1beta1/SelfSubjectAccessReview
		authorization.k8s.io/v1beta1/SelfSubjectRulesReview authorization.k8s.io/v1beta1/SubjectAccessReview
		batch/v1beta1/CronJob certificates.k8s.io/v1alpha1/ClusterTrustBundle
		certificates.k8s.io/v1beta1/CertificateSigningRequest coordination.k8s.io/v1beta1/Lease
		discovery.k8s.io/v1beta1/EndpointSlice events.k8s.io/v1beta1/Event extensions/v1beta1/DaemonSet
		extensions/v1beta1/Deployment extensions/v1beta1/DeploymentRollback extensions/v1beta1/Ingress
		extensions/v1beta1/NetworkPolicy extensions/v1beta1/ReplicaSet extensions/v1beta1/Scale
		flowcontrol.apiserver.k8s.io/v1beta1/FlowSchema
		flowcontrol.apiserver.k8s.io/v1beta1/PriorityLevelConfiguration
		flowcontrol.apiserver.k8s.io/v1beta2/FlowSchema
		flowcontrol.apiserver.k8s.io/v1beta2/PriorityLevelConfiguration
		flowcontrol.apiserver.k8s.io/v1beta3/FlowSchema
		flowcontrol.apiserver.k8s.io/v1beta3/PriorityLevelConfiguration networking.k8s.io/v1beta1/IPAddress
		networking.k8s.io/v1beta1/Ingress networking.k8s.io/v1beta1/IngressClass
		networking.k8s.io/v1beta1/ServiceCIDR node.k8s.io/v1alpha1/RuntimeClass
		node.k8s.io/v1beta1/RuntimeClass policy/v1beta1/Eviction policy/v1beta1/PodDisruptionBudget
		rbac.authorization.k8s.io/v1alpha1/ClusterRole rbac.authorization.k8s.io/v1alpha1/ClusterRoleBinding
		rbac.authorization.k8s.io/v1alpha1/Role rbac.authorization.k8s.io/v1alpha1/RoleBinding
		rbac.authorization.k8s.io/v1beta1/ClusterRole rbac.authorization.k8s.io/v1beta1/ClusterRoleBinding
		rbac.authorization.k8s.io/v1beta1/Role rbac.authorization.k8s.io/v1beta1/RoleBinding
		scheduling.k8s.io/v1beta1/PriorityClass storage.k8s.io/v1alpha1/CSIStorageCapacity
		storage.k8s.io/v1alpha1/VolumeAttachment storage.k8s.io/v1alpha1/VolumeAttributesClass
		storage.k8s.io/v1beta1/CSIDriver storage.k8s.io/v1beta1/CSINode
		storage.k8s.io/v1beta1/CSIStorageCapacity storage.k8s.io/v1beta1/StorageClass
		storage.k8s.io/v1beta1/VolumeAttachment storage.k8s.io/v1beta1/VolumeAttributesClass`,
}

// A field is not marked as not stored if an older server stores its zero.
func TestOlderTags(t *testing.T) {
	older, err := table.CommittedTags()
	if err != nil {
		t.Fatal(err)
	}
	source, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(older.Fields) == 0 {
		t.Error("no field differs in an older release")
	}
	for id := range older.Fields {
		field, ok := source.Plain[id.Definition].Fields[id.Field]
		if !ok {
			t.Errorf("%s has no field %s", id.Definition, id.Field)
		}
		if field.Marks.NotStored {
			t.Errorf("%s %s is marked, and differs in %v", id.Definition, id.Field, older.Fields[id])
		}
	}
}
