// Package cputime measures processor time for tests. Unlike the time on the clock, it hardly depends
// on the other processes of the machine.
package cputime
