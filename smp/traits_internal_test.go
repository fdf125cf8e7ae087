package smp

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/diff"
)

// A traitsJudge has the given traits, and no other method is called.
type traitsJudge struct {
	Judge
	traits Traits
}

func (j traitsJudge) Traits() Traits { return j.traits }

// Package diff gets each of the traits, under the same name.
func TestTraitsReachPackageDiff(t *testing.T) {
	all := reflect.TypeFor[Traits]()
	if got, want := reflect.TypeFor[diff.Traits]().NumField(), all.NumField(); got != want {
		t.Fatalf("package diff has %d traits, want %d", got, want)
	}
	for i := range all.NumField() {
		var one Traits
		field := reflect.ValueOf(&one).Elem().Field(i)
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.String:
			field.SetString("a cluster")
		default:
			field.SetUint(1)
		}
		got := reflect.ValueOf((&judging{traitsJudge{traits: one}}).Traits())
		for k := range got.NumField() {
			if name := got.Type().Field(k).Name; got.Field(k).IsZero() == (name == all.Field(i).Name) {
				t.Errorf("with %s, %s is %v in package diff", all.Field(i).Name, name, got.Field(k))
			}
		}
	}
}
