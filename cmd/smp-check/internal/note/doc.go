// Package note says what is to be known of a patch beside the result: one line on
// standard error for each thing.
package note
