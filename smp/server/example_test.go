package server_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/smp/server"
)

func ExamplePatch() {
	live := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80,"protocol":"TCP"}]}}`)
	result, err := server.Patch(server.StrategicMergePatch, live, []byte(`{"spec":{"ports":[{"port":443,"protocol":"TCP"}]}}`))
	fmt.Println(string(result), err)

	custom := []byte(`{"apiVersion":"example.com/v1","kind":"Shop"}`)
	_, err = server.Patch(server.StrategicMergePatch, custom, []byte(`{"spec":{}}`))
	var e *server.Error
	fmt.Println(errors.As(err, &e) && e.Reason == server.UnsupportedMediaType)
	// Output:
	// {"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":443,"protocol":"TCP"},{"port":80,"protocol":"TCP"}]}} <nil>
	// true
}
