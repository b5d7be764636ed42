package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
)

// A snapshot is one published state of a corpus, open for reading.
type snapshot struct {
	folder   string
	manifest *Manifest
	records  *bbolt.DB
	bodies   *bbolt.DB // nil where no paper has a full text
	terms    *bbolt.DB
	docs     docTable
	vectors  *vectorTable // nil where the corpus has none
	verified phraseCache

	users atomic.Int32 // requests under way, and one for being the current one
}

func openSnapshot(folder string) (s *snapshot, err error) {
	s = &snapshot{folder: folder}
	s.users.Store(1)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.manifest, err = readManifest(folder); err != nil {
		return s, err
	}
	if err = s.manifest.checkSizes(folder); err != nil {
		return s, err
	}
	if s.records, err = openReadOnly(filepath.Join(folder, papersFile)); err != nil {
		return s, err
	}
	if s.terms, err = openReadOnly(filepath.Join(folder, termsFile)); err != nil {
		return s, err
	}
	if s.manifest.FullTexts > 0 {
		if s.bodies, err = openReadOnly(filepath.Join(folder, bodiesFile)); err != nil {
			return s, err
		}
	}
	return s, s.openTables()
}

func (s *snapshot) openTables() (err error) {
	path := filepath.Join(s.folder, docsFile)
	if s.docs, err = os.ReadFile(path); err != nil {
		return err
	}
	if len(s.docs) != s.manifest.Papers*docSize {
		return fmt.Errorf("%s: does not fit the manifest: build the index again", path)
	}
	if s.manifest.Embedder == "" {
		return nil
	}
	s.vectors, err = openVectors(s.folder, s.manifest)
	return err
}

func openReadOnly(path string) (*bbolt.DB, error) {
	db, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: 5 * time.Second})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return db, nil
}

// release is called when a request is done; the last one closes a snapshot
// that is no longer the current one.
func (s *snapshot) release() {
	if s.users.Add(-1) == 0 {
		_ = s.close()
	}
}

// acquire fails where the snapshot was closed in the meantime.
func (s *snapshot) acquire() bool {
	for {
		n := s.users.Load()
		if n == 0 {
			return false
		}
		if s.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (s *snapshot) close() (err error) {
	for _, db := range []*bbolt.DB{s.records, s.bodies, s.terms} {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	if s.vectors != nil {
		err = errors.Join(err, s.vectors.close())
	}
	return err
}

// documents returns the numbers of the papers that may have a name, see
// workNames: hashes can collide, so the caller compares.
func (s *snapshot) documents(name string) (docs []uint32) {
	_ = s.records.View(func(tx *bbolt.Tx) error {
		works := tx.Bucket(worksBucket)
		if works == nil {
			return nil
		}
		raw := works.Get(binary.BigEndian.AppendUint64(nil, hashOf(name)))
		for ; len(raw) >= 4; raw = raw[4:] {
			docs = append(docs, binary.BigEndian.Uint32(raw))
		}
		return nil
	})
	return docs
}
