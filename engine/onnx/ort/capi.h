// The part of onnxruntime's C API that this package uses, as of API version 1
// (AddSessionConfigEntry: 5). A release only ever appends to OrtApi, so that the
// place of a function in it is the same in all later versions.
#include <stddef.h>
#include <stdint.h>

typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtValue OrtValue;

enum { logFatal = 4 };
enum { arenaAllocator = 1, defaultMemory = 0 };
enum { elementFloat32 = 1, elementInt32 = 6, elementInt64 = 7 };

// Paths are char * but on Windows, where they are wchar_t *.
typedef struct OrtApi {
	void *unused0[2];
	const char *(*GetErrorMessage)(const OrtStatus *);
	OrtStatus *(*CreateEnv)(int logLevel, const char *logId, OrtEnv **out);
	void *unused4[2];
	OrtStatus *(*DisableTelemetryEvents)(const OrtEnv *);
	OrtStatus *(*CreateSession)(const OrtEnv *, const void *path, const OrtSessionOptions *, OrtSession **out);
	void *unused8[1];
	OrtStatus *(*Run)(OrtSession *, const void *options, const char *const *inputNames, const OrtValue *const *inputs,
		size_t inputCount, const char *const *outputNames, size_t outputCount, OrtValue **outputs);
	OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **out);
	void *unused11[13];
	OrtStatus *(*SetIntraOpNumThreads)(OrtSessionOptions *, int);
	OrtStatus *(*SetInterOpNumThreads)(OrtSessionOptions *, int);
	void *unused26[23];
	OrtStatus *(*CreateTensorWithDataAsOrtValue)(const OrtMemoryInfo *, void *data, size_t bytes, const int64_t *shape,
		size_t rank, int element, OrtValue **out);
	void *unused50[19];
	OrtStatus *(*CreateCpuMemoryInfo)(int allocator, int memory, OrtMemoryInfo **out);
	void *unused70[22];
	void (*ReleaseEnv)(OrtEnv *);
	void (*ReleaseStatus)(OrtStatus *);
	void (*ReleaseMemoryInfo)(OrtMemoryInfo *);
	void (*ReleaseSession)(OrtSession *);
	void (*ReleaseValue)(OrtValue *);
	void *unused97[3];
	void (*ReleaseSessionOptions)(OrtSessionOptions *);
	void *unused101[29];
	OrtStatus *(*AddSessionConfigEntry)(OrtSessionOptions *, const char *key, const char *value);
} OrtApi;

typedef struct OrtApiBase {
	const OrtApi *(*GetApi)(uint32_t version);
	const char *(*GetVersionString)(void);
} OrtApiBase;

#define AT(function, place) _Static_assert(offsetof(OrtApi, function) == (place) * sizeof(void *), #function)
AT(GetErrorMessage, 2);
AT(CreateEnv, 3);
AT(DisableTelemetryEvents, 6);
AT(CreateSession, 7);
AT(Run, 9);
AT(CreateSessionOptions, 10);
AT(SetIntraOpNumThreads, 24);
AT(CreateTensorWithDataAsOrtValue, 49);
AT(CreateCpuMemoryInfo, 69);
AT(ReleaseEnv, 92);
AT(ReleaseValue, 96);
AT(ReleaseSessionOptions, 100);
AT(AddSessionConfigEntry, 130);
#undef AT
