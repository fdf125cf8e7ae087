// Package door opens the functions of package model that only the engines may use.
package door

import "github.com/strategicpatch/smp/model"

// A Key is the key for [model.ForEngines]. It is in no signature of an exported package, so other modules
// cannot get one, not even by reflection.
type Key struct{}

// Shortcuts are the functions of package model for the engines.
var Shortcuts = model.ForEngines(Key{})
