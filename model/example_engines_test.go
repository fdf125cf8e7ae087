package model_test

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// The label is read from one document and set in another. Both share the memory of the
// builder.
func ExampleBuilder() {
	var b model.Builder
	from, err := b.Parse([]byte(`{"app":"web"}`))
	if err != nil {
		panic(err)
	}
	to, err := b.Parse([]byte(`{"tier":"front"}`))
	if err != nil {
		panic(err)
	}
	app, _ := from.Get("app")
	both, err := b.WithMembers(to, model.Member{Name: "app", Value: app})
	if err != nil {
		panic(err)
	}
	fmt.Println(both.JSON())
	fmt.Println(to.JSON())
	// Output:
	// {"tier":"front","app":"web"}
	// {"tier":"front"}
}

// The common parts of both texts are copied from the table of the first one, and not
// read again.
func ExampleNear() {
	live := model.MustParse(`{"kind":"Pod","metadata":{"name":"web"},"spec":{"nodeName":"a"}}`)
	edited, err := model.Parse([]byte(`{"kind":"Pod","metadata":{"name":"web"},"spec":{"nodeName":"b"}}`), model.Near(live))
	if err != nil {
		panic(err)
	}
	fmt.Println(edited.JSON())
	// Output:
	// {"kind":"Pod","metadata":{"name":"web"},"spec":{"nodeName":"b"}}
}

// An editor can read a member before it changes it, without a second search.
func ExampleEditor() {
	var b model.Builder
	var e model.Editor
	e.Reset(model.MustParse(`{"name":"web","replicas":1}`), &b)
	if replicas, ok := e.Get("replicas"); ok && replicas.NumberText() == "1" {
		e.Set("replicas", model.NewInt(3))
	}
	scaled, err := e.Value()
	if err != nil {
		panic(err)
	}
	fmt.Println(scaled.JSON())
	// Output:
	// {"name":"web","replicas":3}
}

// Documents of the same kind mostly have their members in the same order. A finder first checks the
// member after the last one that it found.
func ExampleFinder() {
	f := model.MustParse(`{"name":"http","port":80,"protocol":"TCP"}`).Finder()
	for _, name := range []string{"name", "port", "protocol"} {
		v, ok := f.Get(name)
		fmt.Println(name, v.JSON(), ok)
	}
	// Output:
	// name "http" true
	// port 80 true
	// protocol "TCP" true
}

// Column reads one member of each element in a list, as a merge by name does.
func ExampleValue_Column() {
	containers := model.MustParse(`[{"name":"app","image":"a"},{"name":"log","image":"c"}]`)
	for container, name := range containers.Column("name") {
		fmt.Println(name.Text(), container.JSON())
	}
	// Output:
	// app {"name":"app","image":"a"}
	// log {"name":"log","image":"c"}
}
