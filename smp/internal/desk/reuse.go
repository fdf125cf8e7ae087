//go:build !smp_poison

package desk

const poisoned = false
