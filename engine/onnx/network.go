//go:build cgo

package onnx

import (
	"errors"
	"fmt"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// canRun tells that this build can run networks.
const canRun = true

var errNoCgo error

// A network is a BERT-like encoder in an onnxruntime session. It is safe for
// concurrent use: each run takes one thread, the caller's.
type network struct {
	session *ort.DynamicAdvancedSession
	dim     int
	ones    []int64 // the attention mask of the longest text
	zeros   []int64 // its segment ids
}

func openNetwork(library string, m *Model) (*network, error) {
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	path := m.path(m.Network)
	session, err := openSession(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	n := &network{session: session, dim: m.Dim, ones: make([]int64, m.MaxTokens), zeros: make([]int64, m.MaxTokens)}
	for i := range n.ones {
		n.ones[i] = 1
	}
	return n, nil
}

func openSession(path string) (*ort.DynamicAdvancedSession, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer options.Destroy()
	if err := errors.Join(options.SetIntraOpNumThreads(1), options.SetInterOpNumThreads(1)); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSession(path,
		[]string{"input_ids", "attention_mask", "token_type_ids"},
		[]string{"last_hidden_state"}, options)
}

// run fills hidden with the network's output for one text: len(ids) rows of
// dim floats.
func (n *network) run(ids []int64, hidden []float32) error {
	length := int64(len(ids))
	var values []ort.Value
	defer func() {
		for _, v := range values {
			v.Destroy()
		}
	}()
	for _, in := range [][]int64{ids, n.ones, n.zeros} {
		v, err := ort.NewTensor(ort.NewShape(1, length), in)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	out, err := ort.NewTensor(ort.NewShape(1, length, int64(n.dim)), hidden)
	if err != nil {
		return err
	}
	values = append(values, out)
	return n.session.Run(values[:3], values[3:])
}

// runtimeStart guards the process's only onnxruntime environment.
var runtimeStart sync.Mutex

// startRuntime loads onnxruntime, once: the process keeps the library that
// served first.
func startRuntime(library string) error {
	runtimeStart.Lock()
	defer runtimeStart.Unlock()
	if ort.IsInitialized() {
		return nil
	}
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return fmt.Errorf("%s does not load as onnxruntime %s or newer: %w", library, RuntimeVersion, err)
	}
	return ort.DisableTelemetry() // nothing leaves the machine
}
