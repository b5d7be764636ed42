// Measures how fast C reads and scans a file of 1-bit codes on this machine. It is
// the reference for TestScale in engine/rank/scale_test.go, which runs both programs
// at the same time on the same pages.
//
//   scan FILE WORDS     FILE: codes of WORDS 64-bit words in blocks of eight, word by word
//
// Each line on standard input is a command. The response is a line "SECONDS RESULT":
//   read THREADS           RESULT: the sum of all words in the file
//   scan THREADS LIMIT     RESULT: the number of codes within Hamming distance LIMIT of code 0
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LANES = 8, MOST_WORDS = 16, MOST_THREADS = 64 };

typedef struct {
	const uint64_t *blocks;
	size_t count; // number of blocks
	size_t words;
	uint64_t query[MOST_WORDS];
	uint64_t limit;
	uint64_t result;
} share;

static void *sum(void *argument) {
	share *s = argument;
	uint64_t total = 0;
	for (size_t i = 0; i < s->count * s->words * LANES; i++)
		total += s->blocks[i];
	s->result = total;
	return NULL;
}

static inline uint64_t count_within(const share *s, size_t words) {
	uint64_t counts[LANES] = {0};
	for (size_t block = 0; block < s->count; block++) {
		const uint64_t *rows = s->blocks + block * words * LANES;
		uint64_t distances[LANES] = {0};
		for (size_t w = 0; w < words; w++)
			for (int lane = 0; lane < LANES; lane++)
				distances[lane] += __builtin_popcountll(rows[w * LANES + lane] ^ s->query[w]);
		for (int lane = 0; lane < LANES; lane++)
			counts[lane] += distances[lane] <= s->limit;
	}
	uint64_t total = 0;
	for (int lane = 0; lane < LANES; lane++)
		total += counts[lane];
	return total;
}

// The measured sizes are constants, so that the compiler unrolls the loops.
static void *scan(void *argument) {
	share *s = argument;
	switch (s->words) {
	case 4: s->result = count_within(s, 4); break;
	case 6: s->result = count_within(s, 6); break;
	default: s->result = count_within(s, s->words);
	}
	return NULL;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static uint64_t in_threads(void *(*work)(void *), share whole, size_t threads) {
	pthread_t ids[MOST_THREADS];
	share shares[MOST_THREADS];
	for (size_t i = 0; i < threads; i++) {
		size_t from = whole.count * i / threads, to = whole.count * (i + 1) / threads;
		shares[i] = whole;
		shares[i].blocks += from * whole.words * LANES;
		shares[i].count = to - from;
		if (pthread_create(&ids[i], NULL, work, &shares[i]))
			exit(1);
	}
	uint64_t total = 0;
	for (size_t i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
		total += shares[i].result;
	}
	return total;
}

static share open_codes(const char *path, size_t words) {
	share whole = {.words = words};
	struct stat info;
	int file = open(path, O_RDONLY);
	if (file < 0 || fstat(file, &info)) {
		perror(path);
		exit(1);
	}
	whole.count = info.st_size / (LANES * 8 * words);
	whole.blocks = mmap(NULL, info.st_size, PROT_READ, MAP_SHARED, file, 0);
	if (whole.blocks == MAP_FAILED) {
		perror(path);
		exit(1);
	}
	for (size_t w = 0; w < words; w++)
		whole.query[w] = whole.blocks[w * LANES];
	return whole;
}

int main(int argc, char **argv) {
	size_t words = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	if (words == 0 || words > MOST_WORDS) {
		fprintf(stderr, "usage: scan FILE WORDS, with WORDS from 1 to %d\n", MOST_WORDS);
		return 2;
	}
	share whole = open_codes(argv[1], words);
	char order[16];
	size_t threads;
	char line[128];
	while (fgets(line, sizeof line, stdin)) {
		int read = sscanf(line, "%15s %zu %lu", order, &threads, &whole.limit);
		if (read < 2 || threads < 1 || threads > MOST_THREADS) {
			fprintf(stderr, "scan: invalid command: %s", line);
			return 1;
		}
		double start = now();
		uint64_t result = in_threads(order[0] == 'r' ? sum : scan, whole, threads);
		printf("%.6f %lu\n", now() - start, result);
		fflush(stdout);
	}
	return 0;
}
