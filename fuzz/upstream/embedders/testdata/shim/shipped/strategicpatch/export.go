package strategicpatch

// SortMergeListsByName hands on what the package's own tests call.
var SortMergeListsByName = sortMergeListsByName
