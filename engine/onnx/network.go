//go:build cgo

package onnx

// A network is a BERT-like encoder in an onnxruntime session. It is safe for concurrent use. Each
// run uses only the caller's thread.
type network struct {
	session
	ones []int64 // attention mask, as long as the longest text
}

func openNetwork(library string, m *Model, output string) (*network, error) {
	if err := startRuntime(library); err != nil {
		return nil, err
	}
	inputs := []string{"input_ids", "attention_mask", "token_type_ids"}
	session, err := openSession(m.path(m.Network), inputs, []string{output})
	if err != nil {
		return nil, err
	}
	n := &network{session: session, ones: make([]int64, m.MaxTokens)}
	for i := range n.ones {
		n.ones[i] = 1
	}
	return n, nil
}

// run fills out with the network's output for one text, in the given shape. segments holds the
// segment of each token.
func (n *network) run(ids, segments []int64, out []float32, shape ...int64) error {
	var t tensors
	defer t.free()
	length := int64(len(ids))
	for _, in := range [][]int64{ids, n.ones[:length], segments} {
		addTensor(&t, in, 1, length)
	}
	addTensor(&t, out, append([]int64{1}, shape...)...)
	if t.err != nil {
		return t.err
	}
	return n.session.Run(t.values[:3], t.values[3:])
}
