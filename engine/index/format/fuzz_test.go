package format

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// inMemory returns a file whose checksums count as verified.
func inMemory(raw []byte) *MappedFile {
	m := &MappedFile{
		path:    "papers.db",
		Mapping: raw,
		sums:    BlockSums{size: ChecksumBlock},
		whole:   make([]atomic.Uint32, 1+len(raw)/ChecksumBlock/32),
	}
	for i := range m.whole {
		m.whole[i].Store(^uint32(0))
	}
	return m
}

// For any bytes, walking a page file terminates, and looking up the yielded keys does not crash.
func FuzzPages(f *testing.F) {
	for _, papers := range []int{1, 3, 400} {
		f.Add(pagesOf(f, papers))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		pages := &pageFile{MappedFile: inMemory(raw)}
		if pages.readMetas() != nil {
			return
		}
		for _, name := range [][]byte{ShortBucket, WorksBucket} {
			b, err := pages.Bucket(name)
			if err != nil {
				continue
			}
			readAll(t, b, len(raw))
		}
	})
}

func readAll(t *testing.T, b *Bucket, size int) {
	walk := b.Walk()
	for steps := 0; ; steps++ {
		key, _, err := walk.Next()
		if key == nil || err != nil {
			break
		}
		if steps > size {
			t.Fatalf("%d keys in %d bytes", steps, size)
		}
		_, _ = b.Get(key)
	}
	_, _, _ = b.Floor([]byte("\x00\x00\x00\x07"))
}

func pagesOf(t testing.TB, papers int) []byte {
	path := filepath.Join(t.TempDir(), PapersFile)
	db, err := CreateBulk(path)
	if err != nil {
		t.Fatal(err)
	}
	works := &WorkTable{}
	for doc := range uint32(papers) {
		p := &engine.Paper{ID: string(rune('a' + doc)), Title: "On Pooling"}
		works.Add(doc, p)
		short, _, err := PackRecord(p)
		if err == nil {
			err = db.Put(ShortBucket, DocKey(doc), short)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := works.Write(db); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A bucket returns the values put into it, even if its tree has several levels.
func TestPagesGiveBackWhatWasWritten(t *testing.T) {
	for _, papers := range []int{1, 2, 50, 5000} {
		pages := &pageFile{MappedFile: inMemory(pagesOf(t, papers))}
		if err := pages.readMetas(); err != nil {
			t.Fatal(err)
		}
		short, err := pages.Bucket(ShortBucket)
		if err != nil {
			t.Fatal(err)
		}
		walk := short.Walk()
		for doc := range uint32(papers) {
			key, value, err := walk.Next()
			got, failed := short.Get(DocKey(doc))
			if err != nil || failed != nil || !slices.Equal(key, DocKey(doc)) || len(value) == 0 ||
				!slices.Equal(got, value) {
				t.Fatalf("%d of %d: %x %x %x (%v, %v)", doc, papers, key, value, got, err, failed)
			}
		}
		if key, _, err := walk.Next(); key != nil || err != nil {
			t.Errorf("%x after the last (%v)", key, err)
		}
		if value, err := short.Get(DocKey(uint32(papers))); value != nil || err != nil {
			t.Errorf("%x for no key (%v)", value, err)
		}
		if none, err := pages.Bucket(BodyBucket); none != nil || err != nil {
			t.Errorf("%v of no such name (%v)", none, err)
		}
	}
}

// For any bytes, reading a block of terms terminates.
func FuzzBlock(f *testing.F) {
	var b block
	b.add("model", 2, []byte{1, 5})
	b.add("modelling", 1, []byte{9})
	f.Add(b.bytes)
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := BlockReader{Bytes: raw}
		for steps := 0; ; steps++ {
			more, err := r.Next()
			if !more || err != nil {
				return
			}
			if steps > len(raw) || len(r.Term) > len(raw)*len(raw) {
				t.Fatalf("%d terms of %d bytes in %d bytes", steps, len(r.Term), len(raw))
			}
		}
	})
}

// scanBlock finds the same term as a comparison with each term of the block.
func FuzzScanBlock(f *testing.F) {
	var b block
	for _, term := range []string{"mode", "model", "model fit", "modelling", "mood", "moods", "nil"} {
		b.add(term, len(term), []byte(term))
	}
	for _, term := range []string{"", "a", "mode", "model", "modem", "model fit", "models", "mood", "moods", "n", "zero"} {
		f.Add(b.bytes, []byte(term))
	}
	f.Add([]byte{0, 1, 'b', 1, 0, 1, 0, 1, 0, 0, 1, 'c', 1, 0}, []byte("b"))
	f.Add([]byte{1, 1, 'b', 1, 0}, []byte("b"))
	f.Fuzz(func(t *testing.T, raw, key []byte) {
		var got, want []byte
		gotErr := scanBlock(raw, key, func(count int, list []byte) error {
			got = append(strconv.AppendInt(nil, int64(count), 10), list...)
			return nil
		})
		r := BlockReader{Bytes: raw}
		more, wantErr := r.Next()
		for ; more && bytes.Compare(r.Term, key) <= 0; more, wantErr = r.Next() {
			if bytes.Equal(r.Term, key) {
				want = append(strconv.AppendInt(nil, int64(r.Count), 10), r.List...)
				break
			}
		}
		if !bytes.Equal(got, want) || gotErr != wantErr {
			t.Errorf("%q in %q: %q (%v), want %q (%v)", key, raw, got, gotErr, want, wantErr)
		}
	})
}

// The files of an accepted manifest have plain names and enough checksums.
func FuzzManifest(f *testing.F) {
	whole := Manifest{
		Format: FormatVersion,
		Papers: 1,
		Files:  FileSums{PapersFile: {4096, []uint32{1}}, TermsFile: {4096, []uint32{1}}, DocsFile: {12, []uint32{1}}},
	}
	for _, m := range []Manifest{whole, {}} {
		raw, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"Files":{"../x":{}}}`))
	f.Add([]byte(`{"Files":null,"Papers":-1}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var m Manifest
		if json.Unmarshal(raw, &m) != nil || m.invalid() != "" {
			return
		}
		for name, sum := range m.Files {
			if name != filepath.Base(name) || int64(len(sum.Blocks))*ChecksumBlock < sum.Size || m.Papers < 1 {
				t.Fatalf("taken: %s", raw)
			}
		}
	})
}

// An accepted snapshot names folders next to it, and deletes only existing papers.
func FuzzSnapshot(f *testing.F) {
	f.Add(
		[]byte(
			`{"Format":2,"LastSegment":1,"Segments":[{"Folder":"segment-1","Manifest":"` + HexSHA256(
				nil,
			) + `","Deleted":"OjAAAAEAAAAAAAAAEAAAAAEA"}]}`,
		),
	)
	f.Add([]byte(`{"Segments":[{"Folder":"../x"},{},{}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s State
		if json.Unmarshal(raw, &s) != nil || s.Invalid() != "" {
			return
		}
		for _, segment := range s.Segments {
			if segment.Folder != filepath.Base(segment.Folder) {
				t.Fatalf("taken: %q", segment.Folder)
			}
			if deleted, err := segment.DeletedSet(100); err == nil && !deleted.IsEmpty() && deleted.Maximum() >= 100 {
				t.Fatalf("taken: %v", deleted)
			}
		}
	})
}

// A record is either unpacked within the limits or rejected.
func FuzzRecord(f *testing.F) {
	for _, content := range []any{engine.Paper{ID: "1", Title: "On Pooling"}, Body{Sections: []engine.Section{{Title: "Introduction"}}}} {
		packed, err := packJSON(content)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		var p engine.Paper
		var b Body
		_ = UnpackJSON(packed, &p)
		_ = UnpackJSON(packed, &b)
		raw, err := Decompressor.DecodeAll(packed, nil)
		if err == nil && len(raw) > maxRecord {
			t.Fatalf("%d bytes became %d", len(packed), len(raw))
		}
	})
}

// For any bytes, reading a plain list terminates, its documents ascend, and both readers return the
// same ones. Written lists are read back unchanged.
func FuzzPlainList(f *testing.F) {
	var w ListWriter
	w.Plain = true
	for _, doc := range []uint32{0, 1, 2, 7, 300, 301, 999} {
		w.Add(Posting{Doc: doc})
	}
	f.Add(w.Bytes, uint16(1000))
	f.Add([]byte{1, 255, 255, 255, 255, 15}, uint16(9))
	f.Fuzz(func(t *testing.T, raw []byte, papers uint16) {
		one, many := ListReader{
			Bytes:  raw,
			Papers: uint32(papers),
			Plain:  true,
		}, ListReader{
			Bytes:  raw,
			Papers: uint32(papers),
			Plain:  true,
		}
		var docs []uint32
		for p, ok := one.Read(); ok; p, ok = one.Read() {
			if p.Doc >= uint32(papers) || len(docs) > 0 && p.Doc <= docs[len(docs)-1] {
				t.Fatalf("paper %d of %d behind %v", p.Doc, papers, docs)
			}
			docs = append(docs, p.Doc)
		}
		var blocks []uint32
		for block := new(PostingBlock); block.Read(&many); {
			blocks = append(blocks, block.Docs[:block.N]...)
		}
		if !slices.Equal(docs, blocks) || (one.Err() == nil) != (many.Err() == nil) {
			t.Fatalf("%v by one, %v by blocks", docs, blocks)
		}
		again := ListWriter{Plain: true}
		for _, doc := range docs {
			again.Add(Posting{Doc: doc})
		}
		read := ListReader{Bytes: again.Bytes, Papers: uint32(papers), Plain: true}
		for i := range docs {
			if p, ok := read.Read(); !ok || p.Doc != docs[i] {
				t.Fatalf("wrote %v, read %d", docs, p.Doc)
			}
		}
	})
}

// For any bytes, reading a block of names terminates, and it refers only to existing papers.
func FuzzNames(f *testing.F) {
	f.Add(uint64(0), encodeNames([]uint64{5 << 32, 5<<32 | 3, 9 << 32}, 1), uint16(4))
	f.Add(uint64(1<<63), []byte{255, 255, 255, 255, 15, 0}, uint16(1))
	f.Fuzz(func(t *testing.T, first uint64, raw []byte, papers uint16) {
		entries, last := 0, int64(-1)
		_, _ = EachName(first, raw, int(papers)+1, func(hash, doc uint32) bool {
			if entry := int64(hash)<<32 | int64(doc); uint64(entry) <= uint64(last) && entries > 0 ||
				doc > uint32(papers) {
				t.Fatalf("paper %d of %d, or out of order", doc, papers)
			} else {
				last = entry
			}
			entries++
			return entries <= len(raw)
		})
		if entries > len(raw) {
			t.Fatalf("%d names in %d bytes", entries, len(raw))
		}
	})
}

// For any bytes, a returned record lies within its block.
func FuzzRecordBlock(f *testing.F) {
	f.Add([]byte{2, '{', '}', 2, '[', ']'}, uint8(1))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, uint8(0))
	f.Fuzz(func(t *testing.T, raw []byte, n uint8) {
		if record := NthRecord(raw, int(n)); record != nil && len(record)+int(n) >= len(raw) {
			t.Fatalf("%d bytes of %d", len(record), len(raw))
		}
	})
}
