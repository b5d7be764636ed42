package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
)

// A segment is a part of a corpus as it was written once, open for reading.
// Snapshots share it: it is closed when the last of them is.
type segment struct {
	folder   string
	hash     string // of the manifest
	manifest *Manifest
	sums     map[string]blockSums
	files    []*mappedFile // all that are open

	// nil where there are none; short and works are those of records.db and names.db
	// in an index for identity search
	short, works, bodies, dictionary *bucket
	skips, dense                     *bucket // beside the lists in dictionary
	docs                             docTable
	vectors                          *vectorTable // nil where the corpus has none
	verified                         phraseCache
	unpacked                         recordCache

	users atomic.Int32 // snapshots that hold it
}

// openSegment opens the files of a folder whose manifest has that hash.
func openSegment(ctx context.Context, folder, hash string) (*segment, error) {
	s := &segment{folder: folder, hash: hash}
	s.users.Store(1)
	if err := guardFaults(func() error { return s.open(ctx) }); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *segment) open(ctx context.Context) (err error) {
	if s.manifest, err = readManifest(ctx, s.folder, s.hash); err != nil {
		return err
	}
	if s.sums, err = s.manifest.readSums(ctx, s.folder); err != nil {
		return err
	}
	if err := s.openRecords(ctx); err != nil {
		return err
	}
	if err := s.openTables(ctx, termsFile, table{termsBucket, &s.dictionary}, table{skipsBucket, &s.skips}, table{denseBucket, &s.dense}); err != nil {
		return err
	}
	if s.manifest.FullTexts > 0 {
		if err := s.openTables(ctx, bodiesFile, table{bodyBucket, &s.bodies}); err != nil {
			return err
		}
	}
	if err := s.openDocs(ctx); err != nil || s.manifest.Embedder == "" {
		return err
	}
	return s.openVectors(ctx)
}

func (s *segment) openRecords(ctx context.Context) error {
	if !s.manifest.Identity {
		return s.openTables(ctx, papersFile, table{shortBucket, &s.short}, table{worksBucket, &s.works})
	}
	if err := s.openTables(ctx, recordsFile, table{recordsBucket, &s.short}); err != nil {
		return err
	}
	return s.openTables(ctx, namesFile, table{namesBucket, &s.works})
}

// recordsFile is the file that has the short records.
func (s *segment) recordsFile() string {
	if s.manifest.Identity {
		return recordsFile
	}
	return papersFile
}

// mapFile opens a file that is closed with the segment.
func (s *segment) mapFile(ctx context.Context, name string) (*mappedFile, error) {
	file, err := mapFile(ctx, filepath.Join(s.folder, name), s.manifest.Files[name].Size, s.sums[name])
	if err == nil {
		s.files = append(s.files, file)
	}
	return file, err
}

// A table is a bucket to be found in a file.
type table struct {
	name   []byte
	bucket **bucket
}

func (s *segment) openTables(ctx context.Context, name string, tables ...table) error {
	file, err := s.mapFile(ctx, name)
	if err != nil {
		return err
	}
	pages, err := openPages(file)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if *t.bucket, err = pages.bucket(t.name); err != nil {
			return err
		}
	}
	return nil
}

// openDocs compares all of docs.bin with its checksums at once: it is read again
// and again from then on.
func (s *segment) openDocs(ctx context.Context) error {
	file, err := s.mapFile(ctx, docsFile)
	if err != nil {
		return err
	}
	if len(file.mapping) != s.manifest.Papers*s.manifest.docSize() {
		return file.damaged(fmt.Sprintf("%d bytes for %d papers", len(file.mapping), s.manifest.Papers))
	}
	raw, err := file.bytes(0, len(file.mapping))
	s.docs = docTable{raw, s.manifest.docSize()}
	return err
}

// changed reports whether a file is not as it was opened any more.
func (s *segment) changed() bool {
	return slices.ContainsFunc(s.files, (*mappedFile).changed)
}

func (s *segment) release() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	return s.close()
}

func (s *segment) close() (err error) {
	for _, file := range s.files {
		err = errors.Join(err, file.close())
	}
	return err
}
