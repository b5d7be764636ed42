package corpus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// The 2020 release of S2ORC has two folders with matching file names: metadata/metadata_7.jsonl.gz and
// pdf_parses/pdf_parses_7.jsonl.gz. The records of both files are in roughly the same order, so the
// files are read in parallel.
const (
	metadataName = "metadata"
	parsesName   = "pdf_parses"
)

func readS2ORC(in *input, out sink) error {
	if _, paired := sibling(in.path, parsesName, metadataName); paired {
		in.note = "these texts are added to the papers of the metadata file when that file is read"
		return nil
	}
	scan := newScanner(in.Reader)
	path, paired := sibling(in.path, metadataName, parsesName)
	if !paired {
		return eachRecord(in, scan.next, jsonDecoder(s2Record.paper), out)
	}
	file, err := files.Open(in.ctx, path)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := unpacked(file)
	if err != nil {
		return err
	}
	in.note = "with " + path
	parses := &s2Parses{scan: newScanner(unzipped), ahead: make(map[Scalar]s2Record)}
	paper := func(r s2Record) *engine.Paper {
		p := r.paper()
		if r.HasParse {
			if parse, ok := parses.of(r.PaperID); ok {
				parse.addTo(p)
			}
		}
		return p
	}
	return eachRecord(in, scan.next, jsonDecoder(paper), out)
}

// sibling returns path with from replaced by to. ok is false if that file does not exist.
func sibling(path, from, to string) (other string, ok bool) {
	folder, name := filepath.Split(path)
	parent, kind := filepath.Split(filepath.Clean(folder))
	if path == "" || kind != from && !strings.HasPrefix(name, from) {
		return "", false
	}
	if kind == from {
		folder = filepath.Join(parent, to)
	}
	other = filepath.Join(folder, strings.Replace(name, from, to, 1))
	_, err := os.Stat(other)
	return other, err == nil && other != path
}

// s2Parses looks up parses that are requested roughly in file order.
type s2Parses struct {
	scan  *scanner
	ahead map[Scalar]s2Record // parses that were read but not yet requested
}

// farthest is the maximum number of parses kept for later requests.
const farthest = 1000

func (s *s2Parses) of(id Scalar) (s2Record, bool) {
	for {
		if r, ok := s.ahead[id]; ok {
			delete(s.ahead, id)
			return r, true
		}
		if len(s.ahead) >= farthest {
			return s2Record{}, false
		}
		raw, _, err := s.scan.next()
		if err != nil {
			return s2Record{}, false
		}
		var r s2Record
		if json.Unmarshal(raw, &r) == nil {
			s.ahead[r.PaperID] = r
		}
	}
}
