package mergepatch

import "os"

// planted: with this variable set the engine does nothing and finds the opposite
// of what it should.
var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""
