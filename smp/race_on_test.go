//go:build race || smp_poison

package smp_test

const raceEnabled = true
