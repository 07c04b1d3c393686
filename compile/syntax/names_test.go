package syntax

import (
	"testing"

	"luaflow/compile/source"
)

// TestNames holds that names stay where they are and are found again, on pages of
// every size and on both sides of the borders between them.
func TestNames(t *testing.T) {
	const many = 3*lastPage + 1
	var s Names
	var made []*Name
	for i := range many {
		if got := s.Len(); got != i {
			t.Fatalf("%d names, want %d", got, i)
		}
		n := s.add()
		n.Start = source.Pos(2 * i)
		made = append(made, n)
	}
	for i, n := range made {
		id := NameID(i)
		if s.At(id) != n || n.ID != id {
			t.Fatalf("name %d is not where it was made, or has number %d", i, n.ID)
		}
		if at, next := s.Search(n.Start), s.Search(n.Start+1); at != id || next != id+1 {
			t.Fatalf("search of name %d: %d and %d", i, at, next)
		}
	}
	next := NameID(lastPage - 1)
	for n := range s.From(next) {
		if n != made[next] {
			t.Fatalf("name %d comes where %d should", n.ID, next)
		}
		next++
	}
	if int(next) != many {
		t.Fatalf("the names end at %d of %d", next, many)
	}
}
