package onnx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// Limits on files read into memory, in bytes. onnxruntime reads networks itself, after their
// checksums are verified.
const (
	maxJSON      = 1 << 20
	maxTokenizer = 64 << 20
	maxCitations = 256 << 20
)

// A Model is the content of model.json.
type Model struct {
	Name      string
	Kind      string // "embedder", "reranker" or "judge"
	MaxTokens int    `json:"max_tokens"` // longer texts are truncated
	Network   string // file name of the ONNX network
	Tokenizer string // file name of the tokenizer
	Citations string // file name of the citation graph with the model's vectors, "" if none
	Files     []File

	// Only for embedders.
	Dim     int    // floats per token in the network's output
	Pooling string // "mean" or "cls"

	Pair Pair // for rerankers: token limits of the query

	folder string
}

// A File is one file of a model folder.
type File struct {
	Name   string
	Bytes  int64
	SHA256 string
}

// readModel reads a folder's model.json and checks the presence and size of its files.
func readModel(folder string) (*Model, error) {
	path := filepath.Join(folder, "model.json")
	data, err := files.Read(context.Background(), path, maxJSON)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	m := &Model{folder: folder}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("model.json: %w", err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("model.json: %w", err)
	}
	for _, f := range m.Files {
		if err := f.measure(folder); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// check returns an error if this package cannot run the model.
func (m *Model) check() error {
	switch {
	case m.Name == "" || m.MaxTokens < 3:
		return errors.New("name or max_tokens is missing")
	case m.Kind != "embedder" && m.Kind != "reranker" && m.Kind != "judge":
		return fmt.Errorf("kind is %q instead of embedder, reranker or judge", m.Kind)
	case m.Kind == "judge" && m.MaxTokens <= maxSecond+3:
		return fmt.Errorf("max_tokens is %d, but a judge needs at least %d", m.MaxTokens, maxSecond+4)
	case m.Kind == "embedder" && m.Dim <= 0:
		return errors.New("dim is missing")
	case m.Kind == "embedder" && m.Pooling != "mean" && m.Pooling != "cls":
		return fmt.Errorf("pooling is %q instead of mean or cls", m.Pooling)
	case m.Kind == "reranker" && !m.Pair.fits(m.MaxTokens):
		return errors.New("the limits in pair are invalid or leave no room for a document within max_tokens")
	case len(m.file(m.Network).SHA256) != 2*sha256.Size || len(m.file(m.Tokenizer).SHA256) != 2*sha256.Size:
		return errors.New("files does not list the network or the tokenizer, or lacks the sha256 of one of them")
	}
	return nil
}

// load verifies all files and loads the tokenizer and the network. output names the network's
// output to use.
func (m *Model) load(library, output string) (*Tokenizer, *network, error) {
	if err := m.verify(); err != nil {
		return nil, nil, err
	}
	tokens, err := LoadTokenizer(m.path(m.Tokenizer))
	if err != nil {
		return nil, nil, err
	}
	network, err := openNetwork(library, m, output)
	return tokens, network, err
}

// id returns the model's name and a prefix of the network's checksum.
func (m *Model) id() string { return m.Name + ":" + m.file(m.Network).SHA256[:8] }

// file returns the listed file with a name, or an empty File.
func (m *Model) file(name string) (f File) {
	if at := slices.IndexFunc(m.Files, func(f File) bool { return f.Name == name }); at >= 0 {
		f = m.Files[at]
	}
	return f
}

func (m *Model) verify() error {
	for _, f := range m.Files {
		if err := f.verify(m.folder); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) path(name string) string { return filepath.Join(m.folder, name) }

func (f File) measure(folder string) error {
	info, err := os.Stat(filepath.Join(folder, f.Name))
	if err != nil {
		return fmt.Errorf("%s: %v", f.Name, errors.Unwrap(err)) // not ErrNotExist, since the folder exists
	}
	if info.Size() != f.Bytes {
		return fmt.Errorf("%s has %d bytes instead of %d", f.Name, info.Size(), f.Bytes)
	}
	return nil
}

func (f File) verify(folder string) error {
	path := filepath.Join(folder, f.Name)
	r, err := files.Open(context.Background(), path)
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != f.SHA256 {
		return fmt.Errorf("%s is damaged (its SHA-256 is %.8s instead of %.8s): install it again, or remove %s and run "+
			"`make models`", path, got, f.SHA256, folder)
	}
	return nil
}
