// Package index keeps one corpus on disk and searches it.
//
// A corpus is one folder:
//
//	CURRENT             name of the published snapshot and the SHA-256 of its file
//	snapshot-N.json     name, embedder, and the segments with their deleted papers and manifest hashes
//	segment-N/          a part of the papers
//	    manifest.json   format version, counts, embedder, size and checksums of each file
//	    papers.db       pages of bbolt: short records (zstd), and the place of each work
//	    bodies.db       pages of bbolt: full texts and reference lists (zstd), where there are any
//	    terms.db        pages of bbolt: the inverted index, blocks of front-coded terms with posting lists,
//	                    and beside long lists what a search needs of them (see denseList, blockTable)
//	    records.db      in place of papers.db in an index for identity search: short records, many to a block
//	    names.db        there too: the names of all works, as 32 bits of hash and a document number each
//	    docs.bin        year, length and hash of the ID of each paper
//	    codes.bin       1-bit code of each paper's vector in blocks of 8, scanned by Hamming distance
//	    rows.bin        int8 vector of each paper, to rescore the best of the scan
//	    hashes.bin      hash of the text each vector was made of, so that it can be reused
//	    sums.bin        checksum of each 16 KB of the others, by which they are compared as they are used
//	embedded.bin        vectors that an interrupted writer had made, until the next one is done
//	LOCK                held by the one writer there may be
//
// Inside a segment a paper is its document number, counted from 0 in the order
// of the input. A segment never changes, nor does a snapshot (invariant 5):
// Build, Add, Remove, Compact and Rebuild write new ones beside what is there, bring
// them to the disk, replace CURRENT by a rename, and remove what it does not
// name. Killed at any moment, they leave the one state or the other.
//
// An Index looks at CURRENT at each request and moves on to a new snapshot by
// itself, keeping the segments that both have open; requests under way keep
// the snapshot they began with. Readers take no lock.
//
// An index for identity search (BuildOptions.Identity) has bibliographic fields alone,
// no pairs of words and no vectors, and lists that only say which papers hold a term.
// It answers as any other, but for beginnings of identifiers, which are an error.
//
// An index may come from a stranger: what its files say is checked before it is
// used, each block against its checksum and each offset and count against what
// there is. A file that changes while it is open is an error that names it.
//
// A request is answered over all segments as if they were one: filters leave
// out deleted papers, BM25 counts those that are left in the whole corpus, the
// nearest neighbours are the best of all, and equal scores are ordered by the
// hash of the ID. BM25 adds up what papers can score at most, many at a time where a term is
// dense, and scores those that can be among the best (see windowSearch). Scores are sums of
// whole numbers, the same in any order, so that the answer is the very one that scoring
// everything gives. A segment whose terms.db has nothing beside its lists, of before there
// was anything, is read posting by posting until Compact merges it.
package index
