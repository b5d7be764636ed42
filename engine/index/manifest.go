package index

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// FormatVersion is raised whenever an index of before could be misread.
const FormatVersion = 2

// The files of a corpus, those of a segment from manifestFile on.
const (
	currentFile  = "CURRENT"
	lockFile     = "LOCK"
	journalFile  = "embedded.bin"
	manifestFile = "manifest.json"
	papersFile   = "papers.db"
	bodiesFile   = "bodies.db"
	termsFile    = "terms.db"
	docsFile     = "docs.bin"
	codesFile    = "codes.bin"
	rowsFile     = "rows.bin"
	hashesFile   = "hashes.bin"
)

// A Manifest describes a segment.
type Manifest struct {
	Format    int
	Name      string // of the corpus
	Papers    int
	FullTexts int
	Embedder  string `json:",omitempty"` // ID of the embedder, "" where there are no vectors
	Dimension int    `json:",omitempty"`
	Length    int    // sum of the papers' lengths: title and abstract, in terms, the title counted twice
	Terms     int    // distinct unigrams, bigrams and field terms
	Pairs     int    // (term, paper) pairs
	Files     map[string]FileSum
}

// A FileSum tells whether a file is as it was published.
type FileSum struct {
	Size   int64
	Blocks []uint32 // CRC-32C of each megabyte
}

// readManifest reads the manifest that has that hash.
func readManifest(folder, hash string) (*Manifest, error) {
	path := filepath.Join(folder, manifestFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if hashOfFile(raw) != hash {
		return nil, fmt.Errorf("%s: changed bytes: build the index again", path)
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("%s: damaged (%w): build the index again", path, err)
	}
	if m.Format != FormatVersion {
		return nil, wrongFormat(path, m.Format)
	}
	return &m, nil
}

// checkSizes refuses a truncated file before it is mapped, where reading past
// its end would be a fault.
func (m *Manifest) checkSizes(folder string) error {
	for name, sum := range m.Files {
		path := filepath.Join(folder, name)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() != sum.Size {
			return fmt.Errorf("%s: %d bytes instead of %d: build the index again", path, info.Size(), sum.Size)
		}
	}
	return nil
}
