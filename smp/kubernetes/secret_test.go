package kubernetes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func TestStoredSecret(t *testing.T) {
	for _, test := range []struct{ secret, want string }{
		{`{"stringData": {"a": "x", "b": ""}}`, `{"data": {"a": "eA==", "b": ""}}`},
		{`{"data": {"a": "eQ==", "c": "eg=="}, "stringData": {"a": "x"}}`, `{"data": {"a": "eA==", "c": "eg=="}}`},
		{`{"data": null, "stringData": {"a": "x"}}`, `{"data": {"a": "eA=="}}`},
		{`{"data": {"a": "eA=="}}`, `{"data": {"a": "eA=="}}`},
		{`{"stringData": {}}`, `{}`},
		{`{"stringData": {"a": 1, "b": "x"}}`, `{"stringData": {"a": 1}, "data": {"b": "eA=="}}`},
		{`{"stringData": {"a": null}}`, `{"stringData": {"a": null}}`},
		{`{"data": [], "stringData": {"b": "x"}}`, `{"data": [], "stringData": {"b": "x"}}`},
		{`{"stringData": "x"}`, `{"stringData": "x"}`},
		{`null`, `null`},
	} {
		got, err := kubernetes.StoredSecret(model.MustParse(test.secret))
		if err != nil || !model.Equal(got, model.MustParse(test.want)) {
			t.Errorf("%s is stored as %s, %v, want %s", test.secret, got.JSON(), err, test.want)
		}
	}
}

// After a three-way merge, a Secret has the values of modified and of others, and no values that
// modified has dropped. A second merge sends nothing.
func TestThreeWayOfSecrets(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	stored := func(v model.Value) model.Value {
		s, err := kubernetes.StoredSecret(v)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	// secret returns a Secret whose values are in data or stringData, or in both.
	secret := func(names string) model.Value {
		var data, text []model.Member
		for _, name := range names {
			at := source.IntN(4)
			if at == 0 || at == 2 {
				data = append(data, model.Member{Name: string(name), Value: model.NewString([]string{"eA==", "eQ=="}[source.IntN(2)])})
			}
			if at == 1 || at == 2 {
				text = append(text, model.Member{Name: string(name), Value: model.NewString([]string{"x", "y"}[source.IntN(2)])})
			}
		}
		v := model.MustParse(`{"apiVersion": "v1", "kind": "Secret"}`)
		for _, part := range []struct {
			name    string
			members []model.Member
		}{{"data", data}, {"stringData", text}} {
			if len(part.members) == 0 && source.IntN(2) == 0 {
				continue
			}
			made, err := model.NewMap(part.members...)
			if err != nil {
				t.Fatal(err)
			}
			if v, err = v.WithMembers(model.Member{Name: part.name, Value: made}); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	value := func(v model.Value, name string) string {
		data, _ := stored(v).Get("data")
		member, _ := data.Get(name)
		return member.Text()
	}
	removed, kept := 0, 0
	for range 3000 {
		original, modified, live := secret("abc"), secret("abc"), stored(secret("abcd"))
		inputs := fmt.Sprintf("original %s\nmodified %s\nlive     %s", original.JSON(), modified.JSON(), live.JSON())
		merge := func(from, live model.Value) []byte {
			patch, err := kubernetes.ThreeWay([]byte(from.JSON()), []byte(modified.JSON()), []byte(live.JSON()), smp.ThreeWayOptions{Overwrite: true})
			if err != nil {
				t.Fatalf("%s\n%v", inputs, err)
			}
			return patch
		}
		patch := merge(original, live)
		result, err := kubernetes.Apply([]byte(live.JSON()), patch)
		if err != nil {
			t.Fatal(err)
		}
		now := stored(model.MustParse(string(result)))
		for _, name := range []string{"a", "b", "c", "d"} {
			was, want, have := value(original, name), value(modified, name), value(live, name)
			if want == "" && was == "" {
				want = have // others have set it, or nobody has
			}
			if got := value(now, name); got != want {
				t.Fatalf("%s\npatch    %s\n%s is %q, want %q", inputs, patch, name, got, want)
			}
			if have != "" && want == "" {
				removed++
			}
			if have != "" && want != "" && was == "" {
				kept++
			}
		}
		if again := merge(modified, now); string(again) != "{}" {
			t.Fatalf("%s\nis sent again: %s", inputs, again)
		}
	}
	if slices.Min([]int{removed, kept}) < 100 {
		t.Errorf("%d values were removed and %d kept: the inputs try nothing", removed, kept)
	}
}
