// Package module finds the files of required modules.
package module

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
)

// Dir returns the folder of a module, in the version that the module of the working directory
// requires. The module is downloaded if necessary. The error contains the message of the go
// command.
func Dir(path string) (string, error) {
	// go list returns no folder for a module from which nothing has been built yet.
	printed, err := exec.Command("go", "mod", "download", "-json", path).Output()
	var found struct{ Dir, Error string }
	if json.Unmarshal(printed, &found) == nil && found.Error != "" {
		err = errors.New(found.Error)
	}
	if err != nil {
		return "", fmt.Errorf("download of %s: %w", path, err)
	}
	return found.Dir, nil
}
