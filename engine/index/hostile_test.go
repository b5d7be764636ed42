package index_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/zstd"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"go.etcd.io/bbolt"
)

// If a file changes while it is open, every request returns an error that names the file, until the
// index is rebuilt. No request hangs.
func TestAFileThatChangesUnderAReader(t *testing.T) {
	original := hostileIndex(t)
	for _, name := range []string{"papers.db", "terms.db", "bodies.db", "docs.bin", "codes.bin", "rows.bin", "hashes.bin"} {
		for how, change := range map[string]func(path string, raw []byte) error{
			"emptied":   func(path string, _ []byte) error { return os.Truncate(path, 0) },
			"cut short": func(path string, raw []byte) error { return os.Truncate(path, int64(len(raw)/2)) },
			"changed":   scribble,
		} {
			if testing.Short() && how != "cut short" { // the same code detects every kind of change
				continue
			}
			t.Run(name+" "+how, func(t *testing.T) {
				f := forge(t, original)
				x := open(t, f.dir)
				if _, err := soon(t, func(ctx context.Context) (string, error) { return askOpen(ctx, x) }); err != nil {
					t.Fatal(err)
				}
				if err := change(f.path(name), f.read(f.path(name))); err != nil {
					t.Fatal(err)
				}
				for range 3 {
					_, err := soon(t, func(ctx context.Context) (string, error) { return askOpen(ctx, x) })
					if how == "changed" &&
						(name == "hashes.bin" || name == "codes.bin") { // a search of so few papers reads neither
						continue
					}
					named(t, err, name)
				}
				build(t, f.dir, wordEmbedder{}, sequence(testPapers(t)[:20]))
				if _, err := soon(t, func(ctx context.Context) (string, error) { return askOpen(ctx, x) }); err != nil {
					t.Errorf("after a rebuild: %v", err)
				}
			})
		}
	}
}

// scribble overwrites a whole file and changes its modification time.
func scribble(path string, raw []byte) error {
	for i := range raw {
		raw[i] ^= 0x55
	}
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		return err
	}
	return os.Chtimes(path, time.Time{}, time.Now().Add(time.Minute))
}

// A memory fault during a request fails only that request.
func TestAFileCutShortDuringARequest(t *testing.T) {
	f := forge(t, hostileIndex(t))
	x := open(t, f.dir)
	raw := f.read(f.path("papers.db"))
	_, err := soon(t, func(ctx context.Context) (int, error) {
		for _, err := range x.Embedded(ctx) {
			if err != nil {
				return 0, err
			}
			if err := os.Truncate(f.path("papers.db"), 0); err != nil {
				t.Error(err)
			}
		}
		return 0, nil
	})
	named(t, err, "papers.db")
	for range 2 {
		_, err = soon(t, func(ctx context.Context) (string, error) { return askOpen(ctx, x) })
		named(t, err, "papers.db")
	}
	f.write(f.path("papers.db"), raw)
	if _, err := soon(t, func(ctx context.Context) (string, error) { return askOpen(ctx, x) }); err != nil {
		t.Errorf("whole again: %v", err)
	}
}

// On such pages, bbolt's own reader overflows its stack, which ends the process.
func TestPagesThatPointToThemselves(t *testing.T) {
	original := hostileIndex(t)
	for what, change := range map[string]func(page []byte, number, pages uint64){
		"to itself": func(page []byte, number, _ uint64) { eachChild(page, func(child []byte) { put(child, number) }) },
		"out":       func(page []byte, _, pages uint64) { eachChild(page, func(child []byte) { put(child, pages+1) }) },
		"far out":   func(page []byte, _, _ uint64) { eachChild(page, func(child []byte) { put(child, 1<<62) }) },
		"to a head": func(page []byte, _, _ uint64) { eachChild(page, func(child []byte) { put(child, 0) }) },
		"key far out": func(page []byte, _, _ uint64) {
			for i := range int(binary.NativeEndian.Uint16(page[10:])) {
				binary.NativeEndian.PutUint32(page[16+16*i:], 0xfffffff0)
			}
		},
		"many elements": func(page []byte, _, _ uint64) { binary.NativeEndian.PutUint16(page[10:], 0xffff) },
		"many pages":    func(page []byte, _, _ uint64) { binary.NativeEndian.PutUint32(page[12:], 0xffffffff) },
	} {
		for _, name := range []string{"terms.db", "papers.db"} {
			t.Run(name+" "+what, func(t *testing.T) {
				f := forge(t, original)
				f.file(name, func(raw []byte) []byte {
					size, found := os.Getpagesize(), 0
					for at := 2 * size; at < len(raw); at += size {
						if binary.NativeEndian.Uint64(raw[at:]) == uint64(at/size) &&
							binary.NativeEndian.Uint16(raw[at+8:]) == 1 {
							change(raw[at:], uint64(at/size), uint64(len(raw)/size))
							found++
						}
					}
					if found == 0 {
						t.Fatal("no page has others below")
					}
					return raw
				})
				_, err := soon(t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
				named(t, err, name)
			})
		}
	}
}

func eachChild(page []byte, use func([]byte)) {
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		use(page[16+16*i+8:])
	}
}

func put(at []byte, number uint64) { binary.NativeEndian.PutUint64(at, number) }

// The counts of a manifest are compared with the files before memory is allocated for them.
func TestImpossibleManifestsAreRefused(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	sum := func(members map[string]any, name string) map[string]any {
		return members["Files"].(map[string]any)[name].(map[string]any)
	}
	for name, change := range map[string]func(map[string]any){
		"no papers":          func(m map[string]any) { m["Papers"] = 0 },
		"negative":           func(m map[string]any) { m["Papers"] = -1 },
		"many papers":        func(m map[string]any) { m["Papers"] = int64(1) << 40 },
		"overflowing papers": func(m map[string]any) { m["Papers"] = int64(1) << 62 },
		"one paper more":     func(m map[string]any) { m["Papers"] = 65 },
		"many full texts":    func(m map[string]any) { m["FullTexts"] = int64(1) << 40 },
		"no full texts":      func(m map[string]any) { m["FullTexts"] = 0 },
		"negative full":      func(m map[string]any) { m["FullTexts"] = -4 },
		"length":             func(m map[string]any) { m["Length"] = int64(1) << 60 },
		"negative length":    func(m map[string]any) { m["Length"] = -1 },
		"terms":              func(m map[string]any) { m["Terms"] = -1 },
		"dimension":          func(m map[string]any) { m["Dimension"] = int64(1) << 50 },
		"other dimension":    func(m map[string]any) { m["Dimension"] = 95 },
		"negative dimension": func(m map[string]any) { m["Dimension"] = -96 },
		"no dimension":       func(m map[string]any) { delete(m, "Dimension") },
		"other embedder":     func(m map[string]any) { m["Embedder"] = "other" },
		"no embedder":        func(m map[string]any) { delete(m, "Embedder") },
		"format":             func(m map[string]any) { m["Format"] = index.FormatVersion + 1 },
		"older format":       func(m map[string]any) { m["Format"] = index.FormatVersion - 1 },
		"papers as text":     func(m map[string]any) { m["Papers"] = "64" },
		"no files":           func(m map[string]any) { delete(m, "Files") },
		"a file above":       func(m map[string]any) { m["Files"].(map[string]any)["../../x"] = sum(m, "docs.bin") },
		"a file of the system": func(m map[string]any) {
			m["Files"].(map[string]any)["/etc/passwd"] = sum(m, "docs.bin")
		},
		"a file too few":  func(m map[string]any) { delete(m["Files"].(map[string]any), "terms.db") },
		"negative size":   func(m map[string]any) { sum(m, "docs.bin")["Size"] = -12 },
		"size":            func(m map[string]any) { sum(m, "docs.bin")["Size"] = int64(1) << 62 },
		"no checksums":    func(m map[string]any) { sum(m, "terms.db")["Blocks"] = []int{} },
		"many checksums":  func(m map[string]any) { sum(m, "terms.db")["Blocks"] = make([]int, 1<<18) },
		"other checksums": func(m map[string]any) { sum(m, "terms.db")["Blocks"] = []int{1} },
		"short sums.bin": func(m map[string]any) {
			m["Files"].(map[string]any)["sums.bin"] = map[string]any{"Size": 4, "Blocks": []int{1}}
		},
		"huge sums.bin": func(m map[string]any) {
			m["Files"].(map[string]any)["sums.bin"] = map[string]any{"Size": int64(1) << 37, "Blocks": make([]int, 1<<17)}
		},
		"checksums as one": func(m map[string]any) { sum(m, "terms.db")["Blocks"] = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			f.manifest(change)
			f.refused("segment-1")
		})
	}
}

// refused fails the test unless the index is rejected with an error that names a file, using little
// memory.
func (f forgery) refused(file string) {
	f.t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := soon(f.t, func(ctx context.Context) (string, error) { return askAll(ctx, f.dir) })
	named(f.t, err, file)
	damages, err := soon(f.t, func(ctx context.Context) ([]index.Damage, error) { return index.Verify(ctx, f.dir) })
	if err != nil {
		named(f.t, err, file)
	}
	for _, d := range damages {
		if !strings.HasPrefix(d.File, f.dir) {
			f.t.Errorf("verify read %s", d.File)
		}
	}
	runtime.ReadMemStats(&after)
	if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 300 {
		f.t.Errorf("%d MB were made on the way to an error", made)
	}
}

func TestImpossibleSnapshotsAreRefused(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	outside := filepath.Join(t.TempDir(), "outside")
	segment := func(s map[string]any) map[string]any { return s["Segments"].([]any)[0].(map[string]any) }
	for name, change := range map[string]func(map[string]any){
		"format":       func(s map[string]any) { s["Format"] = -2 },
		"older format": func(s map[string]any) { s["Format"] = index.FormatVersion - 1 },
		"a folder above": func(s map[string]any) {
			segment(s)["Folder"] = "../" + filepath.Base(filepath.Dir(outside)) + "/outside"
		},
		"above and back":     func(s map[string]any) { segment(s)["Folder"] = "segment-1/../../outside" },
		"an absolute folder": func(s map[string]any) { segment(s)["Folder"] = outside },
		"this folder":        func(s map[string]any) { segment(s)["Folder"] = "." },
		"no folder":          func(s map[string]any) { segment(s)["Folder"] = "" },
		"another name":       func(s map[string]any) { segment(s)["Folder"] = "segment-1x" },
		"no hash":            func(s map[string]any) { segment(s)["Manifest"] = "" },
		"twice":              func(s map[string]any) { s["Segments"] = []any{segment(s), segment(s)} },
		"many segments":      func(s map[string]any) { s["Segments"] = repeated(segment(s), 1000) },
		"very many segments": func(s map[string]any) { s["Segments"] = repeated(map[string]any{}, 1<<20) },
		"deleted garbage":    func(s map[string]any) { segment(s)["Deleted"] = []byte("garbage that is no bitmap") },
		"deleted more":       func(s map[string]any) { segment(s)["Deleted"] = bitmapOf(64) },
		"deleted far":        func(s map[string]any) { segment(s)["Deleted"] = bitmapOf(1, 1<<31) },
		"deleted full texts": func(s map[string]any) { segment(s)["DeletedFullTexts"] = 3 },
		"negative deleted":   func(s map[string]any) { segment(s)["DeletedFullTexts"] = -3 },
		"embedder":           func(s map[string]any) { s["Embedder"] = "other" },
		"dimension":          func(s map[string]any) { s["Dimension"] = 95 },
		"huge dimension":     func(s map[string]any) { s["Dimension"] = int64(1) << 60 },
		"last segment":       func(s map[string]any) { s["LastSegment"] = int64(1) << 62 },
		"negative last":      func(s map[string]any) { s["LastSegment"] = -1 },
		"behind the last":    func(s map[string]any) { s["LastSegment"] = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			f.snapshot(change)
			f.refused("snapshot-1.json")
		})
	}
}

// An index name is printed, so it must not contain control sequences.
func TestTheNameOfAnIndexActsOnNoTerminal(t *testing.T) {
	f := forge(t, hostileIndex(t))
	f.snapshot(func(s map[string]any) { s["Name"] = "a\x1b[2J\u202eb\n" + strings.Repeat("c", 1<<20) })
	if l := list(t, f.dir); !strings.HasPrefix(l.Name, "a[2Jbccc") || len(l.Name) > 1<<10 {
		t.Errorf("%d bytes: %.20q", len(l.Name), l.Name)
	}
	f.snapshot(func(s map[string]any) { s["Embedder"] = "a\x1b[2J" })
	f.refused("snapshot-1.json")
}

func repeated(item any, n int) (all []any) {
	for range n {
		all = append(all, item)
	}
	return all
}

func bitmapOf(docs ...uint32) string {
	raw, _ := roaring.BitmapOf(docs...).ToBytes()
	return base64.StdEncoding.EncodeToString(raw)
}

// Records are compressed, so a kilobyte can expand to gigabytes.
func TestARecordThatUnpacksWithoutEndIsRefused(t *testing.T) {
	original := hostileIndex(t)
	for name, content := range map[string]string{
		"spaces":    `{"ID":"x"` + strings.Repeat(" ", 64<<20) + "}",
		"brackets":  `{"Authors":[` + strings.Repeat("{},", 3<<20) + "{}]}",
		"nothing":   "",
		"not JSON":  "}",
		"a list":    "[]",
		"deep":      strings.Repeat("[", 1<<20),
		"null text": `{"Authors":null,"Title":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			replaceRecords(t, f, packed(t, content))
			f.refused("papers.db")
		})
	}
}

func packed(t *testing.T, content string) []byte {
	t.Helper()
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return packer.EncodeAll([]byte(content), nil)
}

// replaceRecords replaces each short record with the same bytes.
func replaceRecords(t *testing.T, f forgery, record []byte) {
	t.Helper()
	f.file("papers.db", func([]byte) []byte {
		path := f.path("papers.db")
		db, err := bbolt.Open(path, 0o644, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte("short"))
			for doc := range uint32(64) {
				if err := b.Put(binary.BigEndian.AppendUint32(nil, doc), record); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return f.read(path)
	})
}

// A forged name can refer to missing papers, or to one paper endlessly.
func TestNamesOfImpossiblePapersAreRefused(t *testing.T) {
	skipShort(t)
	original := hostileIndex(t)
	for name, papers := range map[string][]byte{"none": {0x7f, 0xff, 0xff, 0xff}, "one behind": {0, 0, 0, 64}, "one without end": make([]byte, 1<<20)} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, original)
			replaceNames(t, f, papers)
			f.refused("papers.db")
		})
	}
}

func replaceNames(t *testing.T, f forgery, papers []byte) {
	t.Helper()
	f.file("papers.db", func([]byte) []byte {
		path := f.path("papers.db")
		db, err := bbolt.Open(path, 0o644, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte("works"))
			return b.ForEach(func(key, _ []byte) error { return b.Put(key, papers) })
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return f.read(path)
	})
}

func TestCURRENTIsOneShortLine(t *testing.T) {
	original := hostileIndex(t)
	hash := strings.Repeat("0", 64)
	for i, content := range []string{
		"", "\n", "snapshot-1.json\n", "../snapshot-1.json " + hash + "\n", "snapshot-01.json " + hash + "\n",
		"snapshot-99999999999999999999.json " + hash + "\n", strings.Repeat("x", 1<<20), "snapshot-1.json " + hash + "\nmore",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			f := forge(t, original)
			f.write(f.path("CURRENT"), []byte(content))
			f.refused("CURRENT")
		})
	}
}
