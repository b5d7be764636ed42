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

// giveBack returns the memory of a closed network to the operating system, since glibc would keep it.
func giveBack() { C.trim() }
