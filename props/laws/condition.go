package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A condition is a precondition that several laws share, or that only clusters require. It may
// change the options of the input so that they meet the precondition. If the input cannot meet the
// precondition, it returns the reason.
type condition func(q *question) (why string)

// A question is an input for a law, and how the law must be checked.
type question struct {
	in corpus.Input
	// cluster is set if the engine follows clusters, not the specification.
	cluster bool
	// keeps is set if the law is about kept places.
	keeps bool
	// undiverged is set if the law is only true as long as a cluster follows the specification.
	undiverged bool
}

// These conditions are about options.

// unionsOff disables unions.
func unionsOff(q *question) string {
	q.in.Options.Unions = false
	return ""
}

// unionsOn is for laws that enable unions. Clusters have no unions.
func unionsOn(q *question) string {
	if q.cluster {
		return "clusters do not support unions"
	}
	return ""
}

// notStrict makes the engine accept unknown fields and values of the wrong type.
func notStrict(q *question) string {
	q.in.Options.Strict = false
	return ""
}

// keeping is for laws about kept places. All other laws are about patches without them.
func keeping(q *question) string {
	q.keeps = true
	return ""
}

// resending makes a three-way merge for a cluster send all values, including those that servers
// store in another form or not at all.
func resending(q *question) string {
	q.in.Options.Resend = q.in.Options.Resend || q.cluster
	return ""
}

// checker returns the function Check of a law with all conditions, for engines that implement a
// dialect. Every law requires a schema, and every law about one operation requires documents that
// can be read.
func (law Law) checker(dialect string) func(corpus.Subject, corpus.Input) Verdict {
	return func(s corpus.Subject, in corpus.Input) Verdict {
		q := question{in: in, cluster: dialect != "" && dialect != corpus.Documented}
		if why := law.unmet(&q); why != "" {
			return (&trial{law: law.Name, subject: s, in: in}).inapplicable(why)
		}
		if q.undiverged {
			return law.checkUndiverged(s, q.in)
		}
		return law.Check(s, q.in)
	}
}

// unmet returns why the law does not apply to an input, and changes the options that the law
// requires. It returns an empty text if the law may apply.
func (law Law) unmet(q *question) string {
	switch {
	case law.Op != "" && law.Op != q.in.Op:
		return "the law is about " + string(law.Op)
	case q.in.Schema == smp.Schema{}:
		return "the schema cannot be built"
	case law.Op != "" && q.in.Err() != nil:
		return "a document cannot be read"
	}
	q.in.Options.Unions = q.in.Options.Unions && !q.cluster // the option has no effect on clusters
	for _, c := range law.conditions {
		if why := c(q); why != "" {
			return why
		}
	}
	if law.Op != "" && !q.keeps {
		q.in.Options.Keep = nil
	}
	return ""
}
