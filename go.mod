module github.com/strategicpatch/smp

go 1.25.0

require go.yaml.in/yaml/v3 v3.0.4

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	go.yaml.in/yaml/v2 v2.4.2 // indirect
	golang.org/x/sys v0.26.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

// Command line only.
require (
	github.com/rogpeppe/go-internal v1.16.0 // tests have it too
	github.com/spf13/cobra v1.10.2
)

// Tests only.
require (
	github.com/go-json-experiment/json v0.0.0-20251027170946-4849db3c2f7e
	github.com/google/go-cmp v0.7.0
	github.com/google/gofuzz v1.2.0
	pgregory.net/rapid v1.3.0
	sigs.k8s.io/yaml v1.6.0 // what clusters read; package fuzz has it too
)
