//go:build cgo && linux

package onnx

/*
#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
static void trim(void) { malloc_trim(0); }
#else
static void trim(void) {}
#endif
*/
import "C"

// giveBack returns the memory of a closed network to the system. The C library would keep it for
// the process.
func giveBack() { C.trim() }
