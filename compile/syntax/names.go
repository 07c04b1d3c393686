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
}

const (
	firstPage = 1 << 5
	lastPage  = 1 << 11 // the size of all pages from this number of names on
)

// Len returns the number of names: one more than the greatest NameID.
func (s *Names) Len() int { return s.n }

// At returns the name with a number.
func (s *Names) At(id NameID) *Name {
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

// add makes the name with the next number.
func (s *Names) add() *Name {
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
