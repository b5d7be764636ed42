package format

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync"
	"unsafe"
)

// faults lists the mapped files, so that errors can name the file of a memory fault.
var faults struct {
	mu    sync.Mutex
	files map[*MappedFile]bool
}

func watchFaults(m *MappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	if faults.files == nil {
		faults.files = make(map[*MappedFile]bool)
	}
	faults.files[m] = true
}

func forgetFaults(m *MappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	delete(faults.files, m)
}

// faultAt returns the error for a memory fault at an address and marks its file as broken.
func faultAt(address uintptr) error {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	for m := range faults.files {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(m.Mapping)))
		if address >= start && address-start < uintptr(len(m.Mapping)) {
			m.broken.Store(true)
			return fmt.Errorf(
				"%s cannot be read, because it was truncated or its disk is failing: run `scilit-lsp index verify %s`",
				m.path, filepath.Dir(filepath.Dir(m.path)),
			)
		}
	}
	return fmt.Errorf("an index could not be read (memory address %#x): run `scilit-lsp index verify` with "+
		"the folder of each index", address)
}

// Guard runs f and converts panics into errors. This includes faults in mapped memory, caused by a
// truncated file or a failing disk. f may run in a goroutine, where nothing else would recover
// panics (invariant 6).
func Guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in the index: %v", r)
			if fault, ok := r.(interface{ Addr() uintptr }); ok {
				err = faultAt(fault.Addr())
			}
		}
	}()
	return f()
}
