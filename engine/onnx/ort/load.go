//go:build cgo && !windows

package ort

/*
#cgo linux LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

// loadLibrary gives the address of the function that the C API begins with.
func loadLibrary(path string) (uintptr, error) {
	runtime.LockOSThread() // dlerror is of the thread
	defer runtime.UnlockOSThread()
	name, symbol := C.CString(path), C.CString(entryPoint)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(symbol))
	library := C.dlopen(name, C.RTLD_NOW|C.RTLD_LOCAL)
	if library == nil {
		return 0, errors.New(C.GoString(C.dlerror()))
	}
	address := C.dlsym(library, symbol)
	if address == nil {
		defer C.dlclose(library)
		return 0, errors.New(C.GoString(C.dlerror()))
	}
	return uintptr(address), nil
}

// systemPath is a path as onnxruntime takes it here.
func systemPath(path string) (name unsafe.Pointer, free func(), err error) {
	name = unsafe.Pointer(C.CString(path))
	return name, func() { C.free(name) }, nil
}
