//go:build !cgo

package onnx

import "errors"

// canRun tells that this build cannot run networks.
const canRun = false

var errNoCgo = errors.New("this binary was built without cgo and cannot run models; build it with CGO_ENABLED=1 and a C compiler")

type network struct{}

func openNetwork(string, *Model) (*network, error) { return nil, errNoCgo }

func (*network) run([]int64, []float32) error { return errNoCgo }
