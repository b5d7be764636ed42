//go:build cgo && !linux

package onnx

// giveBack does nothing, since other C libraries return freed memory themselves.
func giveBack() {}
