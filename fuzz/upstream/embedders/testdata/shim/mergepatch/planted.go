package mergepatch

import "os"

// planted is set if this variable is: the engine then does nothing and reports the opposite of
// the correct answer.
var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""
