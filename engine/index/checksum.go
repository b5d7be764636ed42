package index

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

const checksumBlock = 1 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sumFile(ctx context.Context, path string, fine *fineSummer) (sum FileSum, err error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	block := make([]byte, checksumBlock)
	for {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		n, err := io.ReadFull(file, block)
		if n > 0 {
			sum.Size += int64(n)
			sum.Blocks = append(sum.Blocks, crc32.Checksum(block[:n], castagnoli))
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

// Damage is a place where a file is not as it was published.
type Damage struct {
	File   string
	Offset int64 // where the damaged megabyte starts, -1 where the file as a whole is wrong
	Reason string
}

func (d Damage) String() string {
	if d.Offset < 0 {
		return fmt.Sprintf("%s: %s", d.File, d.Reason)
	}
	return fmt.Sprintf("%s: %s in the megabyte at offset %d", d.File, d.Reason, d.Offset)
}

func compareSums(ctx context.Context, path string, want FileSum) (damages []Damage) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() != want.Size {
		return []Damage{{path, -1, fmt.Sprintf("%d bytes instead of %d", info.Size(), want.Size)}}
	}
	got, err := sumFile(ctx, path, nil)
	switch {
	case err != nil:
		return []Damage{{path, -1, reasonOf(err)}}
	case got.Size != want.Size:
		return []Damage{{path, -1, fmt.Sprintf("%d bytes instead of %d", got.Size, want.Size)}}
	}
	for i, sum := range want.Blocks {
		if got.Blocks[i] != sum {
			damages = append(damages, Damage{path, int64(i) * checksumBlock, "changed bytes"})
		}
	}
	return damages
}

// hashOfFile is the hash by which CURRENT names a snapshot, and a snapshot its
// manifests. A manifest holds the sums of all other files of its segment: so
// every byte is accounted for.
func hashOfFile(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func writeManifest(folder string, m *Manifest) (hash string, err error) {
	m.Files = make(FileSums)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var fine fineSummer
	for _, entry := range entries { // in the order of their names
		if m.Files[entry.Name()], err = sumFile(context.Background(), filepath.Join(folder, entry.Name()), &fine); err != nil {
			return "", err
		}
	}
	path := filepath.Join(folder, sumsFile)
	if err := files.Write(path, fine.sums); err != nil {
		return "", err
	}
	if m.Files[sumsFile], err = sumFile(context.Background(), path, nil); err != nil {
		return "", err
	}
	raw, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return "", err
	}
	return hashOfFile(raw), files.Write(filepath.Join(folder, manifestFile), raw)
}
