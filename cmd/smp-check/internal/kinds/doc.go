// Package kinds reads the names of kinds as users write them, and compares kinds.
package kinds
