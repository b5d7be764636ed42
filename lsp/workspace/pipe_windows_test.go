package workspace_test

import "testing"

func makePipe(t *testing.T, _ ...string) { t.Skip("pipes have no place in a folder") }
