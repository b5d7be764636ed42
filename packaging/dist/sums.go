package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// writeSums writes the checksums of the archives and of the SBOM in the format of sha256sum.
func (r *release) writeSums([]platform) error {
	files := append(slices.Clone(r.archives), r.sbomPath())
	slices.Sort(files)
	var lines bytes.Buffer
	for _, path := range files {
		sum, err := sumOf(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s  %s\n", sum, filepath.Base(path))
	}
	return writeFile(filepath.Join(r.out, "SHA256SUMS"), lines.Bytes())
}

func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), err
}
