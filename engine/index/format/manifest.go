package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// FormatVersion is incremented if programs could otherwise misread an index of another version.
// Since format 3, the index finds works by titles without spaces and by normalised identifiers, and
// contains title words and identifiers as written.
const FormatVersion = 3

// oldestFormat is the oldest format that Rebuild reads.
const oldestFormat = 2

// File names of a corpus. ManifestFile and those after it are files of a segment.
const (
	CurrentFile  = "CURRENT"
	LockFile     = "LOCK"
	JournalFile  = "embedded.bin"
	ManifestFile = "manifest.json"
	PapersFile   = "papers.db"
	RecordsFile  = "records.db"
	NamesFile    = "names.db"
	BodiesFile   = "bodies.db"
	TermsFile    = "terms.db"
	DocsFile     = "docs.bin"
	codesFile    = "codes.bin"
	rowsFile     = "rows.bin"
	hashesFile   = "hashes.bin"
	SumsFile     = "sums.bin"

	// MentionsFile and ProfilesFile hold the mentions of works in full texts and contexts (see mentions.go).
	MentionsFile = "mentions.bin"
	ProfilesFile = "profiles.db"
)

// Limits on the counts in an index. Real indexes are far below them.
const (
	maxCurrent   = 1 << 10  // size of CURRENT in bytes
	MaxDescribed = 32 << 20 // size of a manifest or a snapshot in bytes
	MaxPapers    = 1 << 28  // number of papers in all segments
	maxDimension = 1 << 14
	maxName      = 1 << 10 // length of a name in bytes
	MaxSegments  = 1 << 8
	maxNumber    = 1 << 30 // highest number of a snapshot or a segment
	MaxRevision  = maxNumber
)

// A Manifest describes the contents and files of a segment.
type Manifest struct {
	Format    int
	Name      string // name of the corpus
	Papers    int
	Bodies    int    `json:"FullTexts"`  // number of papers in bodies.db
	Embedder  string `json:",omitempty"` // ID of the embedder; "" if the segment has no vectors
	Dimension int    `json:",omitempty"`
	Identity  bool   `json:",omitempty"` // whether the segment has records.db and names.db instead of papers.db
	Length    int    // total length of titles and abstracts, in terms; titles count twice
	Terms     int    // number of distinct unigrams, bigrams and field terms
	Pairs     int    // number of (term, paper) pairs
	Files     FileSums

	ReferencesOnly int `json:",omitempty"` // number of Bodies that have references but no full text

	// Profiled is set if the full texts have been searched for mentions of works. Segments written
	// by older programs lack mentions until Rebuild or Compact adds them.
	Profiled bool `json:",omitempty"`
	Mentions int  `json:",omitempty"` // number of rows in mentions.bin
	// MentionLength is the total length of all mentions, in terms.
	MentionLength int `json:",omitempty"`
	BareMentions  int `json:",omitempty"` // number of Mentions without terms
}

// FullTexts returns the number of papers with full text.
func (m *Manifest) FullTexts() int { return m.Bodies - m.ReferencesOnly }

// FileSums maps file names to checksums.
type FileSums map[string]FileSum

// A FileSum is the size and checksums of a published file.
type FileSum struct {
	Size   int64
	Blocks []uint32 // CRC-32C of each megabyte
}

// UnmarshalJSON implements json.Unmarshaler. It rejects unknown file names, since a short text could
// otherwise list more files than fit into memory.
func (s *FileSums) UnmarshalJSON(raw []byte) error {
	*s = make(FileSums)
	return eachMember(raw, func(name string, decode func(any) error) error {
		if name != SumsFile && !slices.Contains(AllFiles, name) {
			return fmt.Errorf("%.40q is not the name of an index file", name)
		}
		var sum FileSum
		err := decode(&sum)
		(*s)[name] = sum
		return err
	})
}

var AllFiles = []string{
	PapersFile, RecordsFile, NamesFile, TermsFile, DocsFile, BodiesFile, codesFile, rowsFile, hashesFile,
	MentionsFile, ProfilesFile,
}

// files returns the files that a segment must have. Older segments lack sums.bin.
func (m *Manifest) files() []string {
	names := []string{TermsFile, DocsFile, PapersFile}
	if m.Identity {
		names = []string{TermsFile, DocsFile, RecordsFile, NamesFile}
	}
	if m.Bodies > 0 {
		names = append(names, BodiesFile)
	}
	if m.Embedder != "" {
		names = append(names, codesFile, rowsFile, hashesFile)
	}
	if m.Mentions > 0 {
		names = append(names, MentionsFile, ProfilesFile)
	}
	return names
}

// ReadManifest reads a manifest and verifies its hash.
func ReadManifest(ctx context.Context, folder, hash string) (*Manifest, error) {
	path := filepath.Join(folder, ManifestFile)
	var m Manifest
	if err := readDescription(ctx, path, hash, &m); err != nil {
		return nil, err
	}
	if m.Format < oldestFormat || m.Format > FormatVersion {
		return nil, wrongFormat(path, m.Format)
	}
	if reason := m.invalid(); reason != "" {
		return nil, Damaged(path, reason)
	}
	return &m, nil
}

// readDescription decodes a JSON file after verifying its hash.
func readDescription(ctx context.Context, path, hash string, into any) error {
	raw, err := files.Read(ctx, path, MaxDescribed)
	if err != nil {
		return WithAdvice(err, RebuildAdvice)
	}
	if HexSHA256(raw) != hash {
		return Damaged(path, "wrong checksum")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return Damaged(path, "its JSON cannot be decoded: "+err.Error())
	}
	return nil
}

// invalid returns the reason why the manifest is invalid, or "" if it is valid. File sizes are
// checked when the files are opened.
func (m *Manifest) invalid() string {
	switch {
	case m.Papers < 1 || m.Papers > MaxPapers:
		return fmt.Sprintf("it lists %d papers", m.Papers)
	case m.Bodies < 0 || m.Bodies > m.Papers || m.ReferencesOnly < 0 || m.ReferencesOnly > m.Bodies:
		return fmt.Sprintf("its counts are inconsistent: %d papers, %d with full text or references, %d of them with "+
			"references only", m.Papers, m.Bodies, m.ReferencesOnly)
	case m.Length < 0 || m.Length > m.Papers*MaxLength:
		return fmt.Sprintf("its counts are inconsistent: %d papers with %d words in total", m.Papers, m.Length)
	case m.Terms < 0 || m.Pairs < 0:
		return fmt.Sprintf("its counts are inconsistent: %d words in the word list, with %d entries for papers",
			m.Terms, m.Pairs)
	case !m.possibleMentions():
		return fmt.Sprintf("its counts are inconsistent: %d mentions of works in %d papers with references",
			m.Mentions, m.Bodies)
	case m.Identity && (m.Bodies > 0 || m.Embedder != ""):
		return "it lists full texts or vectors, which an index for identity search cannot have"
	case !PossibleVectors(m.Embedder, m.Dimension):
		return fmt.Sprintf("its vectors are invalid: %d components, computed by embedder %.40q", m.Dimension, m.Embedder)
	}
	return m.invalidFiles()
}

func PossibleVectors(embedder string, dimension int) bool {
	if embedder == "" {
		return dimension == 0
	}
	return dimension > 0 && dimension <= maxDimension && embedder == Printable(embedder)
}

func (m *Manifest) invalidFiles() string {
	wanted := m.files()
	if _, fine := m.Files[SumsFile]; fine {
		wanted = append(wanted, SumsFile)
	}
	slices.Sort(wanted)
	if found := slices.Sorted(maps.Keys(m.Files)); !slices.Equal(found, wanted) {
		return fmt.Sprintf("it lists the files %q instead of %q", found, wanted)
	}
	for _, name := range wanted {
		sum := m.Files[name]
		if sum.Size < 0 || int64(len(sum.Blocks)) != sum.Size/ChecksumBlock+min(1, sum.Size%ChecksumBlock) {
			return fmt.Sprintf("it has the wrong number of checksums: %d for %s, which has %d bytes",
				len(sum.Blocks), name, sum.Size)
		}
	}
	return ""
}

// eachMember calls use for each member of a JSON object. use must decode the value or return an
// error. Values are decoded one at a time, so that a short text cannot exhaust memory.
func eachMember(raw []byte, use func(name string, decode func(any) error) error) error {
	in, err := openDecoder(raw, '{')
	if in == nil || err != nil {
		return err
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		if err := use(name.(string), in.Decode); err != nil { // an object's keys are strings
			return err
		}
	}
	return nil
}

// DecodeItems decodes a JSON array and limits the number of its items. tooMany is the format of the
// error for a longer array, and most is its argument.
func DecodeItems[T any](raw []byte, into *[]T, most int, tooMany string) error {
	*into = nil
	in, err := openDecoder(raw, '[')
	if in == nil || err != nil {
		return err
	}
	for in.More() {
		if len(*into) == most {
			return fmt.Errorf(tooMany, most)
		}
		var one T
		if err := in.Decode(&one); err != nil {
			return err
		}
		*into = append(*into, one)
	}
	return nil
}

// openDecoder returns a decoder positioned after the opening bracket, or nil for null.
func openDecoder(raw []byte, bracket json.Delim) (*json.Decoder, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	first, err := in.Token()
	if err != nil || first == nil {
		return nil, err
	}
	if first != bracket {
		return nil, errors.New("expected " + bracket.String())
	}
	return in, nil
}
