package kustomization

// These are limits on the work of a Finder, and on its memory. They keep files that include each other
// from using too much of both.
const (
	maxRuns      = 10_000     // of work.runs
	maxCompared  = 20_000_000 // of work.compared
	maxMerged    = 4_000      // of work.merged; after that, the objects of patches are unknown
	maxKept      = 500_000    // of work.kept
	maxHints     = 50         // of work.hints
	maxResources = 50_000     // resources of one kustomization
	maxEarlier   = 200        // earlier identities of one resource
	maxKinds     = 200        // kinds for which one patch is checked
)

// MaxCopied is the number of bytes that the copy operations of all JSON Patches may copy in one run.
// Each patch may copy up to [jsonpatch.MaxCopied] bytes in each of its objects.
const MaxCopied = 32 << 20

// A work counts what a Finder has done.
type work struct {
	runs     int     // repeated runs of components, and the kinds for which their patches are checked
	compared int     // comparisons of resources with patches
	merged   int     // resources to which patches are applied
	copied   int     // bytes that JSON Patches copied
	kept     int     // resources in lists that are kept for later kustomizations
	hints    int     // problems with a suggestion, for which names are compared
	matches  Matches // comparisons of fields with expressions of targets
}

// countRun counts the check of a patch of a component that was run before.
func (s *kustomizationRun) countRun(p Patch) {
	if s.again {
		s.runs += max(len(p.Kinds), 1)
	}
}

// tooMuch counts comparisons of resources. It returns true if there were too many.
func (w *work) tooMuch(n int) bool {
	w.compared += n
	return w.compared > maxCompared
}

// canAdd counts resources that are added. If there are too many, it makes the resources incomplete, and
// returns false.
func (s *kustomizationRun) canAdd(n int) bool {
	s.kept += n
	if s.kept > maxKept {
		s.forget()
		return false
	}
	if len(s.resources)+n > maxResources {
		s.complete = false
		return false
	}
	return true
}
