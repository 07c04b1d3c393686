package cfg

import "luaflow/compile/slab"

// Slab is a slab.Slab.
type Slab[T any] = slab.Slab[T]
