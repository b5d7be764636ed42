//go:build cgo

package ort

import (
	"fmt"
	"syscall"
	"unsafe"
)

// loadLibrary gives the address of the function that the C API begins with.
func loadLibrary(path string) (uintptr, error) {
	library, err := syscall.LoadLibrary(path)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	address, err := syscall.GetProcAddress(library, entryPoint)
	if err != nil {
		_ = syscall.FreeLibrary(library) // another library than the one wanted
		return 0, fmt.Errorf("%s: %s: %w", path, entryPoint, err)
	}
	return address, nil
}

// systemPath is a path as onnxruntime takes it here.
func systemPath(path string) (name unsafe.Pointer, free func(), err error) {
	wide, err := syscall.UTF16PtrFromString(path)
	return unsafe.Pointer(wide), func() {}, err
}
