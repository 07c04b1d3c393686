package checks_test

import (
	"os"
	"path/filepath"
	"testing"

	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
)

// TestData runs each check over its testdata, but for those that are about more than one check finds, or what others have said:
// they have a test in their folders that bears the name of that.
//
// It is one test, as a test of each folder would be a program of its own, and to link those took longer than to run them.
func TestData(t *testing.T) {
	for _, code := range checks.Codes() {
		folder := folderOf(code)
		if _, err := os.Stat(filepath.Join(folder, folder+"_test.go")); err == nil {
			continue
		}
		t.Run(code, func(t *testing.T) { checktest.Run(t, checks.Lookup(code), filepath.Join(folder, "testdata")) })
	}
}
