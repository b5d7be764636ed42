//go:build cgo

package ort

/*
#include "capi.h"

static const OrtApi *api_of(uintptr_t entry, uint32_t version) {
	return ((const OrtApiBase *(*)(void))entry)()->GetApi(version);
}

static const char *version_of(uintptr_t entry) {
	return ((const OrtApiBase *(*)(void))entry)()->GetVersionString();
}

static OrtStatus *create_env(const OrtApi *api, OrtEnv **out) { return api->CreateEnv(logFatal, "scilit-lsp", out); }
static OrtStatus *disable_telemetry(const OrtApi *api, OrtEnv *env) { return api->DisableTelemetryEvents(env); }
static OrtStatus *create_memory(const OrtApi *api, OrtMemoryInfo **out) {
	return api->CreateCpuMemoryInfo(arenaAllocator, defaultMemory, out);
}
static void release_env(const OrtApi *api, OrtEnv *env) { api->ReleaseEnv(env); }
static void release_memory(const OrtApi *api, OrtMemoryInfo *memory) { api->ReleaseMemoryInfo(memory); }
static const char *message(const OrtApi *api, OrtStatus *status) { return api->GetErrorMessage(status); }
static void release_status(const OrtApi *api, OrtStatus *status) { api->ReleaseStatus(status); }
*/
import "C"

import (
	"errors"
	"fmt"
	"sync"
)

// apiVersion is that of onnxruntime 1.24: the release that the models are
// tested with. Older libraries refuse it.
const apiVersion = 24

const entryPoint = "OrtGetApiBase"

// process is the only onnxruntime of the process, nil before Start. It stays to
// the end: the library cannot be loaded twice.
var process struct {
	sync.Mutex
	started *environment
}

type environment struct {
	api    *C.OrtApi
	env    *C.OrtEnv
	memory *C.OrtMemoryInfo
}

// Start loads onnxruntime from a file and starts it: it logs fatal errors only,
// and sends no telemetry. Once that worked, Start does nothing more, whatever
// file it is given.
func Start(library string) error {
	process.Lock()
	defer process.Unlock()
	if process.started != nil {
		return nil
	}
	entry, err := loadLibrary(library)
	if err != nil {
		return err
	}
	e := &environment{api: C.api_of(C.uintptr_t(entry), apiVersion)}
	if e.api == nil {
		return fmt.Errorf("it is onnxruntime %s", C.GoString(C.version_of(C.uintptr_t(entry))))
	}
	if err := e.start(); err != nil {
		e.end()
		return err
	}
	process.started = e
	return nil
}

func (e *environment) start() error {
	if err := e.check(C.create_env(e.api, &e.env)); err != nil {
		return err
	}
	if err := e.check(C.disable_telemetry(e.api, e.env)); err != nil {
		return err
	}
	return e.check(C.create_memory(e.api, &e.memory))
}

func (e *environment) end() {
	if e.memory != nil {
		C.release_memory(e.api, e.memory)
	}
	if e.env != nil {
		C.release_env(e.api, e.env)
	}
}

var errNotStarted = errors.New("onnxruntime is not started")

// running gives the environment that Start made.
func running() (*environment, error) {
	process.Lock()
	defer process.Unlock()
	if process.started == nil {
		return nil, errNotStarted
	}
	return process.started, nil
}

// check turns a status into an error with onnxruntime's own words.
func (e *environment) check(status *C.OrtStatus) error {
	if status == nil {
		return nil
	}
	defer C.release_status(e.api, status)
	return errors.New(C.GoString(C.message(e.api, status)))
}
