// Package format encodes and decodes the files of an index.
//
// A segment is a folder:
//
//	manifest.json   format version, counts, embedder, size and checksums of each file
//	papers.db       short records (zstd), and documents by the hashed names of their works
//	bodies.db       full texts and reference lists (zstd), if any paper has one
//	terms.db        the inverted index: blocks of front-coded terms with posting lists, and
//	                the tables for searching long lists (see DenseList, BlockTable)
//	records.db      instead of papers.db in an index for identity search: many records per block
//	names.db        names of all works in such an index: 32-bit hashes with document numbers
//	docs.bin        year, length and hash of the ID of each paper
//	codes.bin       1-bit code of each paper's vector in blocks of 8, scanned by Hamming distance
//	rows.bin        int8 vector of each paper, used to rescore the best of the scan
//	hashes.bin      hash of each vector's text, so that the vector can be reused
//	sums.bin        checksum of each 16 KB block of the other files, verified at its first use
//	mentions.bin    mentions of works in full texts; profiles.db has their terms
//
// Files ending in .db are bbolt databases. bbolt writes them, and this package reads them through a
// memory mapping without trusting their contents. A paper is identified by its document number,
// counted from 0 in the order of the input.
package format
