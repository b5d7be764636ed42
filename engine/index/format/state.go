package format

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
	SnapshotPrefix = "snapshot-"
	SnapshotSuffix = ".json"
	SegmentPrefix  = "segment-"
)

// A State is the content of snapshot-N.json: the segments of a corpus at one point in time.
type State struct {
	Format      int
	Name        string // name of the corpus
	Embedder    string `json:",omitempty"` // ID of the embedder of all segments; "" if they have no vectors
	Dimension   int    `json:",omitempty"`
	Identity    bool   `json:",omitempty"` // whether the index is for identity search
	LastSegment int    // highest number of any segment ever published; numbers are not reused
	Segments    segmentStates
	Imported    bool `json:",omitempty"` // whether the index was imported and has not been changed since

	// Revision is the number of times that the index has been published. An import copies it from the
	// description, so that an older export is recognized. It is 0 if unknown.
	Revision int `json:",omitempty"`

	Number int `json:"-"` // the N in the file name
}

type segmentStates []SegmentState

// UnmarshalJSON implements json.Unmarshaler. It limits the number of segments.
func (s *segmentStates) UnmarshalJSON(raw []byte) error {
	return DecodeItems(raw, (*[]SegmentState)(s), MaxSegments, "the index has more than %d segments")
}

// A SegmentState is the entry of a segment in a snapshot.
type SegmentState struct {
	Folder string
	SegmentContent
}

// A SegmentContent is the part of a SegmentState that is the same in every copy of the index.
type SegmentContent struct {
	Manifest      string // SHA-256 of the segment's manifest
	Deleted       []byte `json:",omitempty"`                 // document numbers of deleted papers, as a roaring bitmap
	DeletedBodies int    `json:"DeletedFullTexts,omitempty"` // number of deleted papers in bodies.db

	DeletedReferencesOnly int `json:",omitempty"` // number of DeletedBodies that have no full text
}

// DeletedSet decodes the deleted papers of a segment and checks their numbers.
func (s SegmentState) DeletedSet(papers int) (*roaring.Bitmap, error) {
	set := roaring.New()
	if len(s.Deleted) == 0 {
		return set, nil
	}
	err := Guard(func() error { return errors.Join(set.UnmarshalBinary(s.Deleted), set.Validate()) })
	if err == nil && !set.IsEmpty() && int64(set.Maximum()) >= int64(papers) {
		err = fmt.Errorf("paper %d is listed as deleted, but there are only %d papers", set.Maximum(), papers)
	}
	return set, err
}

// WithDeleted returns a copy of s with the given set of deleted papers.
func (s SegmentState) WithDeleted(set *roaring.Bitmap) (SegmentState, error) {
	set.RunOptimize()
	raw, err := set.ToBytes()
	s.Deleted = raw
	return s, err
}

// Current is the content of CURRENT: the name of a snapshot and the hash of its file.
type Current struct{ Name, Hash string }

func (c Current) String() string { return c.Name + " " + c.Hash + "\n" }

// currentPattern matches the whole content of CURRENT, so that any changed byte is detected.
var currentPattern = regexp.MustCompile(`^(snapshot-[1-9][0-9]{0,9}\.json) ([0-9a-f]{64})\n$`)

// ErrDamagedCurrent is returned if CURRENT is malformed.
var ErrDamagedCurrent = errors.New("its content is malformed or in an older format: " + RebuildAdvice)

func ReadCurrent(ctx context.Context, dir string) (Current, error) {
	path := filepath.Join(dir, CurrentFile)
	raw, err := files.Read(ctx, path, maxCurrent)
	if errors.Is(err, fs.ErrNotExist) {
		return Current{}, fmt.Errorf("%s contains no index: build one with `scilit-lsp index build --out %s FILE...`",
			dir, dir)
	}
	if err != nil {
		return Current{}, WithAdvice(err, RebuildAdvice)
	}
	fields := currentPattern.FindStringSubmatch(string(raw))
	if fields == nil {
		return Current{}, fmt.Errorf("%s: %w", path, ErrDamagedCurrent)
	}
	return Current{fields[1], fields[2]}, nil
}

// ReadState reads the snapshot named by CURRENT.
func ReadState(ctx context.Context, dir string, c Current) (*State, error) {
	path := filepath.Join(dir, c.Name)
	var s State
	if err := readDescription(ctx, path, c.Hash, &s); err != nil {
		return nil, err
	}
	if s.Format < oldestFormat || s.Format > FormatVersion {
		return nil, wrongFormat(path, s.Format)
	}
	if reason := s.Invalid(); reason != "" {
		return nil, Damaged(path, reason)
	}
	s.Number, s.Name = NumberIn(c.Name), Printable(s.Name)
	return &s, nil
}

// Printable removes control and formatting characters from the first maxName bytes of a name.
func Printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name[:min(len(name), maxName)])
}

// Patterns of names in a snapshot, which are untrusted. A segment must be a folder next to the
// snapshot.
var (
	segmentPattern = regexp.MustCompile(`^segment-[1-9][0-9]{0,9}$`)
	HashPattern    = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Invalid returns the reason why no writer can have written the state, or "" if it is valid.
func (s *State) Invalid() string {
	if s.Revision < 0 || s.Revision > MaxRevision {
		return fmt.Sprintf("its revision %d is out of range", s.Revision)
	}
	if s.LastSegment < 0 || s.LastSegment > maxNumber || !PossibleVectors(s.Embedder, s.Dimension) {
		return fmt.Sprintf("its counts are impossible: last segment %d, %d vector components, embedder %.40q",
			s.LastSegment, s.Dimension, s.Embedder)
	}
	seen := make(map[string]bool)
	for _, segment := range s.Segments {
		// A number above LastSegment would be reused for a new segment.
		n := NumberIn(segment.Folder)
		known := segmentPattern.MatchString(segment.Folder) && n > 0 && n <= s.LastSegment
		if !known || !HashPattern.MatchString(segment.Manifest) || seen[segment.Folder] {
			return fmt.Sprintf("the segment in the folder %.40q is invalid or listed twice", segment.Folder)
		}
		seen[segment.Folder] = true
	}
	return ""
}

func wrongFormat(path string, format int) error {
	advice := "build the index again with `scilit-lsp index build`"
	switch {
	case format > FormatVersion:
		advice = "use a newer scilit-lsp, or " + advice
	case format >= oldestFormat:
		advice = fmt.Sprintf("convert the index with `scilit-lsp index rebuild %s`, which does not need the original papers",
			filepath.Dir(path))
	}
	return fmt.Errorf("%s has format %d, but this program reads format %d: %s", path, format, FormatVersion, advice)
}

// Outdated returns an error if the index has an old format, which only Rebuild reads.
func (s *State) Outdated(dir string, c Current) error {
	if s.Format == FormatVersion {
		return nil
	}
	return wrongFormat(filepath.Join(dir, c.Name), s.Format)
}

var digits = regexp.MustCompile(`[0-9]+`)

// NumberIn returns the N in the name of a snapshot or a segment, or 0 for any other name.
func NumberIn(name string) int {
	n, err := strconv.Atoi(digits.FindString(filepath.Base(name)))
	if err != nil || n > maxNumber {
		return 0
	}
	return n
}
