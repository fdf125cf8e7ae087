package judge

import (
	"net/http"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
)

// A fault is the part of the server that rejected a request.
type fault int

const (
	// noFault means that the request succeeded.
	noFault fault = iota
	// noAnswer means that there was no answer.
	noAnswer
	// engineFault means that the engine rejected the patch or panicked.
	engineFault
	// decodingFault means that the result does not fit the Go types.
	decodingFault
	// otherFault means that validation or admission rejected the object.
	otherFault
)

// patchFault returns the part of the server that rejected a patch. It can be recognized by
// the form of the answer. An error of the engine is a bad request, an internal error, or has
// a cause that names the engine. If a result cannot be decoded, the only cause is "patch".
func patchFault(a client.Answer) fault {
	c := causes(a)
	switch {
	case a.Code == 0:
		return noAnswer
	case a.OK():
		return noFault
	case a.Code == http.StatusBadRequest || a.Code == http.StatusInternalServerError:
		return engineFault
	case len(c) == 1 && strings.HasPrefix(c[0], "UnexpectedServerResponse\x00"):
		return engineFault
	case len(c) == 1 && strings.HasSuffix(c[0], "\x00patch"):
		return decodingFault
	default:
		return otherFault
	}
}

// putFault is like patchFault, for an answer to a PUT. A document of a PUT that cannot be
// decoded is a bad request.
func putFault(a client.Answer) fault {
	switch {
	case a.Code == 0:
		return noAnswer
	case a.OK():
		return noFault
	case a.Code == http.StatusBadRequest:
		return decodingFault
	default:
		return otherFault
	}
}

// sameFaults reports whether two answers have the same faults.
func sameFaults(a, b client.Answer) bool {
	if a.Code != b.Code {
		return false
	}
	ours, theirs := causes(a), causes(b)
	if len(ours) == 0 && len(theirs) == 0 {
		return message(a) == message(b)
	}
	return slices.Equal(ours, theirs)
}

// sameCause reports whether the answers to a PUT and to a patch have the same message. In the
// answer to the PUT, the message follows the name of the kind that could not be decoded.
func sameCause(put, patched client.Answer) bool {
	return message(patched) != "" && strings.HasSuffix(message(put), ": "+message(patched))
}

func message(a client.Answer) string {
	v, _ := a.Value.Get("message")
	return v.Text()
}

// causes returns the causes in an answer, sorted. Each consists of a reason, a message and a
// field.
func causes(a client.Answer) []string {
	list, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(a.Value)
	var all []string
	for _, c := range list.Elements() {
		var parts []string
		for _, name := range []string{"reason", "message", "field"} {
			v, _ := c.Get(name)
			parts = append(parts, v.Text())
		}
		all = append(all, strings.Join(parts, "\x00"))
	}
	slices.Sort(all)
	return all
}
