//go:build !smp_poison

package model

const poisoned = false
