package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
)

// A segment is a part of a corpus as it was written once, open for reading.
// Snapshots share it: it is closed when the last of them is.
type segment struct {
	folder   string
	hash     string // of the manifest
	manifest *Manifest
	records  *bbolt.DB
	bodies   *bbolt.DB // nil where no paper has a full text
	terms    *bbolt.DB
	docs     docTable
	vectors  *vectorTable // nil where the corpus has none
	verified phraseCache

	users atomic.Int32 // snapshots that hold it
}

// openSegment opens the files of a folder whose manifest has that hash.
func openSegment(folder, hash string) (*segment, error) {
	s := &segment{folder: folder, hash: hash}
	s.users.Store(1)
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *segment) open() (err error) {
	if s.manifest, err = readManifest(s.folder, s.hash); err != nil {
		return err
	}
	if err = s.manifest.checkSizes(s.folder); err != nil {
		return err
	}
	if s.records, err = openReadOnly(filepath.Join(s.folder, papersFile)); err != nil {
		return err
	}
	if s.terms, err = openReadOnly(filepath.Join(s.folder, termsFile)); err != nil {
		return err
	}
	if s.manifest.FullTexts > 0 {
		if s.bodies, err = openReadOnly(filepath.Join(s.folder, bodiesFile)); err != nil {
			return err
		}
	}
	return s.openTables()
}

func (s *segment) openTables() (err error) {
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

func (s *segment) release() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	return s.close()
}

func (s *segment) close() (err error) {
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
