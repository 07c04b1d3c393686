package dataflow

import (
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
)

// TestManyAskAtOnce: what several goroutines compute at the same time is what one
// computes alone. Run it with -race.
func TestManyAskAtOnce(t *testing.T) {
	main := randomMain(rand.New(rand.NewPCG(7, 0)))
	want := Analyze(main, nil).Facts()
	p := Analyze(main, nil)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := p.Facts(); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, expected %v", got, want)
			}
			p.Cells()
		})
	}
	wait.Wait()
}

// TestMemoryIsUsedAgain: a Program in used memory knows nothing of the one before.
func TestMemoryIsUsedAgain(t *testing.T) {
	mem := new(Memory)
	for seed := range uint64(50) {
		main := randomMain(rand.New(rand.NewPCG(seed, 1)))
		got, want := Analyze(main, mem).Facts(), Analyze(main, nil).Facts()
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("program %d: got %v, expected %v", seed, got, want)
		}
	}
}
