package memory

// BytesInWork bounds the source text of files in work together. A larger file is
// alone in work.
const BytesInWork = 1 << 20

// KeptSize is the size of the largest file whose memory a worker keeps for the next. A
// larger one does not find that of the smaller ones before it in use, either; but that of
// another large one (see SpareSize).
const KeptSize = BytesInWork / 4

// SpareSize is the size of the largest file whose memory waits for another large one.
const SpareSize = 2 * BytesInWork
