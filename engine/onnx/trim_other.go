//go:build cgo && !linux

package onnx

// giveBack has nothing to do: other C libraries return what is freed.
func giveBack() {}
