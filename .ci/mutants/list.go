package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// readList reads the keys of the listed mutants. A package without a list has none.
func readList(name string) (map[string]bool, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	listed := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 4 || parts[3] == "" {
			return nil, fmt.Errorf("%s:%d: want file, kind, code and reason", name, i+1)
		}
		listed[strings.Join(parts[:3], "\t")] = true
	}
	return listed, nil
}
