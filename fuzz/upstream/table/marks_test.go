package table_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
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
	if d := cmp.Diff(record, again); d != "" {
		t.Errorf("the text of the record is read back differently:\n%s", d)
	}
	for _, text := range []string{"a.B\n  zero kept: c\n", "a.B\n  other stored: c\n", "a.B\n  c\n"} {
		if _, err := table.ParseRecord(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
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
