package syntax

import (
	"iter"
	"math/bits"
	"sort"

	"luaflow/compile/source"
)

// This file defines the table of names, which is their storage too: pages that never
// move, each as large as all before it up to a bound. So a name needs no entry beside
// itself, and a small text no large page.

// Names is the occurrences of variables' names in a tree, by NameID.
type Names struct {
	pages [][]Name // more than there are names for, if others were in them before
	n     int
	// first is the first number of each page, if they have not the sizes that pageOf knows: the
	// pages of a text that was read in part (see revise.go), each as long as it has names.
	first []NameID
}

const (
	firstPage = 1 << 5
	lastPage  = 1 << 11 // the size of all pages from this number of names on
)

// Len returns the number of names: one more than the greatest NameID.
func (s *Names) Len() int { return s.n }

// At returns the name with a number.
func (s *Names) At(id NameID) *Name {
	if s.first != nil {
		page := s.find(id)
		return &s.pages[page][id-s.first[page]]
	}
	page, at := pageOf(id)
	return &s.pages[page][at]
}

// pageOf returns where the name with a number lies.
func pageOf(id NameID) (page, at uint32) {
	if id >= lastPage {
		return uint32(id)/lastPage + pageNumber(lastPage-1), uint32(id) % lastPage
	}
	page = pageNumber(id)
	if page == 0 {
		return 0, uint32(id)
	}
	return page, uint32(id) - firstPage<<(page-1)
}

// pageNumber returns the page of a number below lastPage.
func pageNumber(id NameID) uint32 { return uint32(bits.Len32(uint32(id) / firstPage)) }

// From yields the name with a number and those after it.
func (s *Names) From(id NameID) iter.Seq[*Name] {
	return func(yield func(*Name) bool) {
		for ; int(id) < s.n; id++ {
			if !yield(s.At(id)) {
				return
			}
		}
	}
}

// All yields every name, in the order of the text.
func (s *Names) All() iter.Seq[*Name] { return s.From(0) }

// Search returns the number of the first name that begins at p or after it; Len if there
// is none.
func (s *Names) Search(p source.Pos) NameID {
	return NameID(sort.Search(s.n, func(i int) bool { return s.At(NameID(i)).Start >= p }))
}

// find returns the page of a number, where first tells it.
func (s *Names) find(id NameID) int {
	low, high := 0, len(s.first)
	for low+1 < high {
		if middle := int(uint(low+high) / 2); s.first[middle] <= id {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// cut returns the names below a number, to which others can be added, and the pages of those from
// another number on. Neither has its names elsewhere than s.
func (s *Names) cut(below, from NameID) (head Names, tail [][]Name) {
	head = Names{n: int(below), first: make([]NameID, 0, len(s.pages)+3)}
	start := NameID(0)
	for i, page := range s.pages {
		if s.first != nil {
			start = s.first[i]
		}
		names := NameID(min(len(page), s.n-int(start)))
		if k := min(below-min(below, start), names); k > 0 {
			head.pages, head.first = append(head.pages, page[:k:k]), append(head.first, start)
		}
		if k := max(from, start) - start; k < names {
			tail = append(tail, page[k:names:names])
		}
		if start += names; int(start) == s.n {
			break
		}
	}
	return head, tail
}

// join adds pages, and moves and numbers their names.
func (s *Names) join(pages [][]Name, by source.Pos) {
	for _, page := range pages {
		s.pages, s.first = append(s.pages, page), append(s.first, NameID(s.n))
		for i := range page {
			n := &page[i]
			n.Start += by
			n.End += by
			n.ID = NameID(s.n + i)
		}
		s.n += len(page)
	}
}

// addAfterCut does what add does where the pages have any size.
func (s *Names) addAfterCut() *Name {
	last := len(s.pages) - 1
	if last < 0 || len(s.pages[last]) == cap(s.pages[last]) {
		s.pages, s.first = append(s.pages, make([]Name, 0, 2*firstPage)), append(s.first, NameID(s.n))
		last++
	}
	page := append(s.pages[last], Name{ID: NameID(s.n)})
	s.pages[last] = page
	s.n++
	return &page[len(page)-1]
}

// add makes the name with the next number.
func (s *Names) add() *Name {
	if s.first != nil {
		return s.addAfterCut()
	}
	id := NameID(s.n)
	page, at := pageOf(id)
	if int(page) == len(s.pages) {
		s.pages = append(s.pages, make([]Name, min(max(s.n, firstPage), lastPage)))
	}
	s.n++
	n := &s.pages[page][at]
	*n = Name{ID: id}
	return n
}
