package mergepatch

import "os"

// planted is true if the environment variable is set. The engine then does nothing, and
// reports the opposite of the correct answer.
var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""
