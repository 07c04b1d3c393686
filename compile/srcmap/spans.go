package srcmap

// spans.go is the table that a map keeps its spans in: there is one for each
// instruction and each statement. Those that are neighbours in the table are mostly
// short and near each other in what they are spans of, so that 4 bytes are enough for
// one: its distance from a span of its group, its length, and a tag.

// span is an entry of spans.
type span struct {
	start uint32
	shape uint32 // the length, and the tag in the low bits
}

const (
	tagBits = 4
	// farTag is the tag of what stands elsewhere. No span has it.
	farTag = 1<<tagBits - 1
	// shapeBits is the length, below 4096, and the tag of what does not.
	shapeBits = 16
	// reach is the distance from which on a span stands elsewhere.
	reach = 1 << (31 - shapeBits)
	// group is the words that belong together: the place that the distances of the
	// others are measured from, which is not 0, and one for each span.
	group = 32
)

// spans is a table of spans.
type spans struct {
	words []uint32
	far   []span // those that do not fit a word, in any order
}

// wordsFor returns how many words n spans take.
func wordsFor(n int) int { return n + (n+group-2)/(group-1) }

// len returns the number of spans.
func (t *spans) len() int { return len(t.words) - (len(t.words)+group-1)/group }

// place returns where the word of span i stands.
func place(i int) int { return i + i/(group-1) + 1 }

// at returns span i.
func (t *spans) at(i int) span {
	k := place(i)
	w := t.words[k]
	if w&farTag == farTag {
		return t.far[w>>tagBits]
	}
	return span{t.words[k&^(group-1)] + w>>shapeBits - reach, w & (1<<shapeBits - 1)}
}

// pack returns the form of s in a group whose distances are measured from origin, if it
// fits a word.
func (s span) pack(origin uint32) (w uint32, ok bool) {
	distance := s.start - origin + reach
	return distance<<shapeBits | s.shape, distance < 2*reach && s.shape < 1<<shapeBits
}

// keepFar returns the form of a span that fits no word.
func (t *spans) keepFar(s span) uint32 {
	t.far = append(t.far, s)
	return uint32(len(t.far)-1)<<tagBits | farTag
}

// append adds a span.
func (t *spans) append(s span) {
	if len(t.words)%group == 0 {
		t.words = append(t.words, s.start+1)
	}
	w, ok := s.pack(t.words[len(t.words)&^(group-1)])
	if !ok {
		w = t.keepFar(s)
	}
	t.words = append(t.words, w)
}

// retag gives the last span another tag.
func (t *spans) retag(tag uint32) {
	w := &t.words[len(t.words)-1]
	if *w&farTag == farTag {
		w = &t.far[*w>>tagBits].shape
	}
	*w = *w&^farTag | tag
}

// cut takes the last span back.
func (t *spans) cut() {
	t.words = t.words[:len(t.words)-1]
	if len(t.words)%group == 1 {
		t.words = t.words[:len(t.words)-1]
	}
}

// set makes s span i of a table of zero words. Until then its tag is 0.
func (t *spans) set(i int, s span) {
	k := place(i)
	origin := &t.words[k&^(group-1)]
	if *origin == 0 {
		*origin = s.start + 1
	}
	w, ok := s.pack(*origin)
	if !ok {
		w = t.keepFar(s)
	}
	t.words[k] = w
}
