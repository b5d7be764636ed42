package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
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
	Identity    bool   `json:",omitempty"` // see BuildOptions
	LastSegment int    // the highest number a published segment ever had: none is given twice
	Segments    segmentStates
	Imported    bool `json:",omitempty"` // as it was described elsewhere, and not changed since

	number int // the N
}

type segmentStates []segmentState

// UnmarshalJSON takes only so many.
func (s *segmentStates) UnmarshalJSON(raw []byte) error {
	*s = nil
	return eachItem(raw, func(decode func(any) error) error {
		if len(*s) == maxSegments {
			return fmt.Errorf("more than %d segments", maxSegments)
		}
		var one segmentState
		err := decode(&one)
		*s = append(*s, one)
		return err
	})
}

// A segmentState is a segment as a snapshot holds it.
type segmentState struct {
	Folder           string
	Manifest         string // hash of its manifest
	Deleted          []byte `json:",omitempty"` // document numbers, a roaring bitmap
	DeletedFullTexts int    `json:",omitempty"` // how many of them have one
}

// deleted are papers of a segment that has so many.
func (s segmentState) deleted(papers int) (*roaring.Bitmap, error) {
	set := roaring.New()
	if len(s.Deleted) == 0 {
		return set, nil
	}
	err := guardFaults(func() error { return errors.Join(set.UnmarshalBinary(s.Deleted), set.Validate()) })
	if err == nil && !set.IsEmpty() && int64(set.Maximum()) >= int64(papers) {
		err = fmt.Errorf("paper %d of %d is deleted", set.Maximum(), papers)
	}
	return set, err
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
var currentPattern = regexp.MustCompile(`^(snapshot-[1-9][0-9]{0,9}\.json) ([0-9a-f]{64})\n$`)

// errDamagedCurrent is returned where CURRENT is no such line.
var errDamagedCurrent = errors.New("damaged, or of an older format: " + RebuildAdvice)

func readCurrent(ctx context.Context, dir string) (current, error) {
	path := filepath.Join(dir, currentFile)
	raw, err := files.Read(ctx, path, maxCurrent)
	if errors.Is(err, fs.ErrNotExist) {
		return current{}, fmt.Errorf("%s: no index here: build one with `scilit-lsp index build --out %s FILE...`", dir, dir)
	}
	if err != nil {
		return current{}, advised(err, RebuildAdvice)
	}
	fields := currentPattern.FindStringSubmatch(string(raw))
	if fields == nil {
		return current{}, fmt.Errorf("%s: %w", path, errDamagedCurrent)
	}
	return current{fields[1], fields[2]}, nil
}

// readState reads the snapshot that CURRENT named.
func readState(ctx context.Context, dir string, c current) (*state, error) {
	path := filepath.Join(dir, c.name)
	var s state
	if err := readDescription(ctx, path, c.hash, &s); err != nil {
		return nil, err
	}
	if s.Format < oldestFormat || s.Format > FormatVersion {
		return nil, wrongFormat(path, s.Format)
	}
	if reason := s.impossible(); reason != "" {
		return nil, damagedError{path, reason}
	}
	s.number, s.Name = numberOf(c.name), shown(s.Name)
	return &s, nil
}

// shown is a name without what would act on a terminal or turn text around.
func shown(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name[:min(len(name), maxName)])
}

// A segment is a folder beside the snapshot, and nowhere else.
var (
	segmentPattern = regexp.MustCompile(`^segment-[1-9][0-9]{0,9}$`)
	hashPattern    = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// impossible is the reason why no writer has written a state.
func (s *state) impossible() string {
	if s.LastSegment < 0 || s.LastSegment > maxNumber || !possibleVectors(s.Embedder, s.Dimension) {
		return fmt.Sprintf("last segment %d, vectors of %d components by embedder %.40q", s.LastSegment, s.Dimension, s.Embedder)
	}
	seen := make(map[string]bool)
	for _, segment := range s.Segments {
		// A number beyond the last one would be given again, and its folder emptied.
		n := numberOf(segment.Folder)
		known := segmentPattern.MatchString(segment.Folder) && n > 0 && n <= s.LastSegment
		if !known || !hashPattern.MatchString(segment.Manifest) || seen[segment.Folder] {
			return fmt.Sprintf("a segment in %.40q", segment.Folder)
		}
		seen[segment.Folder] = true
	}
	return ""
}

func wrongFormat(path string, format int) error {
	advice := "build it again with `scilit-lsp index build`"
	switch {
	case format > FormatVersion:
		advice = "use a newer scilit-lsp, or " + advice
	case format >= oldestFormat:
		advice = fmt.Sprintf("bring it up to date with `scilit-lsp index rebuild %s`, which needs nothing but the index", filepath.Dir(path))
	}
	return fmt.Errorf("%s: index of format %d, this program reads format %d: %s", path, format, FormatVersion, advice)
}

// outdated is the error for a state that only Rebuild can use, nil for any other.
func (s *state) outdated(dir string, c current) error {
	if s.Format == FormatVersion {
		return nil
	}
	return wrongFormat(filepath.Join(dir, c.name), s.Format)
}

var digits = regexp.MustCompile(`[0-9]+`)

// numberOf is the N in the name of a snapshot or a segment, 0 in any other.
func numberOf(name string) int {
	n, err := strconv.Atoi(digits.FindString(filepath.Base(name)))
	if err != nil || n > maxNumber {
		return 0
	}
	return n
}
