package model_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
)

func ExampleParse() {
	v, err := model.Parse([]byte(`{"kind":"Pod","spec":{"containers":[{"name":"app"}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, member := range v.Members() {
		fmt.Println(name, member.Type())
	}

	_, err = model.Parse([]byte(`{"spec":{"containers":[{"name":"app","name":"web"}]}}`))
	var e *model.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Offset, e.Path)
	}
	// Output:
	// kind string
	// spec map
	// syntax 37 spec.containers[0].name
}

func ExampleValue_WithMembers() {
	v := model.MustParse(`{
  "replicas": 1,
  "paused": true,
  "image": "nginx"
}`)
	edited, err := v.WithMembers(
		model.Member{Name: "replicas", Value: model.NewInt(3)},
		model.Member{Name: "paused"}, // an absent value removes the member
		model.Member{Name: "tag", Value: model.NewString("1.25")},
	)
	fmt.Println(edited.JSON(), err)
	// Output:
	// {
	//   "replicas": 3,
	//   "image": "nginx","tag":"1.25"
	// } <nil>
}

func ExamplePath_Set() {
	pod := model.MustParse(`{"kind":"Pod","spec":{"containers":[{"name":"app","image":"app:1"}]}}`)
	image, err := model.ParsePath("spec.containers[name=app].image")
	if err != nil {
		fmt.Println(err)
		return
	}
	edited, err := image.Set(pod, model.NewString("app:2"))
	fmt.Println(edited.JSON(), err)
	// Output: {"kind":"Pod","spec":{"containers":[{"name":"app","image":"app:2"}]}} <nil>
}

func ExampleEqual() {
	a := model.MustParse(`{"name": "é", "port": 80}`)
	b := model.MustParse(`{"port":8.0e1,"name":"\u00e9"}`)
	fmt.Println(model.Equal(a, b))
	// Output: true
}

func ExampleParsePath() {
	v := model.MustParse(`{"containers":[{"name":"app","ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]}]}`)
	p, err := model.ParsePath(`containers[name=app].ports[port=53,protocol=UDP]`)
	if err != nil {
		fmt.Println(err)
		return
	}
	port, ok := p.Lookup(v)
	fmt.Println(port.JSON(), ok)
	fmt.Println(model.Path{model.Field("metadata"), model.Field("labels"), model.Field("a.b/c")})
	// Output:
	// {"port":53,"protocol":"UDP"} true
	// metadata.labels["a.b/c"]
}
