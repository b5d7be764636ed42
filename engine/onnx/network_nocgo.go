//go:build !cgo

package onnx

import "errors"

var errNoCgo = errors.New(
	"this program was built without cgo and cannot run models: install a release whose name ends in _neural, or " +
		"build it with CGO_ENABLED=1 and a C compiler",
)

type network struct{}

func openNetwork(string, *Model, string) (*network, error) { return nil, errNoCgo }

func (*network) run(_, _ []int64, _ []float32, _ ...int64) error { return errNoCgo }

func (*network) close() {}
