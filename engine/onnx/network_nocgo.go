//go:build !cgo

package onnx

import (
	"context"
	"errors"
)

// canRun reports whether this build can run networks.
const canRun = false

var errNoCgo = errors.New(
	"this program was built without cgo and cannot run models: install a release whose name ends in _neural, or " +
		"build it with CGO_ENABLED=1 and a C compiler",
)

type network struct{}

func openNetwork(string, *Model, string) (*network, error) { return nil, errNoCgo }

func (*network) run(_, _ []int64, _ []float32, _ ...int64) error { return errNoCgo }

func (*network) close() {}

type decoder struct{}

func openDecoder(string, *Model) (*decoder, error) { return nil, errNoCgo }

func (*decoder) close() {}

func (*decoder) read(context.Context, []int64, int, int) (*kvCache, []float32, error) {
	return nil, nil, errNoCgo
}

type kvCache struct{}

func (*kvCache) extend([]int, []int64) ([][]float32, error) { return nil, errNoCgo }
