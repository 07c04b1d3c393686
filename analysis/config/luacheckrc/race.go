//go:build race

package luacheckrc

// isRace reports whether the race detector is in the program, which takes many times the
// memory: the system may end a child before it can say on which line it needed too much.
const isRace = true
