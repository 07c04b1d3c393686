//go:build !race

package luacheckrc

const isRace = false
