package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	snapshotPrefix = "snapshot-"
	snapshotSuffix = ".json"
	segmentPrefix  = "segment-"
)

// A state is snapshot-N.json: what a corpus holds at one time.
type state struct {
	Format      int
	Name        string // of the corpus
	Embedder    string `json:",omitempty"` // of all segments, "" where there are no vectors
	Dimension   int    `json:",omitempty"`
	LastSegment int    // the highest number a published segment ever had: none is given twice
	Segments    []segmentState

	number int // the N
}

// A segmentState is a segment as a snapshot holds it.
type segmentState struct {
	Folder           string
	Manifest         string // hash of its manifest
	Deleted          []byte `json:",omitempty"` // document numbers, a roaring bitmap
	DeletedFullTexts int    `json:",omitempty"` // how many of them have one
}

func (s segmentState) deleted() (*roaring.Bitmap, error) {
	set := roaring.New()
	if len(s.Deleted) == 0 {
		return set, nil
	}
	return set, set.UnmarshalBinary(s.Deleted)
}

// withDeleted is the segment with a larger set of deleted papers.
func (s segmentState) withDeleted(set *roaring.Bitmap, fullTexts int) (segmentState, error) {
	set.RunOptimize()
	raw, err := set.ToBytes()
	s.Deleted, s.DeletedFullTexts = raw, fullTexts
	return s, err
}

// current is what CURRENT says: the name of a snapshot and the hash of its file.
type current struct{ name, hash string }

func (c current) String() string { return c.name + " " + c.hash + "\n" }

// Every byte of CURRENT has one right value, so that a flipped one is found.
var currentPattern = regexp.MustCompile(`^(snapshot-[1-9][0-9]*\.json) ([0-9a-f]{64})\n$`)

// errDamagedCurrent is returned where CURRENT is no such line.
var errDamagedCurrent = errors.New("damaged, or of an older format: build the index again")

func readCurrent(dir string) (current, error) {
	path := filepath.Join(dir, currentFile)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return current{}, fmt.Errorf("%s: no index here: build one with `scilit-lsp index build --out %s FILE...`", dir, dir)
	}
	if err != nil {
		return current{}, err
	}
	fields := currentPattern.FindStringSubmatch(string(raw))
	if fields == nil {
		return current{}, fmt.Errorf("%s: %w", path, errDamagedCurrent)
	}
	return current{fields[1], fields[2]}, nil
}

// readState reads the snapshot that CURRENT named.
func readState(dir string, c current) (*state, error) {
	path := filepath.Join(dir, c.name)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if hashOfFile(raw) != c.hash {
		return nil, fmt.Errorf("%s: changed bytes: build the index again", path)
	}
	var s state
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%s: damaged (%w): build the index again", path, err)
	}
	if s.Format != FormatVersion {
		return nil, wrongFormat(path, s.Format)
	}
	s.number = numberOf(c.name)
	return &s, nil
}

func wrongFormat(path string, format int) error {
	return fmt.Errorf("%s: index of format %d, this program reads format %d: build it again with `scilit-lsp index build`", path, format, FormatVersion)
}

var digits = regexp.MustCompile(`[0-9]+`)

// numberOf is the N in the name of a snapshot or a segment.
func numberOf(name string) int {
	n, _ := strconv.Atoi(digits.FindString(filepath.Base(name)))
	return n
}
