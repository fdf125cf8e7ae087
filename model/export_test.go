package model

// ForTests are open shortcuts, because tests of this package cannot name the key of the engines.
var ForTests = Shortcuts{open: true}
