// Command adapter-merge-patch serves JSON Merge Patch as an engine of package adapters, on
// its standard streams.
package main

import "github.com/strategicpatch/smp/fuzz/upstream/adapters"

func main() { adapters.Main(adapters.MergePatch()) }
