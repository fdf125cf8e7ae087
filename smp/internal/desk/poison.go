//go:build smp_poison

package desk

// poisoned makes a call copy its texts and overwrite the copies at its end (see the package model).
const poisoned = true
