package adapters

import (
	"fmt"
	"os"

	"github.com/strategicpatch/smp/corpus/protocol"
)

// Main serves the engine on the standard streams and ends the process.
func Main(s protocol.Server) {
	if err := s.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "adapter for %s: %v\n", s.Name, err)
		os.Exit(1)
	}
}
