package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
)

func TestLaws(t *testing.T) { props.Run(t, corpus.Engine()) }
