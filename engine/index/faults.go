package index

import (
	"fmt"
	"runtime/debug"
	"sync"
	"unsafe"
)

// faults knows the files that are mapped, to say which of them a fault is in.
var faults struct {
	mu    sync.Mutex
	files map[*mappedFile]bool
}

func watchFaults(m *mappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	if faults.files == nil {
		faults.files = make(map[*mappedFile]bool)
	}
	faults.files[m] = true
}

func forgetFaults(m *mappedFile) {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	delete(faults.files, m)
}

// faultAt is the error of a fault at an address. The file is not used again.
func faultAt(address uintptr) error {
	faults.mu.Lock()
	defer faults.mu.Unlock()
	for m := range faults.files {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(m.mapping)))
		if address >= start && address-start < uintptr(len(m.mapping)) {
			m.broken.Store(true)
			return fmt.Errorf("%s: cannot be read, since it was cut short or its disk fails: run `scilit-lsp index verify`", m.path)
		}
	}
	return fmt.Errorf("reading the index failed at address %#x: run `scilit-lsp index verify`", address)
}

// guardFaults runs f and turns a fault in mapped memory (a file cut short under
// us, a failing disk) or any other panic into an error: f may run beside the
// request, where no one else could catch it (invariant 6).
func guardFaults(f func() error) (err error) {
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
