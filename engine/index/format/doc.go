// Package format encodes and decodes the files of an index.
//
// A segment is a folder:
//
//	manifest.json   format version, counts, embedder, size and checksums of each file
//	papers.db       short records (zstd), and the documents of each work's names
//	bodies.db       full texts and reference lists (zstd), if any paper has one
//	terms.db        the inverted index: blocks of front-coded terms with posting lists, and
//	                the tables that a search of long lists uses (see DenseList, BlockTable)
//	records.db      instead of papers.db in an index for identity search: many records a block
//	names.db        also there: the names of all works, as 32 bits of hash and a document number
//	docs.bin        year, length and hash of the ID of each paper
//	codes.bin       1-bit code of each paper's vector in blocks of 8, scanned by Hamming distance
//	rows.bin        int8 vector of each paper, which rescores the best of the scan
//	hashes.bin      hash of the text of each vector, so that the vector can be reused
//	sums.bin        checksum of each 16 KB of the other files, compared when a block is first used
//
// Files that end in .db are pages of bbolt: bbolt writes them, and this package reads them
// from a mapping without trusting their bytes. A paper is its document number, counted from
// 0 in the order of the input.
package format
