//go:build cgo

package onnx

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	ort "github.com/yalue/onnxruntime_go"
)

// installedRuntime returns the onnxruntime that `make models` downloads. It skips the test if
// onnxruntime is missing.
func installedRuntime(t *testing.T) string {
	t.Helper()
	found, err := Locate(Settings{})
	if found.Runtime == "" {
		t.Skip(err)
	}
	return found.Runtime
}

// doublingSession opens a session with the network that doubling returns.
func doublingSession(t *testing.T) session {
	t.Helper()
	if err := startRuntime(installedRuntime(t)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "döppelt.onnx")
	if err := os.WriteFile(path, doubling(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := openSession(path, []string{"floats", "ints", "longs"}, []string{"floats2", "ints2", "longs2"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// runTensors runs a session on tensors. The inputs come first.
func runTensors(s session, inputs int, add func(*tensors)) error {
	var all tensors
	defer all.free()
	if add(&all); all.err != nil {
		return all.err
	}
	return s.Run(all.values[:inputs], all.values[inputs:])
}

func TestARunFillsTheSlicesOfItsOutputs(t *testing.T) {
	s := doublingSession(t)
	floats, ints, longs := []float32{.5, -1, 3}, []int32{1, -1 << 30}, []int64{1 << 40}
	floats2, ints2, longs2 := make([]float32, 3), make([]int32, 2), make([]int64, 1)
	err := runTensors(s, 3, func(all *tensors) {
		addTensor(all, floats, 1, 3)
		addTensor(all, ints, 2, 1)
		addTensor(all, longs, 1, 1)
		addTensor(all, floats2, 1, 3)
		addTensor(all, ints2, 2, 1)
		addTensor(all, longs2, 1, 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(floats2, []float32{1, -2, 6}) || !slices.Equal(ints2, []int32{2, -1 << 31}) ||
		!slices.Equal(longs2, []int64{1 << 41}) {
		t.Errorf("got %v, %v and %v", floats2, ints2, longs2)
	}
}

// double doubles floats by running the network. The other inputs are empty.
func double(s session, from, to []float32) error {
	return runTensors(s, 3, func(all *tensors) {
		addTensor(all, from, 1, int64(len(from)))
		addTensor(all, []int32{}, 0, 1)
		addTensor(all, []int64{}, 1, 0)
		addTensor(all, to, 1, int64(len(to)))
		addTensor(all, []int32{}, 0, 1)
		addTensor(all, []int64{}, 1, 0)
	})
}

func TestATensorMayBeInputAndOutput(t *testing.T) {
	s, x := doublingSession(t), []float32{0, 1, 2, 3}
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
	s := doublingSession(t)
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
	s := doublingSession(t)
	x := []float32{1, 2, 3}
	run := func(in, out func(*tensors)) error {
		return runTensors(s, 3, func(all *tensors) {
			for _, first := range []func(*tensors){in, out} {
				first(all)
				addTensor(all, []int32{}, 0, 1)
				addTensor(all, []int64{}, 1, 0)
			}
		})
	}
	view := func(floats []float32, shape ...int64) func(*tensors) {
		return func(all *tensors) { addTensor(all, floats, shape...) }
	}
	_, absent := openSession("no/such/file.onnx", []string{"a"}, []string{"b"})
	for _, c := range []struct {
		err  error
		want string
	}{
		{absent, "no/such/file.onnx"},
		{run(view(x, 1, 4), view(x, 1, 4)), "requires 4 elements, but only 3"},
		{run(view(x, 3), view(x, 1, 3)), "Invalid rank for input: floats"},
		{run(func(all *tensors) { addTensor(all, []int64{1}, 1, 1) }, view(x, 1, 3)), "Unexpected input data type"},
		{run(view(x, 1, 3), view(x[:2], 1, 2)), "shape"},
		{s.Run(nil, nil), "3 input names, but Run() was called with 0"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, c.err)
		}
	}
}

// The first library that starts stays loaded, and earlier failures have no effect.
func TestStart(t *testing.T) {
	if os.Getenv("SCILIT_TEST_START") == "" { // no library may be loaded yet
		cmd := exec.Command(os.Args[0], "-test.run=^TestStart$")
		cmd.Env = append(os.Environ(), "SCILIT_TEST_START=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if _, err := openSession("some.onnx", []string{"a"}, []string{"b"}); !errors.Is(err, ort.NotInitializedError) {
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
		compiled(t, strings.Join(oldRuntime, "\n")): "cannot be loaded as onnxruntime " + RuntimeVersion,
	} {
		if err := startRuntime(path); path != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: want an error with %q, got %v", path, want, err)
		}
	}
	for _, path := range []string{installedRuntime(t), "no/such/library.so"} {
		if err := startRuntime(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// oldRuntime is the source of an onnxruntime library that lacks the API version we use.
var oldRuntime = []string{
	`static const void *api(unsigned version) { return version > 7 ? 0 : "the table"; }`,
	`static const char *version(void) { return "1.7.0"; }`,
	`static const struct { const void *(*a)(unsigned); const char *(*v)(void); } base = {api, version};`,
	`const void *OrtGetApiBase(void) { return &base; }`,
}

// compiled compiles C code into a library and returns its path, or "" if there is no compiler.
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
