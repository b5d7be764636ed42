//go:build cgo

// Package ort is a thin binding to the C API of onnxruntime: one environment a
// process, sessions, and tensors over Go memory.
//
// The library is loaded at run time, so that neither its header nor the library
// is needed for a build. Tensors are not copied: their memory is pinned while a
// session runs. There is nothing to release but sessions.
package ort
