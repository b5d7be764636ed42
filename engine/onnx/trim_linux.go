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

// giveBack returns a closed network's memory, which glibc would keep, to the operating system.
func giveBack() { C.trim() }
