package embedders

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
)

// A Call is a call that the shim recorded.
type Call struct {
	Function, Answer string
	// Document is the document to which the answers apply. It is empty if the answers are
	// equal.
	Document, Ours, Theirs string
}

// readCalls reads the calls that the shim recorded while a suite ran. The result is empty if
// no test called the engine.
func readCalls(file string) ([]Call, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var calls []Call
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var c Call
		if err := d.Decode(&c); err != nil {
			return nil, err
		}
		calls = append(calls, c)
	}
	return calls, nil
}
