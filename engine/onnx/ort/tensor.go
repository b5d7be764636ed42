//go:build cgo

package ort

import "unsafe"

// An Element is a type of a tensor's elements.
type Element interface{ float32 | int32 | int64 }

// A Tensor is a view of a slice as an array of some shape. Sessions read their
// inputs from the slices and write their outputs into them.
type Tensor struct {
	data    unsafe.Pointer
	count   int
	bytes   int
	shape   []int64
	element int32 // as onnxruntime numbers the types
}

// NewTensor views data in the given shape, the slowest dimension first.
func NewTensor[T Element](data []T, shape ...int64) Tensor {
	var zero T
	return Tensor{
		data:    unsafe.Pointer(unsafe.SliceData(data)),
		count:   len(data),
		bytes:   len(data) * int(unsafe.Sizeof(zero)),
		shape:   shape,
		element: elementOf(zero),
	}
}
