package format

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

const ChecksumBlock = 1 << 20

var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

func SumFile(ctx context.Context, path string, fine *fineSummer) (sum FileSum, err error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	block := make([]byte, ChecksumBlock)
	for {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		n, err := io.ReadFull(file, block)
		if n > 0 {
			sum.Size += int64(n)
			sum.Blocks = append(sum.Blocks, crc32.Checksum(block[:n], Castagnoli))
			if fine != nil {
				fine.add(block[:n])
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return sum, nil
		}
		if err != nil {
			return sum, err
		}
	}
}

// A Damage describes damage to a file.
type Damage struct {
	File   string
	Offset int64 // start of the damaged megabyte; -1 if the whole file is damaged
	Reason string
}

func (d Damage) String() string {
	if d.Offset < 0 {
		return fmt.Sprintf("%s is damaged: %s", d.File, d.Reason)
	}
	return fmt.Sprintf("%s is damaged: %s in the megabyte at offset %d", d.File, d.Reason, d.Offset)
}

func compareSums(ctx context.Context, path string, want FileSum) (damages []Damage) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() != want.Size {
		return []Damage{{path, -1, fmt.Sprintf("%d bytes instead of %d", info.Size(), want.Size)}}
	}
	got, err := SumFile(ctx, path, nil)
	switch {
	case err != nil:
		return []Damage{{path, -1, reasonOf(err)}}
	case got.Size != want.Size:
		return []Damage{{path, -1, fmt.Sprintf("%d bytes instead of %d", got.Size, want.Size)}}
	}
	for i, sum := range want.Blocks {
		if got.Blocks[i] != sum {
			damages = append(damages, Damage{path, int64(i) * ChecksumBlock, "wrong checksum"})
		}
	}
	return damages
}

// HexSHA256 returns the SHA-256 hash of raw in hexadecimal. CURRENT contains the hash of a
// snapshot, a snapshot the hashes of its manifests, and a manifest the checksums of all other files
// in its segment. Checksums thus cover every byte of an index.
func HexSHA256(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func WriteManifest(folder string, m *Manifest) (hash string, err error) {
	m.Files = make(FileSums)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var fine fineSummer
	for _, entry := range entries { // ReadDir sorts by name
		if m.Files[entry.Name()], err = SumFile(context.Background(), filepath.Join(folder, entry.Name()),
			&fine); err != nil {
			return "", err
		}
	}
	path := filepath.Join(folder, SumsFile)
	if err := files.Write(path, fine.sums); err != nil {
		return "", err
	}
	if m.Files[SumsFile], err = SumFile(context.Background(), path, nil); err != nil {
		return "", err
	}
	raw, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return "", err
	}
	return HexSHA256(raw), files.Write(filepath.Join(folder, ManifestFile), raw)
}

// VerifySegment compares the files of a segment with its manifest and returns any damage. It fails
// only if ctx is cancelled.
func VerifySegment(ctx context.Context, folder, hash string) (damages []Damage, err error) {
	m, err := ReadManifest(ctx, folder, hash)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Damage{Unreadable(filepath.Join(folder, ManifestFile), err)}, nil
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		damages = append(damages, compareSums(ctx, filepath.Join(folder, name), m.Files[name])...)
	}
	return damages, ctx.Err()
}

// Unreadable returns the Damage for a file that cannot be read.
func Unreadable(path string, err error) Damage { return Damage{path, -1, reasonOf(err)} }

// reasonOf returns the text of an error without the path, which is in Damage.File.
func reasonOf(err error) string {
	var damaged DamagedError
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "missing"
	case errors.As(err, &damaged):
		return damaged.reason
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}

// fineBlock is the number of bytes per checksum in sums.bin. The file has a CRC-32C for each block
// of the segment's other files, in the order of their names, 4 bytes each, little endian. With
// these checksums, a search that needs a few bytes does not have to read the megabyte around them.
// Older segments have only one checksum per megabyte.
const fineBlock = 16 << 10

// BlockSums are the checksums of the blocks of a file.
type BlockSums struct {
	size int    // size of a block in bytes
	fine []byte // part of sums.bin that covers the file; nil if the segment lacks sums.bin
	mega []uint32
}

func (s BlockSums) at(block int) uint32 {
	if s.fine != nil {
		return binary.LittleEndian.Uint32(s.fine[4*block:])
	}
	return s.mega[block]
}

// OfFile returns the checksums of a file per megabyte.
func (sum FileSum) OfFile() BlockSums { return BlockSums{size: ChecksumBlock, mega: sum.Blocks} }

// A fineSummer computes the checksums in sums.bin.
type fineSummer struct{ sums []byte }

func (f *fineSummer) add(piece []byte) {
	for block := range slices.Chunk(piece, fineBlock) {
		f.sums = binary.LittleEndian.AppendUint32(f.sums, crc32.Checksum(block, Castagnoli))
	}
}

func fineLength(size int64) int64 { return 4 * ((size + fineBlock - 1) / fineBlock) }

// ReadSums returns the finest available checksums of each file of a segment.
func (m *Manifest) ReadSums(ctx context.Context, folder string) (map[string]BlockSums, error) {
	sums := make(map[string]BlockSums)
	whole, known := m.Files[SumsFile]
	if !known {
		for name, sum := range m.Files {
			sums[name] = sum.OfFile()
		}
		return sums, nil
	}
	raw, err := m.readSumsFile(ctx, filepath.Join(folder, SumsFile), whole)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if name != SumsFile {
			length := fineLength(m.Files[name].Size)
			sums[name] = BlockSums{size: fineBlock, fine: raw[:length]}
			raw = raw[length:]
		}
	}
	return sums, nil
}

// readSumsFile reads sums.bin and verifies it against the manifest and the sizes of the other
// files.
func (m *Manifest) readSumsFile(ctx context.Context, path string, want FileSum) ([]byte, error) {
	length := int64(0)
	for name, sum := range m.Files {
		if name != SumsFile {
			length += fineLength(sum.Size)
		}
	}
	if want.Size != length {
		return nil, Damaged(path, fmt.Sprintf("%d bytes instead of %d", want.Size, length))
	}
	raw, err := files.Read(ctx, path, length)
	if err != nil {
		return nil, WithAdvice(err, RebuildAdvice)
	}
	if int64(len(raw)) != length {
		return nil, Damaged(path, fmt.Sprintf("%d bytes instead of %d", len(raw), length))
	}
	for i, sum := range want.Blocks {
		from := i * ChecksumBlock
		if crc32.Checksum(raw[from:min(from+ChecksumBlock, len(raw))], Castagnoli) != sum {
			return nil, Damaged(path, fmt.Sprintf("wrong checksum at offset %d", from))
		}
	}
	return raw, nil
}
