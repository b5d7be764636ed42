//go:build cgo

package onnx

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

var errNoCgo error // nil, since this build can run networks

// runtimeStart protects onnxruntime, which a process can start only once.
var runtimeStart sync.Mutex

// startRuntime loads onnxruntime from a file and starts it. It logs only fatal errors and sends no
// telemetry. After a success, later calls do nothing, whichever file they name, since a process cannot
// load the library twice.
func startRuntime(library string) error {
	runtimeStart.Lock()
	defer runtimeStart.Unlock()
	if ort.IsInitialized() {
		return nil
	}
	ort.SetSharedLibraryPath(library)
	err := ort.InitializeEnvironment(ort.WithLogLevelFatal())
	if err == nil {
		if err = ort.DisableTelemetry(); err != nil {
			err = errors.Join(err, ort.DestroyEnvironment())
		}
	}
	if err != nil {
		return fmt.Errorf(
			"%s cannot be loaded as onnxruntime %s or newer (%w): run `make models`, or set onnxruntime to the "+
				"path of another library",
			library, RuntimeVersion, err,
		)
	}
	return nil
}

// A session is a loaded network. Several goroutines may run it at once.
type session struct{ *ort.DynamicAdvancedSession }

// openSession loads a network from a file. Each run uses only its caller's thread.
func openSession(path string, inputs, outputs []string) (session, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return session{}, err
	}
	defer options.Destroy()
	err = errors.Join(options.SetIntraOpNumThreads(1), options.SetInterOpNumThreads(1),
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0"))
	if err != nil {
		return session{}, err
	}
	s, err := ort.NewDynamicAdvancedSession(path, inputs, outputs, options)
	if err != nil {
		return session{}, fmt.Errorf("%s: %w", path, err)
	}
	return session{s}, nil
}

// close frees the network. It must not be running.
func (s session) close() {
	_ = s.Destroy() // Destroy fails only if the session is already closed
	giveBack()
}

// tensors wraps slices as the inputs and outputs of a run. onnxruntime keeps their addresses
// between C calls, so they stay pinned until free.
type tensors struct {
	values []ort.Value
	pins   runtime.Pinner
	err    error // first error of addTensor
}

// addTensor adds a tensor that shares the memory of data. shape lists the slowest dimension first.
func addTensor[T ort.TensorData](t *tensors, data []T, shape ...int64) {
	if t.err != nil {
		return
	}
	if len(data) > 0 {
		t.pins.Pin(&data[0])
	}
	value, err := ort.NewTensor(ort.NewShape(shape...), data)
	if err != nil {
		t.err = err
		return
	}
	t.values = append(t.values, value)
}

func (t *tensors) free() {
	for _, value := range t.values {
		_ = value.Destroy() // Destroy never fails here
	}
	t.pins.Unpin()
}
