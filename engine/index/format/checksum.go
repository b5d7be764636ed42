package format

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

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

// A Damage is a damaged place in a file.
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

// HexSHA256 returns the SHA-256 hash of raw in hexadecimal. CURRENT contains the hash of a snapshot,
// a snapshot those of its manifests, and a manifest the checksums of all other files of its segment.
// Thus, a checksum covers every byte of an index.
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
