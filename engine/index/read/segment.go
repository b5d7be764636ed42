package read

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// A Segment is an open segment, which several snapshots can share. The last one closes it.
type Segment struct {
	Folder   string
	Hash     string // SHA-256 of the manifest
	Manifest *format.Manifest
	sums     map[string]format.BlockSums
	files    []*format.MappedFile // all open files

	// Buckets are nil if missing. In an index for identity search, Short and Works are those of
	// records.db and names.db.
	Short, Works, Bodies, Dictionary *format.Bucket
	skips, dense                     *format.Bucket // tables of the posting lists in Dictionary
	Docs                             format.DocTable
	titles                           func() bitset       // papers without an abstract, nearly
	Vectors                          *format.VectorTable // nil if the segment has no vectors
	mentions                         *format.MappedFile  // nil if the segment has no mentions
	lengths                          atomic.Pointer[[]uint16]
	Profiles                         *format.Bucket // terms of the mentions; nil if the segment has none
	verified                         phraseCache
	unpacked                         recordCache
	papers                           paperCache

	users atomic.Int32 // number of snapshots that use the segment
}

// openSegment opens the files of a segment and verifies the hash of its manifest.
func openSegment(ctx context.Context, folder, hash string) (*Segment, error) {
	s := &Segment{Folder: folder, Hash: hash}
	s.users.Store(1)
	if err := format.Guard(func() error { return s.open(ctx) }); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *Segment) open(ctx context.Context) (err error) {
	if s.Manifest, err = format.ReadManifest(ctx, s.Folder, s.Hash); err != nil {
		return err
	}
	if s.sums, err = s.Manifest.ReadSums(ctx, s.Folder); err != nil {
		return err
	}
	if err := s.openRecords(ctx); err != nil {
		return err
	}
	if err := s.openTables(ctx, format.TermsFile, table{format.TermsBucket, &s.Dictionary},
		table{format.SkipsBucket, &s.skips}, table{format.DenseBucket, &s.dense}); err != nil {
		return err
	}
	if s.Manifest.Bodies > 0 {
		if err := s.openTables(ctx, format.BodiesFile, table{format.BodyBucket, &s.Bodies}); err != nil {
			return err
		}
	}
	if err := s.openMentions(ctx); err != nil {
		return err
	}
	if err := s.openDocs(ctx); err != nil || s.Manifest.Embedder == "" {
		return err
	}
	s.Vectors, err = format.OpenVectorTable(
		s.Manifest, func(name string) (*format.MappedFile, error) { return s.mapFile(ctx, name) },
	)
	return err
}

func (s *Segment) openRecords(ctx context.Context) error {
	if !s.Manifest.Identity {
		return s.openTables(
			ctx, format.PapersFile, table{format.ShortBucket, &s.Short}, table{format.WorksBucket, &s.Works},
		)
	}
	if err := s.openTables(ctx, format.RecordsFile, table{format.RecordsBucket, &s.Short}); err != nil {
		return err
	}
	return s.openTables(ctx, format.NamesFile, table{format.NamesBucket, &s.Works})
}

// recordsFile returns the name of the file with the short records.
func (s *Segment) recordsFile() string {
	if s.Manifest.Identity {
		return format.RecordsFile
	}
	return format.PapersFile
}

// mapFile maps a file and closes it with the segment.
func (s *Segment) mapFile(ctx context.Context, name string) (*format.MappedFile, error) {
	file, err := format.MapFile(ctx, filepath.Join(s.Folder, name), s.Manifest.Files[name].Size, s.sums[name])
	if err == nil {
		s.files = append(s.files, file)
	}
	return file, err
}

// A table pairs the name of a bucket with the field to which it is assigned.
type table struct {
	name   []byte
	bucket **format.Bucket
}

func (s *Segment) openTables(ctx context.Context, name string, tables ...table) error {
	file, err := s.mapFile(ctx, name)
	if err != nil {
		return err
	}
	pages, err := format.OpenPages(file)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if *t.bucket, err = pages.Bucket(t.name); err != nil {
			return err
		}
	}
	return nil
}

// openDocs opens docs.bin. It verifies all checksums at once, since every search reads the whole
// file.
func (s *Segment) openDocs(ctx context.Context) error {
	file, err := s.mapFile(ctx, format.DocsFile)
	if err != nil {
		return err
	}
	if len(file.Mapping) != s.Manifest.Papers*s.Manifest.DocSize() {
		return file.Damaged(fmt.Sprintf("it has %d bytes, the wrong size for %d papers",
			len(file.Mapping), s.Manifest.Papers))
	}
	raw, err := file.Bytes(0, len(file.Mapping))
	s.Docs, s.titles = s.Manifest.DocTable(raw), sync.OnceValue(s.findTitles)
	return err
}

// changed reports whether any file was modified since it was opened.
func (s *Segment) changed() bool {
	return slices.ContainsFunc(s.files, (*format.MappedFile).Changed)
}

func (s *Segment) release() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	return s.close()
}

func (s *Segment) close() (err error) {
	for _, file := range s.files {
		err = errors.Join(err, file.Close())
	}
	return err
}
