package onnx

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A fakeModel records whether it is open.
type fakeModel struct{ open atomic.Bool }

func (m *fakeModel) close() { m.open.Store(false) }

func residentFake(idle time.Duration) (r *resident[*fakeModel], opened *atomic.Int32) {
	opened = new(atomic.Int32)
	return newResident(Location{Idle: idle}, func(*Model, string) (*fakeModel, error) {
		opened.Add(1)
		m := new(fakeModel)
		m.open.Store(true)
		return m, nil
	}), opened
}

func TestAnIdleModelIsClosedAndOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, opened := residentFake(time.Minute)
		var m *fakeModel
		use := func() { _ = r.use(func(now *fakeModel) error { m = now; return nil }) }
		use()
		time.Sleep(50 * time.Second)
		use() // restarts the idle time
		time.Sleep(50 * time.Second)
		if !m.open.Load() || opened.Load() != 1 {
			t.Errorf("open %v, opened %d times after 50 s without a use", m.open.Load(), opened.Load())
		}
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if m.open.Load() {
			t.Error("open after 61 s without a use")
		}
		if use(); !m.open.Load() || opened.Load() != 2 {
			t.Errorf("open %v, opened %d times", m.open.Load(), opened.Load())
		}
		time.Sleep(time.Hour)
	})
}

func TestAModelInUseStaysOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := residentFake(time.Minute)
		_ = r.use(func(m *fakeModel) error {
			_ = r.Load() // another use ends meanwhile
			time.Sleep(time.Hour)
			if !m.open.Load() {
				t.Error("closed in use")
			}
			return nil
		})
		time.Sleep(time.Hour)
	})
}

func TestAModelThatIsNeverIdleIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, opened := residentFake(0)
		_ = r.Load()
		time.Sleep(1000 * time.Hour)
		if _ = r.Load(); opened.Load() != 1 {
			t.Errorf("opened %d times", opened.Load())
		}
	})
}

// A replaced model is freed in whatever state it is, but first serves its remaining users.
func TestAModelThatRetiresLeavesTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, idle := range []time.Duration{0, time.Hour} {
			r, opened := residentFake(idle)
			var m *fakeModel
			use := func() { _ = r.use(func(now *fakeModel) error { m = now; return nil }) }
			_ = r.Close() // before it was ever loaded
			use()
			_ = r.use(func(m *fakeModel) error {
				_ = r.Close()
				time.Sleep(time.Minute)
				if !m.open.Load() {
					t.Error("closed in use")
				}
				return nil
			})
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if m.open.Load() {
				t.Errorf("idle %v: still open", idle)
			}
			if use(); !m.open.Load() || opened.Load() != 2 {
				t.Errorf("idle %v: opened %d times", idle, opened.Load())
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			if m.open.Load() {
				t.Errorf("idle %v: kept after its last use", idle)
			}
		}
	})
}

// If uses and closings coincide, nobody gets a closed model, and no two models are open at once.
func TestAModelIsSharedByAllWhoUseIt(t *testing.T) {
	var living atomic.Int32
	r := newResident(Location{Idle: time.Nanosecond}, func(*Model, string) (*countedModel, error) {
		if living.Add(1) > 1 {
			t.Error("opened twice")
		}
		return &countedModel{&living}, nil
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				_ = r.use(func(*countedModel) error {
					if living.Load() != 1 {
						t.Error("lent a closed model")
					}
					return nil
				})
			}
		})
	}
	all.Wait()
}

type countedModel struct{ living *atomic.Int32 }

func (m *countedModel) close() { m.living.Add(-1) }

func TestAModelThatDoesNotOpenIsTriedOnce(t *testing.T) {
	tried := 0
	r := newResident(Location{}, func(*Model, string) (*fakeModel, error) { tried++; return nil, errors.New("damaged") })
	for range 3 {
		if err := r.Load(); err == nil || err.Error() != "damaged" {
			t.Errorf("got %v", err)
		}
	}
	if tried != 1 {
		t.Errorf("tried %d times", tried)
	}
}

// A real network runs again after it was closed.
func TestAnEmbedderGoesOnAfterItWasIdle(t *testing.T) {
	e := installed(t)
	e.idle = time.Nanosecond
	texts := []string{"Parsers are slow."}
	first, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for e.isLoaded() {
		time.Sleep(time.Millisecond)
	}
	again, err := e.Embed(t.Context(), texts)
	if err != nil || !slices.Equal(again[0], first[0]) {
		t.Errorf("%v, then %v, %v", first, again, err)
	}
}

func (r *resident[T]) isLoaded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.loaded
}
