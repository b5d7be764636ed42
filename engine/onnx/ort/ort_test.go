//go:build cgo

package ort_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx/ort"
)

// library is the onnxruntime that make models fetches; without one the test is
// skipped.
func library(t *testing.T) string {
	t.Helper()
	found, err := onnx.Locate(onnx.Settings{})
	if found.Runtime == "" {
		t.Skip(err)
	}
	return found.Runtime
}

// open opens the network of doubling.
func open(t *testing.T) *ort.Session {
	t.Helper()
	if err := ort.Start(library(t)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "döppelt.onnx")
	if err := os.WriteFile(path, doubling(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ort.Open(path, []string{"floats", "ints", "longs"}, []string{"floats2", "ints2", "longs2"},
		ort.Options{Threads: 1, Config: map[string]string{"session.intra_op.allow_spinning": "0"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestARunFillsTheSlicesOfItsOutputs(t *testing.T) {
	s := open(t)
	floats, ints, longs := []float32{.5, -1, 3}, []int32{1, -1 << 30}, []int64{1 << 40}
	floats2, ints2, longs2 := make([]float32, 3), make([]int32, 2), make([]int64, 1)
	err := s.Run(
		[]ort.Tensor{ort.NewTensor(floats, 1, 3), ort.NewTensor(ints, 2, 1), ort.NewTensor(longs, 1, 1)},
		[]ort.Tensor{ort.NewTensor(floats2, 1, 3), ort.NewTensor(ints2, 2, 1), ort.NewTensor(longs2, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(floats2, []float32{1, -2, 6}) || !slices.Equal(ints2, []int32{2, -1 << 31}) || !slices.Equal(longs2, []int64{1 << 41}) {
		t.Errorf("got %v, %v and %v", floats2, ints2, longs2)
	}
}

// double doubles floats by a run; the other inputs are empty.
func double(s *ort.Session, from, to []float32) error {
	ints, longs := ort.NewTensor([]int32{}, 0, 1), ort.NewTensor([]int64{}, 1, 0)
	return s.Run([]ort.Tensor{ort.NewTensor(from, 1, int64(len(from))), ints, longs},
		[]ort.Tensor{ort.NewTensor(to, 1, int64(len(to))), ints, longs})
}

func TestATensorMayBeInputAndOutput(t *testing.T) {
	s, x := open(t), []float32{0, 1, 2, 3}
	for range 3 {
		if err := double(s, x[1:], x[1:]); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(x, []float32{0, 8, 16, 24}) {
		t.Errorf("got %v", x)
	}
}

func TestManyRunAtOnce(t *testing.T) {
	s := open(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 200 {
				from, to := slices.Repeat([]float32{float32(i)}, n), make([]float32, n)
				if err := double(s, from, to); err != nil || slices.Contains(to, float32(2*i)) != (n > 0) {
					t.Errorf("%d times %d doubled: %v, %v", n, i, to, err)
				}
				if i == 0 && n%50 == 0 {
					runtime.GC()
				}
			}
		})
	}
	all.Wait()
}

func TestErrorsHaveTheWordsOfOnnxruntime(t *testing.T) {
	s := open(t)
	x, ints, longs := []float32{1, 2, 3}, ort.NewTensor([]int32{}, 0, 1), ort.NewTensor([]int64{}, 1, 0)
	run := func(in, out ort.Tensor) error {
		return s.Run([]ort.Tensor{in, ints, longs}, []ort.Tensor{out, ints, longs})
	}
	_, absent := ort.Open("no/such/file.onnx", []string{"a"}, []string{"b"}, ort.Options{Threads: 1})
	_, config := ort.Open("no/such/file.onnx", []string{"a"}, []string{"b"}, ort.Options{Config: map[string]string{"": ""}})
	_, noOutputs := ort.Open("no/such/file.onnx", []string{"a"}, nil, ort.Options{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{absent, "no/such/file.onnx"},
		{config, "Config key is empty"},
		{noOutputs, "needs inputs and outputs"},
		{run(ort.NewTensor(x, 1, 4), ort.NewTensor(x, 1, 4)), "not enough space"},
		{run(ort.NewTensor(x, 3), ort.NewTensor(x, 1, 3)), "Invalid rank for input: floats"},
		{run(ort.NewTensor([]int64{1}, 1, 1), ort.NewTensor(x, 1, 3)), "Unexpected input data type"},
		{run(ort.NewTensor(x, 1, 3), ort.NewTensor(x[:2], 1, 2)), "shape"},
		{s.Run(nil, nil), "0 inputs and 0 outputs, want 3 and 3"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, c.err)
		}
	}
}

// The library that starts first stays, and failures before it leave no trace.
func TestStart(t *testing.T) {
	if os.Getenv("SCILIT_TEST_START") == "" { // nothing may be loaded yet
		cmd := exec.Command(os.Args[0], "-test.run=^TestStart$")
		cmd.Env = append(os.Environ(), "SCILIT_TEST_START=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if _, err := ort.Open("some.onnx", []string{"a"}, []string{"b"}, ort.Options{}); err == nil || err.Error() != "onnxruntime is not started" {
		t.Errorf("before the start: %v", err)
	}
	text := filepath.Join(t.TempDir(), "text.so")
	if err := os.WriteFile(text, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"no/such/library.so":      "no/such/library.so",
		text:                      text,
		compiled(t, "int other;"): "OrtGetApiBase",
		compiled(t, strings.Join(oldRuntime, "\n")): "it is onnxruntime 1.7.0",
	} {
		if err := ort.Start(path); path != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: want an error with %q, got %v", path, want, err)
		}
	}
	for _, path := range []string{library(t), "no/such/library.so"} {
		if err := ort.Start(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// oldRuntime is an onnxruntime that has no interface as new as ours.
var oldRuntime = []string{
	`static const void *api(unsigned version) { return version > 7 ? 0 : "the table"; }`,
	`static const char *version(void) { return "1.7.0"; }`,
	`static const struct { const void *(*a)(unsigned); const char *(*v)(void); } base = {api, version};`,
	`const void *OrtGetApiBase(void) { return &base; }`,
}

// compiled makes a library of C code, "" where there is no compiler.
func compiled(t *testing.T, code string) string {
	compiler, err := exec.LookPath("cc")
	if err != nil || runtime.GOOS == "windows" {
		return ""
	}
	path := filepath.Join(t.TempDir(), "library.so")
	cmd := exec.Command(compiler, "-shared", "-fPIC", "-x", "c", "-o", path, "-")
	cmd.Stdin = strings.NewReader(code)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}
