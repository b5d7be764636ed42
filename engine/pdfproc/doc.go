// Package pdfproc reads PDFs in a separate process, since a malicious file of one kilobyte can exhaust
// memory or loop forever.
//
// A [Reader] starts this program again as a worker, which runs [Serve]. Before the worker reads any
// input, it limits its memory and processor time and disables opening files and sockets. Its
// environment contains no secrets. It receives PDFs on standard input and writes answers to standard
// output:
//
//	PDF     the byte P, then chunks of at most 64 KB, each preceded by its length
//	        in four bytes; a length of 0 ends the PDF
//	answer  its length in four bytes, then JSON
//
// A worker reads several files, one at a time. It is replaced if it exceeds a limit, uses a large part
// of one, or does not answer in time.
//
// On Linux, the kernel enforces the limits on memory (RLIMIT_DATA) and time (RLIMIT_CPU). On all
// systems, a goroutine in the worker also checks them every 20 ms. The macOS kernel ignores
// RLIMIT_DATA, so a file may exceed the memory limit for that long. On Windows, a job object enforces
// both limits and forbids other processes, but the worker can still open files.
package pdfproc
