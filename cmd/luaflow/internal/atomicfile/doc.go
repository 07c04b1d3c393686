// Package atomicfile puts texts in the place of files, all or nothing: readers see the old text
// or the new one, and what belongs to a file beside its text stays.
package atomicfile
