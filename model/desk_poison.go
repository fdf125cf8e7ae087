//go:build smp_poison

package model

// poisoned makes Done of a desk overwrite its memory and drop it. A value that somebody has kept then
// panics or reads nonsense, instead of the content of a later call. The tests run in this mode, too.
const poisoned = true
