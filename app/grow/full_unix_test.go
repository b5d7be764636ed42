//go:build unix

package grow

import (
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// fullVariable is an environment variable that limits the size of files in a growing process to 1
// MB, to simulate a full disk.
const fullVariable = "TEST_GROWER_FULL"

func init() {
	if os.Getenv(fullVariable) == "" {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("processes take long")
	}
	whole, d := wholeAndEmpty(t)
	cmd := growerIn(t, d, certificateOf(t, d))
	cmd.Env = append(cmd.Env, fullVariable+"=1")
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "the papers received so far are kept; run the same command again") {
		t.Fatalf("%v: %s", err, said)
	}
	before := len(d.world.Requests())
	if _, _, err := d.grow(d.seeds(30), many); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.ids(), whole.ids) || len(d.world.Requests()) > whole.requests+1 || before < 3 {
		t.Errorf("%d papers, %d requests, %d before the disk was full", len(d.ids()), len(d.world.Requests()), before)
	}
}
