// Command adapter-kyaml serves the merge of kyaml as an engine of package adapters, on its
// standard streams.
package main

import "github.com/strategicpatch/smp/fuzz/upstream/adapters"

func main() { adapters.Main(adapters.Kyaml()) }
