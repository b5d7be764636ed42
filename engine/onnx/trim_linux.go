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

// giveBack returns what a closed network took to the system: the C library
// keeps freed memory for the process, and a network's would never come back.
func giveBack() { C.trim() }
