package onnx

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// installed returns the embedder that `make models` installs. It skips the test if the embedder is
// missing.
func installed(t testing.TB) *Embedder {
	t.Helper()
	if errNoCgo != nil {
		t.Skip(errNoCgo)
	}
	f, err := Locate(Settings{})
	if err != nil {
		t.Skip(err)
	}
	e, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func embed(t testing.TB, e interface {
	Embed(context.Context, []string) ([][]float32, error)
}, texts ...string) [][]float32 {
	t.Helper()
	vectors, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return vectors
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// The expected cosines come from the reference implementation: the Rust tokenizers and onnxruntime in
// Python.
func TestEmbedAgreesWithTheReference(t *testing.T) {
	e := installed(t)
	for _, c := range []struct {
		a, b   string
		cosine float64
	}{
		{"Attention is all you need", "The Transformer, a model based solely on attention mechanisms", 0.5516},
		{"Attention is all you need", "Iron supplements raise the risk of malaria", -0.0428},
		{"Müller's naïve Bayes", "A naive Bayes classifier by Muller", 0.8517},
	} {
		v := embed(t, e, c.a, c.b)
		if got := dot(v[0], v[1]); math.Abs(got-c.cosine) > 0.02 {
			t.Errorf("%q and %q: cosine %.4f, want %.4f", c.a, c.b, got, c.cosine)
		}
	}
	if e.ID() != "citation-minilm:1f6a5eea" || e.Dim() != 384 {
		t.Errorf("ID %s, Dim %d", e.ID(), e.Dim())
	}
}

func TestEmbedGivesUnitVectorsForAnyText(t *testing.T) {
	e := installed(t)
	texts := []string{"", " \n", "a", "\xff\xfe", "中文 😀", strings.Repeat("very long ", 2000)}
	for i, v := range embed(t, e, texts...) {
		if length := dot(v, v); len(v) != e.Dim() || math.Abs(length-1) > 1e-5 {
			t.Errorf("%.20q: %d floats of squared length %f", texts[i], len(v), length)
		}
	}
	if got := embed(t, e); len(got) != 0 {
		t.Errorf("no text gave %d vectors", len(got))
	}
}

func TestVectorsDoNotDependOnTheirNeighbours(t *testing.T) {
	e := installed(t)
	texts := []string{"one text", "another, which is quite a bit longer than the first one is", "a third"}
	together := embed(t, e, texts...)
	var callers sync.WaitGroup
	for i, text := range texts {
		callers.Go(func() {
			if diff := cmp.Diff(together[i], embed(t, e, text)[0]); diff != "" {
				t.Errorf("%q alone and together differ", text)
			}
		})
	}
	callers.Wait()
}

func TestEmbedStopsWhenCancelled(t *testing.T) {
	e := installed(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, make([]string, 1000)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOpenNeedsCgo(t *testing.T) {
	if errNoCgo == nil {
		t.Skip("this build has cgo")
	}
	m := newMachine(t)
	f, err := Locate(Settings{Models: []string{m.model("m", DefaultEmbedder, "network")}, Runtime: m.library("lib")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(f); !errors.Is(err, errNoCgo) {
		t.Errorf("got %v", err)
	}
}

func TestDamageShowsAtTheFirstText(t *testing.T) {
	if errNoCgo != nil {
		t.Skip(errNoCgo)
	}
	t.Run("other bytes than promised", func(t *testing.T) {
		m := newMachine(t)
		folder := m.model("m", DefaultEmbedder, "network")
		m.write("m/model.onnx", "netmork")
		f, err := Locate(Settings{Models: []string{folder}, Runtime: m.library("lib")})
		if err != nil {
			t.Fatal(err)
		}
		loadFails(t, f, "model.onnx is damaged", "make models")
	})
	t.Run("no network in the file", func(t *testing.T) {
		library := installedLibrary(t)
		m := newMachine(t)
		f, err := Locate(Settings{Models: []string{m.model("m", DefaultEmbedder, "no network")}, Runtime: library})
		if err != nil {
			t.Fatal(err)
		}
		loadFails(t, f, "model.onnx", "Protobuf")
	})
	t.Run("no library in the file", func(t *testing.T) {
		if !inOwnProcess(t) { // onnxruntime must not be loaded yet
			return
		}
		m := newMachine(t)
		f, err := Locate(Settings{Models: []string{m.model("m", DefaultEmbedder, "network")}, Runtime: m.library("lib")})
		if err != nil {
			t.Fatal(err)
		}
		loadFails(t, f, "cannot be loaded as onnxruntime "+RuntimeVersion)
	})
}

func installedLibrary(t *testing.T) string {
	f, _ := Locate(Settings{}) // a missing model does not matter here
	if f.Runtime == "" {
		t.Skip("onnxruntime is not installed; run make models")
	}
	return f.Runtime
}

func loadFails(t *testing.T, f Location, want ...string) {
	t.Helper()
	e, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err = e.Embed(context.Background(), []string{"word"})
		if err == nil {
			t.Fatal("no error")
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("error %q does not say %q", err, w)
			}
		}
	}
}

// inOwnProcess reports whether the process was started only for the calling test. If not, it starts one
// and reports its result.
func inOwnProcess(t *testing.T) bool {
	t.Helper()
	const mark = "ONNX_TEST_OWN_PROCESS"
	if os.Getenv(mark) != "" {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
	cmd.Env = append(os.Environ(), mark+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

func BenchmarkEmbedQuery(b *testing.B) {
	e := installed(b)
	text := strings.Repeat("We compare max pooling with mean pooling over the states of the encoder. ", 4)
	embed(b, e, text)
	for b.Loop() {
		embed(b, e, text)
	}
}

func BenchmarkEmbedAbstracts(b *testing.B) {
	e := installed(b)
	texts := make([]string, 64)
	for i := range texts {
		texts[i] = strings.Repeat("We compare max pooling with mean pooling over the states of the encoder. ", 4+i%12)
	}
	embed(b, e, texts[0])
	for b.Loop() {
		embed(b, e, texts...)
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(texts)), "ms/text")
}
