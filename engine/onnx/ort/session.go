//go:build cgo

package ort

/*
#include <stdlib.h>
#include "capi.h"

static OrtStatus *create_options(const OrtApi *api, OrtSessionOptions **out) { return api->CreateSessionOptions(out); }
static OrtStatus *set_threads(const OrtApi *api, OrtSessionOptions *o, int intra, int inter) {
	OrtStatus *failed = api->SetIntraOpNumThreads(o, intra);
	return failed ? failed : api->SetInterOpNumThreads(o, inter);
}
static OrtStatus *add_config(const OrtApi *api, OrtSessionOptions *o, const char *key, const char *value) {
	return api->AddSessionConfigEntry(o, key, value);
}
static void release_options(const OrtApi *api, OrtSessionOptions *o) { api->ReleaseSessionOptions(o); }

static OrtStatus *create_session(const OrtApi *api, OrtEnv *env, void *path, OrtSessionOptions *o, OrtSession **out) {
	return api->CreateSession(env, path, o, out);
}
static void release_session(const OrtApi *api, OrtSession *s) { api->ReleaseSession(s); }

static OrtStatus *create_tensor(const OrtApi *api, OrtMemoryInfo *memory, void *data, size_t bytes, int64_t *shape,
	size_t rank, int element, OrtValue **out) {
	return api->CreateTensorWithDataAsOrtValue(memory, data, bytes, shape, rank, element, out);
}
static void release_values(const OrtApi *api, OrtValue **values, size_t count) {
	while (count--) api->ReleaseValue(values[count]);
}

static OrtStatus *run(const OrtApi *api, OrtSession *s, char **in, size_t ins, char **out, size_t outs, OrtValue **values) {
	return api->Run(s, NULL, (const char *const *)in, (const OrtValue *const *)values, ins,
		(const char *const *)out, outs, values + ins);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Options are those of a session.
type Options struct {
	Threads int               // that an operator may take; 0 for all cores
	Config  map[string]string // onnxruntime's session configuration
}

// A Session is a network in memory. Run may be called by many at once.
type Session struct {
	env             *environment
	session         *C.OrtSession
	inputs, outputs []*C.char // names
}

// Open loads a network from a file, for runs with these inputs and outputs.
func Open(path string, inputs, outputs []string, o Options) (*Session, error) {
	if len(inputs) == 0 || len(outputs) == 0 {
		return nil, errors.New("a session needs inputs and outputs")
	}
	e, err := running()
	if err != nil {
		return nil, err
	}
	options, err := e.options(o)
	if err != nil {
		return nil, err
	}
	defer C.release_options(e.api, options)
	name, free, err := systemPath(path)
	if err != nil {
		return nil, err
	}
	defer free()
	s := &Session{env: e}
	if err := e.check(C.create_session(e.api, e.env, name, options, &s.session)); err != nil {
		return nil, err
	}
	s.inputs, s.outputs = cStrings(inputs), cStrings(outputs)
	return s, nil
}

func (e *environment) options(o Options) (options *C.OrtSessionOptions, err error) {
	if err := e.check(C.create_options(e.api, &options)); err != nil {
		return nil, err
	}
	err = e.check(C.set_threads(e.api, options, C.int(o.Threads), 1))
	for key, value := range o.Config {
		pair := cStrings([]string{key, value})
		err = errors.Join(err, e.check(C.add_config(e.api, options, pair[0], pair[1])))
		freeAll(pair)
	}
	if err != nil {
		C.release_options(e.api, options)
		return nil, err
	}
	return options, nil
}

// Close frees the network. No run may be under way, and none may follow.
func (s *Session) Close() {
	if s.session == nil {
		return
	}
	C.release_session(s.env.api, s.session)
	s.session = nil
	freeAll(s.inputs)
	freeAll(s.outputs)
}

// Run reads the inputs and fills the outputs, in the order of Open. A tensor may
// be both, where the network allows it.
func (s *Session) Run(inputs, outputs []Tensor) error {
	if len(inputs) != len(s.inputs) || len(outputs) != len(s.outputs) {
		return fmt.Errorf("%d inputs and %d outputs, want %d and %d", len(inputs), len(outputs), len(s.inputs), len(s.outputs))
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	values := make([]*C.OrtValue, 0, len(inputs)+len(outputs))
	defer func() { C.release_values(s.env.api, unsafe.SliceData(values), C.size_t(len(values))) }()
	for _, tensors := range [][]Tensor{inputs, outputs} {
		for _, t := range tensors {
			v, err := s.env.value(t, &pins)
			if err != nil {
				return err
			}
			values = append(values, v)
		}
	}
	return s.env.check(C.run(s.env.api, s.session, &s.inputs[0], C.size_t(len(inputs)),
		&s.outputs[0], C.size_t(len(outputs)), &values[0]))
}

// value is a tensor as onnxruntime has it. The memory is pinned, since
// onnxruntime holds its address while it runs.
func (e *environment) value(t Tensor, pins *runtime.Pinner) (v *C.OrtValue, err error) {
	if t.count > 0 {
		pins.Pin(t.data)
	}
	err = e.check(C.create_tensor(e.api, e.memory, t.data, C.size_t(t.bytes),
		(*C.int64_t)(unsafe.SliceData(t.shape)), C.size_t(len(t.shape)), C.int(t.element), &v))
	return v, err
}

// elementOf is the number that onnxruntime has for a type.
func elementOf(zero any) int32 {
	switch zero.(type) {
	case float32:
		return C.elementFloat32
	case int32:
		return C.elementInt32
	}
	return C.elementInt64
}

func cStrings(all []string) []*C.char {
	cs := make([]*C.char, len(all))
	for i, s := range all {
		cs[i] = C.CString(s)
	}
	return cs
}

func freeAll(all []*C.char) {
	for _, s := range all {
		C.free(unsafe.Pointer(s))
	}
}
