module github.com/strategicpatch/smp

go 1.23.0

require go.yaml.in/yaml/v3 v3.0.4

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.5 // indirect
	golang.org/x/sys v0.0.0-20220722155257-8c9f86f7a55f // indirect
	golang.org/x/tools v0.1.12 // indirect
)

// Command line only.
require (
	github.com/rogpeppe/go-internal v1.12.0 // tests have it too
	github.com/spf13/cobra v1.8.0
)

// Tests only.
require (
	github.com/go-json-experiment/json v0.0.0-20240815175050-ebd3a8989ca1
	github.com/google/go-cmp v0.5.9
	github.com/google/gofuzz v1.0.0
	pgregory.net/rapid v1.3.0
	sigs.k8s.io/yaml v1.4.0 // what clusters read; package fuzz has it too
)
