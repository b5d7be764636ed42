package index

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// FormatVersion is raised whenever an index of before could be misread. Since 3,
// works are found by titles without spaces and by one form of each identifier, and
// title words as they are written and identifiers are terms.
const FormatVersion = 3

// oldestFormat is the oldest that Rebuild makes one of today from.
const oldestFormat = 2

// The files of a corpus, those of a segment from manifestFile on.
const (
	currentFile  = "CURRENT"
	lockFile     = "LOCK"
	journalFile  = "embedded.bin"
	manifestFile = "manifest.json"
	papersFile   = "papers.db"
	recordsFile  = "records.db"
	namesFile    = "names.db"
	bodiesFile   = "bodies.db"
	termsFile    = "terms.db"
	docsFile     = "docs.bin"
	codesFile    = "codes.bin"
	rowsFile     = "rows.bin"
	hashesFile   = "hashes.bin"
	sumsFile     = "sums.bin"
)

// Bounds on the counts of an index, far above those of any.
const (
	maxCurrent   = 1 << 10  // bytes of CURRENT
	maxDescribed = 32 << 20 // bytes of a manifest or a snapshot
	maxPapers    = 1 << 28  // of all segments
	maxDimension = 1 << 14
	maxName      = 1 << 10 // bytes
	maxSegments  = 1 << 8
	maxNumber    = 1 << 30 // of a snapshot or a segment
)

// A Manifest describes a segment.
type Manifest struct {
	Format    int
	Name      string // of the corpus
	Papers    int
	FullTexts int
	Embedder  string `json:",omitempty"` // ID of the embedder, "" where there are no vectors
	Dimension int    `json:",omitempty"`
	Identity  bool   `json:",omitempty"` // records.db and names.db take the place of papers.db
	Length    int    // sum of the papers' lengths: title and abstract, in terms, the title counted twice
	Terms     int    // distinct unigrams, bigrams and field terms
	Pairs     int    // (term, paper) pairs
	Files     FileSums
}

// FileSums are by the names of files.
type FileSums map[string]FileSum

// A FileSum reports whether a file is as it was published.
type FileSum struct {
	Size   int64
	Blocks []uint32 // CRC-32C of each megabyte
}

// UnmarshalJSON takes only as many as there are files, since a short text can
// name more than fit into memory.
func (s *FileSums) UnmarshalJSON(raw []byte) error {
	*s = make(FileSums)
	return eachMember(raw, func(name string, decode func(any) error) error {
		if name != sumsFile && !slices.Contains(allFiles, name) {
			return fmt.Errorf("no file of an index: %.40q", name)
		}
		var sum FileSum
		err := decode(&sum)
		(*s)[name] = sum
		return err
	})
}

var allFiles = []string{papersFile, recordsFile, namesFile, termsFile, docsFile, bodiesFile, codesFile, rowsFile, hashesFile}

// files are those of a segment; sumsFile came later.
func (m *Manifest) files() []string {
	names := []string{termsFile, docsFile, papersFile}
	if m.Identity {
		names = []string{termsFile, docsFile, recordsFile, namesFile}
	}
	if m.FullTexts > 0 {
		names = append(names, bodiesFile)
	}
	if m.Embedder != "" {
		names = append(names, codesFile, rowsFile, hashesFile)
	}
	return names
}

// readManifest reads the manifest that has that hash.
func readManifest(ctx context.Context, folder, hash string) (*Manifest, error) {
	path := filepath.Join(folder, manifestFile)
	var m Manifest
	if err := readDescription(ctx, path, hash, &m); err != nil {
		return nil, err
	}
	if m.Format < oldestFormat || m.Format > FormatVersion {
		return nil, wrongFormat(path, m.Format)
	}
	if reason := m.impossible(); reason != "" {
		return nil, damagedError{path, reason}
	}
	return &m, nil
}

// readDescription reads a JSON file that has that hash.
func readDescription(ctx context.Context, path, hash string, into any) error {
	raw, err := files.Read(ctx, path, maxDescribed)
	if err != nil {
		return advised(err, RebuildAdvice)
	}
	if hashOfFile(raw) != hash {
		return damagedError{path, "changed bytes"}
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return damagedError{path, "not the JSON of an index: " + err.Error()}
	}
	return nil
}

// impossible is the reason why a manifest cannot be of a segment, whoever wrote
// it. That the files have these sizes is seen when they are opened.
func (m *Manifest) impossible() string {
	switch {
	case m.Papers < 1 || m.Papers > maxPapers:
		return fmt.Sprintf("%d papers", m.Papers)
	case m.FullTexts < 0 || m.FullTexts > m.Papers:
		return fmt.Sprintf("%d full texts of %d papers", m.FullTexts, m.Papers)
	case m.Length < 0 || m.Length > m.Papers*maxLength:
		return fmt.Sprintf("%d papers of %d words", m.Papers, m.Length)
	case m.Terms < 0 || m.Pairs < 0:
		return fmt.Sprintf("%d terms in %d pairs", m.Terms, m.Pairs)
	case m.Identity && (m.FullTexts > 0 || m.Embedder != ""):
		return "full texts or vectors in an index for identity search"
	case !possibleVectors(m.Embedder, m.Dimension):
		return fmt.Sprintf("vectors of %d components by embedder %.40q", m.Dimension, m.Embedder)
	}
	return m.impossibleFiles()
}

func possibleVectors(embedder string, dimension int) bool {
	if embedder == "" {
		return dimension == 0
	}
	return dimension > 0 && dimension <= maxDimension && embedder == shown(embedder)
}

func (m *Manifest) impossibleFiles() string {
	wanted := m.files()
	if _, fine := m.Files[sumsFile]; fine {
		wanted = append(wanted, sumsFile)
	}
	slices.Sort(wanted)
	if found := slices.Sorted(maps.Keys(m.Files)); !slices.Equal(found, wanted) {
		return fmt.Sprintf("the files %q instead of %q", found, wanted)
	}
	for _, name := range wanted {
		sum := m.Files[name]
		if sum.Size < 0 || int64(len(sum.Blocks)) != sum.Size/checksumBlock+min(1, sum.Size%checksumBlock) {
			return fmt.Sprintf("%d checksums of %s, which has %d bytes", len(sum.Blocks), name, sum.Size)
		}
	}
	return ""
}
