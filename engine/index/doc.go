// Package index keeps one corpus on disk, searches it and changes it.
//
// Its parts:
//
//	index         the folder: the published snapshot, the one writer, import and export
//	index/format  the files, encoded and decoded
//	index/read    open segments and snapshots, and the search over them
//	index/write   one segment, from papers or by merging segments
//
// A corpus is one folder:
//
//	CURRENT             name of the published snapshot and the SHA-256 of its file
//	snapshot-N.json     name, embedder, and the segments with their deleted papers
//	segment-N/          a part of the papers: see package format
//	embedded.bin        vectors computed by an interrupted writer, for the next one
//	LOCK                held by the writer
//
// A published segment or snapshot never changes (invariant 5). Build, Add, Remove, Compact,
// Rebuild and Import write new files beside the old ones, flush them to disk, replace CURRENT
// by a rename, and remove the files that it no longer names. Killed at any moment, they leave
// either the old state or the new one.
//
// An Index reads CURRENT at each request and opens a new snapshot as soon as one is
// published, sharing the segments that both have. Requests under way keep the snapshot they
// began with. Readers take no lock.
//
// An index may come from a stranger. Every block is compared with its checksum, and every
// offset and count with its bounds, before it is used. A file that changes while it is open
// is an error that names it.
package index

import "github.com/scilit-lsp/scilit-lsp/engine/index/format"

type (
	// A Manifest describes a segment.
	Manifest = format.Manifest
	// A Damage is a damaged place in an index.
	Damage = format.Damage
)

const (
	// FormatVersion is the format of the indexes that this program writes.
	FormatVersion = format.FormatVersion
	// RebuildAdvice ends every error about a damaged index. A caller that keeps indexes which
	// are not built by hand replaces it by its own remedy.
	RebuildAdvice = format.RebuildAdvice
)
