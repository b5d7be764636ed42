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
	ones    []int64 // the attention mask of the longest text
}

func openNetwork(library string, m *Model, output string) (*network, error) {
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	path := m.path(m.Network)
	session, err := openSession(path, 1, []string{"input_ids", "attention_mask", "token_type_ids"}, []string{output})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	n := &network{session: session, ones: make([]int64, m.MaxTokens)}
	for i := range n.ones {
		n.ones[i] = 1
	}
	return n, nil
}

// openSession loads a network. Threads that wait do not spin: the editor needs
// the cores, too.
func openSession(path string, threads int, inputs, outputs []string) (*ort.DynamicAdvancedSession, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer options.Destroy()
	if err := errors.Join(options.SetIntraOpNumThreads(threads), options.SetInterOpNumThreads(1),
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0")); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSession(path, inputs, outputs, options)
}

// run fills out, which has the given shape, with the network's output for one
// text. segments says of each token to which part of the text it belongs.
func (n *network) run(ids, segments []int64, out []float32, shape ...int64) error {
	length := int64(len(ids))
	var values []ort.Value
	defer func() {
		for _, v := range values {
			v.Destroy()
		}
	}()
	for _, in := range [][]int64{ids, n.ones[:length], segments} {
		v, err := ort.NewTensor(ort.NewShape(1, length), in)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	result, err := ort.NewTensor(ort.NewShape(append([]int64{1}, shape...)...), out)
	if err != nil {
		return err
	}
	values = append(values, result)
	return n.session.Run(values[:3], values[3:])
}

func (n *network) close() { closeSession(n.session) }

func closeSession(s *ort.DynamicAdvancedSession) {
	_ = s.Destroy() // fails only where it is closed already
	giveBack()
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
		return fmt.Errorf("%s does not load as onnxruntime %s or newer (%w): run make models, or name another in the setting onnxruntime", library, RuntimeVersion, err)
	}
	return ort.DisableTelemetry() // nothing leaves the machine
}
