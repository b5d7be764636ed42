package index_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// export returns the archive of the index in dir.
func export(t testing.TB, dir string, since *index.Description) ([]byte, *index.Description) {
	t.Helper()
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var out bytes.Buffer
	d, err := x.Export(context.Background(), &out, index.ExportOptions{Since: since})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), d
}

func importInto(dir string, archive []byte) (index.ImportResult, error) {
	return index.Import(context.Background(), index.ImportOptions{Dir: dir}, index.NewArchive(bytes.NewReader(archive)))
}

func TestAnExportedIndexIsTheSameElsewhere(t *testing.T) {
	dir, copied, grown := t.TempDir(), t.TempDir(), t.TempDir()
	papers := testPapers(t)
	build(t, dir, wordEmbedder{}, sequence(papers[:20]))
	first, since := export(t, dir, nil)
	add(t, dir, wordEmbedder{}, papers[20:30])
	remove(t, dir, papers[3].ID)
	whole, _ := export(t, dir, nil)
	if done, err := importInto(copied, whole); err != nil || done.New != 2 || done.Papers != 29 {
		t.Fatalf("%+v, %v", done, err)
	}
	if again, _ := export(t, copied, nil); !bytes.Equal(again, whole) {
		t.Error("the copy is exported as other bytes")
	}
	if done, err := importInto(grown, first); err != nil || done.New != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	news, _ := export(t, dir, since)
	if done, err := importInto(grown, news); err != nil || done.New != 1 || done.Kept != 1 || len(news) >= len(whole) {
		t.Fatalf("%+v, %v", done, err)
	}
	for _, elsewhere := range []string{copied, grown} {
		if damages, err := index.Verify(t.Context(), elsewhere); err != nil || len(damages) > 0 {
			t.Error(damages, err)
		}
		if l := list(t, elsewhere); l.Papers != 29 || l.Deleted != 1 {
			t.Errorf("%+v", l)
		}
		if !holdsAll(t, open(t, elsewhere), slices.Concat(papers[:3], papers[4:30])) {
			t.Error("papers are missing")
		}
		sameVectors(t, dir, elsewhere)
	}
	if _, err := importInto(t.TempDir(), news); err == nil || !strings.Contains(err.Error(), "import the earlier export first") {
		t.Error(err)
	}
}

func TestAnImportTakesThePlaceOfNothingOfTheUsers(t *testing.T) {
	mine, theirs := t.TempDir(), t.TempDir()
	papers := testPapers(t)
	build(t, mine, nil, sequence(papers[:2]))
	build(t, theirs, nil, sequence(papers[2:4]))
	archive, _ := export(t, theirs, nil)
	if _, err := importInto(mine, archive); !errors.Is(err, index.ErrNotImported) {
		t.Error(err)
	}
	replaced := index.ImportOptions{Dir: mine, Replace: true}
	if _, err := index.Import(t.Context(), replaced, index.NewArchive(bytes.NewReader(archive))); err != nil ||
		!holdsAll(t, open(t, mine), papers[2:4]) {
		t.Error(err)
	}
	add(t, mine, nil, papers[4:5])
	if _, err := importInto(mine, archive); !errors.Is(err, index.ErrNotImported) {
		t.Error("what was added since is lost", err)
	}
}

// A rejected archive leaves the published index unchanged, and no file is written outside the
// folder.
func TestADamagedOrHostileArchiveChangesNothing(t *testing.T) {
	others, theirs, dir := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "index")
	papers := testPapers(t)
	build(t, others, nil, sequence(papers[6:9]))
	old, _ := export(t, others, nil)
	build(t, theirs, nil, sequence(papers[:3]))
	add(t, theirs, nil, papers[3:6])
	archive, _ := export(t, theirs, nil)
	if _, err := importInto(dir, old); err != nil {
		t.Fatal(err)
	}
	refused := func(name string, archive []byte) {
		t.Helper()
		if done, err := importInto(dir, archive); err == nil {
			t.Errorf("%s: %+v", name, done)
		}
		if damages, err := index.Verify(t.Context(), dir); err != nil || len(damages) > 0 || list(t, dir).Papers != 3 {
			t.Errorf("%s: %v, %v", name, damages, err)
		}
		left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "*", "*"))
		if slices.ContainsFunc(left, func(path string) bool { return strings.HasSuffix(path, "incoming") }) ||
			len(left) != 4 {
			t.Errorf("%s: %q is left", name, left)
		}
	}
	for at := 0; at < len(archive); at += len(archive)/40 + 1 {
		refused("cut short", archive[:at])
	}
	for _, at := range inEntries(t, archive) {
		flipped := bytes.Clone(archive)
		flipped[at] ^= 0x10
		refused("a changed byte", flipped)
	}
	for name, rewrite := range map[string]func(*tar.Header) *tar.Header{
		"leads out": func(h *tar.Header) *tar.Header { h.Name = "../../" + h.Name; return h },
		"absolute":  func(h *tar.Header) *tar.Header { h.Name = "/tmp/" + h.Name; return h },
		"a link": func(h *tar.Header) *tar.Header {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, "/etc/passwd", 0
			return h
		},
		"a device": func(h *tar.Header) *tar.Header { h.Typeflag, h.Size = tar.TypeChar, 0; return h },
		"another segment": func(h *tar.Header) *tar.Header {
			h.Name = strings.Replace(h.Name, "segments/", "segments/0", 1)
			return h
		},
	} {
		refused(name, rewritten(t, archive, func(h *tar.Header, body []byte) (*tar.Header, []byte) {
			if !strings.HasPrefix(h.Name, "segments/") {
				return h, body
			}
			h = rewrite(h)
			return h, body[:h.Size]
		}))
	}
	for from, to := range map[string]string{
		`"Name": "terms.db"`: `"Name": "../../x"`, `"Export": 1`: `"Export": 2`, `"Format": 3`: `"Format": 9`, `"Size": `: `"Size": 9`, `"SHA256": "`: `"SHA256": "x`,
		`"Papers": 6`: `"Papers": -6`, `"Revision": 2`: `"Revision": -1`, `"Segments": [`: `"Segments": [` + strings.Repeat("{},", 300),
	} {
		refused(from, rewritten(t, archive, func(h *tar.Header, body []byte) (*tar.Header, []byte) {
			if strings.HasPrefix(h.Name, "segments/") {
				return h, body
			}
			body = bytes.Replace(body, []byte(from), []byte(to), 1)
			h.Size = int64(len(body))
			return h, body
		}))
	}
	for name, change := range map[string]func(d *index.Description){
		"no segments":                 func(d *index.Description) { d.Segments = nil },
		"neither papers nor segments": func(d *index.Description) { d.Segments, d.Papers = nil, 0 },
		"fewer papers":                func(d *index.Description) { d.Papers-- },
		"more papers":                 func(d *index.Description) { d.Papers++ },
		"more references deleted":     func(d *index.Description) { d.Segments[0].DeletedReferencesOnly = 1 },
	} {
		refused(name, redescribed(t, archive, change))
	}
	if _, err := importInto(dir, sparseArchive(t, archive)); err == nil || !strings.Contains(err.Error(), "sparse") {
		t.Errorf("sparse entries: %v", err)
	}
	refused("sparse entries", sparseArchive(t, archive))
}

// redescribed returns a copy of an archive with a changed description.
func redescribed(t *testing.T, archive []byte, change func(*index.Description)) []byte {
	t.Helper()
	return rewritten(t, archive, func(h *tar.Header, body []byte) (*tar.Header, []byte) {
		if strings.HasPrefix(h.Name, "segments/") {
			return h, body
		}
		d, err := index.ParseDescription(body)
		if err != nil {
			t.Fatal(err)
		}
		change(d)
		if body, err = d.Encode(); err != nil {
			t.Fatal(err)
		}
		h.Size = int64(len(body))
		return h, body
	})
}

// An old export keeps its valid signature, so Import compares revisions.
func TestAnOlderExportReplacesNoNewerOne(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	papers := testPapers(t)
	build(t, dir, nil, sequence(papers[:2]))
	first, _ := export(t, dir, nil)
	add(t, dir, nil, papers[2:3])
	remove(t, dir, papers[0].ID)
	second, _ := export(t, dir, nil)
	for _, archive := range [][]byte{first, second, second} {
		if _, err := importInto(copied, archive); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []index.ImportOptions{{Dir: copied}, {Dir: copied, Replace: true}} {
		_, err := index.Import(t.Context(), o, index.NewArchive(bytes.NewReader(first)))
		if !errors.Is(err, index.ErrOlder) || !holdsAll(t, open(t, copied), papers[1:3]) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	older := index.ImportOptions{Dir: copied, Older: true}
	if _, err := index.Import(t.Context(), older, index.NewArchive(bytes.NewReader(first))); err != nil ||
		!holdsAll(t, open(t, copied), papers[:2]) {
		t.Error(err)
	}
}

// inEntries returns offsets in the middle of each file in an archive.
func inEntries(t *testing.T, archive []byte) (places []int) {
	in := bytes.NewReader(archive)
	for entries := tar.NewReader(in); ; {
		h, err := entries.Next()
		if err == io.EOF {
			return places
		}
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, len(archive)-in.Len()+int(h.Size)/2)
	}
}

func rewritten(t *testing.T, archive []byte, change func(*tar.Header, []byte) (*tar.Header, []byte)) []byte {
	t.Helper()
	var out bytes.Buffer
	in, to := tar.NewReader(bytes.NewReader(archive)), tar.NewWriter(&out)
	for {
		h, err := in.Next()
		if err == io.EOF {
			return out.Bytes()
		}
		body, failed := io.ReadAll(in)
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		h, body = change(h, body)
		if err := to.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(body); err != nil {
			t.Fatal(err)
		}
	}
}

// If the source fails at any byte, the next import resumes there.
func TestAnInterruptedImportFromAServerGoesOn(t *testing.T) {
	theirs, dir := t.TempDir(), t.TempDir()
	build(t, theirs, nil, sequence(testPapers(t)[:3]))
	x := open(t, theirs)
	d, err := x.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	from := &breaking{x: x, rest: 1000}
	for round := 0; ; round++ {
		done, err := index.Import(t.Context(), index.ImportOptions{Dir: dir}, from)
		if err == nil {
			if round < 3 || done.Papers != 3 {
				t.Errorf("%+v after %d rounds", done, round)
			}
			break
		}
		if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err == nil || round > 200 {
			t.Fatalf("published in part, or never: %d", round)
		}
		from.rest = d.Bytes() / 10
	}
	if from.sent != d.Bytes() {
		t.Errorf("%d bytes were sent of %d", from.sent, d.Bytes())
	}
	if damages, err := index.Verify(t.Context(), dir); err != nil || len(damages) > 0 {
		t.Error(damages, err)
	}
}

// breaking is a reader whose connection breaks after a number of bytes.
type breaking struct {
	x          *index.Index
	rest, sent int64
}

func (b *breaking) Describe(ctx context.Context) (description, signature []byte, err error) {
	d, err := b.x.Describe(ctx)
	if err == nil {
		description, err = d.Encode()
	}
	return description, nil, err
}

func (b *breaking) Part(
	ctx context.Context, manifest string, f index.DescribedFile, offset int64,
) (io.ReadCloser, error) {
	file, err := b.x.OpenPart(ctx, manifest, f.Name)
	if err != nil {
		return nil, err
	}
	_, err = file.Seek(offset, io.SeekStart)
	return struct {
		io.Reader
		io.Closer
	}{readerFunc(func(p []byte) (int, error) {
		if b.rest == 0 {
			return 0, io.ErrUnexpectedEOF
		}
		n, err := file.Read(p[:min(int64(len(p)), b.rest)])
		b.rest -= int64(n)
		b.sent += int64(n)
		return n, err
	}), file}, err
}

func (*breaking) Resumes() bool { return true }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func FuzzImport(f *testing.F) {
	dir := f.TempDir()
	build(f, dir, nil, sequence(testPapers(f)[:1]))
	archive, _ := export(f, dir, nil)
	f.Add(archive)
	f.Add(archive[:4096])
	f.Fuzz(func(t *testing.T, archive []byte) {
		into := t.TempDir()
		if _, err := importInto(into, archive); err != nil {
			return
		}
		if damages, err := index.Verify(context.Background(), into); err != nil || len(damages) > 0 {
			t.Error(damages, err)
		}
	})
}

// sparseArchive returns an archive whose segment files are sparse: they have the right sizes, but
// no data.
func sparseArchive(t *testing.T, archive []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	in := tar.NewReader(bytes.NewReader(archive))
	for {
		h, err := in.Next()
		if err == io.EOF {
			return out.Bytes()
		}
		body, failed := io.ReadAll(in)
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(h.Name, "segments/") {
			to := tar.NewWriter(&out)
			if err := errors.Join(to.WriteHeader(h), writeAll(to, body), to.Flush()); err != nil {
				t.Fatal(err)
			}
			continue
		}
		out.Write(sparseEntry(h.Name, len(body)))
	}
}

func writeAll(to io.Writer, body []byte) error {
	_, err := to.Write(body)
	return err
}

// sparseEntry returns an entry for a file of a given size without data, in the PAX format of GNU
// tar.
func sparseEntry(name string, size int) []byte {
	var records strings.Builder
	for _, r := range [][2]string{
		{"GNU.sparse.major", "1"}, {"GNU.sparse.minor", "0"},
		{"GNU.sparse.name", name}, {"GNU.sparse.realsize", strconv.Itoa(size)},
	} {
		content := r[0] + "=" + r[1] + "\n"
		length := len(content) + 3
		if length >= 100 {
			length++
		}
		fmt.Fprintf(&records, "%d %s", length, content)
	}
	sparseMap := "0\n" // no fragments of data
	return slices.Concat(
		rawEntry(name, 'x', []byte(records.String())),
		rawEntry(
			"GNUSparseFile.0/"+path.Base(name), '0',
			append([]byte(sparseMap), make([]byte, 512-len(sparseMap))...),
		),
	)
}

// rawEntry returns an entry of a tar file. Unlike tar.Writer, it does not check its arguments.
func rawEntry(name string, kind byte, body []byte) []byte {
	header := make([]byte, 512)
	copy(header, name[:min(len(name), 100)])
	copy(header[100:], "0000644\x000000000\x000000000\x00")
	copy(header[124:], fmt.Sprintf("%011o\x00%011o\x00        ", len(body), 0))
	header[156] = kind
	copy(header[257:], "ustar\x0000")
	sum := 0
	for _, b := range header {
		sum += int(b)
	}
	copy(header[148:], fmt.Sprintf("%06o\x00 ", sum))
	return slices.Concat(header, body, make([]byte, (512-len(body)%512)%512))
}
