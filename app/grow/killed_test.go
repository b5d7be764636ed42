package grow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	"github.com/scilit-lsp/scilit-lsp/internal/literature"
)

// growerVariable is an environment variable. It contains a folder in which the test binary grows a
// corpus.
const growerVariable = "TEST_GROWER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(growerVariable); dir != "" {
		if err := growIn(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
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
	d := &desk{lit: literature.New(madeUp)}
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

// TestFiftyKills kills a growing process at its second request, fifty times. It is skipped in short mode. The
// corpus is the one that an uninterrupted process grows, and each reply was requested once, apart
// from those that the kills cut off.
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
	if got, want := d.ids(), whole.ids(); !slices.Equal(got, want) || len(got) != many.Papers {
		t.Errorf("%d papers after %d kills, %d without", len(got), kills, len(want))
	}
	if n, most := len(d.world.Requests()), len(whole.world.Requests())+kills; n > most {
		t.Errorf("%d requests with %d kills, %d without", n, kills, len(whole.world.Requests()))
	}
}

// wholeAndEmpty returns a desk with a grown corpus, and one without a corpus.
func wholeAndEmpty(t *testing.T) (whole, empty *desk) {
	t.Helper()
	whole = newDesk(t, "openalex")
	if _, _, err := whole.grow(whole.seeds(30), many); err != nil {
		t.Fatal(err)
	}
	return whole, newDesk(t, "openalex")
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

// growerIn returns a command that grows the corpus of a desk when it is started.
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
