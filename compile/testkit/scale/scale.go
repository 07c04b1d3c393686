// Package scale says how long tests search that could search forever: through random
// programs, random changes and the files of a corpus.
//
// Each of them states its full size. What go test does without being told is a part of
// that, so that all tests of the repository are run between two changes; CI sets
// LUAFLOW_TEST_SCALE to 100, per cent, and whoever looks for what is rare to more.
//
// The longest searches are shared by runs: where LUAFLOW_TEST_SEED is a number, another one for each state of what is tested,
// a run makes a part of them. Of random programs it begins where that number says, and a test that fails prints it; of cases that
// are always the same it takes those whose turn it is.
package scale

import (
	"os"
	"strconv"
	"testing"
)

// variable is the environment variable that holds the percentage.
const variable = "LUAFLOW_TEST_SCALE"

// seedVariable is the environment variable that holds the number of a run.
const seedVariable = "LUAFLOW_TEST_SEED"

// runs is how many runs it takes to search as far as one without a number does.
const runs = 5

// usual is the percentage where the variable is not set.
const usual = 5

// Of returns how many of full steps a test takes, at least one. It panics if
// LUAFLOW_TEST_SCALE is no positive number.
func Of(full int) int { return max(1, full*percent()/100) }

// Share returns how many of full steps a test takes of a search that runs share, at least one, and the seed of
// the random numbers that it is made of: 0 and as many as Of says, if runs have no number. It panics if
// LUAFLOW_TEST_SEED is no number.
func Share(t testing.TB, full int) (steps int, seed uint64) {
	seed, isShared := number()
	if !isShared {
		return Of(full), 0
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s=%d %s=%d finds it again", seedVariable, seed, variable, percent())
		}
	})
	return max(1, Of(full)/runs), seed
}

// Turn reports whether a run tries the i-th of the cases that runs share, of which each run tries as many: always, if runs
// have no number. It panics if LUAFLOW_TEST_SEED is no number.
func Turn(i int) bool {
	seed, isShared := number()
	return !isShared || uint64(i)%runs == seed%runs
}

// number returns the number of this run, if it has one.
func number() (seed uint64, ok bool) {
	text := os.Getenv(seedVariable)
	if text == "" {
		return 0, false
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		panic(seedVariable + " is a number, not " + text)
	}
	return seed, true
}

// Every returns how far apart the places are that a test tries of a text, or of a list, of
// which it tries every step-th at its full size.
func Every(step int) int { return max(step, step*100/percent()) }

// Full reports whether tests take their full size. Only then do they hold that they met
// what is rare.
func Full() bool { return percent() >= 100 }

func percent() int {
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		panic(variable + " is a percentage, not " + text)
	}
	return n
}
