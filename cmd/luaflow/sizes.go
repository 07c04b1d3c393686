package main

// bytesInWork bounds the source text of files in work together. A larger file is
// alone in work.
const bytesInWork = 1 << 20

// keptSize is the size of the largest file whose memory a worker keeps for the next. A
// larger one does not find that of the smaller ones before it in use, either; but that of
// a large one, see spare.
const keptSize = bytesInWork / 4

// spareSize is the size of the largest file whose memory waits for another large one.
const spareSize = 2 * bytesInWork
