package outline

// Match reports whether the characters of a query occur in a name in their order, and how well: a score
// that is greater the nearer together they stand, the more of them begin a word (after a dot, colon or
// underscore, or as a capital after a small letter) or are of the same case, and the less of the name is
// left over. Small and capital letters of ASCII are the same. An empty query matches every name.
func Match(query, name string) (score int, ok bool) {
	// Where the leftmost match ends, and from there backwards where the nearest one begins: as the fuzzy
	// finder fzf does it, in linear time.
	end, next := 0, 0
	for ; end < len(name) && next < len(query); end++ {
		if folded(name[end]) == folded(query[next]) {
			next++
		}
	}
	if next < len(query) {
		return 0, false
	}
	start := end
	for next > 0 {
		start--
		if folded(name[start]) == folded(query[next-1]) {
			next--
		}
	}
	const begun, joined, sameCase = 8, 4, 1
	last := -1
	for i := start; i < end && next < len(query); i++ {
		if folded(name[i]) != folded(query[next]) {
			continue
		}
		if beginsWord(name, i) {
			score += begun
		}
		if i == last+1 {
			score += joined
		}
		if name[i] == query[next] {
			score += sameCase
		}
		last = i
		next++
	}
	return 4*score - (len(name) - len(query)), true
}

// folded returns the small letter for a capital one of ASCII.
func folded(c byte) byte {
	if isCapital(c) {
		return c + 'a' - 'A'
	}
	return c
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// beginsWord reports whether a word begins in a name at i.
func beginsWord(name string, i int) bool {
	if i == 0 {
		return true
	}
	switch name[i-1] {
	case '.', ':', '_', '[', '"', '\'', ' ':
		return true
	}
	return isCapital(name[i]) && !isCapital(name[i-1])
}
