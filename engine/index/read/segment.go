package read

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// A Segment is an open segment, which several snapshots can share. The last one to be released
// closes it.
type Segment struct {
	Folder   string
	Hash     string // SHA-256 of the manifest
	Manifest *format.Manifest
	sums     map[string]format.BlockSums
	files    []*format.MappedFile // all open files

	// Buckets are nil if missing. In an index for identity search, Short and Works come from
	// records.db and names.db.
	Short, Works, Bodies, Dictionary *format.Bucket
	skips, dense                     *format.Bucket // tables of the posting lists in Dictionary
	Docs                             format.DocTable
	titles                           func() titleSet     // computed by the first search that needs it
	Vectors                          *format.VectorTable // nil if the segment has no vectors
	mentions                         *format.MappedFile  // nil if the segment has no mentions
	lengths                          atomic.Pointer[[]uint16]
	Profiles                         *format.Bucket // terms of the mentions; nil if the segment has none
	verified                         phraseCache
	unpacked                         cache[[]byte] // by the first document of each block
	papers                           cache[engine.Paper]

	users atomic.Int32 // number of snapshots that use the segment
}

// openSegment opens the files of a segment and verifies the hash of its manifest.
func openSegment(ctx context.Context, folder, hash string) (*Segment, error) {
	s := &Segment{Folder: folder, Hash: hash}
	s.unpacked.size, s.papers.size = maxCachedBlocks, maxCachedPapers
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
	for _, file := range []struct {
		name   string
		tables []table
	}{
		{format.PapersFile, []table{{format.ShortBucket, &s.Short}, {format.WorksBucket, &s.Works}}},
		{format.RecordsFile, []table{{format.RecordsBucket, &s.Short}}},
		{format.NamesFile, []table{{format.NamesBucket, &s.Works}}},
		{format.TermsFile, []table{
			{format.TermsBucket, &s.Dictionary}, {format.SkipsBucket, &s.skips}, {format.DenseBucket, &s.dense},
		}},
		{format.BodiesFile, []table{{format.BodyBucket, &s.Bodies}}},
		{format.ProfilesFile, []table{{format.TermsBucket, &s.Profiles}}},
	} {
		if _, has := s.Manifest.Files[file.name]; !has { // the set of files depends on the content of the segment
			continue
		}
		if err := s.openTables(ctx, file.name, file.tables...); err != nil {
			return err
		}
	}
	if n := s.Manifest.Mentions; n > 0 {
		if s.mentions, err = s.mapRows(ctx, format.MentionsFile, n*format.MentionSize, n, "mentions"); err != nil {
			return err
		}
	}
	if err := s.openDocs(ctx); err != nil || s.Manifest.Embedder == "" {
		return err
	}
	s.Vectors, err = format.OpenVectorTable(s.Manifest, func(name string, size int) (*format.MappedFile, error) {
		return s.mapRows(ctx, name, size, s.Manifest.Papers, "papers")
	})
	return err
}

// mapFile maps a file, which is closed together with the segment.
func (s *Segment) mapFile(ctx context.Context, name string) (*format.MappedFile, error) {
	file, err := format.MapFile(ctx, filepath.Join(s.Folder, name), s.Manifest.Files[name].Size, s.sums[name])
	if err == nil {
		s.files = append(s.files, file)
	}
	return file, err
}

// mapRows maps a file and checks that it has the right size for the number of rows.
func (s *Segment) mapRows(ctx context.Context, name string, size, rows int, things string) (*format.MappedFile, error) {
	file, err := s.mapFile(ctx, name)
	if err == nil && len(file.Mapping) != size {
		err = file.Damaged(fmt.Sprintf("it has %d bytes, the wrong size for %d %s", len(file.Mapping), rows, things))
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
	papers := s.Manifest.Papers
	file, err := s.mapRows(ctx, format.DocsFile, papers*s.Manifest.DocSize(), papers, "papers")
	if err != nil {
		return err
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

// Mentions returns the mentions in the full texts of a segment, after verifying their checksums.
func (s *Segment) Mentions() (format.MentionTable, error) {
	if s.mentions == nil {
		return nil, nil
	}
	return s.mentions.Bytes(0, len(s.mentions.Mapping))
}

// lengthsOf returns the mentions' lengths in a compact table, since a search reads one length per
// posting. math.MaxUint16 stands for any length of at least that value.
func (s *Segment) lengthsOf(table format.MentionTable) []uint16 {
	if known := s.lengths.Load(); known != nil {
		return *known
	}
	lengths := make([]uint16, table.Len())
	for row := range lengths {
		lengths[row] = uint16(min(table.Length(uint32(row)), math.MaxUint16))
	}
	s.lengths.Store(&lengths)
	return lengths
}

// DamagedMentions returns the error for a mention whose citing paper is not in the segment.
func (s *Segment) DamagedMentions() error {
	return s.mentions.Damaged("a mention refers to a paper that is not in the segment")
}

// InProfiles adds the name of profiles.db to an error about its content.
func (s *Segment) InProfiles(err error) error {
	if errors.Is(err, format.ErrBlock) || errors.Is(err, format.ErrList) {
		return s.Profiles.File.Damaged(err.Error())
	}
	return err
}
