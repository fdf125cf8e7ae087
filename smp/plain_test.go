package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A patch that no fast path supports takes the general path.
func TestFastPathsGiveTheSameResult(t *testing.T) {
	element := mapOf(map[string]smp.Definition{"name": text, "port": text, "value": text})
	list := keyedBy(element, "name")
	list.Recommended = []string{"name", "port"}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list, "other": list, "third": list}))
	original := `{"list":[{"name":"a","port":"1"},{"name":"b","port":"1"},{"name":"b","port":"2"}],"other":[{"name":"a"}],"third":[{"name":"a"},{"name":""}]}`
	order := `"$setElementOrder/list":[{"name":"a"},{"name":"b"},{"name":"b"}]`
	for reason, patch := range map[string]string{
		"new fields come in the order of their names":     `{"y":1,"x":2,"list":[{"name":"b","value":"x"}],` + order + `}`,
		"an entry selects by more keys":                   `{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"},{"name":"b","port":"2","$patchMergeKey":["name","port"]}]}`,
		"an entry has a bad directive":                    `{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"},{"name":"b","$patchMergeKey":1}]}`,
		"the order is another":                            `{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"b"},{"name":"b"},{"name":"a"}]}`,
		"the order lacks the element":                     `{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"a"}]}`,
		"the order is for a list that is not there":       `{"list":[{"name":"b","value":"x"}],"$setElementOrder/other":[{"name":"a"}]}`,
		"the order names no field":                        `{"":[{"name":"b"}],"$setElementOrder/":[{"name":"a"}]}`,
		"there are three orders":                          `{"list":[{"name":"b","value":"x"}],` + order + `,"other":[{"name":"a"}],"$setElementOrder/other":[{"name":"b"}],"third":[{"name":"a"}],"$setElementOrder/third":[{"name":"b"}]}`,
		"a delete list stands beside a keyed list":        `{"list":[{"name":"b","value":"x"}],"$deleteFromPrimitiveList/list":["a"]}`,
		"a delete list stands beside an order":            `{"list":[{"name":"b","value":"x"}],` + order + `,"$deleteFromPrimitiveList/list":["a"]}`,
		"the element is deleted":                          `{"list":[{"name":"b","$patch":"delete"}]}`,
		"the element is replaced":                         `{"list":[{"name":"b","value":"x","$patch":"replace"}]}`,
		"the element selects by more keys":                `{"list":[{"name":"b","port":"2","value":"x","$patchMergeKey":["name","port"]}]}`,
		"the element is new":                              `{"list":[{"name":"c","value":"x"}]}`,
		"the element is no map":                           `{"list":["b"]}`,
		"the element has no key":                          `{"list":[{"value":"x"}]}`,
		"the key is no string":                            `{"list":[{"name":1,"value":"x"}]}`,
		"the key is no string, but there is an empty one": `{"third":[{"name":1,"value":"x"}]}`,
		"both of two faults are in it":                    `{"other":[{"name":[]}],"list":[{"name":null}]}`,
		"an element of an order is a directive too":       `{"list":[{"name":"a","port":null}],"$setElementOrder/list":[{"name":"a"},{"name":"b","$patch":"delete"},{"name":"b"}]}`,
	} {
		answersWithoutTrace(t, reason, smp.Engine{}, s, model.MustParse(original), model.MustParse(patch))
	}
}

// Values that a patch does not change are shared with the original.
func TestUnchangedIsTheSame(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")}))
	original := model.MustParse(`{"list":[{"name":"a","value":"x"}],"map":{"a":1,"b":"\u0063","d":true}}`)
	patch := model.MustParse(`{"list":[{"value":"x","name":"\u0061"}],"map":{"a":1,"b":"c","d":true,"e":null}}`)
	if got, err := smp.Apply(s, original, patch); got != original || err != nil {
		t.Errorf("got %s, %v", got.JSON(), err)
	}
}
