package strategicpatch

// SortMergeListsByName exports a function that the package's own tests call.
var SortMergeListsByName = sortMergeListsByName
