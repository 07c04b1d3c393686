package codegen

import (
	"math/bits"

	"luaflow/compile/meter"
)

// numbers is a hash table from 64 bits to the last number + 1 of a constant, with open
// addressing and linear probing, at most half full.
type numbers struct {
	slots []numberSlot // a power of two
	used  int
}

// numberSlot is an entry of numbers, which is free if last is 0.
type numberSlot struct {
	bits uint64
	last int32
}

const (
	firstNumbers = 64
	// mostNumbers bounds the slots that are kept for another chunk, all of which are cleared.
	mostNumbers = 1024
)

// reset empties the table.
func (t *numbers) reset() {
	switch {
	case len(t.slots) > mostNumbers:
		t.slots = nil
	case t.used > 0:
		clear(t.slots)
	}
	t.used = 0
}

// at returns the place of a value, which the caller sets if it is 0. It is valid until the
// next call. A table that is full counts the steps of making a larger one.
func (t *numbers) at(v uint64, steps *meter.Meter) *int32 {
	if 2*t.used >= len(t.slots) {
		t.grow(steps)
	}
	s := t.find(v)
	if s.last == 0 {
		s.bits = v
		t.used++
	}
	return &s.last
}

// find returns the slot of a value, or the free one that it would get.
func (t *numbers) find(v uint64) *numberSlot {
	hi, lo := bits.Mul64(v^0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)
	mask := len(t.slots) - 1
	for i := int(hi^lo) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.last == 0 || s.bits == v {
			return s
		}
	}
}

// grow doubles the table.
func (t *numbers) grow(steps *meter.Meter) {
	old := t.slots
	t.slots = make([]numberSlot, max(firstNumbers, 2*len(old)))
	for i, s := range old {
		if i%meter.Stride == meter.Stride-1 {
			steps.Step()
		}
		if s.last != 0 {
			*t.find(s.bits) = s
		}
	}
}
