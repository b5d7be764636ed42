// Package index keeps one corpus on disk and searches it.
//
// A corpus is one folder:
//
//	CURRENT             name of the published snapshot
//	snapshot-N/
//	    manifest.json   format version, counts, embedder, size and checksums of each file
//	    papers.db       bbolt: short records (zstd), and where each work stands
//	    bodies.db       bbolt: full texts and reference lists (zstd), where there are any
//	    terms.db        bbolt: the inverted index, blocks of front-coded terms with posting lists
//	    docs.bin        year and length of each paper
//	    codes.bin       1-bit code of each paper's vector in blocks of 8, scanned by Hamming distance
//	    rows.bin        int8 vector of each paper, to rescore the best of the scan
//	    hashes.bin      hash of the text each vector was made of, so that a rebuild can keep it
//
// Inside a snapshot a paper is its document number, counted from 0 in the
// order of the input. A snapshot never changes once CURRENT names it
// (invariant 5): Build writes the next one beside it and then replaces CURRENT
// by a rename. An Index looks at CURRENT at each request and moves on to a new
// snapshot by itself; requests under way keep the one they began with.
package index
