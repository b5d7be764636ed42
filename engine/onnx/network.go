//go:build cgo

package onnx

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/onnx/ort"
)

// canRun reports whether this build can run networks.
const canRun = true

var errNoCgo error

// A network is a BERT-like encoder in an onnxruntime session. It is safe for
// concurrent use: each run takes one thread, the caller's.
type network struct {
	session *ort.Session
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
func openSession(path string, threads int, inputs, outputs []string) (*ort.Session, error) {
	return ort.Open(path, inputs, outputs, ort.Options{
		Threads: threads,
		Config:  map[string]string{"session.intra_op.allow_spinning": "0"},
	})
}

// run fills out, which has the given shape, with the network's output for one
// text. segments says of each token to which part of the text it belongs.
func (n *network) run(ids, segments []int64, out []float32, shape ...int64) error {
	length := int64(len(ids))
	var inputs []ort.Tensor
	for _, in := range [][]int64{ids, n.ones[:length], segments} {
		inputs = append(inputs, ort.NewTensor(in, 1, length))
	}
	result := ort.NewTensor(out, append([]int64{1}, shape...)...)
	return n.session.Run(inputs, []ort.Tensor{result})
}

func (n *network) close() { closeSession(n.session) }

func closeSession(s *ort.Session) {
	s.Close()
	giveBack()
}

func startRuntime(library string) error {
	if err := ort.Start(library); err != nil {
		return fmt.Errorf("%s does not load as onnxruntime %s or newer (%w): run make models, or name another in the setting onnxruntime", library, RuntimeVersion, err)
	}
	return nil
}
