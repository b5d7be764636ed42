package index

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
)

// ExportVersion is the format version of a Description.
const ExportVersion = 1

// A Description lists the published content of a corpus, so that it can be copied. Every copy has
// the same description, wherever it is and however it was copied.
type Description struct {
	Export    int // the value of ExportVersion
	Format    int // format version of the index
	Name      string
	Embedder  string `json:",omitempty"`
	Dimension int    `json:",omitempty"`
	Identity  bool   `json:",omitempty"`
	Papers    int
	Revision  int `json:",omitempty"` // see format.State; 0 if unknown
	Segments  describedSegments
}

// A DescribedSegment is a segment to copy. The hash of its manifest is its name.
type DescribedSegment struct {
	format.SegmentContent
	Files describedFiles
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

// UnmarshalJSON implements json.Unmarshaler. It limits the number of segments.
func (s *describedSegments) UnmarshalJSON(raw []byte) error {
	return format.DecodeItems(raw, (*[]DescribedSegment)(s), format.MaxSegments, "a list has more than %d items")
}

// UnmarshalJSON implements json.Unmarshaler. It limits the number of files.
func (f *describedFiles) UnmarshalJSON(raw []byte) error {
	return format.DecodeItems(raw, (*[]DescribedFile)(f), len(format.AllFiles)+2, "a list has more than %d items")
}

// Describe describes the published snapshot.
func (x *Index) Describe(ctx context.Context) (*Description, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	d := &Description{
		Export: ExportVersion, Format: s.State.Format, Name: s.State.Name, Embedder: s.State.Embedder,
		Dimension: s.State.Dimension, Identity: s.State.Identity, Papers: s.Papers, Revision: revisionOf(s.State),
	}
	for i, p := range s.Parts {
		files, err := x.describedFiles(ctx, p.Segment)
		if err != nil {
			return nil, err
		}
		d.Segments = append(d.Segments, DescribedSegment{s.State.Segments[i].SegmentContent, files})
	}
	return d, nil
}

// revisionOf returns the revision of a state. States published by older programs have no revision,
// so their number is used instead.
func revisionOf(s *format.State) int {
	if s.Revision == 0 && !s.Imported {
		return min(s.Number, format.MaxRevision)
	}
	return s.Revision
}

// describedFiles returns the files of a segment with their hashes. It caches them, since a
// published segment never changes.
func (x *Index) describedFiles(ctx context.Context, s *read.Segment) (described describedFiles, err error) {
	if known, ok := x.described.Load(s.Hash); ok {
		return known.(describedFiles), nil
	}
	names := slices.Sorted(maps.Keys(s.Manifest.Files))
	for _, name := range slices.Insert(names, 0, format.ManifestFile) {
		one := DescribedFile{Name: name}
		if one.Size, one.SHA256, err = hashFile(ctx, filepath.Join(s.Folder, name)); err != nil {
			return nil, err
		}
		described = append(described, one)
	}
	x.described.Store(s.Hash, described)
	return described, nil
}

func hashFile(ctx context.Context, path string) (size int64, sum string, err error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	hash := sha256.New()
	size, err = io.Copy(hash, files.Reader{Ctx: ctx, In: file})
	return size, hex.EncodeToString(hash.Sum(nil)), err
}

// OpenPart opens a segment file, given its manifest hash and file name in a Description.
func (x *Index) OpenPart(ctx context.Context, manifest, name string) (*os.File, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	for _, p := range s.Parts {
		_, known := p.Manifest.Files[name]
		if p.Hash == manifest && (known || name == format.ManifestFile) {
			return files.Open(ctx, filepath.Join(p.Folder, name))
		}
	}
	return nil, fmt.Errorf("file %.80q of segment %.80q: %w", name, manifest, os.ErrNotExist)
}

// Bytes returns the total size of the described files in bytes.
func (d *Description) Bytes() (sum int64) {
	for _, s := range d.Segments {
		for _, f := range s.Files {
			sum += f.Size
		}
	}
	return sum
}

// Encode returns the description as JSON, in the exact form that is signed and sent.
func (d *Description) Encode() ([]byte, error) {
	raw, err := json.MarshalIndent(d, "", " ")
	return append(raw, '\n'), err
}

// ParseDescription decodes and validates an untrusted description.
func ParseDescription(raw []byte) (*Description, error) {
	var d Description
	if len(raw) > format.MaxDescribed {
		return nil, fmt.Errorf("the description of the index is too large (%d MB): use another export", len(raw)>>20)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("the description of the index cannot be decoded (%w): use another export", err)
	}
	switch {
	case d.Export != ExportVersion:
		return nil, fmt.Errorf("the export has format %d, but this program reads format %d: update this program, or "+
			"use an export made by this version of scilit-lsp", d.Export, ExportVersion)
	case d.Format != FormatVersion:
		return nil, fmt.Errorf("the index has format %d, but this program reads format %d: use an export made by "+
			"this version of scilit-lsp; convert an older index with `scilit-lsp index rebuild` before exporting it",
			d.Format, FormatVersion)
	}
	if reason := d.invalid(); reason != "" {
		return nil, fmt.Errorf("the description of the index is invalid (%s): use another export", reason)
	}
	d.Name = format.Printable(d.Name)
	return &d, nil
}

// maxPart is the maximum size of a file in bytes. It is low enough that sums of sizes do not
// overflow.
const maxPart = 1 << 45

// invalid returns the reason why the description is invalid, or "" if it is valid.
func (d *Description) invalid() string {
	seen := make(map[string]bool)
	for _, s := range d.Segments {
		if !format.HashPattern.MatchString(s.Manifest) || seen[s.Manifest] {
			return fmt.Sprintf("the segment name %.80q is malformed or repeated", s.Manifest)
		}
		seen[s.Manifest] = true
		if reason := s.invalid(); reason != "" {
			return reason
		}
	}
	if d.Revision < 0 || d.Revision > format.MaxRevision {
		return fmt.Sprintf("its revision %d is out of range", d.Revision)
	}
	if !format.PossibleVectors(d.Embedder, d.Dimension) || d.Papers < 0 || d.Papers > format.MaxPapers {
		return fmt.Sprintf("its counts are impossible: %d papers, %d vector components, embedder %.40q",
			d.Papers, d.Dimension, d.Embedder)
	}
	return ""
}

func (s DescribedSegment) invalid() string {
	for i, f := range s.Files {
		known := slices.Contains(format.AllFiles, f.Name) || f.Name == format.SumsFile
		inOrder := i < 2 || strings.Compare(s.Files[i-1].Name, f.Name) < 0
		if (i == 0) != (f.Name == format.ManifestFile) || i > 0 && !known || !inOrder ||
			!format.HashPattern.MatchString(f.SHA256) || f.Size < 0 || f.Size > maxPart {
			return fmt.Sprintf("the entry for file %.80q (%d bytes) is malformed or out of order", f.Name, f.Size)
		}
	}
	if len(s.Files) == 0 || s.Files[0].Size > format.MaxDescribed || s.Files[0].SHA256 != s.Manifest {
		return "the manifest of a segment is missing or invalid"
	}
	return ""
}

// An archive is a tar file. Its entries are the description, an optional signature, and the segment
// files in the order of the description.
const (
	descriptionEntry = "scilit-index.json"
	signatureEntry   = "scilit-index.json.minisig"
	maxSignature     = 4 << 10 // in bytes

	// sparsePrefix begins the names of a sparse file's PAX records. Sparse files are rejected,
	// since a few bytes can expand to gigabytes.
	sparsePrefix = "GNU.sparse."
)

// ExportOptions select the content of an archive.
type ExportOptions struct {
	Since *Description // an earlier description, whose segments are skipped; may be nil
	// Sign returns the signature of a description. If Sign is nil, the archive is unsigned.
	Sign func(description []byte) ([]byte, error)
}

// Export writes an archive of the published snapshot. Equal content yields identical bytes.
func (x *Index) Export(ctx context.Context, w io.Writer, o ExportOptions) (*Description, error) {
	d, err := x.Describe(ctx)
	if err != nil {
		return nil, err
	}
	out := tar.NewWriter(w)
	if err := d.writeHead(out, o.Sign); err != nil {
		return nil, err
	}
	for _, s := range d.Segments {
		same := func(earlier DescribedSegment) bool { return earlier.Manifest == s.Manifest }
		if o.Since != nil && slices.ContainsFunc(o.Since.Segments, same) {
			continue
		}
		for _, f := range s.Files {
			if err := x.writePart(ctx, out, s.Manifest, f); err != nil {
				return nil, err
			}
		}
	}
	return d, out.Close()
}

func (d *Description) writeHead(out *tar.Writer, sign func([]byte) ([]byte, error)) error {
	raw, err := d.Encode()
	if err != nil {
		return err
	}
	err = writeEntry(out, descriptionEntry, int64(len(raw)), bytes.NewReader(raw))
	if err != nil || sign == nil {
		return err
	}
	signature, err := sign(raw)
	if err != nil {
		return err
	}
	return writeEntry(out, signatureEntry, int64(len(signature)), bytes.NewReader(signature))
}

// writeEntry writes a file. It omits owner and time, which differ between machines.
func writeEntry(out *tar.Writer, name string, size int64, content io.Reader) error {
	err := out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644})
	if err != nil {
		return err
	}
	_, err = io.Copy(out, content)
	return err
}

func partEntry(manifest, name string) string { return "segments/" + manifest + "/" + name }

func (x *Index) writePart(ctx context.Context, out *tar.Writer, manifest string, f DescribedFile) error {
	file, err := x.OpenPart(ctx, manifest, f.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s changed while it was being exported: run the same command again", x.dir)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return writeEntry(out, partEntry(manifest, f.Name), f.Size, files.Reader{Ctx: ctx, In: file})
}

// An Archive reads an archive written by Export. The archive may be forged, so names in it are only
// compared with the description and never used as paths.
type Archive struct {
	in   *tar.Reader
	next *tar.Header // header of the next entry if peek has read it, or nil
}

// NewArchive returns an Archive that reads r as a stream.
func NewArchive(r io.Reader) *Archive { return &Archive{in: tar.NewReader(r)} }

// Describe implements Source.
func (a *Archive) Describe(context.Context) (description, signature []byte, err error) {
	if description, err = a.take(descriptionEntry, format.MaxDescribed); err != nil {
		return nil, nil, fmt.Errorf("this file was not written by `scilit-lsp index export`, or is incomplete: %w", err)
	}
	if err = a.peek(); err == nil && a.next.Name == signatureEntry {
		signature, err = a.take(signatureEntry, maxSignature)
	}
	if errors.Is(err, io.EOF) { // the archive contains no new segments
		err = nil
	}
	return description, signature, err
}

// peek reads the header of the next entry.
func (a *Archive) peek() (err error) {
	if a.next != nil {
		return nil
	}
	if a.next, err = a.in.Next(); err != nil {
		return err
	}
	if a.next.Typeflag != tar.TypeReg {
		return fmt.Errorf("the archive contains %.120q, which is not a regular file: get another "+
			"copy of the archive", a.next.Name)
	}
	for name := range a.next.PAXRecords {
		if strings.HasPrefix(name, sparsePrefix) {
			return fmt.Errorf("the archive contains the sparse file %.120q, which no export contains: get "+
				"another copy of the archive", a.next.Name)
		}
	}
	return nil
}

func (a *Archive) take(name string, limit int64) ([]byte, error) {
	if err := a.peek(); err != nil {
		return nil, err
	}
	if a.next.Name != name || a.next.Size > limit {
		return nil, fmt.Errorf("the archive contains %.120q (%d bytes) instead of %s (at most %d bytes): get another "+
			"copy of the archive", a.next.Name, a.next.Size, name, limit)
	}
	a.next = nil
	return io.ReadAll(io.LimitReader(a.in, limit))
}

// Part implements Source. It skips the entries before the requested file.
func (a *Archive) Part(_ context.Context, manifest string, f DescribedFile, _ int64) (io.ReadCloser, error) {
	for {
		err := a.peek()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s is missing from this archive, which contains only the changes since an earlier "+
				"export: import the earlier export first, or import a complete one", partEntry(manifest, f.Name))
		}
		if err != nil {
			return nil, err
		}
		found := a.next
		a.next = nil
		if found.Name != partEntry(manifest, f.Name) {
			continue
		}
		if found.Size != f.Size {
			return nil, fmt.Errorf("the archive is damaged (%s has %d bytes instead of %d): get another copy of it",
				found.Name, found.Size, f.Size)
		}
		return io.NopCloser(a.in), nil
	}
}

// Resumes implements Source. An archive can only be read from the start.
func (*Archive) Resumes() bool { return false }
