package index

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// inMemory is a file whose checksums were compared.
func inMemory(raw []byte) *mappedFile {
	m := &mappedFile{path: "papers.db", mapping: raw, sums: blockSums{size: checksumBlock}, whole: make([]atomic.Uint32, 1+len(raw)/checksumBlock/32)}
	for i := range m.whole {
		m.whole[i].Store(^uint32(0))
	}
	return m
}

// Whatever the bytes are, a file of pages is read to an end, and a key that the
// walk yields is found.
func FuzzPages(f *testing.F) {
	for _, papers := range []int{1, 3, 400} {
		f.Add(pagesOf(f, papers))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		pages := &pageFile{mappedFile: inMemory(raw)}
		if pages.readMetas() != nil {
			return
		}
		for _, name := range [][]byte{shortBucket, worksBucket} {
			b, err := pages.bucket(name)
			if err != nil {
				continue
			}
			readAll(t, b, len(raw))
		}
	})
}

func readAll(t *testing.T, b *bucket, size int) {
	walk := b.walk()
	for steps := 0; ; steps++ {
		key, _, err := walk.next()
		if key == nil || err != nil {
			break
		}
		if steps > size {
			t.Fatalf("%d keys in %d bytes", steps, size)
		}
		_, _ = b.get(key)
	}
	_, _, _ = b.floor([]byte("\x00\x00\x00\x07"))
}

func pagesOf(t testing.TB, papers int) []byte {
	path := filepath.Join(t.TempDir(), papersFile)
	db, err := createBulk(path)
	if err != nil {
		t.Fatal(err)
	}
	works := &workTable{}
	for doc := range uint32(papers) {
		p := &engine.Paper{ID: string(rune('a' + doc)), Title: "On Pooling"}
		works.add(doc, p)
		short, _, err := packRecord(p)
		if err == nil {
			err = db.put(shortBucket, docKey(doc), short)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := works.write(db); err != nil {
		t.Fatal(err)
	}
	if err := db.close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A bucket gives back what was put into it, also where it has pages below pages.
func TestPagesGiveBackWhatWasWritten(t *testing.T) {
	for _, papers := range []int{1, 2, 50, 5000} {
		pages := &pageFile{mappedFile: inMemory(pagesOf(t, papers))}
		if err := pages.readMetas(); err != nil {
			t.Fatal(err)
		}
		short, err := pages.bucket(shortBucket)
		if err != nil {
			t.Fatal(err)
		}
		walk := short.walk()
		for doc := range uint32(papers) {
			key, value, err := walk.next()
			got, failed := short.get(docKey(doc))
			if err != nil || failed != nil || !slices.Equal(key, docKey(doc)) || len(value) == 0 || !slices.Equal(got, value) {
				t.Fatalf("%d of %d: %x %x %x (%v, %v)", doc, papers, key, value, got, err, failed)
			}
		}
		if key, _, err := walk.next(); key != nil || err != nil {
			t.Errorf("%x after the last (%v)", key, err)
		}
		if value, err := short.get(docKey(uint32(papers))); value != nil || err != nil {
			t.Errorf("%x for no key (%v)", value, err)
		}
		if none, err := pages.bucket(bodyBucket); none != nil || err != nil {
			t.Errorf("%v of no such name (%v)", none, err)
		}
	}
}

// A block of terms ends, whatever its bytes are.
func FuzzBlock(f *testing.F) {
	var b block
	b.add("model", 2, []byte{1, 5})
	b.add("modelling", 1, []byte{9})
	f.Add(b.bytes)
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := blockReader{bytes: raw}
		for steps := 0; ; steps++ {
			more, err := r.next()
			if !more || err != nil {
				return
			}
			if steps > len(raw) || len(r.term) > len(raw)*len(raw) {
				t.Fatalf("%d terms of %d bytes in %d bytes", steps, len(r.term), len(raw))
			}
		}
	})
}

// A manifest that is taken is one that its files can be compared with.
func FuzzManifest(f *testing.F) {
	whole := Manifest{Format: FormatVersion, Papers: 1, Files: FileSums{papersFile: {4096, []uint32{1}}, termsFile: {4096, []uint32{1}}, docsFile: {12, []uint32{1}}}}
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
		if json.Unmarshal(raw, &m) != nil || m.impossible() != "" {
			return
		}
		for name, sum := range m.Files {
			if name != filepath.Base(name) || int64(len(sum.Blocks))*checksumBlock < sum.Size || m.Papers < 1 {
				t.Fatalf("taken: %s", raw)
			}
		}
	})
}

// A snapshot that is taken names folders of its own, and papers that there are.
func FuzzSnapshot(f *testing.F) {
	f.Add([]byte(`{"Format":2,"LastSegment":1,"Segments":[{"Folder":"segment-1","Manifest":"` + hashOfFile(nil) + `","Deleted":"OjAAAAEAAAAAAAAAEAAAAAEA"}]}`))
	f.Add([]byte(`{"Segments":[{"Folder":"../x"},{},{}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s state
		if json.Unmarshal(raw, &s) != nil || s.impossible() != "" {
			return
		}
		for _, segment := range s.Segments {
			if segment.Folder != filepath.Base(segment.Folder) {
				t.Fatalf("taken: %q", segment.Folder)
			}
			if deleted, err := segment.deleted(100); err == nil && !deleted.IsEmpty() && deleted.Maximum() >= 100 {
				t.Fatalf("taken: %v", deleted)
			}
		}
	})
}

// A record is unpacked within its bounds, or not at all.
func FuzzRecord(f *testing.F) {
	for _, content := range []any{engine.Paper{ID: "1", Title: "On Pooling"}, body{Sections: []engine.Section{{Title: "Introduction"}}}} {
		packed, err := packJSON(content)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		var p engine.Paper
		var b body
		_ = unpackJSON(packed, &p)
		_ = unpackJSON(packed, &b)
		raw, err := decompressor.DecodeAll(packed, nil)
		if err == nil && len(raw) > maxRecord {
			t.Fatalf("%d bytes became %d", len(packed), len(raw))
		}
	})
}

// Only whole vectors are taken from what an interrupted writer left.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("scilit-lsp vectors 1 \"tiny\" 2\n"))
	f.Add([]byte("scilit-lsp vectors 1 \"tiny\" 2\n01234567890123456789012345678901234567890"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, journalFile)
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := openJournal(dir, tinyEmbedder{})
		if err != nil {
			t.Fatal(err)
		}
		defer j.close()
		for hash := range j.known {
			if v, ok := j.find(hash); ok && len(v.row) != 4+2 {
				t.Fatalf("a row of %d bytes", len(v.row))
			}
		}
	})
}

type tinyEmbedder struct{}

func (tinyEmbedder) ID() string { return "tiny" }
func (tinyEmbedder) Dim() int   { return 2 }
func (tinyEmbedder) Embed(context.Context, []string) ([][]float32, error) {
	return nil, nil
}

// Whatever the bytes are, a plain list ends, its documents ascend, and both readers
// read the same. A list that was written is read back.
func FuzzPlainList(f *testing.F) {
	var w listWriter
	w.plain = true
	for _, doc := range []uint32{0, 1, 2, 7, 300, 301, 999} {
		w.add(posting{doc: doc})
	}
	f.Add(w.bytes, uint16(1000))
	f.Add([]byte{1, 255, 255, 255, 255, 15}, uint16(9))
	f.Fuzz(func(t *testing.T, raw []byte, papers uint16) {
		one, many := listReader{bytes: raw, papers: uint32(papers), plain: true}, listReader{bytes: raw, papers: uint32(papers), plain: true}
		var docs []uint32
		for p, ok := one.read(); ok; p, ok = one.read() {
			if p.doc >= uint32(papers) || len(docs) > 0 && p.doc <= docs[len(docs)-1] {
				t.Fatalf("paper %d of %d behind %v", p.doc, papers, docs)
			}
			docs = append(docs, p.doc)
		}
		var blocks []uint32
		for block := new(postingBlock); block.read(&many); {
			blocks = append(blocks, block.docs[:block.n]...)
		}
		if !slices.Equal(docs, blocks) || (one.whole() == nil) != (many.whole() == nil) {
			t.Fatalf("%v by one, %v by blocks", docs, blocks)
		}
		again := listWriter{plain: true}
		for _, doc := range docs {
			again.add(posting{doc: doc})
		}
		read := listReader{bytes: again.bytes, papers: uint32(papers), plain: true}
		for i := range docs {
			if p, ok := read.read(); !ok || p.doc != docs[i] {
				t.Fatalf("wrote %v, read %d", docs, p.doc)
			}
		}
	})
}

// Whatever the bytes are, a block of names ends and names papers that there are.
func FuzzNames(f *testing.F) {
	f.Add(uint64(0), encodeNames([]uint64{5 << 32, 5<<32 | 3, 9 << 32}, 1), uint16(4))
	f.Add(uint64(1<<63), []byte{255, 255, 255, 255, 15, 0}, uint16(1))
	f.Fuzz(func(t *testing.T, first uint64, raw []byte, papers uint16) {
		entries, last := 0, int64(-1)
		_, _ = eachName(first, raw, int(papers)+1, func(hash, doc uint32) bool {
			if entry := int64(hash)<<32 | int64(doc); uint64(entry) <= uint64(last) && entries > 0 || doc > uint32(papers) {
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

// Whatever the bytes are, a record is a part of its block.
func FuzzRecordBlock(f *testing.F) {
	f.Add([]byte{2, '{', '}', 2, '[', ']'}, uint8(1))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, uint8(0))
	f.Fuzz(func(t *testing.T, raw []byte, n uint8) {
		if record := nthRecord(raw, int(n)); record != nil && len(record)+int(n) >= len(raw) {
			t.Fatalf("%d bytes of %d", len(record), len(raw))
		}
	})
}
