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
	"slices"
	"strings"
)

const checksumBlock = 1 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sumFile(path string) (sum FileSum, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	block := make([]byte, checksumBlock)
	for {
		n, err := io.ReadFull(file, block)
		if n > 0 {
			sum.Size += int64(n)
			sum.Blocks = append(sum.Blocks, crc32.Checksum(block[:n], castagnoli))
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

// Verify reads the published snapshot of dir as a whole and returns what is
// damaged. Any changed byte is found.
func Verify(ctx context.Context, dir string) ([]Damage, error) {
	folder, err := currentSnapshot(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, manifestFile)
	if err := verifyManifest(dir, path); err != nil {
		return []Damage{{File: path, Offset: -1, Reason: err.Error()}}, nil
	}
	m, err := readManifest(folder)
	if err != nil {
		return []Damage{{File: path, Offset: -1, Reason: err.Error()}}, nil
	}
	var damages []Damage
	for _, name := range sortedFiles(m) {
		if err := ctx.Err(); err != nil {
			return damages, err
		}
		damages = append(damages, compareSums(filepath.Join(folder, name), m.Files[name])...)
	}
	return damages, nil
}

func sortedFiles(m *Manifest) []string {
	var names []string
	for name := range m.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func compareSums(path string, want FileSum) (damages []Damage) {
	got, err := sumFile(path)
	switch {
	case err != nil:
		return []Damage{{path, -1, err.Error()}}
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

// CURRENT holds the snapshot's name and the hash of its manifest, which holds
// the sums of all other files: so every byte is accounted for.
func manifestHash(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func verifyManifest(dir, path string) error {
	current, err := os.ReadFile(filepath.Join(dir, currentFile))
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fields := strings.Fields(string(current))
	if len(fields) != 2 || fields[1] != manifestHash(raw) {
		return errors.New("changed bytes")
	}
	return nil
}

func writeManifest(folder string, m *Manifest) (hash string, err error) {
	m.Files = make(map[string]FileSum)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		if m.Files[entry.Name()], err = sumFile(filepath.Join(folder, entry.Name())); err != nil {
			return "", err
		}
	}
	raw, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return "", err
	}
	return manifestHash(raw), os.WriteFile(filepath.Join(folder, manifestFile), raw, 0o644)
}
