package library_test

import "testing"

// makePipes leaves out what this system has in no folder.
func makePipes(t *testing.T, _ ...string) { t.Skip("needs named pipes in a folder") }
