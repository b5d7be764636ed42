package grow

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// growerVariable is an environment variable with the folder in which the test binary grows a corpus.
const growerVariable = "TEST_GROWER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(growerVariable); dir != "" {
		if err := growIn(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if flag.Parse(); testing.Short() {
		goals.Papers = shortPapers
	}
	os.Exit(m.Run())
}

var many = Goals{Papers: 2500, Hops: 3}

// growIn grows a corpus from the recorded responses of another process.
func growIn(dir string) error {
	standIn, roots, err := onlinetest.FromEnvironment()
	if err != nil {
		return err
	}
	client, err := online.New(online.Options{Sources: []string{"openalex"}, StandIn: standIn, Roots: roots, Unpaced: true})
	if err != nil {
		return err
	}
	d := &desk{lit: theLiterature()}
	seeds := d.seeds(30)
	plan, err := NewPlan(client, "openalex", seeds, many)
	if err != nil {
		return err
	}
	g, err := Open(Options{Dir: dir, Client: client})
	if err != nil {
		return err
	}
	_, err = g.Grow(context.Background(), "openalex", seeds, many, plan)
	return errors.Join(err, g.Close())
}

// TestFiftyKills kills a growing process at its second request, fifty times. The corpus must equal that
// of an uninterrupted process, and only replies cut off by a kill may be requested again. The test is
// skipped in short mode.
func TestFiftyKills(t *testing.T) {
	if testing.Short() {
		t.Skip("processes take long")
	}
	whole, d := wholeAndEmpty(t)
	certificate := certificateOf(t, d)
	var grower atomic.Pointer[exec.Cmd]
	var requests atomic.Int32
	d.world.Each(func(onlinetest.Request) {
		if cmd := grower.Load(); requests.Add(1) == 2 && cmd != nil {
			_ = cmd.Process.Kill()
		}
	})
	kills, most := 0, 50
	for done := false; !done; {
		cmd := growerIn(t, d, certificate)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		requests.Store(0)
		if kills < most {
			grower.Store(cmd)
		} else {
			grower.Store(nil)
		}
		if done = cmd.Wait() == nil; !done {
			kills++
		}
		if kills > most+10 {
			t.Fatal("it does not end")
		}
	}
	if got, want := d.ids(), whole.ids; !slices.Equal(got, want) || len(got) != many.Papers {
		t.Errorf("%d papers after %d kills, %d without", len(got), kills, len(want))
	}
	if n, most := len(d.world.Requests()), whole.requests+kills; n > most {
		t.Errorf("%d requests with %d kills, %d without", n, kills, whole.requests)
	}
}

// A wholeRun contains the sorted IDs of a corpus grown without interruption, and the number of requests.
type wholeRun struct {
	ids      []string
	requests int
}

// theWhole is the uninterrupted run with which all tests that kill a process compare.
var theWhole *wholeRun

// wholeAndEmpty returns an uninterrupted run and a desk without a corpus.
func wholeAndEmpty(t *testing.T) (whole *wholeRun, empty *desk) {
	t.Helper()
	if theWhole == nil {
		d := newDesk(t, "openalex")
		if _, _, err := d.grow(d.seeds(30), many); err != nil {
			t.Fatal(err)
		}
		theWhole = &wholeRun{d.ids(), len(d.world.Requests())}
	}
	return theWhole, newDesk(t, "openalex")
}

// certificateOf writes the certificate of a desk's server to a file.
func certificateOf(t *testing.T, d *desk) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "certificate")
	if err := os.WriteFile(file, d.world.PEM, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// growerIn returns a command that grows a desk's corpus.
func growerIn(t *testing.T, d *desk, certificate string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), growerVariable+"="+d.dir, onlinetest.StandInVariable+"="+d.world.Addr(),
		onlinetest.CertificateVariable+"="+certificate)
	return cmd
}
