// Package pdfproc reads PDFs in a separate process, since a malicious file of one kilobyte can
// exhaust memory or loop forever.
//
// A [Reader] starts this program again as a worker, which runs [Serve]. Before it reads any input,
// the worker limits its memory and processor time and disables opening files and sockets. Its
// environment contains no secrets. It receives PDFs on standard input and answers on standard
// output:
//
//	PDF     the byte P, then chunks of at most 64 KB, each after its length in
//	        four bytes; a length of 0 ends the PDF
//	answer  its length in four bytes, then JSON
//
// A worker reads several files, one at a time. It is replaced after exceeding a limit, using much
// of one, or not answering in time.
//
// On Linux, the kernel enforces the limits on memory (RLIMIT_DATA) and time (RLIMIT_CPU). On every
// system, a goroutine of the worker also checks them every 20 ms. On macOS, whose kernel ignores
// RLIMIT_DATA, a file may exceed the memory limit for that long. On Windows, a job object enforces
// both limits and forbids other processes, but the worker can still open files.
package pdfproc
