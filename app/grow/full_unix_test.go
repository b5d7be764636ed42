//go:build unix

package grow

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// fullVariable is an environment variable that limits the files of a growing process to 1 MB, as a
// full disk does.
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
	whole := newDesk(t, "openalex")
	if _, _, err := whole.grow(whole.seeds(30), many); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, "openalex")
	certificate := filepath.Join(t.TempDir(), "certificate")
	if err := os.WriteFile(certificate, d.world.PEM, 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), growerVariable+"="+d.dir, onlinetest.StandInVariable+"="+d.world.Addr(),
		onlinetest.CertificateVariable+"="+certificate, fullVariable+"=1")
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "what was received before is kept; run the command again") {
		t.Fatalf("%v: %s", err, said)
	}
	before := len(d.world.Requests())
	if _, _, err := d.grow(d.seeds(30), many); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.ids(), whole.ids()) || len(d.world.Requests()) > len(whole.world.Requests())+1 || before < 3 {
		t.Errorf("%d papers, %d requests, %d before the disk was full", len(d.ids()), len(d.world.Requests()), before)
	}
}
