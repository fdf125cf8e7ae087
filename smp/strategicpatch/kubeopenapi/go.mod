module github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi

go 1.23.0

require (
	github.com/strategicpatch/smp v0.0.0-00010101000000-000000000000
	k8s.io/kube-openapi v0.0.0-20241105132330-32ad38e42d3f
)

require (
	github.com/go-openapi/jsonpointer v0.21.0 // indirect
	github.com/go-openapi/jsonreference v0.20.1 // indirect
	github.com/go-openapi/swag v0.23.0 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/google/gnostic-models v0.6.8 // indirect
	github.com/josharian/intern v1.0.0 // indirect
	github.com/mailru/easyjson v0.7.7 // indirect
	google.golang.org/protobuf v1.34.2 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
	sigs.k8s.io/yaml v1.4.0 // indirect
)

replace github.com/strategicpatch/smp => ../../..
