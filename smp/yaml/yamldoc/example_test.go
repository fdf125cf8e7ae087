package yamldoc_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// One value of a manifest changes, and every other byte is kept.
func Example() {
	manifest := []byte(`# Ask the shop team before you change this.
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, labels: {app: "shop"}}
spec:
    replicas:  0x2          # one per zone
    template:
        spec:
            containers:
            -   image: 'shop:1.8'    # keep in step with the proxy
                name: shop

            - {name: proxy, image: proxy:7}
`)
	stream, err := yamldoc.Read(manifest)
	if err != nil {
		log.Fatal(err)
	}
	path, err := model.ParsePath("spec.template.spec.containers[0].image")
	if err != nil {
		log.Fatal(err)
	}
	want, err := path.Set(stream.Documents()[0].Value, model.NewString("shop:1.9"))
	if err != nil {
		log.Fatal(err)
	}
	edited, notes, err := stream.Edit([]model.Value{want}) // a value for each document
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(edited))
	for _, n := range notes { // none for this edit
		fmt.Println(n)
	}

	place, _ := stream.Place(0, path)
	before, after := manifest[:place.Start], manifest[place.End:]
	fmt.Println("kept:", bytes.HasPrefix(edited, before), bytes.HasSuffix(edited, after))
	// Output:
	// # Ask the shop team before you change this.
	// apiVersion: apps/v1
	// kind: Deployment
	// metadata: {name: shop, labels: {app: "shop"}}
	// spec:
	//     replicas:  0x2          # one per zone
	//     template:
	//         spec:
	//             containers:
	//             -   image: 'shop:1.9'    # keep in step with the proxy
	//                 name: shop
	//
	//             - {name: proxy, image: proxy:7}
	// kept: true true
}

// An edit keeps comments, quotes and the order of fields, and adds new fields at the end.
func ExampleStream_Edit() {
	stream, err := yamldoc.Read([]byte(`spec:
  replicas: 1 # for now
  image: 'app:1'
`))
	if err != nil {
		log.Fatal(err)
	}
	want := model.MustParse(`{"spec":{"replicas":3,"image":"app:1","paused":true}}`)
	edited, _, err := stream.Edit([]model.Value{want})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(edited))
	// Output:
	// spec:
	//   replicas: 3 # for now
	//   image: 'app:1'
	//   paused: true
}
