package summary

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Sets of summaries as bytes: what one step hands to the next.

// setHeader begins a set.
const setHeader = "luaflow summaries\n"

// AppendSet appends summaries of files of different paths, in the order of these: each set has one form.
func AppendSet(b []byte, all []*Summary) []byte {
	all = slices.SortedFunc(slices.Values(all), func(a, b *Summary) int { return strings.Compare(a.Path, b.Path) })
	b = append(b, setHeader...)
	for _, s := range all {
		b = appendText(b, s.Path)
		form, _ := s.AppendBinary(nil) // never fails
		b = appendText(b, string(form))
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// ParseSet reads what AppendSet has written.
func ParseSet(b []byte) (all []*Summary, err error) {
	rest, ok := strings.CutPrefix(string(b), setHeader)
	r := reader{rest: rest}
	for ok && r.rest != "" && !r.bad {
		path, form := r.string(), r.string()
		s := &Summary{Path: path}
		if err := s.UnmarshalBinary([]byte(form)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, s)
	}
	if !ok || r.bad {
		return nil, errForm
	}
	return all, nil
}

func (r *reader) string() string {
	n := r.count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// Merge returns the summaries of all sets. Of two for one path the one counts whose form is greater, so that the order of the sets, and in
// which steps they are merged, makes no difference.
func Merge(sets ...[]*Summary) []*Summary {
	of := map[string]*Summary{}
	for _, set := range sets {
		for _, s := range set {
			if last := of[s.Path]; last == nil || form(last) < form(s) {
				of[s.Path] = s
			}
		}
	}
	all := make([]*Summary, 0, len(of))
	for _, s := range of {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *Summary) int { return strings.Compare(a.Path, b.Path) })
	return all
}

func form(s *Summary) string {
	b, _ := s.AppendBinary(nil) // never fails
	return string(b)
}
