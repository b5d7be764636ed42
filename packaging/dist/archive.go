package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// pack writes one archive per platform: a .zip file for Windows, and .tar.gz files for others.
func (r *release) pack(all []platform) error {
	for _, p := range all {
		path, write := filepath.Join(r.out, filepath.Base(r.folder(p))), writeTar
		if p.os == "windows" {
			path, write = path+".zip", writeZip
		} else {
			path += ".tar.gz"
		}
		if err := archive(path, r.folder(p), r.time, write); err != nil {
			return err
		}
		r.archives = append(r.archives, path)
	}
	return nil
}

func archive(path, folder string, at time.Time, write func(io.Writer, string, time.Time) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file, folder, at), file.Close())
}

// writeTar writes the files of a folder to a tar archive, in lexical order. All files have the same
// modification time and no owner, so that the archive is reproducible.
func writeTar(w io.Writer, folder string, at time.Time) error {
	zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(zipped)
	err = eachFile(folder, func(name string, mode fs.FileMode, content io.Reader, size int64) error {
		header := &tar.Header{Name: name, Mode: int64(mode), Size: size, ModTime: at, Format: tar.FormatPAX}
		if err := out.WriteHeader(header); err != nil {
			return err
		}
		_, err := io.Copy(out, content)
		return err
	})
	return errors.Join(err, out.Close(), zipped.Close())
}

func writeZip(w io.Writer, folder string, at time.Time) error {
	out := zip.NewWriter(w)
	err := eachFile(folder, func(name string, mode fs.FileMode, content io.Reader, _ int64) error {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
		header.SetMode(mode)
		entry, err := out.CreateHeader(header)
		if err != nil {
			return err
		}
		_, err = io.Copy(entry, content)
		return err
	})
	return errors.Join(err, out.Close())
}

// eachFile calls do for each file in a folder, in lexical order. Names start with the folder.
func eachFile(folder string, do func(name string, mode fs.FileMode, content io.Reader, size int64) error) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(filepath.Dir(folder), path)
		if err != nil {
			return err
		}
		return do(filepath.ToSlash(name), modeOf(path), file, info.Size())
	})
}

// modeOf returns a file's mode, which does not depend on the umask of the build machine.
func modeOf(path string) fs.FileMode {
	switch filepath.Base(path) {
	case "scilit-lsp", "scilit-lsp.exe":
		return 0o755
	}
	return 0o644
}

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
