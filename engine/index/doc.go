// Package index stores a corpus on disk, searches it and updates it.
//
// It consists of these packages:
//
//	index         the folder: the published snapshot, the single writer, import and export
//	index/format  encoding and decoding of the files
//	index/read    opening and searching segments and snapshots
//	index/write   writing a segment from papers or from other segments
//
// A corpus is a folder with these files:
//
//	CURRENT             name of the published snapshot and the SHA-256 of its file
//	snapshot-N.json     name, embedder, and the segments with their deleted papers
//	segment-N/          a part of the papers: see package format
//	embedded.bin        vectors that an interrupted writer computed, for the next one to reuse
//	LOCK                lock file, held by the writer
//
// A published segment or snapshot never changes (invariant 5). Build, Add, Remove, Compact, Rebuild
// and Import write new files, flush them to disk and replace CURRENT by renaming. Then they remove
// the files that CURRENT no longer refers to. If they are killed at any point, the index is in
// either the old state or the new one.
//
// An Index reads CURRENT on every request. If a new snapshot has been published, the Index opens it
// and reuses the open segments that both snapshots share. Running requests keep the snapshot they
// began with. Readers take no lock.
//
// An index may come from an untrusted source. Every block is verified against its checksum, and
// every offset and count is checked before use. If a file changes while it is open, the request
// fails with an error that names the file.
package index

import "github.com/scilit-lsp/scilit-lsp/engine/index/format"

type (
	// A Manifest describes the contents and files of a segment.
	Manifest = format.Manifest
	// A Damage describes damage to an index file.
	Damage = format.Damage
)

const (
	// FormatVersion is the format of the indexes that this program writes.
	FormatVersion = format.FormatVersion
	// RebuildAdvice ends every error about a damaged index. Callers that build indexes
	// automatically replace it with their own advice.
	RebuildAdvice = format.RebuildAdvice
)
