// Package ct holds the few constant-time helpers the other packages share: clearing of secrets, and masks
// made from comparisons without a branch.
//
// A mask is a word that is all zeros (false) or all ones (true). A bit is a word that is 0 or 1. Every helper here runs
// in time independent of its operands, as far as the Go compiler leaves plain integer operations alone.
package ct
