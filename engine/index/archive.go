package index

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// An archive is a tar file. Its entries are the description, an optional signature, and the segment
// files in the order of the description.
const (
	descriptionEntry = "scilit-index.json"
	signatureEntry   = "scilit-index.json.minisig"
	maxSignature     = 4 << 10 // in bytes

	// sparsePrefix begins the PAX records of a sparse file. Such a file is rejected, since a few
	// bytes of it can expand to gigabytes.
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

// Part implements Source. It skips other entries of the archive.
func (a *Archive) Part(_ context.Context, manifest string, f DescribedFile, _ int64) (io.ReadCloser, error) {
	for {
		err := a.peek()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s is missing from this archive, which has only the changes since an earlier export: "+
				"import the earlier export first, or a complete one", partEntry(manifest, f.Name))
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
