package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// ExportVersion is that of a Description.
const ExportVersion = 1

// A Description is all that is published of a corpus, for who copies it: the same for the
// same contents, wherever they are and however they came there.
type Description struct {
	Export    int // ExportVersion
	Format    int // of the index
	Name      string
	Embedder  string `json:",omitempty"`
	Dimension int    `json:",omitempty"`
	Identity  bool   `json:",omitempty"`
	Papers    int
	Segments  describedSegments
}

// A DescribedSegment is a segment that can be copied.
type DescribedSegment struct {
	Manifest         string // SHA-256 of its manifest, which names it
	Deleted          []byte `json:",omitempty"` // as in a snapshot
	DeletedFullTexts int    `json:",omitempty"`
	Files            describedFiles
}

// A DescribedFile is a file of a segment.
type DescribedFile struct {
	Name   string
	Size   int64
	SHA256 string
}

type (
	describedSegments []DescribedSegment
	describedFiles    []DescribedFile
)

// UnmarshalJSON takes only as many as an index has.
func (s *describedSegments) UnmarshalJSON(raw []byte) error {
	return boundedItems(raw, (*[]DescribedSegment)(s), maxSegments)
}

// UnmarshalJSON takes only as many as a segment has.
func (f *describedFiles) UnmarshalJSON(raw []byte) error {
	return boundedItems(raw, (*[]DescribedFile)(f), len(allFiles)+2)
}

func boundedItems[T any](raw []byte, into *[]T, most int) error {
	*into = nil
	return eachItem(raw, func(decode func(any) error) error {
		if len(*into) == most {
			return fmt.Errorf("more than %d items in a list", most)
		}
		var one T
		err := decode(&one)
		*into = append(*into, one)
		return err
	})
}

// Describe describes what is published.
func (x *Index) Describe(ctx context.Context) (*Description, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release()
	d := &Description{
		Export: ExportVersion, Format: s.state.Format, Name: s.state.Name, Embedder: s.state.Embedder, Dimension: s.state.Dimension,
		Identity: s.state.Identity, Papers: s.papers,
	}
	for i, p := range s.parts {
		files, err := x.describedFiles(ctx, p.segment)
		if err != nil {
			return nil, err
		}
		of := s.state.Segments[i]
		d.Segments = append(d.Segments, DescribedSegment{p.hash, of.Deleted, of.DeletedFullTexts, files})
	}
	return d, nil
}

// describedFiles are read once, since a published segment does not change.
func (x *Index) describedFiles(ctx context.Context, s *segment) (described describedFiles, err error) {
	if known, ok := x.described.Load(s.hash); ok {
		return known.(describedFiles), nil
	}
	names := []string{manifestFile}
	for name := range s.manifest.Files {
		names = append(names, name)
	}
	slices.Sort(names[1:])
	for _, name := range names {
		one := DescribedFile{Name: name}
		if one.Size, one.SHA256, err = hashFile(ctx, filepath.Join(s.folder, name)); err != nil {
			return nil, err
		}
		described = append(described, one)
	}
	x.described.Store(s.hash, described)
	return described, nil
}

func hashFile(ctx context.Context, path string) (size int64, sum string, err error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	hash := sha256.New()
	size, err = io.Copy(hash, untilDone{ctx, file})
	return size, hex.EncodeToString(hash.Sum(nil)), err
}

// untilDone reads until a context ends.
type untilDone struct {
	ctx context.Context
	io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p[:min(len(p), checksumBlock)])
}

// OpenPart opens a file of a published segment, by names of a Description.
func (x *Index) OpenPart(ctx context.Context, manifest, name string) (*os.File, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release()
	for _, p := range s.parts {
		_, known := p.manifest.Files[name]
		if p.hash == manifest && (known || name == manifestFile) {
			return files.Open(ctx, filepath.Join(p.folder, name))
		}
	}
	return nil, fmt.Errorf("%.80q of %.80q: %w", name, manifest, os.ErrNotExist)
}

// Bytes is how large the files of a description are.
func (d *Description) Bytes() (sum int64) {
	for _, s := range d.Segments {
		for _, f := range s.Files {
			sum += f.Size
		}
	}
	return sum
}

// Encode is a description as it is signed and sent.
func (d *Description) Encode() ([]byte, error) {
	raw, err := json.MarshalIndent(d, "", " ")
	return append(raw, '\n'), err
}

// ParseDescription reads a description that a stranger may have written.
func ParseDescription(raw []byte) (*Description, error) {
	var d Description
	if len(raw) > maxDescribed {
		return nil, fmt.Errorf("a description of %d MB", len(raw)>>20)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("not the description of an index: %w", err)
	}
	switch {
	case d.Export != ExportVersion:
		return nil, fmt.Errorf("exported in form %d, and this program reads form %d: bring the older of the two programs up to date", d.Export, ExportVersion)
	case d.Format != FormatVersion:
		return nil, fmt.Errorf("an index of format %d, and this program reads format %d: have it exported by a program of the same version, after `scilit-lsp index rebuild` where it is older", d.Format, FormatVersion)
	}
	if reason := d.impossible(); reason != "" {
		return nil, fmt.Errorf("not the description of an index: %s", reason)
	}
	d.Name = shown(d.Name)
	return &d, nil
}

// maxPart bounds what a file is said to have, in bytes, so that sums do not overflow.
const maxPart = 1 << 45

// impossible is the reason why no index can be so.
func (d *Description) impossible() string {
	seen := make(map[string]bool)
	for _, s := range d.Segments {
		if !hashPattern.MatchString(s.Manifest) || seen[s.Manifest] {
			return fmt.Sprintf("a segment %.80q", s.Manifest)
		}
		seen[s.Manifest] = true
		if reason := s.impossible(); reason != "" {
			return reason
		}
	}
	if !possibleVectors(d.Embedder, d.Dimension) || d.Papers < 0 || d.Papers > maxPapers {
		return fmt.Sprintf("%d papers, vectors of %d components by embedder %.40q", d.Papers, d.Dimension, d.Embedder)
	}
	return ""
}

func (s DescribedSegment) impossible() string {
	for i, f := range s.Files {
		known := slices.Contains(allFiles, f.Name) || f.Name == sumsFile
		inOrder := i < 2 || strings.Compare(s.Files[i-1].Name, f.Name) < 0
		if (i == 0) != (f.Name == manifestFile) || i > 0 && !known || !inOrder || !hashPattern.MatchString(f.SHA256) || f.Size < 0 || f.Size > maxPart {
			return fmt.Sprintf("a file %.80q of %d bytes", f.Name, f.Size)
		}
	}
	if len(s.Files) == 0 || s.Files[0].Size > maxDescribed || s.Files[0].SHA256 != s.Manifest {
		return "a segment without its manifest"
	}
	return ""
}
