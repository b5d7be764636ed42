// Package pdfproc reads PDFs in a process of their own, since a broken or hostile
// file of a kilobyte can take all memory or never end.
//
// A [Reader] starts this program again as a worker, which runs [Serve]. The worker
// limits itself before it reads a byte: memory, processor time, and files, of which
// it can open no more, so no sockets either; its environment is empty. It gets PDFs
// on standard input and answers on standard output:
//
//	PDF     the byte P, then chunks of at most 64 KB, each after its length in
//	        four bytes; a length of 0 ends it
//	answer  its length in four bytes, then JSON
//
// A worker reads several files, one at a time, and is replaced when it went over a
// limit, used much of one, or did not answer in time.
//
// On Linux the kernel holds the limits of memory (RLIMIT_DATA) and time
// (RLIMIT_CPU). A watch inside the worker holds them too, on every system; it
// looks every 20 ms, so on macOS, whose kernel ignores RLIMIT_DATA, a file may go
// over the limit of memory for that long. On Windows a job object holds memory
// and time and forbids further processes, but files can still be opened.
package pdfproc
