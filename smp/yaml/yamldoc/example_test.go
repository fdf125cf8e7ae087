package yamldoc_test

import (
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// An edit keeps comments, quotes and the order of fields.
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
