package load

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// Kept locates a document in a text that keeps its style. Reader.Kept sets it.
type Kept struct {
	Stream   *yamldoc.Stream
	Document int        // index in the stream
	List     model.Path // path to the document, if it is in a List
}

// Kept returns the location of the document in a text that keeps its style.
func (d Document) Kept() Kept {
	var k Kept
	if d.source.kept != nil {
		k = *d.source.kept
	}
	k.List = d.source.list
	return k
}
