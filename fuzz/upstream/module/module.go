// Package module finds the files of modules that this one requires.
package module

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
)

// Dir returns the folder of a module, in the version that the module of the working
// directory requires. What is not on the machine yet is downloaded. The error says
// what the go command has against it.
func Dir(path string) (string, error) {
	// Not go list: it has no folder for a module of which nothing was built here yet.
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
