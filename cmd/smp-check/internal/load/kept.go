package load

import (
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
)

// Kept is where a document stands in a text that keeps its style. Reader.Keep asks
// for it.
type Kept struct {
	Stream   *yamldoc.Stream
	Document int        // of the stream
	List     model.Path // to the document in a List; empty for the document of the stream
}

// Kept returns where the document stands.
func (d Document) Kept() Kept {
	var k Kept
	if d.source.kept != nil {
		k = *d.source.kept
	}
	k.List = d.source.list
	return k
}
